import {
  hasText,
  plainLines,
  separatedRows,
  separatorOf,
  type SeparatedRow as ListRow,
} from '#contract/separated-rows.ts';

export type { ListRow };

export type SplitList = {
  readonly rows: readonly ListRow[];
  /** Lines that cannot be split, for example after a quote that is not closed. */
  readonly faults: readonly { readonly at: number; readonly reason: string }[];
};

const members = ['symbol', 'typeofsymbol', 'quant', 'weight', 'price'] as const;
/** Members that hold the list in an answer or a request of the platform. */
const holders = ['desiredPositions', 'positions', 'response'] as const;

/** Splits a table into cells. It is JSON, or separated by tabs, semicolons, commas or blanks. */
export function splitList(text: string): SplitList {
  const plain = plainLines(text);
  if (/^\s*[[{]/.test(plain)) return jsonRows(plain);
  const separator = separatorOf(plain);
  if (separator === null) return blankSeparatedRows(plain);
  const { rows, unclosed } = separatedRows(plain, separator);
  return { rows, faults: unclosed.map((at) => ({ at, reason: 'A quotation mark is not closed.' })) };
}

function blankSeparatedRows(plain: string): SplitList {
  const rows = plain.split('\n').map((text, index) => ({ line: index + 1, cells: text.trim().split(/\s+/) }));
  return { rows: rows.filter(hasText), faults: [] };
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
  const rows = list.map((one, index) => ({ line: index + 1, cells: members.map((name) => memberText(one, name)) }));
  return { rows: [{ line: 0, cells: members }, ...rows], faults: [] };
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
