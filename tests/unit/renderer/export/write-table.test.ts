import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allPages } from '#renderer/export/all-pages.ts';
import type { ExportColumn, ExportFormat, ExportTable } from '#renderer/export/export-table.ts';
import { exportTime } from '#renderer/export/export-time.ts';
import { fileName } from '#renderer/export/file-name.ts';
import { writeTable } from '#renderer/export/write-table.ts';

type Row = { readonly text: string | null; readonly amount: string | number | null; readonly at: number | null };

const columns: readonly ExportColumn<Row>[] = [
  { id: 'text', title: 'Text', kind: 'text', value: ({ text }) => text },
  { id: 'amount', title: 'Amount', kind: 'number', value: ({ amount }) => amount },
  { id: 'at', title: 'At', kind: 'time', value: ({ at }) => at },
];
const row = (changes: Partial<Row>): Row => ({ text: '', amount: null, at: null, ...changes });
const table = (...pages: Row[][]): ExportTable<Row> => ({ name: 'rows', systemId: '7', columns, pages: () => pages });
const origin = { mode: 'PRACTICE', systemId: '7' } as const;

async function written(format: ExportFormat, ...pages: Row[][]): Promise<string> {
  return (await writeTable(table(...pages), format, origin)).parts.join('');
}

/** The cells of the first row, without mode and strategy, parsed by RFC 4180. */
async function cells(changes: Partial<Row>): Promise<string[]> {
  const text = await written('csv', [row(changes)]);
  return parseCsv(text.slice(1))[1]?.slice(2) ?? [];
}

/** An independent parser, so that the writer is not checked by itself. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new Error('not CSV');
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a table as CSV', () => {
  it('has a header, the mode and strategy in every row, and New York and UTC times', async () => {
    const text = await written('csv', [row({ text: 'AAPL', amount: '-12.50', at: 1_772_461_805 })]);
    expect(text).toBe(
      '\uFEFFMode,Strategy,Text,Amount,At (ET),At (UTC)\r\n' +
        'PRACTICE,7,AAPL,-12.50,2026-03-02 09:30:05,2026-03-02 14:30:05\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1 signal', "'+1 signal"],
    ['-cmd|calc', "'-cmd|calc"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =HYPERLINK("x")', '\'  =HYPERLINK("x")'],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    ['@ESH6', '@ESH6'],
    ['-12.50', '-12.50'],
    ['a "quoted", cell\nof two lines', 'a "quoted", cell\nof two lines'],
  ])('writes the text %j as %j', async (text, cell) => {
    expect((await cells({ text }))[0]).toBe(cell);
  });

  it('writes no formula from a text in a number column', async () => {
    expect((await cells({ amount: '=1+1' }))[1]).toBe("'=1+1");
    expect((await cells({ amount: '1e5' }))[1]).toBe('1e5');
    expect((await cells({ amount: null }))[1]).toBe('');
  });

  it('writes a computed number as a number, also with an exponent', async () => {
    // 0.3 - 0.1 - 0.2, as a sum of realized R may be.
    for (const amount of [-2.7755575615628914e-17, 5e-7, -12.5, 1e21]) {
      expect((await cells({ amount }))[1]).toBe(String(amount));
      expect(JSON.parse(await written('json', [row({ amount })]))).toMatchObject([{ amount }]);
    }
  });

  it('preserves every text, and no cell starts a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (text) => {
        const [cell = ''] = await cells({ text });
        expect([text, `'${text}`]).toContain(cell);
        expect(/^[\s]*[=+\-@]/.test(cell) && !/^(@[A-Za-z0-9]+|-[0-9.]+)$/.test(cell)).toBe(false);
      }),
    );
  });
});

describe('a table as JSON', () => {
  it('keeps every digit of a number, and has New York and UTC times', async () => {
    const text = await written(
      'json',
      [row({ text: '=1', amount: '12.50', at: 1_772_461_805 })],
      [row({ amount: '007', text: null })],
    );
    expect(text).toContain('"amount":12.50,');
    expect(JSON.parse(text)).toEqual([
      {
        mode: 'PRACTICE',
        systemId: '7',
        text: '=1',
        amount: 12.5,
        atNewYork: '2026-03-02 09:30:05',
        atUtc: '2026-03-02 14:30:05',
      },
      { mode: 'PRACTICE', systemId: '7', text: null, amount: '007', atNewYork: null, atUtc: null },
    ]);
  });

  it('is an empty list for an empty table', async () => {
    expect(JSON.parse(await written('json', []))).toEqual([]);
  });
});

describe('a big table', () => {
  it('is written in parts with a pause after every 200 rows', async () => {
    let pauses = 0;
    const rows = Array.from({ length: 100_000 }, (_, at) => row({ text: `T${at}`, amount: `${at}.25`, at }));
    const result = await writeTable(table(rows), 'csv', origin, () => {
      pauses += 1;
      return Promise.resolve();
    });
    expect(result.rows).toBe(100_000);
    expect(pauses).toBe(500);
    expect(result.parts.join('').split('\r\n')).toHaveLength(100_002);
  });

  it('is read in pages, and is not exported when it changes in between', async () => {
    const page = (offset: number, revision: number) => ({
      rows: Array.from({ length: Math.min(1_000, 2_500 - offset) }, (_, at) => offset + at),
      total: 2_500,
      revision,
    });
    const read: number[] = [];
    for await (const rows of allPages(async (offset) => page(offset, 1))) read.push(...rows);
    expect(read).toEqual(Array.from({ length: 2_500 }, (_, at) => at));
    const readChangedPages = async (): Promise<void> => {
      for await (const rows of allPages(async (offset) => page(offset, offset > 1_000 ? 2 : 1))) read.push(...rows);
    };
    await expect(readChangedPages()).rejects.toThrow('changed while it was being read');
  });
});

describe('times', () => {
  it('in the repeated autumn hour differ in UTC', () => {
    // 2026-11-01: 05:30 UTC is 01:30 EDT, an hour later it is 01:30 EST.
    expect(exportTime(1_793_511_000)).toEqual({ newYork: '2026-11-01 01:30:00', utc: '2026-11-01 05:30:00' });
    expect(exportTime(1_793_514_600)).toEqual({ newYork: '2026-11-01 01:30:00', utc: '2026-11-01 06:30:00' });
  });

  it('agree with Intl.DateTimeFormat from 2007 to 2037', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: 1_167_609_600, max: 2_145_916_800 }), (at) => {
        expect(exportTime(at).newYork).toBe(format.format(at * 1000));
      }),
    );
  });
});

it('names a file by mode, table, strategy and New York day', () => {
  expect(fileName('trades', origin, 'csv', 1_772_461_805)).toBe('stratdesk-practice-trades-7-2026-03-02.csv');
  expect(fileName('activity', { mode: 'LIVE', systemId: null }, 'json', 1_772_420_000)).toBe(
    'stratdesk-live-activity-2026-03-01.json',
  );
});
