import type { Mode } from '#contract/model/status.ts';

/**
 * One column of an exported table. A number stays the text it was (`-12.50`); a time becomes two columns, New York and UTC,
 * because the hour that autumn repeats cannot be told from its New York time alone.
 */
export type ExportColumn<Row> = {
  /** The member's name in JSON. */
  readonly id: string;
  /** The head in CSV. */
  readonly title: string;
} & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null }
  | { readonly kind: 'number'; readonly value: (row: Row) => string | number | null }
  /** Seconds since 1970 UTC. */
  | { readonly kind: 'time'; readonly value: (row: Row) => number | null }
);

/** A table to be written: its rows as they are filtered and sorted, some hundreds at a time. */
export type ExportTable<Row> = {
  /** Begins the file's name: `trades`. */
  readonly name: string;
  /** Null for what belongs to no strategy. */
  readonly systemId: string | null;
  readonly columns: readonly ExportColumn<Row>[];
  /** A rejection ends the export with its message: nothing is saved. */
  readonly pages: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
};

/** Where a table comes from; it stands in every row, so that practice and live cannot be mixed up in a spreadsheet. */
export type ExportOrigin = { readonly mode: Mode; readonly systemId: string | null };

export const exportFormats = ['csv', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
