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
  /** Of `equity`: the commission plan to ask for; empty or left out for what the platform gives unasked. */
  readonly plan?: string;
  /** Of `tradesOpen`: from the overview of all trades, which subscribers may read too. */
  readonly overview?: boolean;
};

export const taskKey = ({
  systemId,
  dataset,
  part,
  plan = '',
}: Pick<ReadTask, 'systemId' | 'dataset' | 'part' | 'plan'>): string => `${systemId}/${dataset}/${part}/${plan}`;

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
  desired: 'getDesiredPositions',
  subscribers: 'getListSubscribers',
  roster: 'getSystemRoster',
};

export const requestOf = (task: ReadTask, lane: PlatformRequest['lane']): PlatformRequest => {
  const { systemId, dataset, window, plan = '' } = task;
  // Those that were active until lately too: who looks for a strategy wants to know that it ended.
  if (dataset === 'roster') {
    return { command: commands[dataset], body: { filter: 'recently_active' }, lane, systemId: null };
  }
  if (dataset === 'strategies') return { command: commands[dataset], body: {}, lane, systemId: null };
  if (dataset === 'tradesOpen' && task.overview === true) {
    return { command: commands.trades, body: { systemid: systemId, openTrades: 1 }, lane, systemId };
  }
  const body = {
    systemid: systemId,
    ...(dataset === 'trades' ? { show_component_signals: 1 } : {}),
    ...(plan === '' ? {} : { commission_plan: plan }),
    ...(window === null ? {} : postedFilter(window.from, window.open ? null : window.to)),
  };
  return { command: commands[dataset], body, lane, systemId };
};
