// What is read when. Everything is decided from four things: who looks at what, when each dataset was last read, what an
// event has made due at once, and the intervals. What is looked at comes first and in its own lane; the other datasets of
// a strategy in view follow; then the other strategies, once in a long while; then the past. Nothing at all is read while
// nobody looks.
import type { Dataset } from '#contract/model/status.ts';
import { backOffMs } from '#core/platform/back-off.ts';
import { taskKey } from './read-task.ts';
import type { SyncDataset, SyncIntervals } from './sync-intervals.ts';
import type { Viewers } from './viewers.ts';

/** Most wanted first: what an order needs, then what shows it, then the rest. */
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
];

/** Nobody's subscribers change by the minute, and most strategies in view are not one's own: read when they are looked at. */
const background = datasetOrder.filter((dataset) => dataset !== 'subscribers');

export type PlannedRead = {
  readonly systemId: string;
  readonly dataset: SyncDataset;
  /** The commission plan of an equity curve; empty for what the platform gives unasked, and for everything else. */
  readonly plan: string;
  readonly lane: 'view' | 'background';
  /** Monotonic milliseconds. */
  readonly dueAt: number;
};

export type PlanFacts = {
  readonly viewers: Viewers;
  readonly intervals: SyncIntervals;
  /** Every strategy that is known, most wanted first. */
  readonly systemIds: readonly string[];
  /** Monotonic ms at which the last attempt ended and the failures in a row; null when there never was one. */
  readonly lastRead: (
    systemId: string,
    dataset: SyncDataset,
    plan: string,
  ) => { readonly at: number; readonly failures: number } | null;
  /** The plan that the trader chose for this strategy; empty for none. */
  readonly planOf: (systemId: string) => string;
  /** How often a dataset is read: as planned, once in a long while, or not at all. */
  readonly reads: (systemId: string, dataset: SyncDataset) => 'as planned' | 'rarely' | 'never';
  /** Who owns a strategy is to be found out. */
  readonly wantsRoster: boolean;
  /** Keys that an event has made due at once. */
  readonly nudged: ReadonlySet<string>;
};

/** Every reading that will be due some time, the most wanted first. */
export const plannedReads = (facts: PlanFacts): PlannedRead[] => {
  if (!facts.viewers.isAnyoneLooking()) return [];
  const view = facts.viewers.inView();
  const plan: PlannedRead[] = [planned(facts, '', 'strategies', 'view', facts.intervals.watched.strategies)];
  for (const [systemId, datasets] of view) {
    for (const dataset of datasetOrder.filter((one) => datasets.has(one))) {
      plan.push(planned(facts, systemId, dataset, 'view', facts.intervals.watched[dataset]));
    }
  }
  for (const [systemId, datasets] of view) {
    for (const dataset of background.filter((one) => !datasets.has(one))) {
      const interval = facts.intervals.watched[dataset] * facts.intervals.besideFactor;
      plan.push(planned(facts, systemId, dataset, 'background', interval));
    }
  }
  // The curve without a plan goes on being read: the past readings are made of it.
  for (const systemId of [...view.keys()].filter((one) => facts.planOf(one) !== '')) {
    plan.push(planned(facts, systemId, 'equity', 'background', facts.intervals.elsewhereMs, ''));
  }
  for (const systemId of facts.systemIds.filter((one) => !view.has(one))) {
    for (const dataset of background) {
      plan.push(planned(facts, systemId, dataset, 'background', facts.intervals.elsewhereMs));
    }
  }
  if (facts.wantsRoster) plan.push(planned(facts, '', 'roster', 'background', facts.intervals.watched.roster));
  return plan.filter(({ systemId, dataset }) => facts.reads(systemId, dataset) !== 'never');
};

const planned = (
  { intervals, lastRead, nudged, planOf, reads }: PlanFacts,
  systemId: string,
  dataset: SyncDataset,
  lane: PlannedRead['lane'],
  interval: number,
  plan = dataset === 'equity' ? planOf(systemId) : '',
): PlannedRead => {
  const last = lastRead(systemId, dataset, plan);
  const isNudged = nudged.has(taskKey({ systemId, dataset, part: 'current', plan }));
  const failures = last?.failures ?? 0;
  const isRare = reads(systemId, dataset) === 'rarely';
  const soon = isNudged ? intervals.floorMs : interval;
  const gap = failures > 0 ? backOffMs(failures) : isRare ? Math.max(interval, intervals.elsewhereMs) : soon;
  const dueAt = last === null ? -Infinity : last.at + gap;
  return { systemId, dataset, plan, lane: isNudged ? 'view' : lane, dueAt };
};
