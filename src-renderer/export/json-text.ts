import type { ExportColumn } from './export-table.ts';
import { exportTime } from './export-time.ts';

/** A decimal that JSON accepts as a number, digit for digit. */
const jsonNumber = /^-?(0|[1-9][0-9]*)([.][0-9]+)?$/;

/** A row as an object on one line. Numbers keep their digits: `12.50` stays `12.50`. */
export function jsonRow<Row>(columns: readonly ExportColumn<Row>[], row: Row): string {
  return `{${columns.flatMap((column) => members(column, row)).join(',')}}`;
}

function members<Row>(column: ExportColumn<Row>, row: Row): string[] {
  if (column.kind === 'time') {
    const seconds = column.value(row);
    const time = seconds === null ? null : exportTime(seconds);
    return [member(`${column.id}NewYork`, quoted(time?.newYork)), member(`${column.id}Utc`, quoted(time?.utc))];
  }
  const value = column.value(row);
  return [member(column.id, column.kind === 'number' ? number(value) : quoted(value))];
}

const member = (name: string, value: string): string => `${JSON.stringify(name)}:${value}`;
const quoted = (value: string | number | null | undefined): string => JSON.stringify(value ?? null);

function number(value: string | number | null): string {
  return typeof value === 'string' && jsonNumber.test(value) ? value : quoted(value);
}
