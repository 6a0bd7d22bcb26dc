// Decides what is read when, from four inputs: what each window shows, when each dataset was last
// read, what an event made due at once, and the intervals. Data in view is first and has its own
// lane. The other datasets of a strategy in view follow, then the other strategies at long
// intervals. Past signals are read while nothing here is due (`past-signals.ts`). Nothing is
// planned while every window is hidden.
import type { Dataset } from '#contract/model/status.ts';
import { backOffMs } from '#core/platform/back-off.ts';
import { taskKey, type Variant } from './read-task.ts';
import type { SyncDataset, SyncIntervals } from './sync-intervals.ts';
import type { Viewers } from './viewers.ts';

/** Highest priority first: what an order needs, then what shows its effect, then the rest. */
export const datasetOrder: readonly Dataset[] = [
  'signalsWorking',
  'tradesOpen',
  'margin',
  'signalsAll',
  'trades',
  'equity',
  'details',
  'desired',
  'subscribers',
  'brokers',
];

/** Datasets that change slowly and are needed only on their own pages. */
const onlyInView: readonly Dataset[] = ['subscribers', 'brokers'];
const backgroundDatasets = datasetOrder.filter((dataset) => !onlyInView.includes(dataset));

/**
 * The most records of one list that are read per second. Each reading parses and compares the whole
 * list. While many orders make it due again and again, a long list is read less often, so that its
 * readings do not take most of the processor.
 */
const maxRecordsPerSecond = 2_500;

export type PlannedRead = {
  readonly systemId: string;
  readonly dataset: SyncDataset;
  readonly variant: Variant;
  readonly lane: 'view' | 'background';
  /** Monotonic milliseconds. */
  readonly dueAt: number;
};

export type PlanFacts = {
  readonly viewers: Viewers;
  readonly intervals: SyncIntervals;
  /** Every known strategy, highest priority first. */
  readonly systemIds: readonly string[];
  /**
   * Monotonic ms at which the last attempt ended, with the consecutive failures and the records of
   * the last answer; null before the first.
   */
  readonly lastRead: (
    systemId: string,
    dataset: SyncDataset,
    variant: Variant,
  ) => { readonly at: number; readonly failures: number; readonly records: number } | null;
  /** The commission plan chosen for this strategy; empty for none. */
  readonly commissionPlanOf: (systemId: string) => string;
  /** How often a dataset is read: as planned, at long intervals, not yet, or never. */
  readonly reads: (systemId: string, dataset: SyncDataset) => 'as planned' | 'rarely' | 'later' | 'never';
  /** Whether the roster has to be read, because the owner of a strategy is not known. */
  readonly wantsRoster: boolean;
  /**
   * Whether a list of subscribers that was read before is also kept up to date while it is out of
   * view.
   */
  readonly wantsSubscriberNotices: boolean;
  /** Readings that an event has made due at once, by their `taskKey`. */
  readonly dueNow: ReadonlySet<string>;
};

/** Every reading that is or will be due, highest priority first. */
export const plannedReads = (facts: PlanFacts): PlannedRead[] => {
  if (!facts.viewers.hasVisibleWindow()) return [];
  const view = facts.viewers.inView();
  const plan: PlannedRead[] = [planned(facts, '', 'strategies', 'view', facts.intervals.watched.strategies)];
  for (const [systemId, datasets] of view) {
    for (const dataset of datasetOrder.filter((one) => datasets.has(one))) {
      plan.push(planned(facts, systemId, dataset, 'view', facts.intervals.watched[dataset]));
    }
  }
  for (const [systemId, datasets] of view) {
    for (const dataset of backgroundDatasets.filter((one) => !datasets.has(one))) {
      const interval = facts.intervals.watched[dataset] * facts.intervals.backgroundFactor;
      plan.push(planned(facts, systemId, dataset, 'background', interval));
    }
  }
  // The curve without a commission plan is read too: the time machine shows its last point.
  for (const systemId of [...view.keys()].filter((one) => facts.commissionPlanOf(one) !== '')) {
    plan.push(planned(facts, systemId, 'equity', 'background', facts.intervals.otherStrategiesMs, ''));
  }
  if (facts.wantsRoster) plan.push(planned(facts, '', 'roster', 'background', facts.intervals.watched.roster));
  for (const systemId of facts.wantsSubscriberNotices ? facts.systemIds : []) {
    if (view.get(systemId)?.has('subscribers') === true || facts.lastRead(systemId, 'subscribers', '') === null)
      continue;
    plan.push(planned(facts, systemId, 'subscribers', 'background', facts.intervals.watched.subscribers));
  }
  for (const systemId of facts.systemIds.filter((one) => !view.has(one))) {
    for (const dataset of backgroundDatasets) {
      plan.push(planned(facts, systemId, dataset, 'background', facts.intervals.otherStrategiesMs));
    }
  }
  return plan.filter(({ systemId, dataset }) => !['later', 'never'].includes(facts.reads(systemId, dataset)));
};

const planned = (
  { intervals, lastRead, dueNow, commissionPlanOf, reads }: PlanFacts,
  systemId: string,
  dataset: SyncDataset,
  lane: PlannedRead['lane'],
  interval: number,
  variant = dataset === 'equity' ? commissionPlanOf(systemId) : '',
): PlannedRead => {
  const last = lastRead(systemId, dataset, variant);
  const isDueNow = dueNow.has(taskKey({ systemId, dataset, part: 'current', variant }));
  const failures = last?.failures ?? 0;
  const isRare = reads(systemId, dataset) === 'rarely';
  const minGap = Math.max(intervals.minIntervalMs, ((last?.records ?? 0) / maxRecordsPerSecond) * 1_000);
  const normalGap = isDueNow ? Math.min(interval, minGap) : interval;
  const gap = failures > 0 ? backOffMs(failures) : isRare ? Math.max(interval, intervals.otherStrategiesMs) : normalGap;
  const dueAt = last === null ? -Infinity : last.at + gap;
  return { systemId, dataset, variant, lane: isDueNow ? 'view' : lane, dueAt };
};
