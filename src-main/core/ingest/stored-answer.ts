import type { Dataset } from '#contract/model/status.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';

/** What an answer changed in the tables. */
export type StoredAnswer = {
  /** Number of records that were read. */
  readonly records: number;
  /** Number of records that could not be read. */
  readonly bad: number;
  /** Number of rows that were new or different. */
  readonly changed: number;
  /** Number of rows that an earlier answer listed and this one does not. */
  readonly unlisted: number;
  readonly problems: readonly string[];
  /** Other datasets that this answer changed too. */
  readonly alsoTouched: readonly Dataset[];
  readonly signals: readonly SignalRecord[];
  /** For a signal list: the records that `bad` counts. Empty for any other dataset. */
  readonly unreadable: readonly UnreadableSignal[];
};

export const storedAnswer = (
  given: Partial<StoredAnswer> & Pick<StoredAnswer, 'records' | 'changed'>,
): StoredAnswer => ({
  bad: 0,
  unlisted: 0,
  problems: [],
  alsoTouched: [],
  signals: [],
  unreadable: [],
  ...given,
});
