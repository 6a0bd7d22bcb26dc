/** A frame, as the main process identifies it. */
export type FrameFacts = { readonly url: string; readonly isMainFrame: boolean };

/**
 * From the page's side to the main process. Messages with an `id` are answered with `answer`,
 * except `done`, which itself answers `load` or `unload`.
 */
export type ToMain =
  | { type: 'request'; id: number; method: string; url: string }
  /** A navigation begins. `byPage` is false for `loadURL`. The answer says if it may continue. */
  | { type: 'navigate'; id: number; window: number; url: string; isMainFrame: boolean; byPage: boolean }
  /** A navigation that needed no request began. */
  | { type: 'started'; window: number; url: string }
  /**
   * A new document of the main frame was committed. `error` is Chromium's code if the document is
   * an error page.
   */
  | { type: 'committed'; window: number; url: string; error: number | null }
  | { type: 'page-gone'; window: number; reason: string }
  | { type: 'window-event'; window: number; event: 'unresponsive' | 'responsive' }
  | { type: 'close-window'; window: number }
  | { type: 'activate' }
  | { type: 'child-process-gone'; kind: string }
  | { type: 'reject' }
  | { type: 'answers'; buttons: readonly number[] }
  | { type: 'open-window'; id: number; window: number; url: string }
  | { type: 'permission'; id: number; permission: string }
  | { type: 'download'; id: number; url: string; name: string }
  | {
      type: 'ipc';
      id: number;
      window: number;
      frame: FrameFacts;
      kind: 'invoke' | 'send';
      channel: string;
      args: unknown[];
    }
  | { type: 'click-menu'; id: number; label: string }
  | { type: 'press-shortcut'; id: number; accelerator: string }
  | { type: 'power'; id: number; event: 'lock-screen' | 'suspend' | 'resume' }
  | { type: 'done'; id: number; error: string | null }
  | { type: 'quit' };

/** From the main process to the page's side. */
export type ToPage =
  | { type: 'answer'; id: number; value: unknown; error: string | null }
  | { type: 'window'; window: number; options: Record<string, unknown> }
  | { type: 'load'; id: number; window: number; url: string }
  /** Closes the page as a user does. The page's side sends `done` when it is closed. */
  | { type: 'unload'; id: number; window: number }
  /** A window was closed, and the main process knows it. */
  | { type: 'gone'; window: number }
  /** The program ends the page's process. */
  | { type: 'crash'; window: number }
  | { type: 'send'; window: number; channel: string; args: unknown[] }
  | { type: 'shown'; window: number }
  | { type: 'focused'; window: number }
  | { type: 'theme'; source: string }
  | { type: 'menu'; template: unknown }
  | { type: 'external'; url: string };

/** The response to a request of the page; null if the main process canceled it. */
export type PageAnswer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
} | null;
