import type { BundleStep, BundleStepAnswer } from '#core/bundle/bundle-step.ts';
import type { Reading } from '#core/cache/readings.ts';
import type { MadeReport, ReportQuery } from '#core/report/report-query.ts';
import type { SelectAnswer, SelectRequest } from '#core/trades/trade-selection.ts';
import type { IngestJob, IngestOutcome } from './ingest-job.ts';

/** To the thread that stores answers. */
export type StoreRequest =
  | { readonly kind: 'open'; readonly file: string; readonly history: string | null }
  | { readonly kind: 'ingest'; readonly job: IngestJob; readonly bytes: Uint8Array }
  /** A request that was not answered: its reason is kept with the data it was for. */
  | { readonly kind: 'failure'; readonly reading: Reading; readonly text: string }
  | { readonly kind: 'close' };

export type WorkerQuestion =
  | StoreRequest
  /** The figures of a review, made here because they would hold up the thread that sends orders. */
  | { readonly kind: 'report'; readonly query: ReportQuery }
  /** To another thread of the same entry, so that a selection never waits until a big answer is stored. */
  | { readonly kind: 'select'; readonly select: SelectRequest }
  /** To a third one, which lives only as long as a review bundle is made or opened. */
  | { readonly kind: 'bundle'; readonly step: BundleStep };

/** Every message is answered by one with its id. */
export type WorkerRequest = WorkerQuestion & { readonly id: number };

export type WorkerAnswer =
  | { readonly kind: 'outcome'; readonly outcome: IngestOutcome }
  | { readonly kind: 'report'; readonly made: MadeReport }
  | { readonly kind: 'selected'; readonly selected: SelectAnswer }
  | { readonly kind: 'bundled'; readonly answer: BundleStepAnswer }
  /** A report met a bug; it is thrown again where it was asked for. */
  | { readonly kind: 'bug'; readonly text: string };

export type WorkerReply = WorkerAnswer & { readonly id: number };
