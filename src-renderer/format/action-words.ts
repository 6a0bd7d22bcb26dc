import type { Action } from '#contract/model/scalars.ts';

/** What an order does, in words. STO and SSHORT mean the same to the platform and are kept as typed. */
export const actionWords: Readonly<Record<Action, string>> = {
  BTO: 'Buy to open',
  STO: 'Sell to open',
  SSHORT: 'Sell short',
  BTC: 'Buy to close',
  STC: 'Sell to close',
};

export const isBuy = (action: Action): boolean => action === 'BTO' || action === 'BTC';

/** An entry makes or enlarges a position. */
export const isEntry = (action: Action): boolean => action === 'BTO' || action === 'STO' || action === 'SSHORT';
