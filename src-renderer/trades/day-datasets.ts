import type { Dataset } from '#contract/model/status.ts';

/** The datasets of the day view. */
export const dayDatasets = [
  'signalsWorking',
  'signalsAll',
  'trades',
  'tradesOpen',
] as const satisfies readonly Dataset[];
