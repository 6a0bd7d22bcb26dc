import type { Text } from '#contract/message.ts';
import type { ReviewSelection } from '#contract/model/review.ts';
import type { ProbeFacts } from '#contract/model/probe.ts';
import type { DeskGuard } from '#contract/model/risk.ts';
import type { Mode, OrderEntry, Status } from '#contract/model/status.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { NotesDesk } from '#core/notes/notes-desk.ts';
import type { AutoTradeDesk } from '#core/autotrade/autotrade-desk.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import type { PeopleReader } from '#core/people/people-reader.ts';
import type { ChangeDesk } from '#core/changes/change-desk.ts';
import type { PersonDesk } from '#core/people/person-desk.ts';
import type { StrategyDesk } from '#core/strategies/strategy-desk.ts';
import type { SubscriptionDesk } from '#core/subscriptions/subscription-desk.ts';
import type { DraftDesk } from '#core/targets/draft-desk.ts';
import type { TargetDesk } from '#core/targets/target-desk.ts';
import type { TargetWatch } from '#core/targets/target-watch.ts';
import type { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import type { Probe } from '#core/orders/probe/probe-run.ts';
import type { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import type { Arming } from '#core/orders/risk/arming.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { JournaledStop } from '#core/report/journaled-stops.ts';
import type { ReportWithBasis } from '#core/report/report-query.ts';
import type { History } from '#core/history/open-history.ts';
import type { SessionStorage } from './session-storage.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { LongReads } from './open-long-reads.ts';
import type { PageWatch } from './page-watches.ts';

/** An expected failure of `desk.arm`. */
export type ArmRefusal = {
  readonly code: 'locked' | 'killed' | 'unknown-order' | 'stale-data';
  readonly message: Text;
};

/**
 * Everything that belongs to one profile. At most one session of each mode is open. A practice
 * session and a live session have no part in common.
 */
export interface Session {
  readonly profile: Profile;
  readonly mode: Mode;
  readonly connection: PlatformConnection;
  readonly cache: CacheReader;
  readonly sync: DataSync;
  readonly history: History;
  readonly longReads: Omit<LongReads, 'close'>;
  readonly desk: OrderDesk;
  readonly arming: Arming;
  readonly acts: ActDesk;
  readonly autoTrade: AutoTradeDesk;
  readonly subscriptions: SubscriptionDesk;
  readonly ownStrategies: StrategyDesk;
  readonly person: PersonDesk;
  readonly people: PeopleReader;
  readonly changes: ChangeDesk;
  readonly desired: DesiredDesk;
  readonly targets: TargetDesk;
  readonly targetWatch: TargetWatch;
  readonly drafts: DraftDesk;
  readonly exits: ExitDesk;
  readonly probe: Probe;
  readonly notes: NotesDesk;
  readonly storage: SessionStorage;
  /** The paths of the files with the stored data. */
  readonly files: { readonly cache: string; readonly history: string | null };
  /** The result of the last probe of this connection. */
  lastProbe(): ProbeFacts | null;
  /** Kill switch, arming, and the caps of this mode with their use so far. */
  guard(): DeskGuard;
  /** Why the desk cannot be armed for this strategy now; null when it can. */
  armRefusal(systemId: string): ArmRefusal | null;
  /** The stops that were entered here for this strategy, in the order of sending. */
  stops(systemId: string): JournaledStop[];
  /** Every figure of a review from stored data, or why the figures cannot be computed now. */
  report(
    systemId: string,
    selection: ReviewSelection,
    riskFree: number,
  ): Promise<ReportWithBasis | { readonly failure: Text }>;
  /** The commission plan chosen for a strategy; empty for none. */
  commissionPlanOf(systemId: string): string;
  /** Called after a commission plan was chosen: the equity curve is read next if it is in view. */
  commissionPlanChanged(systemId: string): void;
  connectionState(): Exclude<Status['connection'], { state: 'not-opened' }>;
  /** Undefined while the platform accepts the key. */
  keyRefused(): Status['keyRefused'];
  /** Whether orders can be entered for the strategy in view. */
  orderEntry(): OrderEntry;
  /** Sets what a page shows, so that it is read. `viewer` names the page; several can be open. */
  watch(systemId: string | null, datasets: readonly Dataset[], viewer?: string): void;
  /** The last watch of each page that is not closed. The last one made is last. */
  watches(): readonly PageWatch[];
  /** The last page was closed: no strategy is in view. Reading continues at long intervals. */
  endWatches(): void;
  /**
   * Called when a page is shown or hidden while a review bundle is shown instead of this session.
   * If `visible` is true, the last watch of this page continues.
   */
  setVisible(visible: boolean, viewer?: string): void;
  /**
   * Puts waiting orders on hold, lets requests in flight end, closes the cache. The journal remains
   * open.
   */
  close(): Promise<void>;
}
