import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '#contract/model/status.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { storeFailure } from '#core/cache/queries/readings.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from '#tests/unit/core/cache/temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const job = { systemId: '7', slice: null, wantRecords: false, renewsAge: true };
const revisions = (...datasets: readonly Dataset[]): number[] =>
  datasets.map((dataset) => cache.reader.datasets('7')[dataset].revision);

describe('the rows of an answer', () => {
  it.each<[Dataset, Dataset, Uint8Array]>([
    ['trades', 'tradesOpen', list(trade('1'))],
    ['tradesOpen', 'trades', list(trade('1'))],
    ['signalsWorking', 'signalsAll', list(signal('1'))],
    ['signalsAll', 'signalsWorking', list(signal('1'))],
    ['margin', 'margin', bytes({ ok: 1, cash: '5' })],
    ['details', 'margin', bytes({ ok: 1, response: { system_id: '7', marginEquityData: { cash: '5' } } })],
    ['equity', 'equity', bytes({ ok: 1, equity_data: [{ unix_timestamp: 1_772_461_860, strategy_raw: 2 }] })],
  ])('are announced by a revision although their reading time was not stored: %s', (dataset, other, answer) => {
    // The disk stores the rows but not the age: the second of two commits fails.
    db.exec(
      `CREATE TRIGGER ages_i BEFORE INSERT ON readings WHEN new.read_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    db.exec(
      `CREATE TRIGGER ages_u BEFORE UPDATE ON readings WHEN new.read_at IS NOT NULL BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    expect(ingestAnswer(db, { ...job, dataset, readAt: 10 }, answer)).toMatchObject({ verdict: 'not-stored' });
    db.exec('DROP TRIGGER ages_i; DROP TRIGGER ages_u');
    expect(revisions(dataset, other)).toEqual([1, 1]);
    expect(cache.reader.datasets('7')[dataset].readAt).toBeNull();
    expect(ingestAnswer(db, { ...job, dataset, readAt: 20 }, answer)).toMatchObject({ verdict: 'ok', changed: 0 });
    expect(revisions(dataset, other)).toEqual([1, 1]);
    expect(cache.reader.datasets('7')[dataset].readAt).toBe(20);
  });

  it('raise each revision by one per answer', () => {
    ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt: 10 }, list(trade('1'), trade('2')));
    ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt: 20 }, list(trade('3')));
    expect(revisions('trades', 'tradesOpen')).toEqual([2, 2]);
  });
});

describe('the account figures of the details', () => {
  const figures = (cash: string, updatedLastTimeET: string) => ({ cash, updatedLastTimeET });
  const readDetails = (readAt: number, marginEquityData: object) =>
    ingestAnswer(db, { ...job, dataset: 'details', readAt }, bytes({ ok: 1, response: { marginEquityData } }));

  it('replace no figures that the platform calculated later', () => {
    const margin = bytes({ ok: 1, ...figures('5', '2026-03-02 10:05:00') });
    ingestAnswer(db, { ...job, dataset: 'margin', readAt: 10 }, margin);
    readDetails(20, figures('4', '2026-03-02 10:00:00'));
    expect(cache.reader.margin('7')?.cash).toBe('5');
    readDetails(30, figures('6', '2026-03-02 10:05:00'));
    expect(cache.reader.margin('7')?.cash).toBe('6');
  });
});

describe('an answer that decides about an order', () => {
  const evidenceJob = { ...job, dataset: 'signalsWorking', wantRecords: true, readAt: 10 } as const;
  beforeEach(() => {
    // The cache cannot be written.
    for (const table of ['signals', 'readings'])
      db.exec(`CREATE TRIGGER no_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'I/O error'); END`);
  });

  it('returns its records even if they cannot be stored', () => {
    const outcome = ingestAnswer(db, evidenceJob, list(signal('1'), signal('2')));
    expect(outcome).toMatchObject({ verdict: 'not-stored', text: { code: 'read.not-stored' }, records: 2 });
    expect(outcome.signals?.map(({ serviceId }) => serviceId)).toEqual(['1', '2']);
  });

  it('proves nothing if it is a refusal', () => {
    const refusal = bytes({ ok: '0', error: { title: 'No' }, response: [] });
    expect(ingestAnswer(db, evidenceJob, refusal)).toMatchObject({ verdict: 'not-stored', signals: null });
  });
});

describe('a list of positions with an unreadable record', () => {
  it('is stored with its age, and the record is reported until every record can be read again', () => {
    const broken = { ...trade('2'), quant_closed: {} };
    const failure = () => cache.reader.datasets('7').tradesOpen.failure;
    ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt: 10 }, list(trade('1'), broken));
    expect(failure()).toEqual({ code: 'read.some-unreadable', bad: 1, total: 2, problems: ['trade: quant_closed'] });
    expect(cache.reader.datasets('7').tradesOpen.readAt).toBe(10);
    ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt: 20 }, list(trade('1'), trade('2')));
    expect(failure()).toBeNull();
  });

  it('remains partly read when a later read fails, until every record can be read', () => {
    const read = (readAt: number, answer: Uint8Array) =>
      ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt }, answer);
    read(10, list(trade('1'), { ...trade('2'), quant_closed: {} }));
    expect(cache.reader.hasUnreadableTrades('7')).toBe(true);
    read(20, bytes({ ok: '0', error: { title: 'Busy' } }));
    storeFailure(db, { systemId: '7', dataset: 'tradesOpen' }, { code: 'read.bad-answer' });
    expect(cache.reader.datasets('7').tradesOpen).toMatchObject({ readAt: 10, failure: { code: 'read.bad-answer' } });
    expect(cache.reader.hasUnreadableTrades('7')).toBe(true);
    read(30, list(trade('1'), trade('2')));
    expect(cache.reader.hasUnreadableTrades('7')).toBe(false);
  });

  it('is partly read if its only record cannot be read', () => {
    ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt: 10 }, list(trade('1')));
    ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt: 20 }, list({ ...trade('1'), quant_closed: {} }));
    expect(cache.reader.hasUnreadableTrades('7')).toBe(true);
    expect(cache.reader.datasets('7').tradesOpen.readAt).toBe(10);
  });

  it('removes an omitted position only if no unreadable record could be a trade of the position', () => {
    const openIds = () => cache.reader.positions('7').flatMap(({ tradeIds }) => tradeIds);
    const read = (readAt: number, ...trades: object[]) =>
      ingestAnswer(db, { ...job, dataset: 'tradesOpen', readAt }, list(...trades));
    read(10, trade('1'), trade('2'), trade('3'));
    read(20, trade('1'), { ...trade('2'), trade_id: {} });
    expect(openIds()).toEqual(['1', '2', '3']);
    read(30, trade('1'), { ...trade('2'), quant_closed: {} });
    expect(openIds()).toEqual(['1', '2']);
  });
});
