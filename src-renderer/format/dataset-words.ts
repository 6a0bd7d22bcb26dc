import type { Dataset } from '#contract/model/status.ts';

export const datasetWords: Readonly<Record<Dataset, string>> = {
  details: 'details',
  margin: 'account',
  signalsWorking: 'orders',
  signalsAll: 'order history',
  tradesOpen: 'positions',
  trades: 'trades',
  equity: 'equity',
  desired: 'target portfolio',
  subscribers: 'subscribers',
  brokers: 'brokers',
};
