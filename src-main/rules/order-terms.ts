/** The terms of an order that all folders of the rules share. */
export type Action = 'BTO' | 'STO' | 'SSHORT' | 'BTC' | 'STC';
export type InstrumentType = 'stock' | 'option' | 'future' | 'forex';
export type Duration = 'DAY' | 'GTC';

export function isBuy(action: Action): boolean {
  return action === 'BTO' || action === 'BTC';
}

export function isEntry(action: Action): boolean {
  return action === 'BTO' || action === 'STO' || action === 'SSHORT';
}

export function closingAction(entry: Action): Action {
  return isBuy(entry) ? 'STC' : 'BTC';
}
