import type { Text } from '../message.ts';

type Named = { readonly symbol: string; readonly quantity: string };
/** Lines of a draft, counted from 1, with what was typed. */
type Lines = { readonly lines: readonly { readonly line: number; readonly text: string }[] };

/** Plans of target portfolios. */
export type TargetMessages = {
  'target.unknown-plan': object;
  'target.outdated': object;
  /** Drafts and named lists. Conflict: another window saved the draft after this window read it. */
  'target.draft-conflict': object;
  'target.not-stored': object;
  'target.no-name': object;
  'target.too-many-lists': object;
  /** Checks that block: no confirmation overrides them. */
  'target.empty': object;
  'target.too-many': { readonly lines: number };
  'target.no-symbol': Lines;
  'target.bad-symbol': Lines;
  /** The symbol is `flat` or `stop`. */
  'target.special': Lines;
  'target.duplicate': Lines;
  'target.not-a-number': Lines;
  'target.fraction': Lines;
  'target.too-large': Lines;
  'target.ended': Lines;
  'target.pending': object;
  /** The limits for orders forbid these entries. `reason` names the limit. */
  'target.beyond-limits': { readonly orders: readonly { readonly symbol: string; readonly reason: Text }[] };
  /**
   * `seconds` is the age of the positions or orders, null if never read; `reason` is why they could
   * not be read now.
   */
  'target.positions-old': { readonly seconds: number | null; readonly reason: Text | null };
  'target.orders-old': { readonly seconds: number | null; readonly reason: Text | null };
  /** Checks that are confirmed one by one. `reason`: why the last reading was not complete. */
  'target.positions-incomplete': { readonly reason: Text };
  'target.left-out': { readonly positions: readonly Named[] };
  'target.holds-nothing': { readonly positions: number };
  'target.crosses-zero': { readonly symbols: readonly string[] };
  'target.fraction-kept': { readonly positions: readonly (Named & { readonly kept: string })[] };
  'target.other-orders': { readonly orders: readonly string[] };
  'target.unknown-orders': { readonly orders: number };
  'target.market-closed': { readonly symbols: readonly string[]; readonly at: number | null };
  'target.over-buying-power': { readonly adds: string; readonly buyPower: string };
  'target.followers': { readonly subscribers: number; readonly copies: readonly string[] };
  /** Lines over five times the median value of the strategy's own trades, in dollars. */
  'target.large-line': {
    readonly positions: readonly { readonly symbol: string; readonly value: string }[];
    readonly median: string;
  };
  /** `gross`, long and short together, is more than the strategy ever held, which is `most`. */
  'target.over-usual': { readonly gross: string; readonly most: string };
  /** The list did not run on practice since its last edit. */
  'target.not-rehearsed': object;
  /** Alarms about a list that is maintained. */
  'target.drift': { readonly symbols: readonly string[] };
  'target.drift-act': object;
  /** The positions agree with the list again. */
  'target.drift-over': object;
  /** The platform no longer maintains the list from which positions deviated. */
  'target.drift-ended': object;
  /**
   * Checks of the level `note`. The list ran on practice and was not sent live since then. `at`:
   * unix seconds.
   */
  'target.rehearsed': { readonly at: number; readonly outcome: Text };
  'target.locks-entry': object;
  'target.same-list': object;
  'target.not-priced': { readonly symbols: readonly string[] };
  'target.market-practice': { readonly symbols: readonly string[] };
};
