import type { Figure } from '#contract/model/review.ts';
import { ascendingValues } from '#core/review/ascending-values.ts';
import { figure, type FigureDefinition } from '#core/review/figure.ts';
import type { Period } from '#core/review/selection.ts';
import type { TradeColumns } from './trade-columns.ts';

const exposure: FigureDefinition = {
  key: 'trades.exposure',
  unit: 'percent',
};

/**
 * Time spans within the period, as two columns with the same rows. `missing` is the number of
 * trades that are left out because their opening or closing time is not known.
 */
type Spans = { readonly starts: Float64Array; readonly ends: Float64Array; readonly missing: number };

/**
 * Share of the time with a position (time in market). Overlapping trades count once, and all time
 * counts, nights and weekends too. `rows` are all trades of the selection: a trade that was closed
 * after the period may have been open in the period. A period without a start begins with the first
 * opening. No period ends after `openUntil`, the newest time that the service named.
 */
export function exposureFigure(columns: TradeColumns, rows: Int32Array, period: Period, openUntil: number): Figure {
  const until = Math.min(period.until, openUntil);
  const from = Number.isFinite(period.from) ? period.from : firstOpening(columns, rows);
  if (!(until > from)) {
    const caveats = [{ code: 'figure.no-exposure' }] as const;
    return figure(exposure, { sample: 0, from: null, to: null }, { value: null, caveats });
  }
  const { starts, ends, missing } = spansOf(columns, rows, from, until, openUntil);
  const covered = unionLength(starts, ends);
  return figure(
    exposure,
    { sample: starts.length, from, to: until },
    {
      value: (covered / (until - from)) * 100,
      inputs: { positionSeconds: covered, periodSeconds: until - from },
      caveats: [missing === 0 ? null : { code: 'figure.left-out', count: missing, missing: 'both-times' }],
    },
  );
}

function firstOpening({ openedAt }: TradeColumns, rows: Int32Array): number {
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0; at < rows.length; at += 1) {
    const opened = openedAt[rows[at] ?? 0] ?? Number.NaN;
    if (opened < first) first = opened;
  }
  return first;
}

function spansOf(columns: TradeColumns, rows: Int32Array, from: number, until: number, openUntil: number): Spans {
  const starts = new Float64Array(rows.length);
  const ends = new Float64Array(rows.length);
  let count = 0;
  let missing = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const opened = columns.openedAt[row] ?? Number.NaN;
    const closed = columns.stillOpen[row] === 1 ? openUntil : (columns.closedAt[row] ?? Number.NaN);
    if (Number.isNaN(opened) || Number.isNaN(closed)) missing += 1;
    else if (closed > opened && opened < until && closed > from) {
      starts[count] = Math.max(opened, from);
      ends[count] = Math.min(closed, until);
      count += 1;
    }
  }
  return { starts: starts.subarray(0, count), ends: ends.subarray(0, count), missing };
}

/**
 * The total length of the spans; overlaps count once. Starts and ends are sorted separately,
 * because only the number of open trades at a time matters.
 */
function unionLength(unsortedStarts: Float64Array, unsortedEnds: Float64Array): number {
  const starts = ascendingValues(unsortedStarts);
  const ends = ascendingValues(unsortedEnds);
  let covered = 0;
  let spanStart = 0;
  for (let place = 0; place < starts.length; place += 1) {
    const start = starts[place] ?? 0;
    // As many trades have ended as have started before this one, so no position is open until it
    // starts.
    if (place > 0 && (ends[place - 1] ?? 0) < start) {
      covered += (ends[place - 1] ?? 0) - spanStart;
      spanStart = start;
    } else if (place === 0) spanStart = start;
  }
  return starts.length === 0 ? 0 : covered + (ends.at(-1) ?? 0) - spanStart;
}
