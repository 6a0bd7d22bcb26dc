import type { Dataset } from '#contract/model/status.ts';

export type SyncDataset = Dataset | 'strategies' | 'roster';

/** How often what is read, in milliseconds. */
export type SyncIntervals = {
  /** Between the end of one reading and the next, while somebody looks. */
  readonly watched: Readonly<Record<SyncDataset, number>>;
  /** The same for what nobody looks at, of the strategy in view, as a multiple. */
  readonly besideFactor: number;
  /** For the datasets of the other strategies. */
  readonly elsewhereMs: number;
  /** Nothing is read twice within this, whoever asks. */
  readonly floorMs: number;
  /** After a failure; the pacer's back-off comes on top. */
  readonly retryMs: number;
  /** Between two windows of the past. */
  readonly historyMs: number;
  /** Between two looks at the same window for a signal that is in no list. */
  readonly looseMs: number;
};

const seconds = (count: number): number => count * 1_000;

/** The practice service is on this machine and nobody else's. */
const practice: SyncIntervals = {
  watched: {
    signalsWorking: seconds(4),
    tradesOpen: seconds(4),
    margin: seconds(6),
    signalsAll: seconds(8),
    trades: seconds(15),
    equity: seconds(30),
    desired: seconds(15),
    subscribers: seconds(120),
    roster: seconds(600),
    details: seconds(60),
    strategies: seconds(120),
  },
  besideFactor: 3,
  elsewhereMs: seconds(600),
  floorMs: 200,
  retryMs: seconds(3),
  historyMs: 50,
  looseMs: seconds(60),
};

/** About one request in six seconds at the usual pace while somebody looks: a guest's manners, not the limit. */
const paced: SyncIntervals = {
  watched: {
    signalsWorking: seconds(20),
    tradesOpen: seconds(20),
    margin: seconds(45),
    signalsAll: seconds(60),
    trades: seconds(300),
    equity: seconds(900),
    desired: seconds(120),
    subscribers: seconds(3_600),
    roster: seconds(86_400),
    details: seconds(900),
    strategies: seconds(900),
  },
  besideFactor: 4,
  elsewhereMs: seconds(3_600),
  floorMs: seconds(2),
  retryMs: seconds(15),
  historyMs: seconds(4),
  looseMs: seconds(600),
};

/** A slower pace stretches everything with it. */
export const syncIntervals = (paceMs: number): SyncIntervals => {
  if (paceMs === 0) return practice;
  const factor = Math.max(1, paceMs / 1_000);
  const watched = { ...paced.watched };
  for (const dataset of Object.keys(watched).filter(isDataset)) watched[dataset] *= factor;
  return {
    ...paced,
    watched,
    floorMs: paced.floorMs * factor,
    historyMs: paced.historyMs * factor,
  };
};

const isDataset = (name: string): name is SyncDataset => name in paced.watched;

/** Past this a panel greys and the ticket warns: three readings were missed, or one and the time it takes. */
export const staleAfterSeconds = (intervals: SyncIntervals, dataset: Dataset): number =>
  Math.ceil((intervals.watched[dataset] * 3) / 1_000) + 5;
