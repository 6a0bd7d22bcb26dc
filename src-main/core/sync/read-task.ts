import type { PlatformRequest } from '#core/platform/platform-client.ts';
import { postedFilter } from '#core/platform/time-filter.ts';
import type { SyncDataset } from './sync-intervals.ts';

/** A window of posting times, unix seconds; `open` when it reaches up to now and its end is left to the service. */
export type Window = { readonly from: number; readonly to: number; readonly open: boolean };

/** One reading. `part` tells a window of the past from the reading that renews the dataset's age. */
export type ReadTask = {
  readonly systemId: string;
  readonly dataset: SyncDataset;
  readonly part: 'current' | 'loose' | 'history' | 'proof';
  readonly window: Window | null;
};

export const taskKey = ({ systemId, dataset, part }: Pick<ReadTask, 'systemId' | 'dataset' | 'part'>): string =>
  `${systemId}/${dataset}/${part}`;

const commands: Readonly<Record<SyncDataset, string>> = {
  strategies: 'listAllSystems',
  details: 'getSystemDetails',
  margin: 'requestMarginEquity',
  signalsWorking: 'retrieveSignalsWorking',
  signalsAll: 'retrieveSignalsAll',
  tradesOpen: 'requestTradesOpen',
  // With the signals that made each trade: they come with no other command.
  trades: 'requestAllTrades_overview',
  equity: 'retrieveSystemEquity',
};

export const requestOf = (task: ReadTask, lane: PlatformRequest['lane']): PlatformRequest => {
  const { systemId, dataset, window } = task;
  if (dataset === 'strategies') return { command: commands[dataset], body: {}, lane, systemId: null };
  const body = {
    systemid: systemId,
    ...(dataset === 'trades' ? { show_component_signals: 1 } : {}),
    ...(window === null ? {} : postedFilter(window.from, window.open ? null : window.to)),
  };
  return { command: commands[dataset], body, lane, systemId };
};
