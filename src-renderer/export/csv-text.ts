import type { ExportColumn } from './export-table.ts';
import { exportTime } from './export-time.ts';

/** A decimal as the platform writes it, which is safe as a number in a spreadsheet. */
const decimal = /^-?[0-9]+([.][0-9]+)?$/;
/** `@ESH6` is a future (platform-notes 16). Letters and digits alone cannot call a function. */
const futureSymbol = /^@[A-Za-z0-9]{1,12}$/;
const formulaStart = /^[\s\u00A0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/**
 * A byte order mark: without it, spreadsheets read the file in the code page of the machine instead
 * of UTF-8.
 */
export const csvStart = '\uFEFF';

export function csvHead<Row>(columns: readonly ExportColumn<Row>[]): string {
  const titles = columns.flatMap(({ kind, title }) =>
    kind === 'time' ? [`${title} (ET)`, `${title} (UTC)`] : [title],
  );
  return line(titles.map(textCell));
}

export function csvRow<Row>(columns: readonly ExportColumn<Row>[], row: Row): string {
  return line(columns.flatMap((column) => cells(column, row)));
}

const line = (parts: readonly string[]): string => `${parts.join(',')}\r\n`;

function cells<Row>(column: ExportColumn<Row>, row: Row): string[] {
  if (column.kind === 'time') {
    const seconds = column.value(row);
    if (seconds === null) return ['', ''];
    const { newYork, utc } = exportTime(seconds);
    return [newYork, utc];
  }
  const value = column.value(row);
  if (value === null) return [''];
  return [column.kind === 'number' ? numberCell(value) : textCell(String(value))];
}

/**
 * A text in a number column that is not a decimal is treated as text, because it may be a formula.
 * A computed number is never a formula, even with an exponent: `-5.5e-17`.
 */
const numberCell = (value: string | number): string =>
  typeof value === 'number' || decimal.test(value) ? String(value) : textCell(value);

/**
 * A text that a spreadsheet would evaluate gets an apostrophe in front, so that it is shown as
 * text.
 */
function textCell(value: string): string {
  const isFormula = formulaStart.test(value) && !decimal.test(value) && !futureSymbol.test(value);
  const text = isFormula ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
