import type { ExportColumn, ExportTable } from './export-table.ts';

/** A table with all rows in memory. */
export const tableOf = <Row>(
  name: string,
  systemId: string | null,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): ExportTable<Row> => ({ name, systemId, columns, pages: () => [rows] });
