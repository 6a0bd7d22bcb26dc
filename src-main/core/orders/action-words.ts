import type { Action } from '#contract/model/scalars.ts';

/** The actions in the words of previews and plans. */
export const actionWords: Readonly<Record<Action, string>> = {
  BTO: 'Buy to open',
  STO: 'Sell to open',
  SSHORT: 'Sell short',
  BTC: 'Buy to cover',
  STC: 'Sell to close',
};

export const isEntry = (action: Action): boolean => action === 'BTO' || action === 'STO' || action === 'SSHORT';
export const isBuy = (action: Action): boolean => action === 'BTO' || action === 'BTC';
