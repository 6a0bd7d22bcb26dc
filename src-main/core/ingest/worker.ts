// Entry of the ingest thread: big answers are decoded, checked and stored here, so that the thread which sends orders
// never waits for one. It opens the cache file a second time (write-ahead log: readers do not wait for it) and is the
// only one that writes to it.
import { parentPort } from 'node:worker_threads';
import { isDamage, openDatabase } from '#core/cache/database.ts';
import type { DatabaseSync } from 'node:sqlite';
import { noteFailure } from '#core/cache/readings.ts';
import type { ReportQuery } from '#core/report/report-query.ts';
import { reportFromCache } from '#core/report/report-from-cache.ts';
import { ingestAnswer } from './ingest-answer.ts';
import { failedOutcome, type IngestOutcome } from './ingest-job.ts';
import type { WorkerAnswer, WorkerReply, WorkerRequest } from './worker-message.ts';

let db: DatabaseSync | null = null;

const done = failedOutcome('ok', '');

const stored = (request: Exclude<WorkerRequest, { kind: 'report' }>): IngestOutcome => {
  switch (request.kind) {
    case 'open':
      db = openDatabase(request.file);
      return done;
    case 'close':
      db?.close();
      db = null;
      return done;
    case 'ingest':
      return db === null ? notOpen : ingestAnswer(db, request.job, request.bytes);
    case 'failure':
      if (db === null) return notOpen;
      noteFailure(db, request.reading, request.text);
      return done;
  }
};

const notOpen = failedOutcome('not-stored', 'The file of stored data is not open.');
const damaged = 'The stored data is damaged; it is being read again.';

const guarded = (request: Exclude<WorkerRequest, { kind: 'report' }>): IngestOutcome => {
  try {
    return stored(request);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    return failedOutcome('not-stored', `The stored data could not be written: ${reason}`);
  }
};

const report = (query: ReportQuery): WorkerAnswer => {
  if (db === null) return { kind: 'outcome', outcome: notOpen };
  try {
    return { kind: 'report', made: reportFromCache(db, query) };
  } catch (error) {
    if (isDamage(error)) return { kind: 'outcome', outcome: failedOutcome('not-stored', damaged, true) };
    return { kind: 'bug', text: error instanceof Error ? (error.stack ?? error.message) : 'thrown value' };
  }
};

const answer = (request: WorkerRequest): WorkerAnswer =>
  request.kind === 'report' ? report(request.query) : { kind: 'outcome', outcome: guarded(request) };

parentPort?.on('message', (request: WorkerRequest) => {
  const reply: WorkerReply = { id: request.id, ...answer(request) };
  parentPort?.postMessage(reply);
});
