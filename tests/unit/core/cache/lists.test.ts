import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob, IngestOutcome } from '#core/ingest/ingest-job.ts';
import { bytes, list } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const ingest = (dataset: IngestJob['dataset'], answer: Uint8Array, readAt = 50): IngestOutcome => {
  const systemId = dataset === 'roster' ? '' : '7';
  return ingestAnswer(db, { dataset, systemId, readAt, slice: null, wantRecords: false, renewsAge: true }, answer);
};
const subscribers = (...records: object[]): Uint8Array => bytes({ ok: 1, response: { listSubscribers: records } });
const person = (guid: string, more: object = {}) => ({
  subscription_guid: guid,
  subscription_status: 'current',
  subscription_started_date: '2025-02-14',
  subscription_ended: '',
  subscriber_personid: 4411,
  subscriber_first_name: 'Sinéad ',
  subscriber_last_name: "O'Neill & Sons",
  subscriber_country: '',
  subscriber_countrycode: 'IE',
  isPrivateSubManagement: '0',
  ...more,
});

describe('subscribers', () => {
  it('are stored with the texts of the platform, and a member without a value is empty or null', () => {
    ingest(
      'subscribers',
      subscribers(person('81'), person('82', { subscriber_personid: null, subscription_ended: '0' })),
    );
    expect(cache.reader.subscribers('7')).toMatchObject([
      {
        subscriptionId: '81',
        personId: '4411',
        name: "Sinéad O'Neill & Sons",
        email: '',
        country: 'IE',
        status: 'current',
        startedText: '2025-02-14',
        endedText: '',
        isPrivate: false,
        terms: { countryCode: 'IE', customId: null, failedPayments: null },
        listed: true,
      },
      { subscriptionId: '82', personId: null, endedText: '' },
    ]);
  });

  it('become unlisted in a shorter list and listed again when they return', () => {
    ingest('subscribers', subscribers(person('81'), person('82')));
    expect(ingest('subscribers', subscribers(person('82')))).toMatchObject({ changed: 2 });
    const listed = () => cache.reader.subscribers('7').map((row) => [row.subscriptionId, row.listed]);
    expect(listed()).toEqual([
      ['82', true],
      ['81', false],
    ]);
    ingest('subscribers', subscribers(person('81'), person('82')));
    expect(listed()).toEqual([
      ['81', true],
      ['82', true],
    ]);
  });

  it('remain listed when a record of the answer cannot be read', () => {
    ingest('subscribers', subscribers(person('81'), person('82')));
    expect(ingest('subscribers', subscribers(person('82'), { nonsense: 1 }))).toMatchObject({ verdict: 'ok', bad: 1 });
    expect(cache.reader.subscribers('7').every(({ listed }) => listed)).toBe(true);
  });

  it('do not change when the answer repeats them', () => {
    ingest('subscribers', subscribers(person('81')));
    expect(ingest('subscribers', subscribers(person('81')), 60)).toMatchObject({ changed: 0 });
    expect(cache.reader.datasets('7').subscribers).toEqual({ revision: 1, readAt: 60, failure: null });
  });

  it.each([
    ['has no list', { ok: 1, response: 'none' }, 'bad-answer'],
    ['is a refusal', { ok: '0', error: { title: 'No', message: 'Not yours' } }, 'refused'],
  ])('remain, with the reason of the failure, when an answer %s', (_what, answer, verdict) => {
    ingest('subscribers', subscribers(person('81')));
    expect(ingest('subscribers', bytes(answer), 70)).toMatchObject({ verdict });
    expect(cache.reader.subscribers('7')).toHaveLength(1);
    expect(cache.reader.datasets('7').subscribers.failure).not.toBeNull();
  });
});

describe('the roster', () => {
  const entry = (id: string, more: object = {}) => ({
    system_id: id,
    system_name: `Strategy <${id}>`,
    created_when: '2019-04-01',
    recently_inactive_since: '0',
    trades_stocks: '1',
    trades_futures: null,
    monthlyFee: 99,
    isAlive: '1',
    ...more,
  });

  it('distinguishes active from ended strategies, and retains unlisted ones', () => {
    ingest('roster', list(entry('7'), entry('8', { isAlive: '0', recently_inactive_since: '1767225600' })));
    expect(cache.reader.roster()).toMatchObject([
      { systemId: '7', inactiveSince: null, alive: true, monthlyFee: '99', instruments: ['stocks'], listed: true },
      { systemId: '8', inactiveSince: 1_767_225_600, alive: false },
    ]);
    ingest('roster', list(entry('8')), 60);
    expect(cache.reader.roster().map(({ systemId, listed }) => [systemId, listed])).toEqual([
      ['8', true],
      ['7', false],
    ]);
    expect(cache.reader.rosterState()).toMatchObject({ readAt: 60, failure: null });
  });
});

describe('the target list', () => {
  it('is stored as the platform reports it, and an empty list differs from a missing list', () => {
    ingest('desired', list({ symbol: 'AAPL', typeofsymbol: 'stock', quant: '-40' }));
    expect(cache.reader.desired('7')).toEqual({
      kind: 'list',
      positions: [{ symbol: 'AAPL', instrument: 'stock', quantity: '-40' }],
    });
    expect(cache.reader.desiredTerms('7')).toEqual([]);
    expect(ingest('desired', list({ symbol: 'AAPL' }))).toMatchObject({ verdict: 'bad-answer' });
    expect(cache.reader.desired('7')).toMatchObject({ kind: 'list' });
    ingest('desired', list());
    expect(cache.reader.desired('7')).toBe('empty');
    expect(cache.reader.desired('8')).toBeNull();
  });

  it('has the terms of its options stored beside it', () => {
    const option = { symbol: 'SPXW2519L6850', typeofsymbol: 'option', quant: '5' };
    ingest('desired', list({ ...option, underlying: 'SPXW', strike: '6850', putcall: 'call', expir: 'Dec25' }));
    expect(cache.reader.desired('7')).toEqual({
      kind: 'list',
      positions: [{ symbol: 'SPXW2519L6850', instrument: 'option', quantity: '5' }],
    });
    expect(cache.reader.desiredTerms('7')).toEqual([
      {
        symbol: 'SPXW2519L6850',
        option: { underlying: 'SPXW', strike: '6850', side: 'call', expires: 'Dec25' },
      },
    ]);
    ingest('desired', list(option));
    expect(cache.reader.desiredTerms('7')).toEqual([]);
  });
});

describe('the list of strategies', () => {
  const strategyRecord = (id: string | null) => ({ system_id: id, systemName: `Strategy ${id}` });
  const ingestStrategies = (answer: Uint8Array): void => {
    const job = { dataset: 'strategies', systemId: '', readAt: 9, slice: null, wantRecords: false } as const;
    expect(ingestAnswer(db, { ...job, renewsAge: true }, answer)).toMatchObject({ verdict: 'ok' });
  };
  const listed = () => cache.reader.strategies().map((row) => [row.systemId, row.listed !== false]);

  it('moves a missing strategy to the end and marks it unlisted', () => {
    ingestStrategies(list(strategyRecord('7'), strategyRecord('8')));
    ingestStrategies(list(strategyRecord('8')));
    expect(listed()).toEqual([
      ['8', true],
      ['7', false],
    ]);
    ingestStrategies(list(strategyRecord('7'), strategyRecord('8')));
    expect(listed()).toEqual([
      ['7', true],
      ['8', true],
    ]);
  });

  it('marks no strategy unlisted when a record of the answer cannot be read', () => {
    ingestStrategies(list(strategyRecord('7'), strategyRecord('8')));
    ingestStrategies(list(strategyRecord('7'), strategyRecord(null)));
    expect(listed()).toEqual([
      ['7', true],
      ['8', true],
    ]);
    ingestStrategies(list(strategyRecord('7')));
    expect(listed()).toEqual([
      ['7', true],
      ['8', false],
    ]);
  });
});
