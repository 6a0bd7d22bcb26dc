import type { Message, Text } from '#contract/message.ts';
import type { DatabaseSync } from 'node:sqlite';
import { isDamage, isFull } from '#core/sqlite/database.ts';
import {
  markPartlyRead,
  variantReading,
  storeFailure,
  storeReadTime,
  type ReadingKey,
} from '#core/cache/queries/readings.ts';
import { envelopeText, noAccessTitle, readEnvelope, type Envelope } from '#core/platform/envelope.ts';
import { parseSignals, type ParsedSignals } from '#core/platform/parse/signal.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';
import { emptyOutcome, type IngestJob, type IngestOutcome } from './ingest-job.ts';
import { storeAnswer } from './store-answer.ts';
import type { StoredAnswer } from './stored-answer.ts';

const unreadableAnswer: Message = { code: 'read.bad-answer' };

/**
 * Stores the answer of any read: takes bytes, changes tables and returns counts. Never throws.
 */
export const ingestAnswer = (db: DatabaseSync, job: IngestJob, bytes: Uint8Array): IngestOutcome => {
  try {
    return storeByVerdict(db, job, readEnvelope(bytes));
  } catch (error) {
    return notStored(job, bytes, error);
  }
};

/** Returns the records although nothing is stored, so that the outcome of an order can be found. */
export const notStored = (job: IngestJob, bytes: Uint8Array, error: unknown): IngestOutcome => {
  const diskFull = isFull(error);
  const reason = error instanceof Error ? error.message : 'unknown reason';
  const text: Message = diskFull ? { code: 'read.disk-full' } : { code: 'read.not-stored', reason };
  const failed = { ...emptyOutcome('not-stored', text, isDamage(error)), diskFull };
  const parsed = job.wantRecords ? signalsIn(job, bytes) : null;
  if (parsed === null) return failed;
  const { items, bad, unreadable } = parsed;
  return { ...failed, records: items.length, bad, signals: items, unreadable };
};

/** Null if the answer is no list of signals, or cannot be read. */
const signalsIn = ({ systemId }: IngestJob, bytes: Uint8Array): ParsedSignals | null => {
  try {
    const { body, verdict } = readEnvelope(bytes);
    return verdict === 'ok' ? parseSignals(body?.['response'], systemId) : null;
  } catch {
    return null;
  }
};

const storeByVerdict = (db: DatabaseSync, job: IngestJob, envelope: Envelope): IngestOutcome => {
  const { body, verdict } = envelope;
  if (verdict === 'refused') {
    const failed = fail(db, job, 'refused', envelopeText(envelope) || { code: 'answer.refused' });
    return envelope.title === noAccessTitle ? { ...failed, noAccess: true } : failed;
  }
  if (body === null || (verdict === 'bad' && !isEquityWithoutVerdict(job, body)))
    return fail(db, job, 'bad-answer', unreadableAnswer);
  const stored = storeAnswer(db, job, body);
  if (stored === null) return fail(db, job, 'bad-answer', unreadableAnswer);
  if (stored.records === 0 && stored.bad > 0 && stored.unreadable.length === 0) {
    const { bad, problems } = stored;
    if (job.renewsAge) markPartlyRead(db, readingOf(job));
    return fail(db, job, 'bad-answer', { code: 'read.none-readable', bad, problems });
  }
  return succeed(db, job, stored);
};

/**
 * An equity answer with points but without a verdict is still valid: its member `ok` may be
 * missing.
 */
const isEquityWithoutVerdict = (job: IngestJob, body: JsonObject): boolean =>
  job.dataset === 'equity' && !('ok' in body) && Array.isArray(body['equity_data']);

const succeed = (db: DatabaseSync, job: IngestJob, stored: StoredAnswer): IngestOutcome => {
  const { dataset } = job;
  const { records, bad, changed, unlisted, problems } = stored;
  const text: Text = bad === 0 ? '' : { code: 'read.some-unreadable', bad, total: records + bad, problems };
  if (job.renewsAge) {
    storeReadTime(db, readingOf(job), job.readAt, bad > 0);
    // The unreadable records of a signal list are shown one by one instead.
    if (bad > 0 && stored.unreadable.length === 0) storeFailure(db, readingOf(job), text);
  }
  return {
    verdict: 'ok',
    text,
    records,
    bad,
    changed,
    unlisted,
    problems,
    touched: changed > 0 ? [dataset, ...stored.alsoTouched] : [],
    signals: job.wantRecords ? stored.signals : null,
    unreadable: stored.unreadable,
    damaged: false,
    diskFull: false,
    notRecorded: null,
  };
};

const fail = (db: DatabaseSync, job: IngestJob, verdict: 'refused' | 'bad-answer', text: Text): IngestOutcome => {
  if (job.renewsAge) storeFailure(db, readingOf(job), text);
  return emptyOutcome(verdict, text);
};

const readingOf = ({ systemId, dataset, variant = '' }: IngestJob): ReadingKey =>
  variantReading(systemId, dataset, variant);
