import type { EquityCurve } from '#contract/model/equity.ts';

/** Fee event of a curve: the row it stands at and what was charged in all. */
export interface FeeMark {
  readonly at: number;
  readonly total: number;
}

/** A curve ready for drawing: strictly ascending times (Unix seconds), NaN where the platform gave nothing. */
export interface CurveColumns {
  readonly times: Float64Array;
  readonly withCost: Float64Array;
  readonly raw: Float64Array;
  readonly index: Float64Array;
  readonly fees: readonly FeeMark[];
  /** The values, with costs where they are known, of rows that are no longer listed; null where all are. */
  readonly unlisted: Float64Array | null;
}

/**
 * Makes columns of a curve as the platform sent it. Of several rows with one time the last stands, because it is the
 * later reading; the fees of all of them are kept. Rows that go back in time are put in order first. Points that others
 * replaced are left out; `withReplaced` gives them rows, in which they stand in no line but in `unlisted` alone.
 */
export function curveColumns(curve: EquityCurve, withReplaced = false): CurveColumns {
  const replaced = replacedRows(curve);
  const gone = withReplaced ? new Set<number>() : replaced;
  const rows = gone.size === 0 && strictlyAscending(curve.times) ? null : distinctRows(curve.times, gone);
  const lines = {
    withCost: pick(curve.withCost, rows?.kept ?? null),
    raw: pick(curve.raw, rows?.kept ?? null),
    index: pick(curve.index, rows?.kept ?? null),
  };
  return {
    ...lines,
    times: pick(curve.times, rows?.kept ?? null),
    fees: sumFees(curve, rows?.rowOf ?? null, replaced),
    unlisted: takeUnlisted(curve, rows, lines),
  };
}

const replacedRows = ({ unlisted = [] }: EquityCurve): ReadonlySet<number> =>
  new Set(unlisted.filter(({ replaced }) => replaced).map(({ at }) => at));

type Lines = Pick<CurveColumns, 'withCost' | 'raw' | 'index'>;

/** Takes the points that were replaced out of the lines. */
function takeUnlisted({ unlisted = [] }: EquityCurve, rows: DistinctRows | null, lines: Lines): Float64Array | null {
  const seen = unlisted.filter(({ at }) => rows === null || rows.kept[rows.rowOf[at] ?? -1] === at);
  if (seen.length === 0) return null;
  const { withCost, raw, index } = lines;
  const values = new Float64Array(withCost.length).fill(Number.NaN);
  for (const { at, replaced } of seen) {
    const row = rows?.rowOf[at] ?? at;
    const cost = withCost[row] ?? Number.NaN;
    values[row] = Number.isNaN(cost) ? (raw[row] ?? Number.NaN) : cost;
    if (replaced) for (const line of [withCost, raw, index]) line[row] = Number.NaN;
  }
  return values;
}

function strictlyAscending(times: readonly number[]): boolean {
  for (let at = 1; at < times.length; at += 1) if ((times[at - 1] ?? 0) >= (times[at] ?? 0)) return false;
  return true;
}

/** The rows to keep in ascending time, and for every row of the curve where it went; −1 for one that is left out. */
type DistinctRows = { readonly kept: readonly number[]; readonly rowOf: Int32Array };

function distinctRows(times: readonly number[], gone: ReadonlySet<number>): DistinctRows {
  const order = times
    .map((_, at) => at)
    .filter((at) => !gone.has(at))
    .sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);
  const kept: number[] = [];
  const rowOf = new Int32Array(times.length).fill(-1);
  for (const at of order) {
    const last = kept.at(-1);
    if (last !== undefined && times[last] === times[at]) kept[kept.length - 1] = at;
    else kept.push(at);
    rowOf[at] = kept.length - 1;
  }
  return { kept, rowOf };
}

function pick(column: readonly (number | null)[], rows: readonly number[] | null): Float64Array {
  const out = new Float64Array(rows?.length ?? column.length);
  for (let row = 0; row < out.length; row += 1) out[row] = column[rows?.[row] ?? row] ?? Number.NaN;
  return out;
}

function sumFees(curve: EquityCurve, rowOf: Int32Array | null, replaced: ReadonlySet<number>): FeeMark[] {
  const totals = new Map<number, number>();
  for (const fee of curve.fees) {
    if (fee.at < 0 || fee.at >= curve.times.length || replaced.has(fee.at)) continue;
    const row = rowOf?.[fee.at] ?? fee.at;
    totals.set(row, (totals.get(row) ?? 0) + fee.amounts.reduce((sum, amount) => sum + amount, 0));
  }
  return [...totals].sort(([one], [other]) => one - other).map(([at, total]) => ({ at, total }));
}
