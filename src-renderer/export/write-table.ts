import { csvHead, csvRow, csvStart } from './csv-text.ts';
import type { ExportColumn, ExportFormat, ExportOrigin, ExportTable } from './export-table.ts';
import { jsonRow } from './json-text.ts';

/**
 * The number of rows that are written without a pause. In a wide table they take two to three
 * milliseconds, so that no frame is late during a large export.
 */
const sliceRows = 200;

/** `rows` is the number of written rows. */
export type WrittenTable = { readonly parts: readonly string[]; readonly rows: number };

/** Writes a table in parts, with a pause after each part for other work of the window. */
export async function writeTable<Row>(
  table: ExportTable<Row>,
  format: ExportFormat,
  origin: ExportOrigin,
  pause: () => Promise<void> = nextTask,
): Promise<WrittenTable> {
  const columns = [...originColumns<Row>(origin), ...table.columns];
  const parts: string[] = [format === 'csv' ? csvStart + csvHead(columns) : '['];
  let rows = 0;
  for await (const page of table.pages()) {
    for (let from = 0; from < page.length; from += sliceRows) {
      const slice = page.slice(from, from + sliceRows);
      parts.push(format === 'csv' ? csvSlice(columns, slice) : jsonSlice(columns, slice, rows === 0));
      rows += slice.length;
      await pause();
    }
  }
  if (format === 'json') parts.push('\n]\n');
  return { parts, rows };
}

const originColumns = <Row>({ mode, systemId }: ExportOrigin): ExportColumn<Row>[] => [
  { id: 'mode', title: 'Mode', kind: 'text', value: () => mode },
  ...(systemId === null ? [] : [{ id: 'systemId', title: 'Strategy', kind: 'text', value: () => systemId } as const]),
];

const csvSlice = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvRow(columns, row)).join('');

const jsonSlice = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[], first: boolean): string =>
  (first ? '\n' : ',\n') + rows.map((row) => jsonRow(columns, row)).join(',\n');

/**
 * Waits for a new task, so that input and painting come first. No timer is used, because timers are
 * slow in a hidden window.
 */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
