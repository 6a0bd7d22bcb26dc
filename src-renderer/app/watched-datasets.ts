import type { Dataset } from '#contract/model/status.ts';
import type { Route } from '#renderer/stores/router-store.svelte.ts';

/** What each page has to have fresh, the datum it is about first. */
export const watchedDatasets: Readonly<Record<Route, readonly Dataset[]>> = {
  trade: ['signalsWorking', 'tradesOpen', 'signalsAll', 'margin'],
  review: ['equity', 'trades', 'tradesOpen', 'details'],
  strategies: ['details', 'margin'],
  activity: ['signalsWorking', 'tradesOpen'],
  settings: ['signalsWorking', 'tradesOpen'],
};

/** Of these the top bar tells the oldest: what a decision on this page rests on. */
export const decidingDatasets: Readonly<Record<Route, readonly Dataset[]>> = {
  trade: ['signalsWorking', 'tradesOpen'],
  review: ['equity', 'trades'],
  strategies: ['details', 'margin'],
  activity: ['signalsWorking', 'tradesOpen'],
  settings: ['signalsWorking', 'tradesOpen'],
};
