import type { GridColumn, GridSort } from '#renderer/grid/grid-types.ts';
import type { GridSource } from '#renderer/grid/grid-source.ts';

/** A row for tests of sorting, filtering and nesting. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly pl: number | null;
  readonly parent?: string;
}

export const SAMPLE_COLUMNS: readonly GridColumn<Sample>[] = [
  { id: 'name', title: 'Name', width: 100, text: (row) => row.name, sortKey: (row) => row.name },
  {
    id: 'pl',
    title: 'P/L',
    width: 80,
    align: 'end',
    text: (row) => (row.pl === null ? '' : row.pl.toFixed(2)),
    sortKey: (row) => row.pl,
  },
];

export function sample(id: string, name: string, pl: number | null = null, parent?: string): Sample {
  return parent === undefined ? { id, name, pl } : { id, name, pl, parent };
}

export function gridSort(column: string, descending = false): GridSort {
  return { column, descending };
}

/** The row ids in view order, read row by row as the grid reads them. */
export function viewIds(source: GridSource<Sample>): string[] {
  return Array.from({ length: source.count }, (_, index) => source.row(index)?.id ?? '?');
}
