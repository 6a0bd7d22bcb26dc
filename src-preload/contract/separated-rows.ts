/** A row of a table. `line`: its first line in the file, counted from 1. */
export type SeparatedRow = { readonly line: number; readonly cells: readonly string[] };

type SeparatedRows = {
  readonly rows: readonly SeparatedRow[];
  /** First lines of rows with a quote that is not closed. */
  readonly unclosed: readonly number[];
};

/** The text of a file without its byte order mark, and with one kind of line end. */
export const plainLines = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** The separator that the first line has outside of quotes; null if it has none. */
export function separatorOf(text: string): string | null {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const unquoted = first.replace(/"[^"]*"/g, '');
  return ['\t', ';', ','].find((one) => unquoted.includes(one)) ?? null;
}

/** The rows of a file that is separated by tabs, semicolons or commas. */
export function splitRows(text: string): SeparatedRows {
  const plain = plainLines(text);
  return separatedRows(plain, separatorOf(plain) ?? ',');
}

export const hasText = ({ cells }: Pick<SeparatedRow, 'cells'>): boolean => cells.some((cell) => cell.trim() !== '');

/** RFC 4180: a quoted cell may have separators and line ends, and doubled quotes. */
export function separatedRows(text: string, separator: string): SeparatedRows {
  const rows: SeparatedRow[] = [];
  const unclosed: number[] = [];
  let [firstLine, line, cells, cell] = [1, 1, [] as string[], ''];
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
      if (state === 'quoted') unclosed.push(firstLine);
      endCell();
      if (hasText({ cells })) rows.push({ line: firstLine, cells });
      [line, cells] = [line + 1, []];
      firstLine = line;
    } else if (char === separator) endCell();
    else if (char === '"' && cell.trim() === '' && state === 'start') [cell, state] = ['', 'quoted'];
    else
      [cell, state] = [
        cell + char,
        state === 'closed' ? 'closed' : cell.trim() + char.trim() === '' ? 'start' : 'plain',
      ];
  }
  return { rows, unclosed };
}
