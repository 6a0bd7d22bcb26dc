import type { Dataset } from '#contract/model/status.ts';

export type SyncDataset = Dataset | 'strategies' | 'roster' | 'people';

/** How often each dataset is read, in milliseconds. */
export type SyncIntervals = {
  /** Between the end of one reading and the next, while the dataset is in view. */
  readonly watched: Readonly<Record<SyncDataset, number>>;
  /**
   * For a strategy in view, the interval of the datasets that no window shows, as a multiple of
   * `watched`.
   */
  readonly backgroundFactor: number;
  /** For the datasets of strategies out of view. */
  readonly otherStrategiesMs: number;
  /** Neither the plan nor `refresh` reads a dataset twice within this time. `readAgain` may. */
  readonly minIntervalMs: number;
  /**
   * The least wait after a failed read of a full sync or of a window of the past, and between
   * checks for disk space.
   */
  readonly retryMs: number;
  /** Between two windows of the past. */
  readonly historyMs: number;
  /** Between two readings of the same window around an unresolved signal (see `PastSignals`). */
  readonly unresolvedMs: number;
};

const seconds = (count: number): number => count * 1_000;

/** The practice service runs on this computer for this program only. */
const practiceIntervals: SyncIntervals = {
  watched: {
    signalsWorking: seconds(4),
    tradesOpen: seconds(4),
    margin: seconds(6),
    signalsAll: seconds(8),
    trades: seconds(15),
    equity: seconds(30),
    desired: seconds(15),
    subscribers: seconds(120),
    brokers: seconds(120),
    roster: seconds(600),
    people: seconds(120),
    details: seconds(60),
    strategies: seconds(120),
  },
  backgroundFactor: 3,
  otherStrategiesMs: seconds(600),
  minIntervalMs: 200,
  retryMs: seconds(3),
  historyMs: 50,
  unresolvedMs: seconds(60),
};

/**
 * About one request in six seconds at the usual pace while a window is visible: well below the
 * limit.
 */
const pacedIntervals: SyncIntervals = {
  watched: {
    signalsWorking: seconds(20),
    tradesOpen: seconds(20),
    margin: seconds(45),
    signalsAll: seconds(60),
    trades: seconds(300),
    equity: seconds(900),
    desired: seconds(120),
    subscribers: seconds(3_600),
    brokers: seconds(900),
    roster: seconds(86_400),
    people: seconds(3_600),
    details: seconds(900),
    strategies: seconds(900),
  },
  backgroundFactor: 4,
  otherStrategiesMs: seconds(3_600),
  minIntervalMs: seconds(2),
  retryMs: seconds(15),
  historyMs: seconds(4),
  unresolvedMs: seconds(600),
};

/** With a slower pace, the intervals of data in view are longer by the same factor. */
export const syncIntervals = (paceMs: number): SyncIntervals => {
  if (paceMs === 0) return practiceIntervals;
  const factor = Math.max(1, paceMs / 1_000);
  const watched = { ...pacedIntervals.watched };
  for (const dataset of Object.keys(watched).filter(isDataset)) watched[dataset] *= factor;
  return {
    ...pacedIntervals,
    watched,
    minIntervalMs: pacedIntervals.minIntervalMs * factor,
    historyMs: pacedIntervals.historyMs * factor,
  };
};

const isDataset = (name: string): name is SyncDataset => name in pacedIntervals.watched;

/**
 * A panel is grayed and the ticket warns after this time: three intervals without a reading, and
 * some seconds for the reading itself.
 */
export const staleAfterSeconds = (intervals: SyncIntervals, dataset: Dataset): number =>
  Math.ceil((intervals.watched[dataset] * 3) / 1_000) + 5;
