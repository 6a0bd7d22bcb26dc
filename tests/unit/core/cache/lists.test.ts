import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from '#core/cache/open-cache.ts';
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

const take = (dataset: IngestJob['dataset'], answer: Uint8Array, readAt = 50): IngestOutcome => {
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
  it('stand as the platform wrote them; absent members in any form are none', () => {
    take(
      'subscribers',
      subscribers(person('81'), person('82', { subscriber_personid: null, subscription_ended: '0' })),
    );
    expect(cache.reader.subscribers('7')).toEqual([
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
        listed: true,
      },
      expect.objectContaining({ subscriptionId: '82', personId: null, endedText: '' }),
    ]);
  });

  it('that a shorter list leaves out stay, and are no longer listed; one that comes back is listed again', () => {
    take('subscribers', subscribers(person('81'), person('82')));
    expect(take('subscribers', subscribers(person('82')))).toMatchObject({ changed: 2 });
    const listed = () => cache.reader.subscribers('7').map(({ subscriptionId, listed: is }) => [subscriptionId, is]);
    expect(listed()).toEqual([
      ['82', true],
      ['81', false],
    ]);
    take('subscribers', subscribers(person('81'), person('82')));
    expect(listed()).toEqual([
      ['81', true],
      ['82', true],
    ]);
  });

  it('are not said to have left where a record of the answer could not be read', () => {
    take('subscribers', subscribers(person('81'), person('82')));
    expect(take('subscribers', subscribers(person('82'), { nonsense: 1 }))).toMatchObject({ verdict: 'ok', bad: 1 });
    expect(cache.reader.subscribers('7').every(({ listed }) => listed)).toBe(true);
  });

  it('say nothing new when the answer says nothing new', () => {
    take('subscribers', subscribers(person('81')));
    expect(take('subscribers', subscribers(person('81')), 60)).toMatchObject({ changed: 0 });
    expect(cache.reader.datasets('7').subscribers).toEqual({ revision: 1, readAt: 60, failure: null });
  });

  it('stay, with the reason, where the platform refuses or answers something else', () => {
    take('subscribers', subscribers(person('81')));
    expect(take('subscribers', bytes({ ok: 1, response: 'none' }), 70)).toMatchObject({ verdict: 'bad-answer' });
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

  it('knows an active one from one that ended, and keeps those that left', () => {
    take('roster', list(entry('7'), entry('8', { isAlive: '0', recently_inactive_since: '1767225600' })));
    expect(cache.reader.roster()).toMatchObject([
      { systemId: '7', inactiveSince: null, alive: true, monthlyFee: '99', instruments: ['stocks'], listed: true },
      { systemId: '8', inactiveSince: 1_767_225_600, alive: false },
    ]);
    take('roster', list(entry('8')), 60);
    expect(cache.reader.roster().map(({ systemId, listed }) => [systemId, listed])).toEqual([
      ['8', true],
      ['7', false],
    ]);
    expect(cache.reader.rosterState()).toMatchObject({ readAt: 60, failure: null });
  });
});

describe('the target portfolio', () => {
  it('is kept as the last list that was sent, and an empty one is no list', () => {
    take('desired', list({ symbol: 'AAPL', typeofsymbol: 'stock', quant: '-40' }));
    expect(cache.reader.desired('7')).toEqual({
      kind: 'list',
      positions: [{ symbol: 'AAPL', instrument: 'stock', quantity: '-40' }],
    });
    expect(take('desired', list({ symbol: 'AAPL' }))).toMatchObject({ verdict: 'bad-answer' });
    expect(cache.reader.desired('7')).toMatchObject({ kind: 'list' });
    take('desired', list());
    expect(cache.reader.desired('7')).toBe('empty');
    expect(cache.reader.desired('8')).toBeNull();
  });
});

describe('the list of strategies', () => {
  it('keeps one that it leaves out behind the others, and says that it is no longer listed', () => {
    const one = (id: string) => ({ system_id: id, systemName: `Strategy ${id}` });
    const strategies = (answer: Uint8Array): void => {
      const job = { dataset: 'strategies', systemId: '', readAt: 9, slice: null, wantRecords: false } as const;
      expect(ingestAnswer(db, { ...job, renewsAge: true }, answer)).toMatchObject({ verdict: 'ok' });
    };
    const listed = () => cache.reader.strategies().map(({ systemId, listed: is }) => [systemId, is !== false]);
    strategies(list(one('7'), one('8')));
    strategies(list(one('8')));
    expect(listed()).toEqual([
      ['8', true],
      ['7', false],
    ]);
    strategies(list(one('7'), one('8')));
    expect(listed()).toEqual([
      ['7', true],
      ['8', true],
    ]);
  });
});
