import type { Text } from '#contract/message.ts';
import type { Precautions, RiskCaps } from '#contract/model/risk.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { HeldPosition } from '#contract/model/trade.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import type { StoredUnreadable } from '#core/cache/unreadable-table.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import type { RiskEffect } from './exposure.ts';
import type { Journal } from './journal.ts';
import type { Owner } from './owner.ts';

/** What the desk asks of the rest of the core: one desk for each connection, one journal for the run. */
export type OrderDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Opened once by `openJournal`, or `lockedJournal(reason)` when that was refused. */
  readonly journal: Journal;
  readonly profile: Owner;
  readonly client: PlatformClient;
  readonly reader: SignalReader;
  readonly state: DeskState;
  /** The connection as this strategy sees it. */
  readonly connection: (systemId: string) => ConnectionFacts;
  /** Service time less our time in milliseconds, null when unknown: windows are then ten minutes wide (order-safety 4.2). */
  readonly serviceClockOffsetMs: () => number | null;
  /** Why the platform takes no order of this strategy (desired positions), null when it does. An exit needs less. */
  readonly engaged: (systemId: string, risk: RiskEffect) => Text | null;
  /** Something to tell the user; a later notice with the same id takes the place of the earlier one. */
  readonly notify: (notice: Notice) => void;
  /** Asks the sync plan to read this strategy's signals soon; after every outcome. */
  readonly nudge: (systemId: string) => void;
  /** Until when the platform may have traded for a target list of ours, milliseconds; null for never. */
  readonly listUntil: (systemId: string) => number | null;
  /** Reads the target list of a strategy again; true when it was read. */
  readonly readTargets: (systemId: string) => Promise<boolean>;
  /** Kill switch, caps and arming of this connection. */
  readonly risk: RiskGuard;
  /** Notes in the activity list that an answer differed from the preview. */
  readonly missed: (systemId: string, text: string) => void;
};

/** What guards new risk, order-safety 1.8. */
export type RiskGuard = {
  /** Why no new risk may leave, null while the kill switch is off. */
  readonly killed: () => Text | null;
  readonly caps: () => RiskCaps;
  readonly precautions: () => Precautions;
  /** Whether one press may send new risk for this strategy; asking counts as use. */
  readonly armed: (systemId: string) => boolean;
  /** What became of an order is not known: the desk disarms. */
  readonly unknownOrder: () => void;
};

/** The cached state of the platform, for the blotter and the preview. */
export type DeskState = {
  /** All that live and the most recently changed, at most `limits.blotterSignals`. */
  signals(systemId: string): readonly CachedSignal[];
  /** Records of the signal lists that cannot be read: `couldBe` tells which orders each could be. */
  unreadable(systemId: string): readonly StoredUnreadable[];
  /** Unix seconds of the last clean read of the open positions, null for never. */
  positionsReadAt(systemId: string): number | null;
  positions(systemId: string): readonly HeldPosition[];
  /** The stops that the working list shows as working, however long it is. */
  workingStops(systemId: string): readonly CachedSignal[];
  margin(systemId: string): Margin | null;
  /** Point value of a symbol as a trade or an echo gave it, null when never seen. */
  pointValue(systemId: string, symbol: string): string | null;
  /** When the last reading of the working list began, wall clock milliseconds; null: none in this run. */
  workingStartedAt(systemId: string): number | null;
  /** Unix seconds of the last clean read of the working list and the limit past which it is stale. */
  workingAge(systemId: string): { readonly readAt: number | null; readonly staleAfterSeconds: number };
};

/**
 * `open` while requests are answered. `unread`: the service answers, but not for the orders or positions of this strategy,
 * since `since` in unix seconds. The others carry one text.
 */
export type ConnectionFacts =
  | { readonly state: 'open' }
  | { readonly state: 'connecting'; readonly text: Text }
  | { readonly state: 'failing'; readonly text: Text }
  | { readonly state: 'unread'; readonly text: Text; readonly since: number }
  | { readonly state: 'no-key'; readonly text: Text };
