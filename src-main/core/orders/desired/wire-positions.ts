import type { DesiredTarget } from '#contract/model/desired.ts';
import type { StoredList } from '#core/platform/parse/desired.ts';
import { sameDecimal } from '../same-decimal.ts';

/** Whether what is stored is what was asked; the order of the lines says nothing. */
export function isStored(target: DesiredTarget, stored: StoredList): boolean {
  if (stored === null) return false;
  if (stored === 'empty') return target.kind === 'flat';
  if (target.kind !== 'list' || stored.kind !== 'list') return target.kind === stored.kind;
  const lines = new Map(stored.positions.map((line) => [`${line.instrument} ${line.symbol}`, line.quantity]));
  return (
    lines.size === target.positions.length &&
    target.positions.every(({ instrument, symbol, quantity }) => {
      const there = lines.get(`${instrument} ${symbol}`);
      return there !== undefined && sameDecimal(there, quantity);
    })
  );
}

/** `positions` of setDesiredPositions: flat and stop stand alone with quant 0 (order-safety 6.3 D1). */
export function wirePositions(target: DesiredTarget): { symbol: string; typeofsymbol: string; quant: string }[] {
  if (target.kind !== 'list') return [{ symbol: target.kind, typeofsymbol: target.kind, quant: '0' }];
  return target.positions.map(({ symbol, instrument, quantity }) => ({
    symbol,
    typeofsymbol: instrument,
    quant: quantity,
  }));
}
