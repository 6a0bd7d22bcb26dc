import { ascendingValues } from './ascending-values.ts';
import { figure, type Basis, type Figure, type FigureDefinition } from './figure.ts';
import { mean } from './moments.ts';
import { quantile } from './quantile.ts';
import { smallSample } from './small-sample.ts';
import type { TradeColumns } from './trade-columns.ts';

const DAY = 86_400;

const groups = [
  { name: 'Trades', of: 'closed trades', holds: () => true },
  { name: 'Winners', of: 'winning trades', holds: (unit: number) => unit > 0 },
  { name: 'Losers', of: 'losing trades', holds: (unit: number) => unit < 0 },
] as const;

/**
 * Mean and median holding time of all, of winning and of losing trades: closing less opening time in days of 24 hours, nights
 * and weekends included. Trades that lack one of the times are left out and counted.
 */
export function holdingFigures(columns: TradeColumns, rows: Int32Array, basis: Basis): Figure[] {
  return groups.flatMap(({ name, of, holds }) => {
    const held = heldSeconds(columns, rows, holds);
    const sample = { ...basis, sample: held.times.length };
    const none = held.times.length === 0 ? `no ${of} with both times` : smallSample(held.times.length, of);
    const missing = held.missing === 0 ? null : `left out: ${held.missing} without both times`;
    const one = (kind: string, seconds: number): Figure =>
      figure(definition(kind, name, of), sample, {
        value: held.times.length === 0 ? null : seconds / DAY,
        inputs:
          held.times.length === 0
            ? {}
            : { 'shortest days': (held.times[0] ?? 0) / DAY, 'longest days': (held.times.at(-1) ?? 0) / DAY },
        caveats: [none, missing],
      });
    return [one('average', mean(held.times)), one('median', quantile(held.times, 0.5))];
  });
}

const definition = (kind: string, name: string, of: string): FigureDefinition => ({
  key: `trades.${kind}Holding${name}`,
  unit: 'days',
  formula: `${kind} of (closing time − opening time) of ${of}`,
});

/** Ascending. A closing before the opening, which the platform's wall times can say in the repeated hour, counts as zero. */
function heldSeconds(columns: TradeColumns, rows: Int32Array, holds: (unit: number) => boolean) {
  const times = new Float64Array(rows.length);
  let count = 0;
  let missing = 0;
  for (const row of rows) {
    if (!holds(columns.profits.units[row] ?? Number.NaN)) continue;
    const held = (columns.closedAt[row] ?? Number.NaN) - (columns.openedAt[row] ?? Number.NaN);
    if (Number.isNaN(held)) missing += 1;
    else {
      times[count] = Math.max(0, held);
      count += 1;
    }
  }
  return { times: ascendingValues(times.subarray(0, count)), missing };
}
