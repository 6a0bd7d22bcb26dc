import type { EquityCurve } from '#contract/model/equity.ts';

/** A fee event of a curve: its row and the total charged. */
export interface FeeMark {
  readonly row: number;
  readonly total: number;
}

/** A curve ready for drawing: strictly ascending times (unix seconds), NaN for missing values. */
export interface CurveColumns {
  readonly times: Float64Array;
  readonly withCost: Float64Array;
  readonly raw: Float64Array;
  /** The level of the benchmark itself, not scaled to the account. */
  readonly benchmarkIndex: Float64Array;
  readonly fees: readonly FeeMark[];
  /**
   * Values of unlisted points (missing in the platform's latest answer), with costs if known. Null
   * if no point is unlisted.
   */
  readonly unlisted: Float64Array | null;
}

/**
 * Converts a curve of the platform to columns. If several rows have the same time, the last one is
 * used (unlisted rows come before listed ones), and the fees of all are summed. Rows are sorted by
 * time. A replaced point (see `EquityCurve.unlisted`) is left out. With `withReplaced` it has a
 * row, and its value is only in `unlisted`.
 */
export function curveColumns(curve: EquityCurve, withReplaced = false): CurveColumns {
  const replaced = replacedRows(curve);
  const excluded = withReplaced ? new Set<number>() : replaced;
  const rows = excluded.size === 0 && strictlyAscending(curve.times) ? null : distinctRows(curve.times, excluded);
  const lines = {
    withCost: pick(curve.withCost, rows?.distinct ?? null),
    raw: pick(curve.raw, rows?.distinct ?? null),
    benchmarkIndex: pick(curve.index, rows?.distinct ?? null),
  };
  return {
    ...lines,
    times: pick(curve.times, rows?.distinct ?? null),
    fees: sumFees(curve, rows?.rowOf ?? null, replaced),
    unlisted: extractUnlisted(curve, rows, lines),
  };
}

const replacedRows = ({ unlisted = [] }: EquityCurve): ReadonlySet<number> =>
  new Set(unlisted.filter(({ replaced }) => replaced).map(({ row }) => row));

type Lines = Pick<CurveColumns, 'withCost' | 'raw' | 'benchmarkIndex'>;

/** Collects the values of unlisted points, and removes replaced points from the lines. */
function extractUnlisted({ unlisted = [] }: EquityCurve, rows: DistinctRows | null, lines: Lines): Float64Array | null {
  const visible = unlisted.filter(({ row }) => rows === null || rows.distinct[rows.rowOf[row] ?? -1] === row);
  if (visible.length === 0) return null;
  const { withCost, raw, benchmarkIndex } = lines;
  const values = new Float64Array(withCost.length).fill(Number.NaN);
  for (const { row: curveRow, replaced } of visible) {
    const row = rows?.rowOf[curveRow] ?? curveRow;
    const value = withCost[row] ?? Number.NaN;
    values[row] = Number.isNaN(value) ? (raw[row] ?? Number.NaN) : value;
    if (replaced) for (const line of [withCost, raw, benchmarkIndex]) line[row] = Number.NaN;
  }
  return values;
}

function strictlyAscending(times: readonly number[]): boolean {
  for (let at = 1; at < times.length; at += 1) if ((times[at - 1] ?? 0) >= (times[at] ?? 0)) return false;
  return true;
}

/**
 * `distinct`: one original row for each time, in ascending time. `rowOf`: the new row of every
 * original row; −1 for a row that is left out.
 */
type DistinctRows = { readonly distinct: readonly number[]; readonly rowOf: Int32Array };

function distinctRows(times: readonly number[], excluded: ReadonlySet<number>): DistinctRows {
  const order = times
    .map((_, at) => at)
    .filter((at) => !excluded.has(at))
    .sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);
  const distinct: number[] = [];
  const rowOf = new Int32Array(times.length).fill(-1);
  for (const at of order) {
    const last = distinct.at(-1);
    if (last !== undefined && times[last] === times[at]) distinct[distinct.length - 1] = at;
    else distinct.push(at);
    rowOf[at] = distinct.length - 1;
  }
  return { distinct, rowOf };
}

function pick(column: readonly (number | null)[], rows: readonly number[] | null): Float64Array {
  const out = new Float64Array(rows?.length ?? column.length);
  for (let row = 0; row < out.length; row += 1) out[row] = column[rows?.[row] ?? row] ?? Number.NaN;
  return out;
}

function sumFees(curve: EquityCurve, rowOf: Int32Array | null, replaced: ReadonlySet<number>): FeeMark[] {
  const totals = new Map<number, number>();
  for (const fee of curve.fees) {
    if (fee.row < 0 || fee.row >= curve.times.length || replaced.has(fee.row)) continue;
    const row = rowOf?.[fee.row] ?? fee.row;
    totals.set(row, (totals.get(row) ?? 0) + fee.amounts.reduce((sum, amount) => sum + amount, 0));
  }
  return [...totals].sort(([one], [other]) => one - other).map(([row, total]) => ({ row, total }));
}
