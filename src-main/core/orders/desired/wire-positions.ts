import type { DesiredTarget } from '#contract/model/desired.ts';
import type { StoredList } from '#core/platform/parse/desired.ts';
import { sameDecimal } from '../same-decimal.ts';

/** Whether the stored list equals the target. The order of the lines does not matter. */
export function isStored(target: DesiredTarget, stored: StoredList): boolean {
  if (stored === null) return false;
  if (stored === 'empty') return target.kind === 'flat';
  if (target.kind !== 'list' || stored.kind !== 'list') return target.kind === stored.kind;
  const lines = new Map(stored.positions.map((line) => [`${line.instrument} ${line.symbol}`, line.quantity]));
  return (
    lines.size === target.positions.length &&
    target.positions.every(({ instrument, symbol, quantity }) => {
      const storedQuantity = lines.get(`${instrument} ${symbol}`);
      return storedQuantity !== undefined && sameDecimal(storedQuantity, quantity);
    })
  );
}

/**
 * `positions` of setDesiredPositions. Flat and stop are a single line with quant 0 (order-safety
 * 6.3 D1).
 */
export function wirePositions(target: DesiredTarget): { symbol: string; typeofsymbol: string; quant: string }[] {
  if (target.kind !== 'list') return [{ symbol: target.kind, typeofsymbol: target.kind, quant: '0' }];
  return target.positions.map(({ symbol, instrument, quantity }) => ({
    symbol,
    typeofsymbol: instrument,
    quant: quantity,
  }));
}
