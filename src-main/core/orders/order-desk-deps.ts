import type { Text } from '#contract/message.ts';
import type { Precautions, RiskCaps } from '#contract/model/risk.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { StoredUnreadable } from '#core/cache/tables/unreadable-table.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { Sender } from '#core/sending/sender.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { Journal } from './journal/journal.ts';
import type { OrderRow } from './journal/order-row.ts';
import type { Owner } from '#core/owner.ts';

/**
 * The dependencies of the desk on the rest of the core. There is one desk for each connection and
 * one journal for the run.
 */
export type OrderDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Opened once by `openJournal`; `lockedJournal(reason)` if the file was refused. */
  readonly journal: Journal;
  /** Selects the journal rows of the connection. */
  readonly profile: Owner;
  /** One for each connection, shared by orders, cancels and acts. */
  readonly sender: Sender;
  readonly reader: SignalReader;
  readonly state: DeskState;
  /** The state of the connection for this strategy. */
  readonly connection: (systemId: string) => ConnectionFacts;
  /**
   * Service time less local time in milliseconds, null if unknown: the time windows in which a
   * record may match are then widened by ten minutes on either side (order-safety 4.2).
   */
  readonly serviceClockOffsetMs: () => number | null;
  /**
   * Why no order of this strategy is sent: another person owns it or may own it, or it has a target
   * list. Null when orders are sent. Fewer reasons lock exits than entries.
   */
  readonly entryLock: (systemId: string, risk: RiskEffect) => Text | null;
  /** Shows a notice to the user. A later notice with the same id replaces the earlier one. */
  readonly notify: (notice: Notice) => void;
  /** Removes the notice with this id, because what it says no longer holds. */
  readonly endNotice: (id: string) => void;
  /** Asks the sync plan to read this strategy's signals soon; called after every outcome. */
  readonly scheduleRefresh: (systemId: string) => void;
  /**
   * The last time at which the platform may have traded for a target list that was sent from here,
   * in milliseconds: the present time while a list may be in effect, null if there never was one.
   */
  readonly platformMayTradeUntil: (systemId: string) => number | null;
  /** Reads the target list of a strategy again; true when it was read. */
  readonly readTargets: (systemId: string) => Promise<boolean>;
  /** Kill switch, caps and arming of this connection. */
  readonly risk: RiskGuard;
  /** Checks whether the hotkey and bracket template of an order ran on practice (acts.md §5). */
  readonly rehearsals: RehearsalGuard;
  /** Adds a line to the activity list: an answer differed from the preview. */
  readonly reportWrongPrediction: (systemId: string, miss: Text) => void;
};

/**
 * `checks` returns none on practice. `orderChanged` records accepted orders on practice and on a
 * live connection.
 */
export type RehearsalGuard = {
  readonly checks: (ticket: Ticket) => readonly Check[];
  readonly orderChanged: (row: OrderRow) => void;
};

/** The guards against new risk, order-safety 1.8. */
export type RiskGuard = {
  /** Why no new risk may be sent, null while the kill switch is off. */
  readonly killReason: () => Text | null;
  readonly caps: () => RiskCaps;
  readonly precautions: () => Precautions;
  /** Whether one press may send new risk for this strategy. Asking counts as use. */
  readonly useArming: (systemId: string) => boolean;
  /** Called when the outcome of an order becomes unknown. Ends the arming. */
  readonly onUnknownOrder: () => void;
};

/** The cached state of the platform, for the blotter and the preview. */
export type DeskState = {
  /**
   * All signals, or if there are too many, `limits.blotterSignals` of them and at most a tenth
   * more. Signals that have not ended take precedence, then ended ones by their last change.
   */
  signals(systemId: string): readonly CachedSignal[];
  /** Unreadable records of the signal lists. `couldBe` decides which orders each could be. */
  unreadable(systemId: string): readonly StoredUnreadable[];
  /** Unix seconds of the last successful read of the open trades, null for never. */
  positionsReadAt(systemId: string): number | null;
  /**
   * Whether the last read of the open trades had unreadable records, so that positions may be
   * missing or outdated.
   */
  hasUnreadableTrades(systemId: string): boolean;
  positions(systemId: string): readonly OpenPosition[];
  /** The working stops of the working list, without a limit on their number. */
  workingStops(systemId: string): readonly CachedSignal[];
  margin(systemId: string): Margin | null;
  /** Point value of a symbol, or of its other months for a future, from trades; null if not known. */
  pointValue(systemId: string, symbol: string): string | null;
  /**
   * When the last reading of the working list began, wall clock milliseconds; null if none in this
   * run.
   */
  workingReadStartedAt(systemId: string): number | null;
  /**
   * Unix seconds of the last clean read of the working list, and the age after which it is stale.
   */
  workingReading(systemId: string): { readonly readAt: number | null; readonly staleAfterSeconds: number };
};

/**
 * `open` while requests are answered. `unread`: the service answers, but the orders or positions of
 * this strategy have been unreadable since `since`, unix seconds. All but `open` carry a text.
 */
export type ConnectionFacts =
  | { readonly state: 'open' }
  | { readonly state: 'connecting'; readonly text: Text }
  | { readonly state: 'failing'; readonly text: Text }
  | { readonly state: 'unread'; readonly text: Text; readonly since: number }
  | { readonly state: 'no-key'; readonly text: Text };
