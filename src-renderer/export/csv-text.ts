import type { ExportColumn } from './export-table.ts';
import { exportTime } from './export-time.ts';

/** A decimal as the platform writes it; what a spreadsheet may take for a number without harm. */
const decimal = /^-?[0-9]+([.][0-9]+)?$/;
/** `@ESH6` names a future (platform-notes 16): letters and digits alone call nothing. */
const futureSymbol = /^@[A-Za-z0-9]{1,12}$/;
const formulaStart = /^[\s\u00A0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** Spreadsheets take a file that begins so for UTF-8, and any other for the code page of the machine. */
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
  return [column.kind === 'number' ? numberCell(String(value)) : textCell(String(value))];
}

/** What is no decimal is not trusted to be harmless because it stands in a column of numbers. */
const numberCell = (value: string): string => (decimal.test(value) ? value : textCell(value));

/** Whatever a spreadsheet would work out is preceded by an apostrophe, which it shows as text. */
function textCell(value: string): string {
  const risky = formulaStart.test(value) && !decimal.test(value) && !futureSymbol.test(value);
  const text = risky ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
