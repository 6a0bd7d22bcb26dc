import type { Text } from '#contract/message.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';

/** The request that an answer belongs to, and what is needed to store the answer. */
export type IngestJob = {
  readonly dataset: Dataset | 'strategies' | 'roster' | 'people';
  /** Empty for a list that belongs to no strategy. */
  readonly systemId: string;
  /**
   * For `equity` the commission plan, for `brokers` the requested person; missing if there was
   * none.
   */
  readonly variant?: string;
  /** When the request of the answer was sent, unix seconds. */
  readonly readAt: number;
  /** For `signalsAll`: the window of posting times that was asked for, unix seconds. */
  readonly slice: { readonly from: number; readonly to: number } | null;
  /** False for a window of the past: reading it does not renew the dataset's age. */
  readonly renewsAge: boolean;
  /** The signals themselves are returned too (reconciliation). */
  readonly wantRecords: boolean;
};

export type IngestOutcome = {
  /**
   * `not-stored`: parsed, but the cache could not store it. `crashed`: the ingest worker crashed
   * on it.
   */
  readonly verdict: 'ok' | 'refused' | 'bad-answer' | 'not-stored' | 'crashed';
  /** Refused because the key has no access to the strategy. */
  readonly noAccess?: true;
  /** Why it failed, or which records were left out; empty on success. */
  readonly text: Text;
  /**
   * Three numbers: records that were read, records that could not be read (`bad`), and rows that
   * were new or different.
   */
  readonly records: number;
  readonly bad: number;
  readonly changed: number;
  /** Rows that an earlier answer listed and this one does not. */
  readonly unlisted: number;
  /** Names of members that could not be read; never a value. */
  readonly problems: readonly string[];
  /** Datasets whose stored content changed. */
  readonly touched: readonly IngestJob['dataset'][];
  readonly signals: readonly SignalRecord[] | null;
  /** For a signal list: the records that `bad` counts. Empty for any other dataset. */
  readonly unreadable: readonly UnreadableSignal[];
  /** Nothing is stored until the disk has room. */
  readonly diskFull: boolean;
  /** The cache file is damaged: nothing is stored until it is rebuilt. */
  readonly damaged: boolean;
  /**
   * Why this reading could not be added to the past readings. The answer itself is stored. Null if
   * it was added, or if nothing changed.
   */
  readonly notRecorded: Text | null;
};

/** An outcome without records: of a failure, or of a request that reads none. */
export const emptyOutcome = (verdict: IngestOutcome['verdict'], text: Text, damaged = false): IngestOutcome => ({
  verdict,
  text,
  damaged,
  diskFull: false,
  notRecorded: null,
  records: 0,
  bad: 0,
  changed: 0,
  unlisted: 0,
  problems: [],
  touched: [],
  signals: null,
  unreadable: [],
});
