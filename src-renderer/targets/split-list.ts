/** A line of a pasted list or a file. `at` counts from 1. */
export type ListRow = { readonly at: number; readonly cells: readonly string[] };

export type SplitList = {
  readonly rows: readonly ListRow[];
  /** Lines that have no end, as a quote that is not closed. */
  readonly faults: readonly { readonly at: number; readonly reason: string }[];
};

const members = ['symbol', 'typeofsymbol', 'quant', 'weight', 'price'] as const;
/** Members that hold the list in an answer or a request of the platform. */
const holders = ['desiredPositions', 'positions', 'response'] as const;

/** Cells of a table: JSON, or separated by tabs, semicolons, commas or blanks. */
export function splitList(text: string): SplitList {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^\s*[[{]/.test(plain)) return jsonRows(plain);
  const separator = separatorOf(plain);
  return separator === ' ' ? blankRows(plain) : separatedRows(plain, separator);
}

/** The separator that the first line has outside of quotes. */
function separatorOf(text: string): string {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const bare = first.replace(/"[^"]*"/g, '');
  return ['\t', ';', ','].find((one) => bare.includes(one)) ?? ' ';
}

function blankRows(text: string): SplitList {
  const rows = text.split('\n').map((line, index) => ({ at: index + 1, cells: line.trim().split(/\s+/) }));
  return { rows: rows.filter(isFilled), faults: [] };
}

const isFilled = ({ cells }: ListRow): boolean => cells.some((cell) => cell.trim() !== '');

/** RFC 4180: a quoted cell may have separators and line ends, and doubled quotes. */
function separatedRows(text: string, separator: string): SplitList {
  const rows: ListRow[] = [];
  const faults: SplitList['faults'][number][] = [];
  let [at, line, cells, cell] = [1, 1, [] as string[], ''];
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  const endCell = (): void => {
    cells.push(cell);
    [cell, state] = ['', 'start'];
  };
  for (let index = 0; index <= text.length; index++) {
    const char = text[index];
    if (state === 'quoted' && char !== undefined) {
      if (char === '\n') line += 1;
      if (char !== '"') cell += char;
      else if (text[index + 1] === '"') [cell, index] = [`${cell}"`, index + 1];
      else state = 'closed';
      continue;
    }
    if (char === undefined || char === '\n') {
      if (state === 'quoted') faults.push({ at, reason: 'A quote is not closed.' });
      endCell();
      if (isFilled({ at, cells })) rows.push({ at, cells });
      [line, cells] = [line + 1, []];
      at = line;
    } else if (char === separator) endCell();
    else if (char === '"' && cell.trim() === '' && state === 'start') [cell, state] = ['', 'quoted'];
    else
      [cell, state] = [
        cell + char,
        state === 'closed' ? 'closed' : cell.trim() + char.trim() === '' ? 'start' : 'plain',
      ];
  }
  return { rows, faults };
}

/** Numbers keep the text they were written in. */
function jsonRows(text: string): SplitList {
  let value: unknown;
  try {
    value = JSON.parse(text, (_, one: unknown, context?: { readonly source?: string }) =>
      typeof one === 'number' ? (context?.source ?? String(one)) : one,
    );
  } catch {
    return { rows: [], faults: [{ at: 1, reason: 'This is not JSON.' }] };
  }
  const list = listIn(value);
  if (list === null) return { rows: [], faults: [{ at: 1, reason: 'There is no list of positions in this JSON.' }] };
  const rows = list.map((one, index) => ({ at: index + 1, cells: members.map((name) => memberText(one, name)) }));
  return { rows: [{ at: 0, cells: members }, ...rows], faults: [] };
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list;
  }
  for (const name of holders) {
    const member = memberOf(value, name);
    const found = member === undefined ? null : listIn(member);
    if (found !== null) return found;
  }
  return null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

function memberText(value: unknown, name: string): string {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
}
