import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { bytes } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const ingest = (people: unknown, readAt = 50) =>
  ingestAnswer(
    db,
    { dataset: 'people', systemId: '', readAt, slice: null, wantRecords: false, renewsAge: true },
    bytes({ ok: '1', people }),
  );

const person = (id: string, more: object = {}) => ({
  person_id: id,
  firstName: 'Ada',
  LastName: 'Ito',
  screenName: `ada${id}`,
  email: 'ada@example.com',
  created: '2021-04-11 12:00:00',
  deleted: '',
  current_software_license_list: [],
  current_strategy_subscription_list: [],
  current_strategies_owned_list: [],
  ...more,
});

const subscriptionWithFailedPayment = {
  systemname: 'Harbor',
  subscription_guid: '3',
  started_when: '2025-11-03 10:00:00',
  system_id: '7',
  ended_when: '',
  listPaymentRecords: [
    { payment_when: '2026-02-03 10:00:00', amount: '79', payment_method: 'card', status: 'failed' },
    { payment_when: '2026-01-03 10:00:00', amount: '79', payment_method: 'card', status: 'paid' },
  ],
};

it('the rows of people are summaries, and the record of a single person is complete', () => {
  ingest([
    person('1', { current_strategy_subscription_list: [subscriptionWithFailedPayment] }),
    person('2', { deleted: undefined }),
  ]);
  expect(cache.reader.personRows()).toMatchObject([
    { personId: '1', subscriptions: [{ endedAt: null, isLastPaymentFailed: true }], unreadable: 0, listed: true },
    { personId: '2', isDeletionUnknown: true, unreadable: 1 },
  ]);
  expect(cache.reader.person('1')).toMatchObject({ subscriptions: [{ payments: [{ status: 'failed' }, {}] }] });
  expect(cache.reader.person('9')).toBeNull();
  expect(cache.reader.peopleState()).toEqual({ revision: 1, readAt: 50, failure: null });
});

it('a person whom a shorter list omits remains stored as unlisted', () => {
  ingest([person('1'), person('2')]);
  const before = cache.reader.personRows();
  ingest([person('1'), person('2')], 60);
  expect(cache.reader.personRows()).toBe(before);
  ingest([person('2')], 70);
  expect(cache.reader.people().map(({ personId, listed }) => [personId, listed])).toEqual([
    ['2', true],
    ['1', false],
  ]);
});

it('records that cannot be read are reported, and every person remains listed', () => {
  ingest([person('1'), person('2')]);
  expect(ingest([person('2'), { nonsense: 1 }], 60)).toMatchObject({ verdict: 'ok', bad: 1 });
  expect(cache.reader.personRows().every(({ listed }) => listed)).toBe(true);
  expect(cache.reader.peopleState()).toMatchObject({ readAt: 60, failure: { code: 'read.some-unreadable' } });
  expect(ingest('none')).toMatchObject({ verdict: 'bad-answer' });
});
