import type { WebContents, WebFrameMain } from 'electron';
import { isOwnPage } from './page-address.ts';

/** What of an IPC event says who speaks. */
export type Sender = { readonly sender: WebContents; readonly senderFrame: WebFrameMain | null };

/**
 * Only the main frame of a window that shows our own page may speak. Refused: a frame that is gone (null), a frame in a
 * frame, a document that was navigated away or never navigated (`about:blank` inherits a preload).
 */
export function isOwnFrame({ sender, senderFrame }: Sender): boolean {
  if (senderFrame === null || sender.isDestroyed()) return false;
  return senderFrame === sender.mainFrame && senderFrame.parent === null && isOwnPage(senderFrame.url);
}
