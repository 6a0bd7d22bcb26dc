/** A frame as the main process sees it. */
export type FrameFacts = { readonly url: string; readonly main: boolean };

/** From the page's side to the main process. Those with an `id` are answered with `answer`. */
export type ToMain =
  | { type: 'request'; id: number; method: string; url: string }
  | { type: 'navigate'; id: number; window: number; url: string; main: boolean }
  | { type: 'navigated'; window: number; url: string }
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
  | { type: 'power'; id: number; event: 'lock-screen' | 'suspend' }
  | { type: 'done'; id: number; error: string | null }
  | { type: 'quit' };

/** From the main process to the page's side. */
export type ToPage =
  | { type: 'answer'; id: number; value: unknown; error: string | null }
  | { type: 'window'; window: number; options: Record<string, unknown> }
  | { type: 'load'; id: number; window: number; url: string }
  /** The page goes, as a user closes it; `done` when it is gone. */
  | { type: 'unload'; id: number; window: number }
  | { type: 'send'; window: number; channel: string; args: unknown[] }
  | { type: 'shown'; window: number }
  | { type: 'focused'; window: number }
  | { type: 'theme'; source: string }
  | { type: 'menu'; template: unknown }
  | { type: 'external'; url: string };

/** What a request of the page is answered with; null where the main process cancelled it. */
export type PageAnswer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
} | null;
