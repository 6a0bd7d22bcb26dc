import type { SignalRecord } from '#core/signal-record.ts';

export type SignalReading =
  | {
      readonly ok: true;
      readonly records: readonly SignalRecord[];
      /** Wall clock ms, when it was asked and answered. */ readonly sentAt: number;
      readonly receivedAt: number;
    }
  | { readonly ok: false; readonly text: string };

/** Reads of the two lists that prove what became of an order; both also land in the cache. Lane `reconcile`. */
export interface SignalReader {
  /** `retrieveSignalsWorking`. */
  working(systemId: string): Promise<SignalReading>;
  /** `retrieveSignalsAll` by `time_posted`, from and to in unix seconds. */
  posted(systemId: string, from: number, to: number): Promise<SignalReading>;
}
