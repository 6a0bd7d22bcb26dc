import type { Reading } from '#core/cache/readings.ts';
import type { MadeReport, ReportQuery } from '#core/report/report-query.ts';
import type { IngestJob, IngestOutcome } from './ingest-job.ts';

/** To the ingest thread. Every message is answered by one with its id. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'open'; readonly file: string }
  | { readonly id: number; readonly kind: 'ingest'; readonly job: IngestJob; readonly bytes: Uint8Array }
  /** A request that was not answered: its reason is kept with the data it was for. */
  | { readonly id: number; readonly kind: 'failure'; readonly reading: Reading; readonly text: string }
  /** The figures of a review, made here because they would hold up the thread that sends orders. */
  | { readonly id: number; readonly kind: 'report'; readonly query: ReportQuery }
  | { readonly id: number; readonly kind: 'close' };

export type WorkerAnswer =
  | { readonly kind: 'outcome'; readonly outcome: IngestOutcome }
  | { readonly kind: 'report'; readonly made: MadeReport }
  /** A report met a bug; it is thrown again where it was asked for. */
  | { readonly kind: 'bug'; readonly text: string };

export type WorkerReply = WorkerAnswer & { readonly id: number };
