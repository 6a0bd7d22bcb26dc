import type { Dataset } from '#contract/model/status.ts';

/** A record with one value for each dataset of a strategy. */
export const eachDataset = <Value>(valueOf: (dataset: Dataset) => Value): Readonly<Record<Dataset, Value>> => ({
  details: valueOf('details'),
  margin: valueOf('margin'),
  signalsWorking: valueOf('signalsWorking'),
  signalsAll: valueOf('signalsAll'),
  tradesOpen: valueOf('tradesOpen'),
  trades: valueOf('trades'),
  equity: valueOf('equity'),
  desired: valueOf('desired'),
  subscribers: valueOf('subscribers'),
  brokers: valueOf('brokers'),
});
