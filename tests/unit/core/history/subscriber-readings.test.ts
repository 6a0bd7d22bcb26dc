import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Subscriber } from '#contract/model/people.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { openHistoryDatabase } from '#core/history/history-file.ts';
import { openHistory, type History } from '#core/history/open-history.ts';
import { maxReadings, pruneSubscribers, recordSubscribers } from '#core/history/subscriber-readings.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { bytes } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from '../cache/temporary-cache.ts';

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let db: DatabaseSync;
let history: History;
let pastDb: DatabaseSync;
const originalLimits = { ...maxReadings };

beforeEach(() => {
  caches = temporaryCaches();
  cache = caches.open();
  db = openDatabase(caches.file);
  history = openHistory({ ports: caches.ports, profileId: 'p', notify: () => undefined });
  pastDb = openHistoryDatabase(history.file ?? '');
});
afterEach(() => {
  Object.assign(maxReadings, originalLimits);
  pastDb.close();
  history.close();
  db.close();
  cache.close();
  caches.remove();
});

const person = (guid: string, more: object = {}) => ({
  subscription_guid: guid,
  subscription_status: 'current',
  subscription_started_date: '2025-02-14',
  subscription_ended: '',
  subscriber_personid: `9${guid}`,
  subscriber_first_name: 'Ada',
  subscriber_last_name: `No ${guid}`,
  recurring_next_billing_amount_default: '79.00',
  ...more,
});
const endedMembers = { subscription_status: 'ended', subscription_ended: '2026-01-09 16:00:00' };

/** Ingests an answer. Returns true if the history recorded the reading. */
function read(readAt: number, ...records: object[]): boolean {
  const answer = bytes({ ok: 1, response: { listSubscribers: records } });
  const job = {
    dataset: 'subscribers',
    systemId: '7',
    readAt,
    slice: null,
    wantRecords: false,
    renewsAge: true,
  } as const;
  const { bad } = ingestAnswer(db, job, answer);
  return recordSubscribers(pastDb, db, { systemId: '7', readAt, isWhole: bad === 0 });
}
const times = () => history.subscriberReadings('7').map(({ at }) => at);
const kinds = (from: number, to: number) =>
  history.subscriberChanges('7', from, to)?.map(({ kind, subscriptionId }) => `${kind} ${subscriptionId}`);

describe('readings of subscribers', () => {
  it('are stored with counts of subscriptions by kind of change: joined, left, status or other', () => {
    expect(read(1_000, person('1'), person('2'), person('3'), person('4', endedMembers))).toBe(true);
    expect(read(2_000, person('1'), person('2'), person('3'), person('4', endedMembers))).toBe(false);
    const billed = { recurring_next_billing_amount_default: '89.00' };
    const trial = { subscription_status: 'trial' };
    expect(read(3_000, person('1', endedMembers), person('2', trial), person('3', billed), person('5'))).toBe(true);
    expect(history.subscriberReadings('7')).toEqual([
      { at: 3_000, joined: 1, left: 1, status: 1, other: 2 },
      { at: 1_000, joined: 0, left: 0, status: 0, other: 0 },
    ]);
    const changes = history.subscriberChanges('7', 1_000, 3_000);
    const name = (guid: string) => ({ subscriptionId: guid, personId: `9${guid}`, name: `Ada No ${guid}` });
    expect(changes?.toSorted((a, b) => a.subscriptionId.localeCompare(b.subscriptionId))).toEqual([
      {
        ...name('1'),
        kind: 'left',
        values: [
          { member: 'status', before: 'current', after: 'ended' },
          { member: 'endedText', before: null, after: '2026-01-09 16:00:00' },
        ],
      },
      { ...name('2'), kind: 'status', values: [{ member: 'status', before: 'current', after: 'trial' }] },
      { ...name('3'), kind: 'other', values: [{ member: 'nextPayment', before: '79.00', after: '89.00' }] },
      { ...name('4'), kind: 'other', values: [{ member: 'listed', before: 'yes', after: 'no' }] },
      { ...name('5'), kind: 'joined', values: [] },
    ]);
    expect(kinds(3_000, 1_000)?.toSorted()).toEqual(['joined 1', 'left 5', 'other 3', 'other 4', 'status 2']);
    expect(history.subscriberChanges('7', 3_000, 3_000)).toEqual([]);
  });

  it('are not compared at a time without a reading', () => {
    read(1_000, person('1'));
    expect(history.subscriberChanges('7', 1_000, 2_000)).toBeNull();
    expect(history.subscriberChanges('8', 1_000, 1_000)).toBeNull();
  });

  it('count no subscription as left when a record of the answer cannot be read', () => {
    read(1_000, person('1'), person('2'));
    expect(read(2_000, person('2'), { nonsense: 1 })).toBe(false);
    expect(read(3_000, person('2'))).toBe(true);
    expect(kinds(1_000, 3_000)).toEqual(['left 1']);
  });

  it('continue when the cache is created again', () => {
    read(1_000, person('1'), person('2'));
    db.exec('DELETE FROM subscribers');
    expect(read(2_000, person('2'))).toBe(true);
    expect(kinds(1_000, 2_000)).toEqual(['left 1']);
    expect(history.subscriberChanges('7', 1_000, 2_000)?.[0]?.values).toEqual([
      { member: 'listed', before: 'yes', after: 'no' },
    ]);
  });

  it('in the same second are stored as two readings', () => {
    read(1_000, person('1'));
    read(1_000, person('1', endedMembers));
    expect(times()).toEqual([1_001, 1_000]);
  });

  it('show the steps of every subscription of a person, newest first', () => {
    const samePerson = { subscriber_personid: '44' };
    read(1_000, person('1', samePerson), person('2'));
    read(2_000, person('1', { ...samePerson, ...endedMembers }), person('2'));
    read(
      3_000,
      person('1', { ...samePerson, ...endedMembers }),
      person('3', { ...samePerson, subscription_status: 'trial' }),
    );
    const steps = (id: string) =>
      history
        .subscriberSteps('7', id)
        .map(({ at, kind, subscriptionId, status }) => [at, kind, subscriptionId, status]);
    expect(steps('3')).toEqual([
      [3_000, 'joined', '3', 'trial'],
      [2_000, 'left', '1', 'ended'],
      [1_000, 'seen', '1', 'current'],
    ]);
    expect(steps('1')).toEqual(steps('3'));
    expect(steps('2')).toEqual([
      [3_000, 'left', '2', 'current'],
      [1_000, 'seen', '2', 'current'],
    ]);
    expect(steps('9')).toEqual([]);
  });

  it('are limited by their number and by the number of their records', () => {
    Object.assign(maxReadings, { readings: 3, records: 5 });
    for (let at = 1; at <= 5; at += 1)
      read(at * 1_000, person('1', { subscription_status: `word ${at}` }), person('2'));
    expect(times()).toEqual([5_000, 4_000, 3_000]);
    expect(kinds(3_000, 5_000)).toEqual(['status 1']);
    const many = Array.from({ length: 4 }, (_, at) => person(`1${at}`));
    read(6_000, ...many);
    read(7_000, ...many.map((one) => ({ ...one, ...endedMembers })));
    expect(times()).toEqual([7_000, 6_000]);
    expect(kinds(6_000, 7_000)).toHaveLength(4);
  });

  it('differ exactly as the stored lists do, also after old readings are deleted', () => {
    const state = fc.constantFrom('absent', 'current', 'trial', 'ended', 'unpaid');
    const step = fc.record({ states: fc.array(state, { minLength: 4, maxLength: 4 }), hasBadRecord: fc.boolean() });
    let readAt = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), fc.nat(8), (steps, oldestKeptPlace) => {
        pastDb.exec('DELETE FROM subscriber_records; DELETE FROM subscriber_readings');
        db.exec('DELETE FROM subscribers');
        const lists = new Map<number, readonly Subscriber[]>();
        for (const { states, hasBadRecord } of steps) {
          readAt += 10;
          const records = states.flatMap((one, at) => (one === 'absent' ? [] : [person(`${at}`, recordOf(one))]));
          const isNew = read(readAt, ...records, ...(hasBadRecord ? [{ nonsense: 1 }] : []));
          if (isNew) lists.set(readAt, cache.reader.subscribers('7'));
        }
        const newest = times();
        expect(newest).toEqual([...lists.keys()].toReversed());
        const start = newest[Math.min(oldestKeptPlace, newest.length - 1)] ?? 0;
        pruneSubscribers(pastDb, start);
        const kept = times();
        expect(kept).toEqual(newest.filter((at) => at >= start));
        for (const from of kept)
          for (const to of kept) {
            const earlier = new Map(lists.get(from)?.map((one) => [one.subscriptionId, one]));
            const later = new Map(lists.get(to)?.map((one) => [one.subscriptionId, one]));
            const ids = [...new Set([...earlier.keys(), ...later.keys()])];
            expect(history.subscriberChanges('7', from, to)?.length).toBe(
              ids.filter((id) => laterText(earlier.get(id), later.get(id)) !== JSON.stringify(earlier.get(id))).length,
            );
            const joined = ids.filter((id) => isSubscribed(later.get(id)) && !isSubscribed(earlier.get(id)));
            const left = ids.filter(
              (id) => !isSubscribed(later.get(id)) && (isSubscribed(earlier.get(id)) || !earlier.has(id)),
            );
            const labels = (kind: string, members: readonly string[]) => members.map((id) => `${kind} ${id}`);
            const found = kinds(from, to)?.filter((text) => /^(joined|left)/.test(text));
            expect(found?.toSorted()).toEqual([...labels('joined', joined), ...labels('left', left)].toSorted());
          }
      }),
      { numRuns: 25 },
    );
  });
});

const isSubscribed = (one: Subscriber | undefined): boolean => one?.listed === true && one.endedText === '';
/** The later record as JSON. A subscription that is missing later is no longer listed. */
const laterText = (earlier: Subscriber | undefined, later: Subscriber | undefined): string =>
  JSON.stringify(later ?? { ...earlier, listed: false });
const recordOf = (state: string): object =>
  state === 'ended'
    ? endedMembers
    : state === 'unpaid'
      ? { recurring_billing_num_failed_transacts: '2' }
      : { subscription_status: state };
