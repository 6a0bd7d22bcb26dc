import type { Dataset } from '#contract/model/status.ts';

/** A record with one value for each dataset of a strategy. */
export const eachDataset = <Value>(of: (dataset: Dataset) => Value): Readonly<Record<Dataset, Value>> => ({
  details: of('details'),
  margin: of('margin'),
  signalsWorking: of('signalsWorking'),
  signalsAll: of('signalsAll'),
  tradesOpen: of('tradesOpen'),
  trades: of('trades'),
  equity: of('equity'),
  desired: of('desired'),
  subscribers: of('subscribers'),
  brokers: of('brokers'),
});
