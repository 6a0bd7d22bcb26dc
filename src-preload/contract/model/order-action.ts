import type { Action } from './scalars.ts';

export const isBuy = (action: Action): boolean => action === 'BTO' || action === 'BTC';

/** True for an entry, which opens or enlarges a position. */
export const isEntry = (action: Action): boolean => action === 'BTO' || action === 'STO' || action === 'SSHORT';
