import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/sqlite/database.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { bytes, list, trade } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from './temporary-cache.ts';

let caches: ReturnType<typeof temporaryCaches>;
beforeEach(() => {
  caches = temporaryCaches();
});
afterEach(() => caches.remove());

const files = (): string[] => readdirSync(caches.dataDir).filter((name) => !/-(wal|shm)$/.test(name));

const storeStrategies = (count = 300): void => {
  const db = openDatabase(caches.file);
  const response = Array.from({ length: count }, (_, at) => ({
    system_id: String(at + 1),
    systemName: `Strategy ${at}`,
    longDescription: 'x'.repeat(2_000),
  }));
  const job = {
    dataset: 'strategies',
    systemId: '',
    readAt: 5,
    slice: null,
    wantRecords: false,
    renewsAge: true,
  } as const;
  expect(ingestAnswer(db, job, bytes({ ok: 1, response })).verdict).toBe('ok');
  db.close();
};

describe('the cache file', () => {
  it('keeps its rows from one run to the next', () => {
    caches.open().close();
    storeStrategies(3);
    const cache = caches.open();
    expect(cache.reader.strategies()).toHaveLength(3);
    expect(cache.reader.strategiesState()).toEqual({ revision: 1, readAt: 5, failure: null });
    cache.close();
    expect(caches.notices).toEqual([]);
  });

  it.each([
    ['is no database', () => writeFileSync(caches.file, 'not a database at all '.repeat(100))],
    [
      'belongs to another program',
      () => {
        const db = new DatabaseSync(caches.file);
        db.exec('CREATE TABLE theirs (a)');
        db.close();
      },
    ],
    [
      'was written by a newer version',
      () => {
        caches.open().close();
        const db = new DatabaseSync(caches.file);
        db.exec('PRAGMA user_version = 99');
        db.close();
      },
    ],
    [
      'is overwritten in the middle',
      () => {
        caches.open().close();
        storeStrategies();
        const whole = readFileSync(caches.file);
        whole.fill(0xa5, 8_192, 60_000);
        writeFileSync(caches.file, whole);
      },
    ],
  ])('is quarantined, never deleted, when it %s', (_name, damage) => {
    damage();
    const before = readFileSync(caches.file);
    const cache = caches.open();
    expect(cache.reader.strategiesState()).toMatchObject({ readAt: null, failure: { code: 'dataset.lost' } });
    for (const { readAt } of Object.values(cache.reader.datasets('1'))) expect(readAt).toBeNull();
    cache.close();
    expect(caches.notices).toEqual(['Stored data is being read again']);
    const quarantined = files().find((name) => name.startsWith('cache-p.db.'));
    expect(quarantined).toMatch(/^cache-p\.db\.(damaged|newer)-\d+$/);
    // The header is not compared, because opening may write the journal mode into it.
    expect(readFileSync(`${caches.dataDir}/${quarantined!}`).subarray(100).equals(before.subarray(100))).toBe(true);
  });

  it('reports damage found by a read, then returns no rows, and is rebuilt on demand', () => {
    caches.open().close();
    // A file of this size is not checked at the start, so only a read finds the damage.
    storeStrategies(8_000);
    const whole = readFileSync(caches.file);
    whole.fill(0xa5, 4_096 * 40, 4_096 * 400);
    writeFileSync(caches.file, whole);
    const cache = caches.open();
    let damageCount = 0;
    cache.onDamage(() => {
      damageCount += 1;
    });
    expect(cache.reader.strategies()).toEqual([]);
    expect(cache.reader.strategies()).toEqual([]);
    expect(damageCount).toBe(1);
    cache.rebuild();
    expect(cache.reader.strategiesState().readAt).toBeNull();
    expect(cache.reader.strategiesState().failure).toEqual({ code: 'dataset.lost', why: 'damaged' });
    expect(cache.reader.strategies()).toEqual([]);
    expect(caches.notices).toEqual(['Stored data is being read again']);
    cache.close();
    expect(files()).toHaveLength(2);
  });

  it.each([
    ['a record that is no JSON', `INSERT INTO details VALUES ('1', '{"systemId" "1"}')`],
    [
      'an unknown word',
      `INSERT INTO signals (system_id, service_id, status, status_text, action, quantity, symbol, name,
       kind) VALUES ('1', '9', 'worked', '', 'BTO', '1', 'A', '', 'stop')`,
    ],
    [
      'a quantity that is no number',
      `INSERT INTO signals (system_id, service_id, status, status_text, action, quantity, symbol, name,
       kind) VALUES ('1', '9', 'working', '', 'BTO', '1p', 'A', '', 'stop')`,
    ],
    [
      'a position whose quantity is no number',
      `INSERT INTO trades (system_id, trade_id, open, in_open, side, symbol, description, currency, quantity_opened,
       quantity_closed) VALUES ('1', '9', 1, 1, 'long', 'A', '', '', '1p', '0')`,
    ],
  ])('counts as damaged when it contains %s, which no check of the file finds', (_name, damage) => {
    caches.open().close();
    const db = openDatabase(caches.file);
    db.exec(damage);
    db.close();
    const cache = caches.open();
    let damageCount = 0;
    cache.onDamage(() => {
      damageCount += 1;
    });
    expect(cache.reader.details('1')).toBeNull();
    expect(cache.reader.signals('1', 9)).toEqual([]);
    expect(cache.reader.positions('1')).toEqual([]);
    expect(damageCount).toBe(1);
    cache.rebuild();
    expect(caches.notices).toEqual(['Stored data is being read again']);
    cache.close();
  });

  it('answers as an empty cache once a read found damage, until it is rebuilt', () => {
    caches.open().close();
    const db = openDatabase(caches.file);
    const job = { systemId: '7', readAt: 5, slice: null, wantRecords: false, renewsAge: true } as const;
    ingestAnswer(db, { ...job, dataset: 'tradesOpen' }, list(trade('1')));
    db.exec("UPDATE trades SET side = 'none'");
    db.close();
    const cache = caches.open();
    expect(cache.reader.datasets('7').tradesOpen.readAt).toBe(5);
    expect(cache.reader.positions('7')).toEqual([]);
    // Otherwise the missing position would seem to be closed.
    expect(cache.reader.datasets('7').tradesOpen.readAt).toBeNull();
    cache.close();
  });

  it('is in the temporary folder for this run when the data folder cannot be written', () => {
    const blocked = { ...caches.ports, dataDir: `${caches.dataDir}/absent` };
    const notices: string[] = [];
    const cache = caches.openIn(blocked, notices);
    expect(notices).toEqual(['Data is stored for this run only']);
    expect(cache.file.startsWith(caches.dataDir)).toBe(false);
    expect(cache.reader.strategies()).toEqual([]);
    cache.close();
  });
});
