import type { Mode } from '#contract/model/status.ts';

/**
 * One column of an exported table. A number keeps its text (`-12.50`). A time becomes two columns,
 * New York and UTC, because the repeated hour in autumn is ambiguous in New York time.
 */
export type ExportColumn<Row> = {
  /** The member name in JSON. */
  readonly id: string;
  /** The header in CSV. */
  readonly title: string;
} & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null }
  | { readonly kind: 'number'; readonly value: (row: Row) => string | number | null }
  /** Seconds since 1970 UTC. */
  | { readonly kind: 'time'; readonly value: (row: Row) => number | null }
);

/** A table to export: its filtered and sorted rows in pages. */
export type ExportTable<Row> = {
  /** The start of the file name: `trades`. */
  readonly name: string;
  /** Null when the table belongs to no strategy. */
  readonly systemId: string | null;
  readonly columns: readonly ExportColumn<Row>[];
  /** If a page cannot be read, the export ends with the message of the error and saves nothing. */
  readonly pages: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
};

/** The origin of a table. It is in every row, so that practice and live data cannot be confused. */
export type ExportOrigin = { readonly mode: Mode; readonly systemId: string | null };

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
