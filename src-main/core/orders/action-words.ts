import type { Action } from '#contract/model/scalars.ts';

export const isEntry = (action: Action): boolean => action === 'BTO' || action === 'STO' || action === 'SSHORT';
export const isBuy = (action: Action): boolean => action === 'BTO' || action === 'BTC';
