import type { PlatformRequest } from '#core/platform/platform-client.ts';
import { postedFilter } from '#core/platform/time-filter.ts';
import type { SyncDataset } from './sync-intervals.ts';

/**
 * A window of posting times in unix seconds. `open`: it reaches to now, and the service decides its
 * end.
 */
export type Window = { readonly from: number; readonly to: number; readonly open: boolean };

/**
 * One reading. `part` distinguishes a window of the past from the reading that renews the dataset's
 * age.
 */
export type ReadTask = {
  readonly systemId: string;
  readonly dataset: SyncDataset;
  readonly part: 'current' | 'gap' | 'history' | 'proof';
  readonly window: Window | null;
  /** For `equity`: the commission plan to ask for; empty or missing for the platform's default. */
  readonly plan?: string;
  /** For `tradesOpen`: read from the overview of all trades, which subscribers may read too. */
  readonly overview?: boolean;
  /** For `brokers` on a private platform: the person whose accounts are asked for. */
  readonly personId?: string;
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
  // With the signals that made each trade: no other command returns them.
  trades: 'requestAllTrades_overview',
  equity: 'retrieveSystemEquity',
  desired: 'getDesiredPositions',
  subscribers: 'getListSubscribers',
  brokers: 'getListAvailableBrokers',
  roster: 'getSystemRoster',
  people: 'listAllPeople',
};

export const requestOf = (task: ReadTask, lane: PlatformRequest['lane']): PlatformRequest => {
  const { systemId, dataset, window, plan = '' } = task;
  // Includes strategies that ended recently: a search for one should show that it ended.
  if (dataset === 'roster') {
    return { command: commands[dataset], body: { filter: 'recently_active' }, lane, systemId: null };
  }
  if (dataset === 'strategies' || dataset === 'people')
    return { command: commands[dataset], body: {}, lane, systemId: null };
  if (dataset === 'tradesOpen' && task.overview === true) {
    return { command: commands.trades, body: { systemid: systemId, openTrades: 1 }, lane, systemId };
  }
  const body = {
    systemid: systemId,
    ...(dataset === 'trades' ? { show_component_signals: 1 } : {}),
    ...(task.personId === undefined ? {} : { personid: task.personId }),
    ...(plan === '' ? {} : { commission_plan: plan }),
    ...(window === null ? {} : postedFilter(window.from, window.open ? null : window.to)),
  };
  return { command: commands[dataset], body, lane, systemId };
};
