import type { Dataset } from '#contract/model/status.ts';
import type { Route } from '#renderer/stores/router-store.svelte.ts';

/** The datasets that each page needs up to date. Core reads them in its own order. */
export const watchedDatasets: Readonly<Record<Route, readonly Dataset[]>> = {
  trade: ['signalsWorking', 'tradesOpen', 'signalsAll', 'margin'],
  review: ['equity', 'trades', 'tradesOpen', 'details'],
  strategies: ['details', 'margin'],
  autotrade: ['brokers', 'tradesOpen', 'trades', 'margin'],
  activity: ['signalsWorking', 'tradesOpen'],
  settings: ['signalsWorking', 'tradesOpen'],
  people: ['signalsWorking', 'tradesOpen'],
};

/**
 * The datasets that decisions on a page depend on. The top bar shows the age of the least reliable.
 */
export const decisionDatasets: Readonly<Record<Route, readonly Dataset[]>> = {
  trade: ['signalsWorking', 'tradesOpen'],
  review: ['equity', 'trades'],
  strategies: ['details', 'margin'],
  autotrade: ['brokers', 'tradesOpen'],
  activity: ['signalsWorking', 'tradesOpen'],
  settings: ['signalsWorking', 'tradesOpen'],
  people: ['signalsWorking', 'tradesOpen'],
};
