import type { DatabaseSync } from 'node:sqlite';
import type { Dataset } from '#contract/model/status.ts';
import type { Margin } from '#contract/model/strategy.ts';
import { writeBrokers } from '#core/cache/tables/brokers-table.ts';
import { writeDesired } from '#core/cache/tables/desired-table.ts';
import { writeList } from '#core/cache/tables/listed-records.ts';
import { writeEquity, writeEquityScale } from '#core/cache/tables/equity-table.ts';
import { writePeople } from '#core/cache/tables/people-table.ts';
import { signalHashes } from '#core/cache/tables/row-hashes.ts';
import { variantReading, bumpRevision, signalLists } from '#core/cache/queries/readings.ts';
import { unlistSliceSignals, unlistWorkingSignals, writeSignals } from '#core/cache/tables/signals-table.ts';
import { addSlice } from '#core/cache/tables/slices.ts';
import { readMargin, writeDetails, writeMargin, writeStrategies } from '#core/cache/tables/strategies-table.ts';
import { newYorkInstant } from '#core/platform/new-york-time.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import { parseDesired, parseDesiredTerms } from '#core/platform/parse/desired.ts';
import { parseEquity } from '#core/platform/parse/equity.ts';
import { parseRoster, parseSubscribers } from '#core/platform/parse/people.ts';
import { parsePeople } from '#core/platform/parse/person.ts';
import { possiblyListedIds, writeUnreadable } from '#core/cache/tables/unreadable-table.ts';
import { parseSignals, type ParsedSignals } from '#core/platform/parse/signal.ts';
import { parseDetails, parseMargin, parseStrategies } from '#core/platform/parse/strategy.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import type { IngestJob } from './ingest-job.ts';
import { storeHashedRows, storeRows } from './store-rows.ts';
import { storeTrades } from './store-trades.ts';
import { storedAnswer, type StoredAnswer } from './stored-answer.ts';

/** The maximum number of signals that one transaction writes. */
const chunkRows = 4_000;

/**
 * Parses an answer that was classified as successful, and stores it. Returns null if the answer
 * does not have the shape of its command.
 */
export const storeAnswer = (db: DatabaseSync, job: IngestJob, body: JsonObject): StoredAnswer | null => {
  switch (job.dataset) {
    case 'strategies':
      return storeStrategies(db, body);
    case 'details':
      return storeDetails(db, job, body);
    case 'margin':
      return storeMargin(db, job, body);
    case 'signalsWorking':
    case 'signalsAll':
      return storeSignals(db, job, body);
    case 'tradesOpen':
    case 'trades':
      return storeTrades(db, job, body);
    case 'equity':
      return storeEquity(db, job, body);
    case 'desired':
      return storeDesired(db, job, body);
    case 'subscribers':
      return storeSubscribers(db, job, body);
    case 'brokers':
      return storeBrokers(db, job, body);
    case 'roster':
      return storeRoster(db, body);
    case 'people':
      return storePeople(db, body);
  }
};

const storeStrategies = (db: DatabaseSync, body: JsonObject): StoredAnswer | null => {
  const parsed = parseStrategies(body['response']);
  if (parsed === null) return null;
  const isWhole = parsed.bad === 0;
  const changed = storeRows(db, '', ['strategies'], () => Number(writeStrategies(db, parsed.items, isWhole)));
  return storedAnswer({ ...badAndProblems(parsed), records: parsed.items.length, changed });
};

const storeDetails = (db: DatabaseSync, { systemId, readAt }: IngestJob, body: JsonObject): StoredAnswer | null => {
  const details = parseDetails(body['response'], systemId);
  if (details === null) return null;
  const margin = newerMargin(db, body['response'], systemId);
  const alsoTouched: Dataset[] = [];
  const changed = storeRows(db, systemId, ['details'], () => {
    if (margin !== null && writeMargin(db, systemId, margin)) alsoTouched.push('margin');
    for (const dataset of alsoTouched) bumpRevision(db, { systemId, dataset });
    return Number(writeDetails(db, details, readAt)) + alsoTouched.length;
  });
  return storedAnswer({ records: 1, changed, alsoTouched });
};

/**
 * The account figures of the details, which are as good as those read separately. Null if the
 * platform calculated them before the stored ones: the age of those would be wrong for them.
 */
const newerMargin = (db: DatabaseSync, details: unknown, systemId: string): Margin | null => {
  const margin = isRecord(details) ? parseMargin(details['marginEquityData'], systemId) : null;
  const updatedAt = newYorkInstant(margin?.updatedText ?? '')?.seconds ?? Infinity;
  const storedAt = newYorkInstant(readMargin(db, systemId)?.updatedText ?? '')?.seconds ?? -Infinity;
  return updatedAt < storedAt ? null : margin;
};

const storeMargin = (db: DatabaseSync, { systemId }: IngestJob, body: JsonObject): StoredAnswer | null => {
  const margin = parseMargin(body, systemId);
  if (margin === null) return null;
  const changed = storeRows(db, systemId, ['margin'], () => Number(writeMargin(db, systemId, margin)));
  return storedAnswer({ records: 1, changed });
};

const storeSignals = (db: DatabaseSync, job: IngestJob, body: JsonObject): StoredAnswer | null => {
  const parsed = parseSignals(body['response'], job.systemId);
  if (parsed === null) return null;
  const { systemId } = job;
  const isWorking = job.dataset === 'signalsWorking';
  const store = (write: () => number): number =>
    storeHashedRows(db, systemId, signalLists, { hashes: signalHashes, write });
  let changed = 0;
  for (const part of chunks(parsed.items)) changed += store(() => writeSignals(db, systemId, part, isWorking));
  const readIds = parsed.items.map(({ serviceId }) => serviceId);
  changed += store(() => Number(storeUnreadable(db, job, parsed, readIds)));
  // A signal that seems missing may be an unreadable record. It is then not marked as unlisted.
  const unlisted = store(() =>
    markUnlisted(db, job, [...readIds, ...possiblyListedIds(db, systemId, readIds, parsed.unreadable)]),
  );
  return storedAnswer({
    ...badAndProblems(parsed),
    unlisted,
    records: parsed.items.length,
    changed: changed + unlisted,
    signals: job.wantRecords ? parsed.items : [],
    unreadable: parsed.unreadable,
    alsoTouched: changed + unlisted === 0 ? [] : [isWorking ? 'signalsAll' : 'signalsWorking'],
  });
};

/**
 * Unreadable records of `signalsAll` without a slice are not stored: nothing would ever replace
 * them.
 */
const storeUnreadable = (
  db: DatabaseSync,
  { systemId, dataset, slice }: IngestJob,
  { items, bad, unreadable }: ParsedSignals,
  readIds: readonly string[],
): boolean => {
  if (dataset !== 'signalsWorking' && slice === null) return false;
  return writeUnreadable(db, { systemId, slice, listedCount: items.length + bad, readIds }, unreadable);
};

/** `listed`: service ids that are in the list, or may be. */
const markUnlisted = (db: DatabaseSync, job: IngestJob, listed: readonly string[]): number => {
  const { systemId, dataset, slice, readAt } = job;
  if (dataset === 'signalsWorking') return unlistWorkingSignals(db, systemId, listed);
  if (slice === null) return 0;
  addSlice(db, systemId, slice, readAt);
  return unlistSliceSignals(db, systemId, slice, listed);
};

const storeEquity = (db: DatabaseSync, job: IngestJob, body: JsonObject): StoredAnswer | null => {
  const { systemId, variant = '', readAt } = job;
  const parsed = parseEquity(body, systemId);
  if (parsed === null) return null;
  const key = { systemId, plan: variant };
  // The points that seem missing may be the unreadable ones.
  const completeAt = parsed.bad === 0 ? readAt : null;
  const changed = storeRows(
    db,
    systemId,
    [variantReading(systemId, 'equity', variant).dataset],
    () => writeEquity(db, key, parsed.points, completeAt) + Number(writeEquityScale(db, key, parsed.indexScale)),
  );
  return storedAnswer({ ...badAndProblems(parsed), records: parsed.points.length, changed });
};

const storeDesired = (db: DatabaseSync, { systemId }: IngestJob, body: JsonObject): StoredAnswer | null => {
  const list = parseDesired(body);
  if (list === null) return null;
  const terms = parseDesiredTerms(body);
  const changed = storeRows(db, systemId, ['desired'], () => Number(writeDesired(db, systemId, list, terms)));
  return storedAnswer({ records: 1, changed });
};

const storeSubscribers = (db: DatabaseSync, { systemId }: IngestJob, body: JsonObject): StoredAnswer | null => {
  const parsed = parseSubscribers(body['response']);
  if (parsed === null) return null;
  const items = parsed.items.map((item) => ({ id: item.subscriptionId, item }));
  const changed = storeRows(db, systemId, ['subscribers'], () =>
    writeList(db, 'subscribers', systemId, items, parsed.bad === 0),
  );
  return storedAnswer({ ...badAndProblems(parsed), records: items.length, changed });
};

const storeBrokers = (
  db: DatabaseSync,
  { systemId, variant = '' }: IngestJob,
  body: JsonObject,
): StoredAnswer | null => {
  const parsed = parseBrokers(body['success'], { systemId, personId: variant === '' ? null : variant });
  if (parsed === null) return null;
  const choices = parsed.choices.items;
  // Windows watch only the dataset `brokers`, so the list of one person changes the revision of
  // `brokers` too.
  const touched = new Set(['brokers' as const, variantReading(systemId, 'brokers', variant).dataset]);
  const changed = storeRows(db, systemId, [...touched], () =>
    Number(writeBrokers(db, { systemId, personId: variant }, { ...parsed, choices })),
  );
  return storedAnswer({ ...badAndProblems(parsed.choices), records: choices.length, changed });
};

/** The strategies that people can subscribe to (platform-api "getSystemRoster"). */
const storeRoster = (db: DatabaseSync, body: JsonObject): StoredAnswer | null => {
  const parsed = parseRoster(body['response']);
  if (parsed === null) return null;
  const items = parsed.items.map((item) => ({ id: item.systemId, item }));
  const changed = storeRows(db, '', ['roster'], () => writeList(db, 'roster', '', items, parsed.bad === 0));
  return storedAnswer({ ...badAndProblems(parsed), records: items.length, changed });
};

/** The list is in `people`, not in `response` (platform-api "listAllPeople"). */
const storePeople = (db: DatabaseSync, body: JsonObject): StoredAnswer | null => {
  const parsed = parsePeople(body['people']);
  if (parsed === null) return null;
  const changed = storeRows(db, '', ['people'], () => writePeople(db, parsed.items, parsed.bad === 0));
  return storedAnswer({ ...badAndProblems(parsed), records: parsed.items.length, changed });
};

const chunks = function* <Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += chunkRows) yield items.slice(at, at + chunkRows);
};

/** The number of records that could not be read, and what could not be read in them. */
const badAndProblems = ({
  bad,
  problems,
}: Pick<StoredAnswer, 'bad' | 'problems'>): Pick<StoredAnswer, 'bad' | 'problems'> => ({
  bad,
  problems,
});
