import type { RiskCaps } from '#contract/model/risk.ts';
import type { Mode, Notice } from '#contract/model/status.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { Position } from '#contract/model/trade.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import type { Journal } from './journal.ts';

/** What the desk asks of the rest of the core: one desk for each connection, one journal for the run. */
export type OrderDeskDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Opened once by `openJournal`, or `lockedJournal(reason)` when that was refused. */
  readonly journal: Journal;
  readonly profile: { readonly id: string; readonly mode: Mode };
  readonly client: PlatformClient;
  readonly reader: SignalReader;
  readonly state: DeskState;
  /** How the connection stands now. */
  readonly connection: () => ConnectionFacts;
  /** Service time less our time in milliseconds, null when unknown: windows are then ten minutes wide (order-safety 4.2). */
  readonly serviceClockOffsetMs: () => number | null;
  /** Why the platform keeps order entry of this strategy to itself (desired positions); null when it does not. */
  readonly engaged: (systemId: string) => string | null;
  /** Something to tell the user; a later notice with the same id takes the place of the earlier one. */
  readonly notify: (notice: Notice) => void;
  /** Asks the sync plan to read this strategy's signals soon; after every outcome. */
  readonly nudge: (systemId: string) => void;
  /** Kill switch, caps and arming of this connection. */
  readonly risk: RiskGuard;
  /** Notes in the activity list that an answer differed from the preview. */
  readonly missed: (systemId: string, text: string) => void;
};

/** What guards new risk, order-safety 1.8. */
export type RiskGuard = {
  /** Why nothing but cancels may leave, null while the kill switch is off. */
  readonly killed: () => string | null;
  readonly caps: () => RiskCaps;
  /** Whether one press may send new risk for this strategy; asking counts as use. */
  readonly armed: (systemId: string) => boolean;
  /** What became of an order is not known: the desk disarms. */
  readonly unknownOrder: () => void;
};

/** The cached state of the platform, for the blotter and the preview. */
export type DeskState = {
  /** All that live and the most recently changed, at most `limits.blotterSignals`. */
  signals(systemId: string): readonly CachedSignal[];
  positions(systemId: string): readonly Position[];
  margin(systemId: string): Margin | null;
  /** Point value of a symbol as a trade or an echo gave it, null when never seen. */
  pointValue(systemId: string, symbol: string): string | null;
  /** Unix seconds of the last clean read of the working list and the limit past which it is stale. */
  workingAge(systemId: string): { readonly readAt: number | null; readonly staleAfterSeconds: number };
};

/** `open` while requests are answered; the others carry one sentence. */
export type ConnectionFacts =
  | { readonly state: 'open' }
  | { readonly state: 'connecting'; readonly text: string }
  | { readonly state: 'failing'; readonly text: string }
  | { readonly state: 'no-key'; readonly text: string };
