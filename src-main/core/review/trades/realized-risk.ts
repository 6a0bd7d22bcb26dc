import type { Message } from '#contract/message.ts';
import type { Figure, RealizedRisk } from '#contract/model/review.ts';
import { ascendingValues } from '#core/review/ascending-values.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import { mean } from '#core/review/moments.ts';
import { dollarsOf } from './profit-column.ts';
import { quantile } from '#core/review/quantile.ts';
import { smallSample } from '#core/review/small-sample.ts';
import type { TradeColumns } from './trade-columns.ts';

const average: FigureDefinition = { key: 'trades.averageR', unit: 'ratio' };
const median: FigureDefinition = { key: 'trades.medianR', unit: 'ratio' };
const total: FigureDefinition = { key: 'trades.totalR', unit: 'ratio' };

/**
 * Realized R multiples (Van Tharp: result in units of initial risk) of closed trades with a
 * journaled first stop. `stops` contains stop prices as texts by trade id. A trade has no R if it
 * has no journaled stop, a price or point value is missing, it is not in dollars, or its stop is
 * not on the losing side of the opening price.
 */
export function realizedRisk(
  columns: TradeColumns,
  rows: Int32Array,
  stops: ReadonlyMap<string, string>,
  basis: Basis,
): RealizedRisk {
  const tradeIds: string[] = [];
  const multiples: number[] = [];
  let unusable = 0;
  const endings = endingsOf(stops.keys());
  const end = stops.size === 0 ? 0 : rows.length;
  for (let at = 0; at < end; at += 1) {
    const row = rows[at] ?? 0;
    const id = columns.ids[row] ?? '';
    const stop = endings[endingOf(id)] === 1 ? stops.get(id) : undefined;
    if (stop === undefined) continue;
    const risk = riskOf(columns, row, Number(stop));
    const multiple = dollarsOf(columns.profits, row) / risk;
    if (risk > 0 && Number.isFinite(multiple)) {
      tradeIds.push(id);
      multiples.push(multiple);
    } else unusable += 1;
  }
  return { figures: figuresOf(Float64Array.from(multiples), unusable, rows.length, basis), tradeIds, multiples };
}

/**
 * The endings of the trade ids with a stop. Few trades have a stop, and looking up each of 100,000
 * texts costs more than all that follows.
 */
function endingsOf(ids: Iterable<string>): Uint8Array {
  const endings = new Uint8Array(2 ** 16);
  for (const id of ids) endings[endingOf(id)] = 1;
  return endings;
}

/** The last four characters, which are digits, as a number below 2^16. */
function endingOf(id: string): number {
  const { length } = id;
  let ending = 0;
  for (let at = Math.max(0, length - 4); at < length; at += 1) ending = (ending << 4) | (id.charCodeAt(at) & 15);
  return ending;
}

/** Dollars lost at the stop. Zero, negative or NaN if the trade has no usable risk. */
function riskOf(columns: TradeColumns, row: number, stop: number): number {
  if (columns.inDollars[row] !== 1) return Number.NaN;
  const sign = columns.shorts[row] === 1 ? -1 : 1;
  const distance = ((columns.openPrices[row] ?? Number.NaN) - stop) * sign;
  return distance * (columns.quantities[row] ?? Number.NaN) * (columns.pointValues[row] ?? Number.NaN);
}

function figuresOf(multiples: Float64Array, unusable: number, trades: number, basis: Basis): Figure[] {
  const isEmpty = multiples.length === 0;
  const caveats: readonly (Message | null)[] = [
    isEmpty && unusable === 0 ? { code: 'figure.no-stop' } : null,
    isEmpty ? null : smallSample(multiples.length, 'trades-with-stop'),
    unusable === 0 ? null : { code: 'figure.left-out', count: unusable, missing: 'risk-in-dollars' },
    isEmpty ? null : { code: 'figure.whole-quantity' },
  ];
  const inputs = { tradesWithR: multiples.length, closedTrades: trades };
  const ratioFigure = (definition: FigureDefinition, value: number): Figure =>
    figure(definition, { ...basis, sample: multiples.length }, { value: isEmpty ? null : value, inputs, caveats });
  const sum = multiples.reduce((partial, multiple) => partial + multiple, 0);
  return [
    ratioFigure(average, mean(multiples)),
    ratioFigure(median, quantile(ascendingValues(multiples), 0.5)),
    ratioFigure(total, sum),
  ];
}
