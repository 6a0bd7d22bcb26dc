import type { Dataset } from '#contract/model/status.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';

/** What an answer changed in the tables. */
export type StoredAnswer = {
  /**
   * Four numbers: records that were read, records that could not be read (`bad`), rows that were
   * new or different, and rows that an earlier answer listed and this one does not.
   */
  readonly records: number;
  readonly bad: number;
  readonly changed: number;
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
