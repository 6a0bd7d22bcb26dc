/**
 * The protocol between page and program in the browser host. All paths are on the program's own
 * loopback address. `session` accepts `{code}` and returns a `PageSession`. `events` is the stream,
 * a WebSocket; its first message is `{token}`, and then it transfers commands and events. A POST to
 * `call` + a command's name has its input and returns its outcome. The POST is used while there is
 * no stream, for an input that is too long for the stream, and for a command that must outlive the
 * page.
 */
export const loopback = {
  session: '/session',
  call: '/call/',
  events: '/events',
  /** Name of the one-time code in the fragment of the address, which no browser sends. */
  codeParameter: 'code',
  /**
   * Close code of a stream whose token is missing, wrong or replaced. Reconnecting would not help.
   */
  refusedClose: 4401,
} as const;

/**
 * `token` is in the page's memory only. `renewal` is the one-time code for the next load of this
 * tab.
 */
export type PageSession = { readonly token: string; readonly renewal: string };

/**
 * A message from the page, which chooses the id of each subscription and call on this stream.
 */
export type StreamRequest =
  | { readonly token: string }
  | { readonly call: { readonly id: number; readonly name: string; readonly input: unknown } }
  | { readonly listen: { readonly id: number; readonly name: string; readonly params: unknown } }
  | { readonly unlisten: { readonly id: number } };

/** A message to the page: `ready` once, after the token was accepted; `answer` is a call's id. */
export type StreamMessage =
  | { readonly ready: true }
  | { readonly answer: number; readonly outcome: unknown }
  | { readonly id: number; readonly seq: number; readonly payload: unknown };
