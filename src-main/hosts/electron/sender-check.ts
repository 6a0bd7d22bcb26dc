import type { WebContents, WebFrameMain } from 'electron';
import { isOwnPage } from './page-address.ts';

/** The members of an IPC event that identify the sender. */
export type Sender = { readonly sender: WebContents; readonly senderFrame: WebFrameMain | null };

/**
 * Only the main frame of a window that shows our own page may send. Refused: a frame that has ended
 * (null), a frame in a frame, and a document that navigated away or never navigated (`about:blank`
 * inherits a preload).
 */
export function isOwnFrame({ sender, senderFrame }: Sender): boolean {
  if (senderFrame === null || sender.isDestroyed()) return false;
  return senderFrame === sender.mainFrame && senderFrame.parent === null && isOwnPage(senderFrame.url);
}
