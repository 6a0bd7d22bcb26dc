import type { Text } from './message.ts';

/**
 * The result of every command. Expected failures are values with a closed set of codes. A bug
 * throws in main, is logged there once under an id, and crosses the bridge only as `internal` with
 * that id: never a stack, never a payload.
 */
export type Outcome<Value, Code extends string = never> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure<Code | CommonFailure> };

/**
 * `invalid-input`: the schema of the command refused the input, nothing was done. `internal`: a
 * bug, see `id`. `disconnected`: the window lost its core; whether the command was carried out is
 * unknown. `read-only`: a review bundle is shown, and nothing was done. `changing`: the old
 * connection is closed and the new one not open yet; nothing was done. `no-connection`: the chosen
 * connection could not be opened; nothing was done.
 */
export type CommonFailure = 'invalid-input' | 'internal' | 'disconnected' | 'read-only' | 'changing' | 'no-connection';

export type Failure<Code extends string> = {
  readonly code: Code;
  /** One sentence for the user: what happened, and what was or was not done. */
  readonly message: Text;
  /** The invalid input member, as a dotted path, if there is one. */
  readonly field?: string;
  /** Further lines, such as the platform's `errors[]`, verbatim. */
  readonly details?: readonly Text[];
  /** The log entry of an `internal` failure. */
  readonly id?: string;
};

export const done = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });

export const failed = <Code extends string>(
  code: Code,
  message: Text,
  more: Omit<Failure<Code>, 'code' | 'message'> = {},
): { readonly ok: false; readonly failure: Failure<Code> } => ({ ok: false, failure: { code, message, ...more } });
