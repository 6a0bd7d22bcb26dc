import type { Text } from '#contract/message.ts';
import type { EquityCurve } from '#contract/model/equity.ts';
import type { BundleAnswer, BundleQuestion } from '#core/bundle/bundle-step.ts';
import type { EquityKey } from '#core/cache/tables/equity-table.ts';
import type { ReadingKey } from '#core/cache/queries/readings.ts';
import type { CacheCounts } from '#core/cache/queries/stored-rows.ts';
import type { ReadingCount } from '#core/history/count-readings.ts';
import type { PictureCount } from '#core/notes/count-pictures.ts';
import type { ReportWithBasis, ReportQuery } from '#core/report/report-query.ts';
import type { ComparedList, ListToCompare } from '#core/trades/list-comparison.ts';
import type { SelectAnswer, SelectRequest } from '#core/trades/trade-selection.ts';
import type { IngestJob, IngestOutcome } from './ingest-job.ts';

/** A message to the thread that stores answers. */
export type StoreRequest =
  | { readonly kind: 'open'; readonly file: string; readonly history: string | null }
  | { readonly kind: 'ingest'; readonly job: IngestJob; readonly bytes: Uint8Array }
  /** A request got no answer: the reason is stored with the data that was requested. */
  | { readonly kind: 'failure'; readonly reading: ReadingKey; readonly text: Text }
  /** Marks a full sync that began at `since`, unix seconds; null when it has ended. */
  | { readonly kind: 'full-sync'; readonly systemId: string; readonly since: number | null }
  /** Asks whether the disk has space again. The verdict is `not-stored` while it is full. */
  | { readonly kind: 'room' }
  | { readonly kind: 'prune'; readonly limits: PruneLimits }
  /** Past readings were deleted: their space is returned to the disk. */
  | { readonly kind: 'shrink' }
  /**
   * `file`: the cache of a connection that is not open; null is the open one. `history`: the past
   * readings of the open one are deleted too.
   */
  | {
      readonly kind: 'clear';
      readonly file: string | null;
      readonly retainedIds: readonly string[];
      readonly history: boolean;
    }
  | { readonly kind: 'close' };

/** Data from before these times (unix seconds) is deleted. Null retains all data. */
export type PruneLimits = {
  readonly readingsBefore: number | null;
  readonly signalsBefore: number | null;
  /** Service ids of orders that were entered here; their signals are retained. */
  readonly retainedIds: readonly string[];
};

/** Row counts of the open files, and the pictures of notes files. */
export type StoredCounts = {
  readonly cache: readonly CacheCounts[];
  /** Unused bytes inside the cache file. */
  readonly spareBytes: number;
  readonly readings: readonly ReadingCount[];
  readonly pictures: readonly (PictureCount | null)[];
};

export type WorkerQuestion =
  | StoreRequest
  /**
   * The figures of a review, computed here because they would delay the thread that sends orders.
   */
  | { readonly kind: 'report'; readonly query: ReportQuery }
  /**
   * Counts the rows of the open files, and the pictures in the notes files at the paths `notes`.
   * The thread does this because it takes longer the more rows there are.
   */
  | { readonly kind: 'rows'; readonly notes: readonly string[] }
  /**
   * For a second thread that runs the same module, so that a selection never waits until a large
   * answer is stored.
   */
  | { readonly kind: 'select'; readonly select: SelectRequest }
  /** For the second thread: reading fifty thousand points takes longer than an order may wait. */
  | { readonly kind: 'equity'; readonly file: string; readonly key: EquityKey }
  /** For the second thread: an answer may have a hundred thousand trades. */
  | { readonly kind: 'compare-trades'; readonly file: string; readonly listed: ListToCompare }
  /** For a third thread, which exists only while a review bundle is made or opened. */
  | BundleQuestion;

/** Every message gets one reply, with the same id. */
export type WorkerRequest = { readonly id: number; readonly question: WorkerQuestion };

export type WorkerAnswer =
  | { readonly kind: 'outcome'; readonly outcome: IngestOutcome }
  | { readonly kind: 'report'; readonly report: ReportWithBasis }
  | { readonly kind: 'rows'; readonly rows: StoredCounts }
  | { readonly kind: 'selected'; readonly selected: NonNullable<SelectAnswer> }
  | { readonly kind: 'equity'; readonly curve: EquityCurve }
  | { readonly kind: 'compared'; readonly compared: ComparedList }
  /** The file is damaged, or the thread died. */
  | { readonly kind: 'unread' }
  | BundleAnswer
  /** A query met a bug. The error is thrown again in the thread that asked. */
  | { readonly kind: 'bug'; readonly text: string };

export type WorkerReply = { readonly id: number; readonly answer: WorkerAnswer };
