import type { Action } from '#contract/model/scalars.ts';

/** What an order does, in the words of previews and plans. */
export const actionWords: Readonly<Record<Action, string>> = {
  BTO: 'Buy to open',
  STO: 'Sell to open',
  SSHORT: 'Sell short',
  BTC: 'Buy to cover',
  STC: 'Sell to close',
};
