/**
 * What page and program say to each other where there is no Electron between them. All paths are of the program's own
 * loopback address. `session` takes `{code}` and answers with a `Session`; `events` is the WebSocket, whose first message is
 * `{token}` and which carries commands and events from then on. `call` + a command's name takes its input and answers with its
 * outcome as well: for what is asked before there is a stream, is too long for it, or has to outlive the page.
 */
export const loopback = {
  session: '/session',
  call: '/call/',
  events: '/events',
  /** Name of the one-time code in the address's fragment, which no browser sends anywhere. */
  codeParameter: 'code',
  /** Close code of a stream whose token was never given, is wrong, or was replaced. Reconnecting would be of no use. */
  refusedClose: 4401,
} as const;

/** `token` is kept in the page's memory only; `renewal` is the one-time code of this tab's next load. */
export type Session = { readonly token: string; readonly renewal: string };

/** From the page. The id is the page's own and names the subscription, or the call, on this stream. */
export type StreamRequest =
  | { readonly token: string }
  | { readonly call: { readonly id: number; readonly name: string; readonly input: unknown } }
  | { readonly listen: { readonly id: number; readonly name: string; readonly params: unknown } }
  | { readonly unlisten: { readonly id: number } };

/** To the page: `ready` once, after the token was taken; `answer` is the id of a call. */
export type StreamMessage =
  | { readonly ready: true }
  | { readonly answer: number; readonly outcome: unknown }
  | { readonly id: number; readonly seq: number; readonly payload: unknown };
