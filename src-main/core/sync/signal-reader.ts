import type { Text } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import type { ReadingEnd } from './dataset-reader.ts';

export type SignalReading =
  | {
      readonly ok: true;
      readonly records: readonly SignalRecord[];
      /**
       * Listed, but not readable as a whole. Each may be the order that is searched for
       * (`couldBe`).
       */
      readonly unreadable: readonly UnreadableSignal[];
      /** When the request was sent and answered, in wall clock ms. */
      readonly sentAt: number;
      readonly receivedAt: number;
      /** The cache could not store the list, so what is judged from the cache lacks it. */
      readonly notStored?: true;
    }
  | { readonly ok: false; readonly text: Text };

export const signalReading = (end: ReadingEnd): SignalReading => {
  if (end.kind !== 'read') return { ok: false, text: end.text };
  const { outcome, sentAt, receivedAt } = end;
  const { signals, unreadable, verdict } = outcome;
  const notStored = verdict === 'ok' ? {} : { notStored: true as const };
  return { ok: true, records: signals ?? [], unreadable, sentAt, receivedAt, ...notStored };
};

type StoredReading = Extract<SignalReading, { ok: true }>;

/** Whether the list was read and the cache has it. */
export const isStored = (reading: SignalReading): reading is StoredReading => reading.ok && reading.notStored !== true;

/**
 * Reads the two lists that decide the outcome of an order, in the `reconcile` lane. Both are stored
 * in the cache too.
 */
export interface SignalReader {
  /** `retrieveSignalsWorking`. */
  readWorking(systemId: string): Promise<SignalReading>;
  /** `retrieveSignalsAll` by `time_posted`, from and to in unix seconds. */
  readPosted(systemId: string, from: number, to: number): Promise<SignalReading>;
  /**
   * False if another person owns the strategy, or may own it. An order that the lists do not
   * show may then exist all the same.
   */
  showsAll(systemId: string): boolean;
}
