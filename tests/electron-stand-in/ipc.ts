import { EventEmitter } from 'node:events';
import type { IpcMain } from 'electron';
import type { FrameFacts } from './messages.ts';
import { connection, onOf } from './state.ts';
import { strict } from './strict.ts';
import { type WebContents, WebFrame } from './web-contents.ts';
import { contentsOf } from './windows.ts';

type Handler = (event: never, ...args: never[]) => unknown;

const invokeHandlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
const ipcEvents = new EventEmitter();

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler) {
    if (invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    invokeHandlers.set(channel, handler as (event: unknown, ...args: unknown[]) => unknown);
  },
  on: onOf(ipcEvents),
  removeAllListeners: (channel?: string): never => ipcEvents.removeAllListeners(channel) as never,
} satisfies Pick<IpcMain, 'handle' | 'on' | 'removeAllListeners'>);

/**
 * The main frame is one object as long as its document exists. Each message of another frame has a
 * new object.
 */
function frameOf(contents: WebContents, { url, isMainFrame }: FrameFacts): WebFrame {
  if (!isMainFrame) return strict('WebFrameMain', new WebFrame(url, contents.mainFrame));
  if (contents.mainFrame.url !== url) contents.mainFrame = strict('WebFrameMain', new WebFrame(url, null));
  return contents.mainFrame;
}

connection.on('ipc', async ({ window, frame, kind, channel, args }) => {
  const sender = contentsOf(window);
  const event = strict('event', { sender, senderFrame: frameOf(sender, frame), returnValue: undefined });
  if (kind === 'send') {
    // `returnValue` is the result of a synchronous message.
    const hasListener = ipcEvents.emit(channel, event, ...args);
    return { hasListener, returnValue: event.returnValue };
  }
  const handler = invokeHandlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return await handler(event, ...args);
});
