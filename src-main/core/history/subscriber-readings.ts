import type { DatabaseSync } from 'node:sqlite';
import { Compile } from 'typebox/compile';
import { Subscriber } from '#contract/model/people.ts';
import type {
  SubscriberChange,
  SubscriberChangeKind,
  SubscriberReading,
  SubscriberStep,
} from '#contract/model/subscriber-changes.ts';
import { transaction } from '#core/sqlite/database.ts';
import { flag, number, text, textOrNull, type Row } from '#core/sqlite/row.ts';
import { changeOf, compareSubscribers } from './compare-subscribers.ts';

const isSubscriber = Compile(Subscriber);

/** The maximum numbers of readings per strategy, and of subscription records in these readings. */
export const maxReadings = { readings: 400, records: 60_000 };

/**
 * A reading that the cache already contains. `isWhole`: every record of its answer could be read.
 */
type Reading = { readonly systemId: string; readonly readAt: number; readonly isWhole: boolean };

/** A subscription as stored: the JSON of its record without `listed`. */
type Stored = { readonly record: string; readonly listed: boolean };

/** Records what differs from the previous reading. Returns true when anything differs. */
export function recordSubscribers(past: DatabaseSync, cache: DatabaseSync, reading: Reading): boolean {
  const { systemId, readAt, isWhole } = reading;
  const lastAt = newestAt(past, systemId);
  const last = lastAt === null ? new Map<string, Stored>() : storedAt(past, systemId, lastAt);
  const changed = changedSubscriptions(last, cachedSubscribers(cache, systemId), isWhole);
  const current = subscribersOf(changed, changed.keys());
  const changes = compareSubscribers(subscribersOf(last, changed.keys()), current);
  if (lastAt !== null && changes.length === 0) return false;
  // Later than the last reading, so that two readings of the same second stay two readings.
  const at = lastAt === null ? readAt : Math.max(readAt, lastAt + 1);
  const count = (kind: SubscriberChangeKind) =>
    lastAt === null ? 0 : changes.filter((one) => one.kind === kind).length;
  transaction(past, () => {
    const write = past.prepare('INSERT INTO subscriber_records VALUES (?, ?, ?, ?, ?, ?)');
    for (const [id, { record, listed }] of changed) {
      write.run(systemId, id, at, current.get(id)?.personId ?? null, Number(listed), record);
    }
    past
      .prepare('INSERT INTO subscriber_readings VALUES (?, ?, ?, ?, ?, ?)')
      .run(systemId, at, count('joined'), count('left'), count('status'), count('other'));
    limitReadings(past, systemId);
  });
  return true;
}

const isSame = (one: Stored | undefined, other: Stored | undefined): boolean =>
  one?.record === other?.record && one?.listed === other?.listed;

/** A subscription that is missing from a whole answer and from the cache is no longer listed. */
function changedSubscriptions(
  last: ReadonlyMap<string, Stored>,
  cached: ReadonlyMap<string, Stored>,
  isWhole: boolean,
): Map<string, Stored> {
  const changed = new Map([...cached].filter(([id, stored]) => !isSame(last.get(id), stored)));
  if (isWhole) {
    for (const [id, stored] of last)
      if (stored.listed && !cached.has(id)) changed.set(id, { ...stored, listed: false });
  }
  return changed;
}

/** The readings with changes, newest first. */
export const readSubscriberReadings = (past: DatabaseSync, systemId: string, limit = -1): SubscriberReading[] =>
  past
    .prepare('SELECT * FROM subscriber_readings WHERE system_id = ? ORDER BY read_at DESC LIMIT ?')
    .all(systemId, limit)
    .map((row) => ({
      at: number(row, 'read_at'),
      joined: number(row, 'joined'),
      left: number(row, 'departed'),
      status: number(row, 'status'),
      other: number(row, 'other'),
    }));

/** Null unless both are times of retained readings. */
export function readSubscriberChanges(
  past: DatabaseSync,
  systemId: string,
  from: number,
  to: number,
): SubscriberChange[] | null {
  const times = new Set(readSubscriberReadings(past, systemId).map(({ at }) => at));
  if (!times.has(from) || !times.has(to)) return null;
  const [before, after] = [storedAt(past, systemId, from), storedAt(past, systemId, to)];
  const ids = [...new Set([...after.keys(), ...before.keys()])].filter((id) => !isSame(before.get(id), after.get(id)));
  return compareSubscribers(subscribersOf(before, ids), subscribersOf(after, ids));
}

/** Every step of the subscriptions of one person, newest first. */
export function readSubscriberSteps(past: DatabaseSync, systemId: string, subscriptionId: string): SubscriberStep[] {
  const first = Number(
    past.prepare('SELECT min(read_at) AS at FROM subscriber_readings WHERE system_id = ?').get(systemId)?.['at'] ?? 0,
  );
  const rows = past
    .prepare(
      `SELECT subscription_id, read_at, listed, record FROM subscriber_records WHERE system_id = ?1
       AND (subscription_id = ?2 OR person_id IN (
         SELECT person_id FROM subscriber_records WHERE system_id = ?1 AND subscription_id = ?2))
       ORDER BY subscription_id, read_at`,
    )
    .all(systemId, subscriptionId);
  const steps: SubscriberStep[] = [];
  let before: Subscriber | undefined;
  for (const row of rows) {
    const current = parsed(storedOf(row));
    if (current === undefined) continue;
    const at = number(row, 'read_at');
    const earlier = before?.subscriptionId === current.subscriptionId ? before : undefined;
    const change = changeOf(earlier, current);
    const kind = earlier === undefined && at <= first ? 'seen' : change?.kind;
    if (change !== null && kind !== undefined)
      steps.push({ ...change, at: Math.max(at, first), kind, status: current.status });
    before = current;
  }
  return steps.toSorted((one, other) => other.at - one.at);
}

/**
 * Deletes the readings that are older than the last one up to `before` (unix seconds). Returns the
 * number of deleted rows.
 */
export const pruneSubscribers = (past: DatabaseSync, before: number): number =>
  past
    .prepare('SELECT system_id, max(read_at) AS at FROM subscriber_readings WHERE read_at <= ? GROUP BY system_id')
    .all(before)
    .reduce((deleted, row) => deleted + deleteBefore(past, text(row, 'system_id'), number(row, 'at')), 0);

export const clearSubscribers = (past: DatabaseSync): void => {
  past.exec('DELETE FROM subscriber_records; DELETE FROM subscriber_readings');
};

function limitReadings(past: DatabaseSync, systemId: string): void {
  const times = readSubscriberReadings(past, systemId).map(({ at }) => at);
  const oldest = times[Math.min(times.length, maxReadings.readings) - 1];
  if (oldest !== undefined && times.length > maxReadings.readings) deleteBefore(past, systemId, oldest);
  const count = past.prepare('SELECT count(*) AS rows FROM subscriber_records WHERE system_id = ?');
  const remaining = times.slice(0, maxReadings.readings);
  // The newest two remain, because they are compared.
  while (remaining.length > 2 && Number(count.get(systemId)?.['rows']) > maxReadings.records) {
    remaining.pop();
    deleteBefore(past, systemId, remaining.at(-1) ?? 0);
  }
}

/**
 * The reading at this time becomes the oldest one. Only records that were replaced by then are
 * deleted.
 */
function deleteBefore(past: DatabaseSync, systemId: string, at: number): number {
  const records = past
    .prepare(
      `DELETE FROM subscriber_records AS old WHERE system_id = ?1 AND read_at <= ?2 AND EXISTS (
         SELECT 1 FROM subscriber_records AS newer WHERE newer.system_id = old.system_id
         AND newer.subscription_id = old.subscription_id AND newer.read_at > old.read_at AND newer.read_at <= ?2)`,
    )
    .run(systemId, at).changes;
  const readings = past
    .prepare('DELETE FROM subscriber_readings WHERE system_id = ? AND read_at < ?')
    .run(systemId, at).changes;
  return Number(records) + Number(readings);
}

function newestAt(past: DatabaseSync, systemId: string): number | null {
  const at = past.prepare('SELECT max(read_at) AS at FROM subscriber_readings WHERE system_id = ?').get(systemId)?.[
    'at'
  ];
  return typeof at === 'number' ? at : null;
}

/**
 * With max(), SQLite takes the other columns from the row with the maximum: the last record up to
 * `at`.
 */
const storedAt = (past: DatabaseSync, systemId: string, at: number): Map<string, Stored> =>
  new Map(
    past
      .prepare(
        `SELECT subscription_id, listed, record, max(read_at) AS at FROM subscriber_records
         WHERE system_id = ? AND read_at <= ? GROUP BY subscription_id`,
      )
      .all(systemId, at)
      .map((row) => [text(row, 'subscription_id'), storedOf(row)]),
  );

const cachedSubscribers = (cache: DatabaseSync, systemId: string): Map<string, Stored> =>
  new Map(
    cache
      .prepare('SELECT item_id, listed, record FROM subscribers WHERE system_id = ? ORDER BY place, item_id')
      .all(systemId)
      .map((row) => [text(row, 'item_id'), storedOf(row)]),
  );

const storedOf = (row: Row): Stored => ({ record: textOrNull(row, 'record') ?? 'null', listed: flag(row, 'listed') });

/** A record in the form of an older version is left out. */
function parsed({ record, listed }: Stored): Subscriber | undefined {
  const value: unknown = JSON.parse(record);
  const found: unknown = typeof value === 'object' ? { ...value, listed } : null;
  return isSubscriber.Check(found) ? found : undefined;
}

const subscribersOf = (stored: ReadonlyMap<string, Stored>, ids: Iterable<string>): Map<string, Subscriber> =>
  new Map(
    [...ids].flatMap((id) => {
      const one = stored.get(id);
      const found = one === undefined ? undefined : parsed(one);
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
