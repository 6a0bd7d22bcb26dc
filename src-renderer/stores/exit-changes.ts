import type { ExitPlan, PlanRow } from '#contract/model/exit.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { words } from '#renderer/messages/words.ts';
import { newCheckTexts } from '#renderer/plan/plan-changes.ts';

/** The differences between an exit plan and the plan before it, one line each. */
export function exitChanges(before: ExitPlan, after: ExitPlan): string[] {
  const unmatchedRows = [...before.rows];
  const changedLines = after.rows.flatMap((row) => {
    const index = unmatchedRows.findIndex((one) => isSame(one, row));
    const [earlier] = index < 0 ? [] : unmatchedRows.splice(index, 1);
    return earlier === undefined ? [`New: ${textOf(row)}.`] : changesOf(earlier, row);
  });
  const removedLines = unmatchedRows.map((row) => `No longer: ${textOf(row)}.`);
  const lines = [...changedLines, ...removedLines, ...newCheckTexts(before.checks, after.checks)];
  return lines.length === 0 ? ['The steps are the same; an order id or a price in them changed.'] : lines;
}

function changesOf(before: PlanRow, after: PlanRow): string[] {
  if (words(before.what) !== words(after.what)) return [`${textOf(after)}. Before: ${words(before.what)}.`];
  if (before.size === after.size) return [];
  return [`${textOf(after)}: size ${sizeText(before)} before, ${sizeText(after)} now.`];
}

/** Two rows are the same row if they have the same symbol and the same kind of step. */
const isSame = (one: PlanRow, other: PlanRow): boolean => one.symbol === other.symbol && codeOf(one) === codeOf(other);
const codeOf = ({ what }: PlanRow): string => (typeof what === 'string' ? what : what.code);
const textOf = ({ symbol, what }: PlanRow): string => (symbol === null ? words(what) : `${symbol}: ${words(what)}`);
const sizeText = ({ size }: PlanRow): string => (size === null ? 'none' : decimalText(size));
