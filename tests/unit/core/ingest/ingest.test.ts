import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { Ingest, type IngestDeps } from '#core/ingest/ingest.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';

const entry = new URL('../../../../src-main/core/ingest/worker.ts', import.meta.url);
const job: IngestJob = {
  dataset: 'signalsWorking',
  systemId: '7',
  readAt: 9,
  slice: null,
  wantRecords: false,
  renewsAge: true,
};

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
const ingests: Ingest[] = [];
const ingestOf = (worker: URL, deps: Partial<IngestDeps> = {}): Ingest => {
  const ingest = new Ingest(worker, cache, caches.ports.log, deps);
  ingests.push(ingest);
  return ingest;
};
beforeEach(() => {
  caches = temporaryCaches();
  cache = caches.open();
});
afterEach(async () => {
  await Promise.all(ingests.splice(0).map((ingest) => ingest.close()));
  cache.close();
  caches.remove();
});

describe('the ingest thread', () => {
  it('stores rows, takes the bytes from the calling thread, and returns records on request', async () => {
    const ingest = ingestOf(entry);
    const answer = list(signal('1'), signal('12345678901234567890'));
    const outcome = await ingest.run({ ...job, wantRecords: true }, answer);
    expect(answer.byteLength).toBe(0);
    expect(outcome).toMatchObject({ verdict: 'ok', records: 2, touched: ['signalsWorking', 'signalsAll'] });
    expect(outcome.signals?.map(({ serviceId }) => serviceId)).toEqual(['1', '12345678901234567890']);
    expect(cache.reader.signals('7', 9)).toHaveLength(2);
    await ingest.storeFailure({ systemId: '7', dataset: 'signalsWorking' }, 'cut');
    expect(cache.reader.datasets('7').signalsWorking).toEqual({ revision: 1, readAt: 9, failure: 'cut' });
  });

  it('stores that a full sync is under way until the sync has ended', async () => {
    const ingest = ingestOf(entry);
    await ingest.storeFullSync('7', 1_772_461_800);
    expect(cache.reader.fullSyncs()).toEqual([{ systemId: '7', since: 1_772_461_800 }]);
    await ingest.storeFullSync('7', null);
    expect(cache.reader.fullSyncs()).toEqual([]);
  });

  it('is replaced after a large answer, so that memory is released, and loses no job', async () => {
    const starts = join(caches.dataDir, 'starts');
    const countingWorker = join(caches.dataDir, 'counting.mjs');
    writeFileSync(
      countingWorker,
      `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(starts)}, 'x');
await import(${JSON.stringify(entry.href)});`,
    );
    const ingest = ingestOf(pathToFileURL(countingWorker));
    const big = bytes({ ok: '1', response: [signal('1')], padding: 'x'.repeat(16 * 1024 * 1024) });
    const small = () => ingest.run({ ...job, systemId: '8' }, list());
    await small();
    await small();
    expect(readFileSync(starts, 'utf8')).toBe('x');
    const outcomes = await Promise.all([ingest.run(job, big), small(), small()]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok']);
    expect((await small()).verdict).toBe('ok');
    expect(readFileSync(starts, 'utf8')).toBe('xx');
    expect(cache.reader.signals('7', 9)).toHaveLength(1);
  });

  it('does not block the calling thread while it reads 20,000 trades', async () => {
    const ingest = ingestOf(entry);
    await ingest.run(job, list());
    const answer = list(
      ...Array.from({ length: 20_000 }, (_, at) => trade(String(at + 1), { open_or_closed: 'closed' })),
    );
    let eventLoopTurns = 0;
    let longest = 0;
    let before = performance.now();
    const watch = setInterval(() => {
      eventLoopTurns += 1;
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 1);
    const outcome = await ingest.run({ ...job, dataset: 'trades' }, answer);
    clearInterval(watch);
    expect(outcome).toMatchObject({ verdict: 'ok', records: 20_000, changed: 20_000 });
    expect(eventLoopTurns, `longest turn ${longest} ms`).toBeGreaterThan(20);
    expect(cache.reader.newestTrades('7', { offset: 19_999, limit: 5 }).trades).toHaveLength(1);
  });

  it('fails the job of a crashed thread, and continues with another thread', async () => {
    const marker = `${caches.dataDir}/died`;
    const crashing = `${caches.dataDir}/crashing.mjs`;
    writeFileSync(
      crashing,
      `import { existsSync, writeFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       if (existsSync(${JSON.stringify(marker)})) await import(${JSON.stringify(entry.href)});
       else parentPort.on('message', ({ question: { kind } }) => {
         if (kind !== 'ingest') return;
         writeFileSync(${JSON.stringify(marker)}, '');
         process.exit(3);
       });`,
    );
    const ingest = ingestOf(pathToFileURL(crashing));
    expect(await ingest.run(job, list(signal('1')))).toMatchObject({ verdict: 'crashed', changed: 0 });
    expect(await ingest.run(job, list(signal('1')))).toMatchObject({ verdict: 'ok', changed: 1 });
  });

  const strategies = { ...job, dataset: 'strategies', systemId: '' } as const;
  const manyStrategies = (): Uint8Array<ArrayBuffer> =>
    list(
      ...Array.from({ length: 8_000 }, (_, at) => ({ system_id: String(at + 1), longDescription: 'x'.repeat(2_000) })),
    );
  /** Opens a damaged file that is too large to check at the start: a later job finds the damage. */
  const openDamaged = async (): Promise<void> => {
    const first = ingestOf(entry);
    expect(await first.run(strategies, manyStrategies())).toMatchObject({ verdict: 'ok', records: 8_000 });
    await first.close();
    cache.close();
    const content = readFileSync(caches.file);
    content.fill(0xa5, 4_096 * 40, 4_096 * 400);
    writeFileSync(caches.file, content);
    cache = caches.open();
  };

  it('rebuilds a cache that a read finds damaged while the thread ends after a large answer', async () => {
    const ends = join(caches.dataDir, 'ends');
    const slowToEnd = join(caches.dataDir, 'slow.mjs');
    writeFileSync(
      slowToEnd,
      `import { parentPort } from 'node:worker_threads';
       import { writeFileSync } from 'node:fs';
       const outcome = { verdict: 'ok', text: '', records: 0, bad: 0, changed: 0, unlisted: 0, problems: [],
         touched: [], signals: null, unreadable: [], damaged: false, diskFull: false, notRecorded: null };
       parentPort.on('message', ({ id, question }) => {
         if (question.kind === 'close') writeFileSync(${JSON.stringify(ends)}, '');
         setTimeout(() => parentPort.postMessage({ id, answer: { kind: 'outcome', outcome } }),
           question.kind === 'close' ? 200 : 0);
       });`,
    );
    const ingest = ingestOf(pathToFileURL(slowToEnd));
    const read = ingest.run(job, new Uint8Array(16 * 1024 * 1024));
    await vi.waitUntil(() => existsSync(ends));
    const db = new DatabaseSync(caches.file);
    db.exec(`INSERT INTO details VALUES ('1', 'no JSON')`);
    db.close();
    expect(cache.reader.details('1')).toBeNull();
    await read;
    await vi.waitUntil(() => cache.generation() === 1);
  });

  it('rebuilds a cache that is found damaged while writing, and stores the next answer', async () => {
    await openDamaged();
    const steps: string[] = [];
    const second = ingestOf(entry, {
      releaseFile: async () => {
        steps.push('let go');
      },
      rebuilt: () => steps.push(`rebuilt with ${cache.reader.strategies().length}`),
    });
    expect(await second.run(strategies, manyStrategies())).toMatchObject({ verdict: 'not-stored', damaged: true });
    expect(steps).toEqual(['let go', 'rebuilt with 0']);
    expect(cache.reader.strategiesState().readAt).toBeNull();
    expect(cache.reader.strategiesState().failure).toMatchObject({ code: 'dataset.lost', why: 'damaged' });
    expect(caches.notices).toEqual(['Stored data is being read again']);
    expect(await second.run(strategies, manyStrategies())).toMatchObject({ verdict: 'ok', records: 8_000 });
    expect(cache.reader.strategies()).toHaveLength(8_000);
  });

  it('tries again to quarantine a damaged cache that could not be renamed', async () => {
    await openDamaged();
    // A folder at the target path simulates a file that another program has open on Windows.
    const target = `${caches.file}.damaged-${caches.ports.clock.now()}`;
    mkdirSync(target);
    const ingest = ingestOf(entry);
    expect(await ingest.run(strategies, manyStrategies())).toMatchObject({ verdict: 'not-stored', damaged: true });
    expect(caches.notices).toEqual([]);
    rmdirSync(target);
    // The next read finds the damage again, and the file is quarantined now.
    expect(cache.reader.strategies()).toEqual([]);
    expect(await ingest.run(strategies, manyStrategies())).toMatchObject({ verdict: 'ok', records: 8_000 });
    expect(caches.notices).toEqual(['Stored data is being read again']);
    expect(cache.reader.strategies()).toHaveLength(8_000);
  });

  it('returns the records even if it cannot open the file, and opens the file for the next job', async () => {
    const ingest = ingestOf(entry);
    const movedFile = `${caches.file}.away`;
    renameSync(caches.file, movedFile);
    mkdirSync(caches.file);
    const outcome = await ingest.run({ ...job, wantRecords: true }, list(signal('1')));
    expect(outcome).toMatchObject({ verdict: 'not-stored', records: 1, signals: [{ serviceId: '1' }] });
    rmdirSync(caches.file);
    renameSync(movedFile, caches.file);
    expect(await ingest.run(job, list(signal('1')))).toMatchObject({ verdict: 'ok', changed: 1 });
    expect(cache.reader.signals('7', 9)).toHaveLength(1);
  });

  it('stores nothing after it was closed', async () => {
    const ingest = ingestOf(entry);
    await ingest.run(job, list());
    await ingest.close();
    expect(await ingest.run(job, bytes('{}'))).toMatchObject({ verdict: 'not-stored' });
  });
});
