import type { PlatformRequest } from '#core/platform/platform-client.ts';
import { postedFilter } from '#core/platform/time-filter.ts';
import type { SyncDataset } from './sync-intervals.ts';

/**
 * A window of posting times in unix seconds. `open`: it reaches to now, and the service decides its
 * end.
 */
export type Window = { readonly from: number; readonly to: number; readonly open: boolean };

/**
 * Names one of several answers of a dataset. Each answer has its own age. For `equity` the variant
 * is a commission plan, for `brokers` a person of the private platform. If it is empty or missing,
 * the answer is for the default plan of the platform, or for the owner of the strategy.
 */
export type Variant = string;

/**
 * One reading. Only the part `current` renews the dataset's age. The other parts are windows of
 * signals: around an unresolved signal, of the history, or to prove the outcome of an order.
 */
export type ReadTask = {
  readonly systemId: string;
  readonly dataset: SyncDataset;
  readonly part: 'current' | 'unresolved' | 'history' | 'proof';
  readonly window: Window | null;
  readonly variant?: Variant;
  /** For `tradesOpen`: read from the overview of all trades, which subscribers may read too. */
  readonly overview?: boolean;
  /** For `brokers` on a private platform: the owner of the strategy. */
  readonly ownerPersonId?: string;
};

export const taskKey = ({
  systemId,
  dataset,
  part,
  variant = '',
}: Pick<ReadTask, 'systemId' | 'dataset' | 'part' | 'variant'>): string => `${systemId}/${dataset}/${part}/${variant}`;

const commands: Readonly<Record<SyncDataset, string>> = {
  strategies: 'listAllSystems',
  details: 'getSystemDetails',
  margin: 'requestMarginEquity',
  signalsWorking: 'retrieveSignalsWorking',
  signalsAll: 'retrieveSignalsAll',
  tradesOpen: 'requestTradesOpen',
  // Also returns the signals of which each trade consists. No other command does.
  trades: 'requestAllTrades_overview',
  equity: 'retrieveSystemEquity',
  desired: 'getDesiredPositions',
  subscribers: 'getListSubscribers',
  brokers: 'getListAvailableBrokers',
  roster: 'getSystemRoster',
  people: 'listAllPeople',
};

export const requestOf = (task: ReadTask, lane: PlatformRequest['lane']): PlatformRequest => {
  const { systemId, dataset, window, variant = '' } = task;
  // Includes strategies that ended recently: a search for such a strategy shows that it ended.
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
    ...(dataset === 'brokers' ? personField(variant || task.ownerPersonId) : {}),
    ...(dataset === 'equity' && variant !== '' ? { commission_plan: variant } : {}),
    ...(window === null ? {} : postedFilter(window.from, window.open ? null : window.to)),
  };
  return { command: commands[dataset], body, lane, systemId };
};

const personField = (personId: string | undefined): { readonly personid?: string } =>
  personId === undefined ? {} : { personid: personId };
