import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { bundleProblemOf } from '#core/bundle/bundle-problem.ts';
import { excludedTables, bundledTables } from '#core/bundle/bundle-tables.ts';
import { runBundleStep } from '#core/bundle/run-bundle-step.ts';
import { storeFailure, storeReadTime, variantReading } from '#core/cache/queries/readings.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import { HistoryWriter } from '#core/history/history-writer.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { alterMember, BundleRig, earlierCache, forgeBundle } from './bundle-rig.ts';

let rig: BundleRig;
beforeEach(() => {
  rig = new BundleRig();
});
afterEach(() => rig.dispose());

const storeAnswer = (systemId: string, dataset: IngestJob['dataset'], answer: Uint8Array): void => {
  const job = { systemId, dataset, readAt: 1_772_461_700, slice: null, wantRecords: false, renewsAge: true };
  expect(ingestAnswer(rig.cache, job, answer)).toMatchObject({ verdict: 'ok' });
};

const makeSmallBundle = async (): Promise<Buffer> => {
  rig.storeStrategies('7');
  storeAnswer('7', 'trades', list(trade('1'), trade('2', { open_or_closed: 'closed' })));
  return await rig.makeBundle(['7']);
};

/** Rows as sorted texts: the order of a table has no meaning. */
const rowsOf = (db: DatabaseSync, table: string, systemIds: readonly string[]): string[] =>
  db
    .prepare(`SELECT * FROM ${table} WHERE system_id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify(systemIds))
    .map((row) => JSON.stringify(row))
    .sort();

describe('a review bundle', () => {
  const price = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2));
  const word = fc.string({ unit: 'grapheme', maxLength: 12 });
  const anyTrade = fc.record({
    open_or_closed: fc.constantFrom('open', 'closed'),
    long_or_short: fc.constantFrom('long', 'short'),
    symbol: fc.constantFrom('AAPL', '@ESH6', 'EURUSD'),
    symbol_description: word,
    opening_price_VWAP: price,
    PL: fc.integer().map(String),
  });
  const anySignal = fc.record({ action: fc.constantFrom('BTO', 'STC'), isLimitOrder: price, name: word });
  const contents = fc.record({
    trades: fc.array(anyTrade, { maxLength: 12 }),
    signals: fc.array(anySignal, { maxLength: 12 }),
    equity: fc.array(fc.integer(), { maxLength: 20 }),
    cash: fc.integer().map(String),
    note: word,
  });

  it('contains every row of the chosen strategies as stored, and none of others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(contents, { minLength: 2, maxLength: 4 }), async (strategies) => {
        rig.dispose();
        rig = new BundleRig();
        const ids = strategies.map((_, at) => String(at + 7));
        rig.storeStrategies(...ids);
        const historyWriter = new HistoryWriter(rig.history);
        for (const [at, { trades, signals, equity, cash, note }] of strategies.entries()) {
          const systemId = ids[at] ?? '';
          const component = { signalid: '55', action: 'BTO', quant: '1', symbol: 'A', tradeprice: '1', tradedwhen: '' };
          const components = (place: number) => (place % 2 === 0 ? { component_signals: [component] } : {});
          storeAnswer(
            systemId,
            'trades',
            list(...trades.map((one, place) => trade(`${place + 1}`, { ...one, ...components(place) }))),
          );
          storeAnswer(systemId, 'signalsWorking', list(...signals.map((one, place) => signal(`${place + 1}`, one))));
          const points = equity.map((value, place) => ({
            unix_timestamp: 1_772_461_860 + place,
            strategy_with_cost: value / 4,
            strategy_raw: value,
          }));
          storeAnswer(systemId, 'equity', bytes({ ok: 1, equity_data: points }));
          storeAnswer(systemId, 'margin', bytes({ ok: 1, cash, equity: -2 }));
          historyWriter.record(rig.cache, systemId, 1_772_461_900);
          const subject = { kind: 'day', day: '2026-03-02' } as const;
          rig.notes.save({
            systemId,
            subject,
            version: 0,
            content: { text: note, tags: [], rating: 1, setup: '', images: [] },
          });
        }
        const chosen = ids.slice(1);
        const { folder, answer } = await rig.openBundle(await rig.makeBundle(chosen));
        expect(answer).toMatchObject({
          ok: true,
          facts: { connection: 'My account', mode: 'LIVE', notes: chosen.length },
        });
        const notes = new DatabaseSync(join(rig.root, 'notes.db'));
        for (const [source, name, tables] of [
          [rig.cache, 'cache.db', bundledTables],
          [rig.history, 'history.db', ['readings_of', 'moments']],
          [notes, 'notes.db', ['notes']],
        ] as const) {
          const member = new DatabaseSync(join(folder, name));
          for (const table of tables) {
            expect(rowsOf(member, table, ids), table).toEqual(rowsOf(source, table, chosen));
          }
          member.close();
        }
        notes.close();
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('leaves no trace of failures, other strategies or excluded pictures in its database files', async () => {
    rig.storeStrategies('7', '8888');
    storeFailure(rig.cache, { systemId: '7', dataset: 'trades' }, 'no answer from https://desk.example');
    storeFailure(rig.cache, { systemId: '', dataset: 'strategies' }, 'no answer from https://desk.example');
    storeReadTime(rig.cache, variantReading('7', 'brokers', '44119911'), 1_772_461_900);
    storeReadTime(rig.cache, variantReading('7', 'equity', 'planB'), 1_772_461_900);
    const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('pixels of the trader')]);
    const imageId = '11111111-1111-4111-8111-111111111111';
    rig.notes.attach({ imageId, part: 0, last: true, bytes });
    const image = { imageId, name: 'desk.png', type: 'image/png' as const, bytes: bytes.length };
    const subject = { kind: 'day', day: '2026-03-02' } as const;
    const content = { text: 'A good day', tags: [], rating: null, setup: '', images: [image] };
    rig.notes.save({ systemId: '7', subject, version: 0, content });
    const texts = async (pictures: boolean) => {
      const { folder } = await rig.openBundle(await rig.makeBundle(['7'], pictures));
      return ['cache.db', 'notes.db'].map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    };
    const [whole, textOnly] = [await texts(true), await texts(false)];
    for (const secret of ['desk.example', '8888', '44119911']) expect(whole).not.toContain(secret);
    for (const kept of ['equity/planB', 'A good day', 'pixels of the trader', imageId]) expect(whole).toContain(kept);
    for (const omitted of ['pixels of the trader', imageId, 'desk.png']) expect(textOnly).not.toContain(omitted);
  });

  it('includes or excludes every table of the cache explicitly', () => {
    const tables = rig.cache.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    expect(tables.map(({ name }) => name).sort()).toEqual([...bundledTables, ...excludedTables].sort());
  });

  it('is not made for a strategy without stored data', async () => {
    await expect(rig.makeBundle(['7'])).rejects.toThrow('unknown-strategy');
  });
});

describe('an altered file', () => {
  it('is refused after any changed bit and any truncation', async () => {
    const file = await makeSmallBundle();
    expect(await rig.verdict(file)).toBe('ok');
    const places = fc.oneof(
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: file.length - 1 }),
      fc.integer({ min: file.length - 32, max: file.length - 1 }),
    );
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 0, max: 7 }), async (place, bit) => {
        const bad = Buffer.from(file);
        bad[place] = (bad[place] ?? 0) ^ (1 << bit);
        expect(['not-a-bundle', 'truncated', 'altered']).toContain(await rig.verdict(bad));
      }),
      { numRuns: 400 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: file.length - 1 }), async (length) => {
        expect(['not-a-bundle', 'truncated', 'altered']).toContain(await rig.verdict(file.subarray(0, length)));
      }),
      { numRuns: 100 },
    );
    expect(await rig.verdict(file.subarray(0, file.length - 1))).toBe('truncated');
    expect(await rig.verdict(Buffer.concat([file, Buffer.of(0)]))).toBe('altered');
  });

  it('reports how many bytes of a truncated file arrived', async () => {
    const file = await makeSmallBundle();
    const { answer } = await rig.openBundle(file.subarray(0, 2_000));
    expect(answer.ok ? null : answer.message).toMatchObject({ code: 'bundle.truncated', bytes: 2_000 });
  });
});

describe('a forged file with matching digests', () => {
  const cases: readonly [string, string, Parameters<typeof forgeBundle>[1]][] = [
    ['of a newer format', 'newer-version', (unpacked) => (unpacked.firstLine = unpacked.firstLine.replace('1', '2'))],
    ['with an invalid manifest', 'damaged', (unpacked) => (unpacked.manifest['extra'] = 1)],
    [
      'with a path as the name of a member',
      'damaged',
      ({ manifest }) => ((manifest.members[0] ?? { name: '' }).name = '../x'),
    ],
    [
      'that claims more than the limit',
      'too-large',
      ({ manifest }) => ((manifest.members[0] ?? { bytes: 0 }).bytes = limits.bundleUnpackedBytes + 1),
    ],
    [
      'that unpacks to more than it claims',
      'damaged',
      ({ manifest }) => ((manifest.members[0] ?? { bytes: 0 }).bytes = 10),
    ],
    [
      'that unpacks to less than it claims',
      'damaged',
      ({ manifest }) => ((manifest.members[0] ?? { bytes: 0 }).bytes += 1),
    ],
    [
      'whose cache is no database',
      'damaged',
      (unpacked) => (unpacked.members[0] = Buffer.alloc(5_000, 'SQLite format 3\0', 'latin1')),
    ],
  ];
  it.each(cases)('%s is refused as %s', async (_name, code, change) => {
    expect(await rig.verdict(forgeBundle(await makeSmallBundle(), change))).toBe(code);
  });

  it.each([
    ['without a strategy', 'empty', 'DELETE FROM strategies'],
    ['of newer tables', 'newer-version', 'PRAGMA user_version = 99'],
    ['with a trigger', 'damaged', 'CREATE TRIGGER t AFTER INSERT ON trades BEGIN DELETE FROM trades; END'],
    [
      'with a table whose columns were changed',
      'damaged',
      'DROP TABLE margin; CREATE TABLE margin (system_id, record)',
    ],
    ['with an invalid side', 'damaged', "UPDATE trades SET side = 'up'"],
    ['with an invalid price', 'damaged', "UPDATE trades SET open_price = '1e9'"],
    ['with an invalid id', 'damaged', "UPDATE strategies SET system_id = '7; --'"],
    ['with invalid details', 'damaged', "INSERT INTO details VALUES ('7', '{')"],
  ])('a cache %s is refused as %s', async (_name, code, sql) => {
    const file = forgeBundle(await makeSmallBundle(), (unpacked) => {
      unpacked.members[0] = alterMember(rig, unpacked.members[0] ?? Buffer.alloc(0), sql);
    });
    expect(await rig.verdict(file)).toBe(code);
  });

  it('with a cache of an older version is opened, and the cache is migrated', async () => {
    const file = forgeBundle(await makeSmallBundle(), ({ members }) => {
      members[0] = earlierCache(rig);
    });
    const { answer } = await rig.openBundle(file);
    expect(answer).toMatchObject({ ok: true, facts: { strategies: [{ systemId: '7', name: 'Kept' }] } });
  });

  it('is refused if the text of a note was changed, but not the digest stored with the note', async () => {
    rig.storeStrategies('7');
    const subject = { kind: 'trade', tradeId: '1' } as const;
    rig.notes.save({
      systemId: '7',
      subject,
      version: 0,
      content: { text: 'kept', tags: [], rating: null, setup: '', images: [] },
    });
    const file = await rig.makeBundle(['7']);
    const place = 2;
    const bad = forgeBundle(file, ({ members, manifest }) => {
      expect(manifest.members[place]?.name).toBe('notes.db');
      members[place] = alterMember(
        rig,
        members[place] ?? Buffer.alloc(0),
        "UPDATE notes SET body = replace(body, 'kept', 'lost')",
      );
    });
    expect(await rig.verdict(bad)).toBe('damaged');
  });
});

describe('a disk without room', () => {
  it.skipIf(!existsSync('/dev/full'))('is reported, and leaves no bundle', async () => {
    rig.storeStrategies('7');
    const folder = rig.folder();
    const sources = { cache: join(rig.root, 'cache.db'), history: null, notes: null };
    await runBundleStep({ kind: 'add', folder, systemId: '7', sources, pictures: false });
    symlinkSync('/dev/full', join(folder, 'made.stratreview.unfinished'));
    const about = { program: '1', madeAt: 1, mode: 'LIVE', connection: 'x' } as const;
    const target = join(folder, 'made.stratreview');
    const answer = await runBundleStep({ kind: 'pack', folder, target, about, stops: {} });
    expect(answer).toMatchObject({ code: 'disk-full', message: { code: 'bundle.no-room' } });
    expect(existsSync(target)).toBe(false);
  });

  it('is recognized from the error of the database', () => {
    const db = new DatabaseSync(':memory:');
    db.exec('PRAGMA max_page_count = 2; CREATE TABLE t (a)');
    const fill = (): void => {
      db.exec('INSERT INTO t VALUES (zeroblob(100000))');
    };
    try {
      fill();
      expect.unreachable();
    } catch (error) {
      expect(bundleProblemOf(error)?.code).toBe('disk-full');
    }
    expect(bundleProblemOf(new TypeError('a bug'))).toBeNull();
  });
});
