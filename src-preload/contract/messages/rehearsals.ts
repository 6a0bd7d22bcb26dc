import type { Text } from '../message.ts';
import type { MadeFrom } from '../model/made-from.ts';
import type { Action } from '../model/scalars.ts';
import type { OrderKind, SignalRole, SignalState } from '../model/signal-kinds.ts';

type Source = { readonly kind: MadeFrom['kind']; readonly name: string };

/** Rehearsals on the practice service. */
export type RehearsalMessages = {
  /** A check: the source of the order did not run on practice since the source was last edited. */
  'rehearsal.missing': Source;
  /** A check: the source of the order ran on practice at `at`, unix seconds, and not live since. */
  'rehearsal.done': Source & { readonly at: number; readonly outcome: Text };
  /** One order on the practice service. `price` is that of the fill or, before it, of the order. */
  'rehearsal.order': {
    readonly role: SignalRole;
    readonly action: Action;
    readonly quantity: string;
    readonly symbol: string;
    readonly kind: OrderKind;
    readonly price: string | null;
    readonly state: SignalState;
  };
  /** Settings of a copy were replayed over the fills of the last days. */
  'rehearsal.replayed': { readonly days: number };
  /**
   * A target list on practice. `reached` is the number of lines that were held at the end; null if
   * the program did not wait for that.
   */
  'rehearsal.target': { readonly lines: number; readonly reached: number | null };
  'rehearsal.refused-list': { readonly reason: Text };
  'rehearsal.no-list-outcome': object;
  'rehearsal.not-live': object;
  'rehearsal.no-practice': { readonly reason: Text };
  'rehearsal.no-outcome': object;
};
