import type { Change, ChangeFault, Fields } from './change.ts';
import { changeFaults } from './check-change.ts';
import { fieldNames, isOperation, type FieldName } from './operations.ts';

/** A row of a file. `line` is its number, counted from 1. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] };

type TableFault =
  | ChangeFault
  | {
      readonly code:
        | 'change.unknown-column'
        | 'change.column-twice'
        | 'change.no-column'
        | 'change.password-column'
        | 'change.unknown-op'
        | 'change.extra-cell'
        | 'change.encoding';
      readonly field: string;
    }
  /** A conflict (`conflictsOf`) with the change in `line`; if `line` is 0, with a staged change. */
  | {
      readonly code: 'change.twice' | 'change.begin-and-end' | 'change.deleted-too';
      readonly field: string;
      readonly line: number;
    };

/** A fault in a file, with its line and column, both counted from 1. */
export type PlacedFault = {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly fault: TableFault;
};

/** The valid changes of a file, and the faults of its other rows. */
export type TableContent = {
  readonly changes: readonly Omit<Change, 'id'>[];
  /** The line of each change. */
  readonly lines: readonly number[];
  readonly faults: readonly PlacedFault[];
};

/** A cell with this text clears the field. An empty cell leaves the field unchanged. */
export const clearMark = '∅';
/** Columns that every file must have. */
export const keyColumns = ['op', 'personid'] as const;
/**
 * The apostrophe that an export adds, so that a spreadsheet does not evaluate the text. The signs
 * after the ASCII ones are their full-width forms.
 */
const addedApostrophe = /^'(?='*\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;
/** Invalid bytes are read as U+FFFD, and a file in UTF-16 as text with NUL characters. */
const badText = /[\uFFFD\u0000]/;
const secretName = /pass|pwd|secret|api.?key/i;

type Head = {
  readonly columns: readonly (FieldName | (typeof keyColumns)[number] | null)[];
  readonly faults: PlacedFault[];
};

/** Reads the rows of a file. The first row has the field names of the specification. */
export function readTable(rows: readonly TableRow[]): TableContent {
  const [first, ...body] = rows;
  if (first === undefined) return { changes: [], lines: [], faults: [] };
  const head = readHead(first);
  const faults = [...head.faults];
  // Without a valid header the cells below it cannot be assigned to fields.
  if (faults.length > 0) return { changes: [], lines: [], faults };
  const changes: Omit<Change, 'id'>[] = [];
  const lines: number[] = [];
  for (const row of body) {
    const read = readRow(row, head.columns);
    faults.push(...read.faults);
    if (read.change === null) continue;
    changes.push(read.change);
    lines.push(row.line);
  }
  return { changes, lines, faults };
}

function readHead({ line, cells }: TableRow): Head {
  const faults: PlacedFault[] = [];
  const names = cells.map((cell) => cell.trim());
  const columns = names.map((name, index) => {
    const refuse = (
      code: 'change.unknown-column' | 'change.column-twice' | 'change.password-column',
      quoted = name,
    ): null => {
      faults.push({ line, column: index + 1, text: quoted, fault: { code, field: quoted } });
      return null;
    };
    // The file may have no header row. This cell may then be the password itself: it is not quoted.
    if (secretName.test(name)) return refuse('change.password-column', '');
    if (name !== '' && names.indexOf(name) < index) return refuse('change.column-twice');
    if (name === 'op' || name === 'personid') return name;
    return fieldNames.find((one) => one === name) ?? refuse('change.unknown-column');
  });
  // For a file with a password column this is the only fault, so that no fault quotes a password.
  const secret = faults.find(({ fault }) => fault.code === 'change.password-column');
  if (secret !== undefined) return { columns, faults: [secret] };
  const missing = keyColumns
    .filter((field) => !names.includes(field))
    .map((field): PlacedFault => ({ line, column: 1, text: '', fault: { code: 'change.no-column', field } }));
  // If both key columns are missing, this is no header row, so none of its cells is quoted either.
  return { columns, faults: missing.length === keyColumns.length ? missing : [...faults, ...missing] };
}

function readRow({ line, cells }: TableRow, columns: Head['columns']) {
  const faults: PlacedFault[] = [];
  const texts: Record<string, string> = {};
  cells.forEach((cell, index) => {
    const text = cell.replace(addedApostrophe, '').trim();
    const name = columns[index] ?? '';
    const place = { line, column: index + 1, text: shortened(text) };
    if (name === '' && text !== '') faults.push({ ...place, fault: { code: 'change.extra-cell', field: '' } });
    if (badText.test(cell)) faults.push({ ...place, fault: { code: 'change.encoding', field: name } });
    texts[name] = text;
  });
  const { op = '', personid = '' } = texts;
  const column = (field: string): number =>
    Math.max(
      0,
      columns.findIndex((one) => one === field),
    ) + 1;
  if (!isOperation(op)) {
    faults.push({ line, column: column('op'), text: shortened(op), fault: { code: 'change.unknown-op', field: 'op' } });
    return { change: null, faults };
  }
  const change = { op, personId: personid, fields: fieldsIn(texts) };
  if (faults.length === 0)
    for (const fault of changeFaults(change))
      faults.push({ line, column: column(fault.field), text: shortened(texts[fault.field] ?? ''), fault });
  return { change: faults.length === 0 ? change : null, faults };
}

const fieldsIn = (texts: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const text = texts[name] ?? '';
      return text === '' ? [] : [[name, text === clearMark ? '' : text]];
    }),
  );

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
