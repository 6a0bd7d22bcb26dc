// The module of the threads that work on a cache file: one stores, one selects, and a temporary one
// makes or opens a review bundle. Large answers are decoded, checked and stored here, so that the
// thread that sends orders never waits for one. Only the storing thread writes to the file. Readers
// do not wait for it, because the database has a write-ahead log.
import { parentPort } from 'node:worker_threads';
import type { Text } from '#contract/message.ts';
import { runBundleStep } from '#core/bundle/run-bundle-step.ts';
import { clearCache } from '#core/cache/retention/clear-cache.ts';
import { isDamage, openDatabase, shrink, transaction } from '#core/sqlite/database.ts';
import { readEquity, type EquityKey } from '#core/cache/tables/equity-table.ts';
import { hasDiskSpace } from '#core/cache/file/has-disk-space.ts';
import { pruneSignals } from '#core/cache/retention/prune-signals.ts';
import { countRows, spareBytes } from '#core/cache/queries/stored-rows.ts';
import type { DatabaseSync } from 'node:sqlite';
import { storeFailure, storeFullSync } from '#core/cache/queries/readings.ts';
import type { ReportQuery } from '#core/report/report-query.ts';
import { reportFromCache } from '#core/report/report-from-cache.ts';
import { compareList, type ListToCompare } from '#core/trades/list-comparison.ts';
import { TradeSelector } from '#core/trades/trade-selector.ts';
import type { SelectRequest } from '#core/trades/trade-selection.ts';
import { ingestAnswer, notStored } from './ingest-answer.ts';
import { countReadings } from '#core/history/count-readings.ts';
import { pruneReadings } from '#core/history/prune-readings.ts';
import { countPictures } from '#core/notes/count-pictures.ts';
import { HistoryWriter } from '#core/history/history-writer.ts';
import { openHistoryDatabase } from '#core/history/history-file.ts';
import { clearSubscribers, pruneSubscribers, recordSubscribers } from '#core/history/subscriber-readings.ts';
import { emptyOutcome, type IngestJob, type IngestOutcome } from './ingest-job.ts';
import type {
  PruneLimits,
  StoreRequest,
  WorkerAnswer,
  WorkerQuestion,
  WorkerReply,
  WorkerRequest,
} from './worker-message.ts';

type Files = Pick<Extract<StoreRequest, { kind: 'open' }>, 'file' | 'history'>;

/** The files of this thread; null while it should have none open. */
let files: Files | null = null;
let db: DatabaseSync | null = null;
let pastReadings: { readonly db: DatabaseSync; readonly writer: HistoryWriter } | null = null;

const done = emptyOutcome('ok', '');

const store = (request: StoreRequest): IngestOutcome => {
  switch (request.kind) {
    case 'open':
      files = request;
      return open(request);
    case 'close':
      files = null;
      db?.close();
      pastReadings?.db.close();
      db = null;
      pastReadings = null;
      return done;
    case 'ingest':
      return ingest(request);
    case 'failure':
      if (db === null) return notOpen;
      storeFailure(db, request.reading, request.text);
      return done;
    case 'full-sync':
      if (db === null) return notOpen;
      storeFullSync(db, request.systemId, request.since);
      return done;
    case 'room':
      return db !== null && hasDiskSpace(db) ? done : notOpen;
    case 'prune':
      return db === null ? notOpen : { ...done, changed: prune(db, request.limits) };
    case 'shrink':
      if (pastReadings !== null) shrink(pastReadings.db);
      return done;
    case 'clear':
      return clear(request);
  }
};

const prune = (cache: DatabaseSync, { readingsBefore, signalsBefore, retainedIds }: PruneLimits): number => {
  const readings = pastReadings === null || readingsBefore === null ? 0 : pruneHistory(pastReadings.db, readingsBefore);
  if (readings > 0) return readings;
  return signalsBefore === null ? 0 : pruneSignals(cache, signalsBefore, retainedIds);
};

const pruneHistory = (history: DatabaseSync, before: number): number => {
  const readings = pruneReadings(history, before);
  return readings > 0 ? readings : transaction(history, () => pruneSubscribers(history, before));
};

const clear = ({ file, retainedIds, history }: Extract<StoreRequest, { kind: 'clear' }>): IngestOutcome => {
  if (file !== null) {
    const other = openDatabase(file);
    try {
      clearCache(other, retainedIds);
      return done;
    } finally {
      other.close();
    }
  }
  if (db === null || (history && pastReadings === null)) return notOpen;
  clearCache(db, retainedIds);
  if (!history || pastReadings === null) return done;
  const { db: readings } = pastReadings;
  transaction(readings, () => {
    readings.exec('DELETE FROM readings_of; DELETE FROM moments');
    clearSubscribers(readings);
  });
  shrink(pastReadings.db);
  // The writer caches what it wrote last, so it is replaced.
  pastReadings = { db: pastReadings.db, writer: new HistoryWriter(pastReadings.db) };
  return done;
};

const ingest = ({ job, bytes }: Extract<StoreRequest, { kind: 'ingest' }>): IngestOutcome =>
  db === null ? notOpen : withHistory(db, job, ingestAnswer(db, job, bytes));

/** The cache is open and accepts answers even if past readings cannot be written. */
const open = ({ file, history }: Files): IngestOutcome => {
  db = openDatabase(file);
  if (history === null) return done;
  try {
    const readings = openHistoryDatabase(history);
    pastReadings = { db: readings, writer: new HistoryWriter(readings) };
    return done;
  } catch (error) {
    return { ...done, notRecorded: reasonOf(error) };
  }
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown reason');

/**
 * Every reading of the account that changed something is recorded in the history. A failure there
 * does not affect the answer.
 */
const withHistory = (
  cache: DatabaseSync,
  { dataset, systemId, readAt, renewsAge }: IngestJob,
  outcome: IngestOutcome,
): IngestOutcome => {
  if (pastReadings === null || systemId === '' || !renewsAge || outcome.verdict !== 'ok') return outcome;
  try {
    // The first reading of subscribers is recorded even if it changes nothing in the cache.
    if (dataset === 'subscribers') {
      recordSubscribers(pastReadings.db, cache, { systemId, readAt, isWhole: outcome.bad === 0 });
    } else if (outcome.changed > 0) pastReadings.writer.record(cache, systemId, readAt);
    return outcome;
  } catch (error) {
    return { ...outcome, notRecorded: reasonOf(error) };
  }
};

const notOpen = emptyOutcome('not-stored', { code: 'store.not-open' });

/**
 * A file that could not be opened, for example because another program had it, is opened by a later
 * request. Returns why past readings cannot be recorded, else null.
 */
const openAgain = (): Text | null => (db === null && files !== null ? open(files).notRecorded : null);

const storeOrFail = (request: StoreRequest): IngestOutcome => {
  try {
    const notRecorded = request.kind === 'close' ? null : openAgain();
    const outcome = store(request);
    return notRecorded === null ? outcome : { ...outcome, notRecorded };
  } catch (error) {
    if (request.kind === 'ingest') return notStored(request.job, request.bytes, error);
    return emptyOutcome('not-stored', { code: 'store.not-written', reason: reasonOf(error) });
  }
};

const bug = (error: unknown): WorkerAnswer => ({
  kind: 'bug',
  text: error instanceof Error ? (error.stack ?? error.message) : 'thrown value',
});

/** Answers a query about the open cache, and reports damage that the query finds. */
const answerFromOpenCache = (ask: (cache: DatabaseSync) => WorkerAnswer): WorkerAnswer => {
  if (db === null) return { kind: 'outcome', outcome: notOpen };
  try {
    return ask(db);
  } catch (error) {
    if (isDamage(error))
      return { kind: 'outcome', outcome: emptyOutcome('not-stored', { code: 'store.damaged' }, true) };
    return bug(error);
  }
};

const report =
  (query: ReportQuery) =>
  (cache: DatabaseSync): WorkerAnswer => ({ kind: 'report', report: reportFromCache(cache, query) });

const countRowsAndPictures =
  (notes: readonly string[]) =>
  (cache: DatabaseSync): WorkerAnswer => ({
    kind: 'rows',
    rows: {
      cache: countRows(cache),
      spareBytes: spareBytes(cache),
      readings: pastReadings === null ? [] : countReadings(pastReadings.db),
      pictures: notes.map(countPictures),
    },
  });

const selector = new TradeSelector();

/** Damage and bugs become answers. */
const answerOrError = (make: () => WorkerAnswer): WorkerAnswer => {
  try {
    return make();
  } catch (error) {
    return isDamage(error) ? { kind: 'unread' } : bug(error);
  }
};

const select = (request: SelectRequest): WorkerAnswer => ({ kind: 'selected', selected: selector.select(request) });

/** The file is open only while it is read, so that a damaged one can be quarantined at any time. */
const readFrom = (file: string, make: (cache: DatabaseSync) => WorkerAnswer): WorkerAnswer => {
  const cache = openDatabase(file);
  try {
    return make(cache);
  } finally {
    cache.close();
  }
};

const equity =
  (key: EquityKey) =>
  (cache: DatabaseSync): WorkerAnswer => ({ kind: 'equity', curve: readEquity(cache, key) });

const compare =
  (listed: ListToCompare) =>
  (cache: DatabaseSync): WorkerAnswer => ({ kind: 'compared', compared: compareList(cache, listed) });

const answer = (request: Exclude<WorkerQuestion, { kind: 'bundle' }>): WorkerAnswer => {
  if (request.kind === 'report') return answerFromOpenCache(report(request.query));
  if (request.kind === 'rows') return answerFromOpenCache(countRowsAndPictures(request.notes));
  if (request.kind === 'select') return answerOrError(() => select(request.select));
  if (request.kind === 'equity') return answerOrError(() => readFrom(request.file, equity(request.key)));
  if (request.kind === 'compare-trades') return answerOrError(() => readFrom(request.file, compare(request.listed)));
  return { kind: 'outcome', outcome: storeOrFail(request) };
};

/** The buffers that are transferred instead of copied. */
const transfersOf = (made: WorkerAnswer): ArrayBuffer[] =>
  made.kind === 'selected' ? [made.selected.rowIds.buffer] : [];

const reply = (id: number, made: WorkerAnswer): void => {
  const message: WorkerReply = { id, answer: made };
  parentPort?.postMessage(message, transfersOf(made));
};

// In Electron a rejected promise would only print a warning. It must end this thread, as it does in
// Node.
process.on('unhandledRejection', (error) => {
  throw error;
});

parentPort?.on('message', ({ id, question }: WorkerRequest) => {
  if (question.kind !== 'bundle') return reply(id, answer(question));
  runBundleStep(question.step).then(
    (made) => reply(id, { kind: 'bundled', answer: made }),
    (error: unknown) => reply(id, bug(error)),
  );
});
