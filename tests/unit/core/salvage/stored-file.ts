import { words } from '#renderer/messages/words.ts';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { openDatabase } from '#core/sqlite/database.ts';
import { openCache, type Cache } from '#core/cache/queries/open-cache.ts';
import { openHistory, type History } from '#core/history/open-history.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import { salvageFile, type StoredTables } from '#core/salvage/salvage-file.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';

export const pageBytes = 4_096;
/** The time of every reading. */
export const readAt = 1_772_461_000;

type StoredNotice = { readonly title: string; readonly text: string };

/** A folder with one data file that is damaged and opened repeatedly. */
export class StoredFile {
  readonly folder = mkdtempSync(join(tmpdir(), 'stratdesk-salvage-'));
  readonly notices: StoredNotice[] = [];
  readonly ports = {
    dataDir: this.folder,
    clock: new FakeClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  readonly path: string;

  constructor(part: 'cache' | 'history') {
    this.path = join(this.folder, `${part}-p.db`);
  }

  openCache(): Cache {
    return openCache({
      ports: this.ports,
      profileId: 'p',
      notify: ({ title, text }) => this.notices.push({ title: words(title), text: words(text) }),
    });
  }

  openHistory(): History {
    return openHistory({
      ports: this.ports,
      profileId: 'p',
      notify: ({ title, text }) => this.notices.push({ title: words(title), text: words(text) }),
    });
  }

  names(): string[] {
    return readdirSync(this.folder).sort();
  }

  /** Leaves only this file with these bytes, and no notices. */
  put(content: Uint8Array): void {
    for (const name of this.names()) rmSync(join(this.folder, name), { recursive: true });
    this.notices.length = 0;
    writeFileSync(this.path, content);
  }

  /** Replaces the file by its salvaged copy, whether its damage would be detected or not. */
  salvage(tables: StoredTables): void {
    const { file } = salvageFile(this.path, `${this.path}.salvage-1`, tables);
    renameSync(file, this.path);
  }

  bytes(): Buffer {
    return readFileSync(this.path);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const job: IngestJob = {
  dataset: 'trades',
  systemId: '7',
  readAt,
  slice: null,
  wantRecords: false,
  renewsAge: true,
};

const component = (id: string, place: number): object => ({
  signalid: `${id}${place}`,
  action: place === 0 ? 'BTO' : 'STC',
  quant: '100',
  symbol: 'AAPL',
  tradeprice: '187.10',
  tradedwhen: '2026-03-02 09:31:00',
});

export const trades = (count: number): Uint8Array =>
  list(
    ...Array.from({ length: count }, (_, at) => {
      const id = String(1_000 + ((at * 37) % count));
      const signals = [component(id, 0), component(id, 1)];
      return trade(id, {
        open_or_closed: at % 9 === 0 ? 'open' : 'closed',
        PL: String(at),
        component_signals: signals,
      });
    }),
  );

/** Every fifth signal is working. */
const signals = (count: number, status: 'working' | 'all'): Uint8Array =>
  list(
    ...Array.from({ length: count }, (_, at) =>
      signal(String(5_000 + at), { status: at % 5 === 0 ? 'working' : 'traded', isLimitOrder: `${100 + at}.5` }),
    ).filter((_, at) => status === 'all' || at % 5 === 0),
  );

const points = (count: number): Uint8Array =>
  bytes({
    ok: 1,
    equity_data: Array.from({ length: count }, (_, at) => ({
      unix_timestamp: 1_771_000_000 + at * 60,
      strategy_with_cost: at * 1.25,
      strategy_raw: at * 2,
    })),
  });

/** Fills the cache with answers of the platform; every dataset is read at `readAt`. */
export function fillCache(path: string, count: number): void {
  const db = openDatabase(path);
  const read = (dataset: IngestJob['dataset'], answer: Uint8Array, more: Partial<IngestJob> = {}): void => {
    const { verdict, text } = ingestAnswer(db, { ...job, dataset, ...more }, answer);
    if (verdict !== 'ok') throw new Error(`${dataset}: ${JSON.stringify(text)}`);
  };
  read('strategies', list({ system_id: '7', systemName: 'One' }, { system_id: '8', systemName: 'Two' }), {
    systemId: '',
  });
  read('details', bytes({ ok: 1, response: { system_id: '7', statistics: { sharpe: '1.2' } } }));
  read('margin', bytes({ ok: 1, cash: '5000', equity: -2 }));
  read('trades', trades(count));
  read('tradesOpen', trades(count));
  read('signalsAll', signals(count, 'all'), { slice: { from: 1_772_000_000, to: 1_772_470_000 } });
  read('signalsWorking', signals(count, 'working'));
  read('equity', points(count));
  read('equity', points(Math.ceil(count / 3)), { plan: 'plan a' });
  db.close();
}

/** Reads the same trades again, as the program does next. */
export const readTradesAgain = (path: string, count: number): void => {
  const db = openDatabase(path);
  ingestAnswer(db, job, trades(count));
  db.close();
};

export const rowsOf = (path: string, sql: string): Record<string, SQLOutputValue>[] => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
};

/** The pages with rows of a table. */
export const pagesOf = (path: string, table: string, kind: 'leaf' | 'internal'): number[] =>
  rowsOf(path, `SELECT pageno FROM dbstat WHERE name = '${table}' AND pagetype = '${kind}' ORDER BY path`).map((row) =>
    Number(row['pageno']),
  );

export const rootsOf = (path: string): ReadonlySet<number> =>
  new Set(rowsOf(path, 'SELECT rootpage FROM sqlite_schema').map((row) => Number(row['rootpage'])));
