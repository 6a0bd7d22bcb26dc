import type { Text } from '../message.ts';

/**
 * Plans that close or protect a position, replace its stops by GTC ones, or cancel exits beyond its
 * size. Also notices about the protection of positions.
 */
export type ExitMessages = {
  /** No quantity is free: other exits may still close all of the position, whose size is `held`. */
  'exit.all-being-closed': { readonly held: string };
  /** Another plan runs for this strategy. */
  'exit.busy': object;
  /** No answer and no reading shows that the order was canceled. */
  'exit.cancel-not-confirmed': object;
  /** A plan that reduces a position from one quantity to a smaller one, or to zero. */
  'exit.close': {
    readonly side: 'long' | 'short';
    readonly from: string;
    readonly to: string;
    readonly symbol: string;
  };
  'exit.connection-closed': object;
  /** The entry of a reversal was started before the program ended: its row shows the outcome. */
  'exit.entry-begun': object;
  'exit.entry-too-late': object;
  /** An entry in the group of a remaining exit: canceling it would cancel the exit. */
  'exit.entry-retained': { readonly symbol: string; readonly quantity: string };
  'exit.filled-first': object;
  /**
   * The panic plan: the number of positions to close, and of those that remain with their stops.
   */
  'exit.flatten': { readonly positions: number; readonly remaining: number };
  /** The step that sends the target `flat`. */
  'exit.flat-list': object;
  'exit.gone-already': object;
  /** The title of a run that ended without doing all of its plan, whose headline is `summary`. */
  'exit.incomplete': { readonly summary: Text };
  /** The steps of such a run that are not done. */
  'exit.incomplete-steps': {
    readonly strategy: string;
    readonly steps: readonly { readonly text: Text; readonly note: Text }[];
  };
  /** A position that is still open. */
  'exit.position': { readonly side: 'long' | 'short'; readonly quantity: string; readonly symbol: string };
  /** The closing order would cancel orders of its group that close other symbols. */
  'exit.group-elsewhere': { readonly symbols: string };
  /** A position that remains, because it cannot trade now. Stops cover `covered` of it. */
  'exit.retained': { readonly covered: string };
  /**
   * A position that remains: its exits share a group with exits of another position, which cannot
   * be closed now.
   */
  'exit.retained-with-group': { readonly symbol: string };
  /** The user ended the flat list while the run waited for a market. */
  'exit.list-ended': object;
  /** The flat list remains on: a position is still open. */
  'exit.list-left-on': object;
  /** `at` is the next opening, null if it is unknown. */
  'exit.market-closed': { readonly at: number | null };
  'exit.more-than-held': { readonly held: string };
  'exit.no-group': object;
  'exit.no-instrument': object;
  'exit.no-list': object;
  'exit.not-begun': object;
  'exit.not-journaled': object;
  'exit.not-read': object;
  'exit.nothing-left': object;
  /**
   * Nothing was sent: only `free` can be closed, and the order would replace a stop that covers
   * more.
   */
  'exit.keeps-stop': { readonly free: string };
  /** A closing order was sent for less than planned, because other exits may close the rest. */
  'exit.only-free': { readonly sent: string; readonly asked: string };
  'exit.nothing-to-flatten': object;
  /** An order of a plan; `replaces` is the service id of the order that it replaces. */
  'exit.order': {
    readonly action: 'BTO' | 'STO' | 'SSHORT' | 'BTC' | 'STC';
    readonly quantity: string;
    readonly symbol: string;
    readonly kind: 'market' | 'limit' | 'stop';
    readonly price: string | null;
    readonly replaces: string | null;
  };
  'exit.outdated': object;
  'exit.plan-again': object;
  'exit.position-gone': object;
  'exit.protect': { readonly quantity: string; readonly symbol: string };
  'exit.protected': object;
  'exit.read-lists': object;
  'exit.read-positions': object;
  'exit.reverse': { readonly side: 'long' | 'short'; readonly quantity: string; readonly symbol: string };
  'exit.step-failed': object;
  'exit.still-there': { readonly what: readonly Text[] };
  /** The step that sends the target `stop` before the orders of the plan. */
  'exit.stop-first': object;
  /** The step that sends the target `stop` when the strategy is flat. */
  'exit.stop-list': object;
  /** The run was ended by a panic or by the end of the connection. */
  'exit.stopped': object;
  'exit.unknown-plan': object;
  /** Orders and trades that remain and whose records cannot be read. `symbol`: null if unknown. */
  'exit.unreadable-order': { readonly symbol: string | null };
  'exit.unreadable-trade': object;
  /** An order that cannot be read may be an exit of this position, and is not canceled. */
  'exit.unreadable-exit': { readonly symbol: string };
  /** A panic cancels no unreadable order that may be a stop of an open position. */
  'exit.unreadable-retained': { readonly symbol: string | null };
  /** An unreadable order without a readable id cannot be canceled. */
  'exit.unreadable-unreached': object;
  /** The last reading of the open trades has a record that cannot be read. */
  'exit.unreadable-trades': object;
  /** An order that still works. */
  'exit.works': { readonly action: string; readonly quantity: string; readonly symbol: string };
  'exit.wrong-sides': object;
  /**
   * An earlier exit has no answer, and the time in which it can appear is over. If it was accepted,
   * this order closes the same quantity again.
   */
  'exit.may-close-twice': object;
  /**
   * `free` of `held` is not being closed by other orders; closing more may reverse the position.
   */
  'exit.may-turn': { readonly free: string; readonly held: string };
  /** An exit of this symbol has no answer; it can still appear for `seconds`. */
  'exit.unknown': { readonly seconds: number };
  /** Reversing adds risk, which the kill switch stops. */
  'exit.no-reverse-while-killed': object;
  /** The platform refused the flat list for this reason, so positions are closed one by one. */
  'exit.closing-by-orders': { readonly reason: Text };
  /**
   * The order remains on hold: the platform has not shown the new group of the stop, which this
   * order has to join.
   */
  'exit.group-not-shown': object;
  /**
   * The plan that makes stops GTC: the group of a replaced stop has exits of other symbols, which
   * are canceled with it.
   */
  'keep.group-elsewhere': { readonly symbols: string };
  /** No stop of this position ends today. */
  'keep.nothing': object;
  /** The headline of the plan that makes stops GTC. */
  'keep.summary': { readonly symbol: string };
  /**
   * The strategy cannot be read now, so the exit uses older data. The ages are in seconds, null for
   * data that was never read.
   */
  'exit.rests-on': {
    readonly ordersAge: number | null;
    readonly positionsAge: number | null;
    readonly reason: Text;
  };
  /** An order whose outcome cannot be verified may already be a stop for the position. */
  'protect.cover-unknown': object;
  /** Each stop already has a target; the typed one is not sent. */
  'protect.target-exists': object;
  /** Working stops cover only `covered` of a position of `quantity`. */
  'protection.cover': { readonly covered: string; readonly quantity: string };
  /** A position that stops do not cover, or do not cover completely. */
  'protection.unprotected': { readonly side: 'long' | 'short'; readonly quantity: string; readonly symbol: string };
  /** What the trader can do about exits beyond the position. */
  'protection.beyond-act': object;
  /** The stops of these symbols end at this New York time. */
  'protection.ends': { readonly time: string; readonly symbols: string };
  /** What the trader can do about stops that end. */
  'protection.ends-act': object;
  /** Working exits could close more than the position. */
  'protection.beyond': { readonly beyond: string; readonly quantity: string; readonly symbol: string };
  /**
   * The group of an exit that the plan cancels has orders in these symbols, which are canceled with
   * it.
   */
  'trim.group-elsewhere': { readonly symbols: string };
  /** A plan that cancels the excess also cancels stops that are needed: the stops cover less. */
  'trim.less-cover': { readonly after: string; readonly before: string; readonly quantity: string };
  /** The working exits close no more than the position. */
  'trim.nothing': object;
  /** The headline of the plan that cancels the excess. */
  'trim.summary': { readonly beyond: string; readonly symbol: string };
};
