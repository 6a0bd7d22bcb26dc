import type { Dataset } from '#contract/model/status.ts';

/** What the picture of a day is made of. */
export const dayDatasets = [
  'signalsWorking',
  'signalsAll',
  'trades',
  'tradesOpen',
] as const satisfies readonly Dataset[];
