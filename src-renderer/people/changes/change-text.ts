import type { ChangeField, ChangeRunRow, NewChange } from '#contract/model/change-set.ts';
import { changeFieldNames } from '#contract/model/change-set.ts';
import { csvHead, csvRow, csvStart } from '#renderer/export/csv-text.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { words } from '#renderer/messages/words.ts';
import { rowStateWords } from './row-state-words.ts';

/** The text that clears a field. An empty cell leaves the field unchanged. */
const clearMark = '∅';
/**
 * The export adds an apostrophe before text that a spreadsheet would evaluate, and the import
 * removes it. The import would also remove an apostrophe that belongs to the text. Such text gets a
 * further apostrophe, which the import removes instead.
 */
const looksEscaped = /^'+\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

const cell = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (text === '') return clearMark;
  return looksEscaped.test(text) ? `'${text}` : text;
};

const column = <Item extends NewChange>(title: string, value: (row: Item) => string | null): ExportColumn<Item> => ({
  id: title,
  title,
  kind: 'text',
  value,
});

/** The columns of the fields that a set uses, with the names of the specification. */
function columnsOf<Item extends NewChange>(rows: readonly Item[]): ExportColumn<Item>[] {
  const used = changeFieldNames.filter((name: ChangeField) => rows.some(({ fields }) => fields[name] !== undefined));
  return [
    column<Item>('op', ({ op }) => op),
    column<Item>('personid', ({ personId }) => personId),
    ...used.map((name) => column<Item>(name, ({ fields }) => cell(fields[name]))),
  ];
}

/** A set as CSV, which the import reads as the same set. */
export function changesText(changes: readonly NewChange[]): string {
  const columns = columnsOf(changes);
  return csvStart + csvHead(columns) + changes.map((change) => csvRow(columns, change)).join('');
}

/** The rows of a run as CSV, each with its result. */
export function resultText(rows: readonly ChangeRunRow[]): string {
  const flatRows = rows.map((row) => ({ ...row.change, runRow: row }));
  const columns: ExportColumn<(typeof flatRows)[number]>[] = [
    ...columnsOf(flatRows),
    column('Result', ({ runRow }) => rowStateWords[runRow.state].text),
    column('Errors', ({ runRow }) => runRow.errors.map(words).join(' ')),
    { id: 'at', title: 'Time', kind: 'time', value: ({ runRow }) => runRow.at },
  ];
  return csvStart + csvHead(columns) + flatRows.map((row) => csvRow(columns, row)).join('');
}

/** A set with the digest of its plan, for another operator. It contains no secrets. */
export const planText = (digest: string, changes: readonly NewChange[]): string =>
  `${JSON.stringify(
    {
      stratdesk: 'change-set',
      version: 1,
      digest,
      changes: changes.map(({ fields, op, personId }) => ({ op, personId, fields })),
    },
    null,
    2,
  )}\n`;
