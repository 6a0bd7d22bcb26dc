import type { ReviewSelection } from '#contract/model/review.ts';
import { ascendingRows } from '#core/review/ascending-rows.ts';
import { contractKey } from '#rules/option-symbol.ts';
import type { Period } from '#core/review/selection.ts';
import { instrumentCode, type TradeColumns } from './trade-columns.ts';

/** Rows of the trades that a review uses. */
export type SelectedTrades = {
  /**
   * Closed within the period with a stated profit, in order of closing. Trades without a closing
   * time come first.
   */
  readonly closed: Int32Array;
  /**
   * Number of rows at the start of `closed` without a closing time. Always 0 when a period is
   * chosen.
   */
  readonly untimedCount: number;
  /** Still open, and opened before the period ends or at an unknown time. */
  readonly open: Int32Array;
  /**
   * Every trade that passes the filters, at any time. Exposure needs trades that were open in the
   * period but closed later.
   */
  readonly matching: Int32Array;
  /**
   * Number of closed trades that cannot be used: no stated profit, or no closing time to place them
   * in a period.
   */
  readonly leftOut: number;
};

/**
 * A closed trade belongs to the period in which it was closed, because its profit became certain
 * then. Filters combine, and an empty filter passes everything. Each trade appears once.
 */
export function selectedTrades(columns: TradeColumns, selection: ReviewSelection, period: Period): SelectedTrades {
  const matching = matchingRows(columns, selection);
  const timed = new Int32Array(matching.length);
  let count = 0;
  const untimed: number[] = [];
  const open: number[] = [];
  const isUnbounded = period.from === Number.NEGATIVE_INFINITY && period.until === Number.POSITIVE_INFINITY;
  let leftOut = 0;
  for (let at = 0; at < matching.length; at += 1) {
    const row = matching[at] ?? 0;
    const closedAt = columns.closedAt[row] ?? Number.NaN;
    if (columns.stillOpen[row] === 1) {
      if (!((columns.openedAt[row] ?? Number.NaN) >= period.until)) open.push(row);
    } else if (closedAt < period.from || closedAt >= period.until) continue;
    else if (Number.isNaN(columns.profits.units[row])) leftOut += 1;
    else if (!Number.isNaN(closedAt)) timed[count++] = row;
    else if (isUnbounded) untimed.push(row);
    else leftOut += 1;
  }
  const ordered = ascendingRows(timed.subarray(0, count), columns.closedAt);
  const closed = new Int32Array(untimed.length + ordered.length);
  closed.set(untimed);
  closed.set(ordered, untimed.length);
  return { closed, untimedCount: untimed.length, open: Int32Array.from(open), matching, leftOut };
}

function matchingRows(columns: TradeColumns, selection: ReviewSelection): Int32Array {
  const symbols = setOf(selection.symbols.map((symbol) => columns.symbolNames.indexOf(contractKey(symbol))));
  const instruments = setOf(selection.instruments.map(instrumentCode));
  const sideCodes = setOf(selection.sides.map((side) => (side === 'short' ? 1 : 0)));
  const rows = new Int32Array(columns.ids.length);
  let count = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (symbols !== null && !symbols.has(columns.symbols[row] ?? -1)) continue;
    if (instruments !== null && !instruments.has(columns.instruments[row] ?? -1)) continue;
    if (sideCodes !== null && !sideCodes.has(columns.shorts[row] ?? -1)) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}

const setOf = (codes: readonly number[]): ReadonlySet<number> | null => (codes.length === 0 ? null : new Set(codes));
