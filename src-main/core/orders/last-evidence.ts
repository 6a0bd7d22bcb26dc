import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import type { OrderRow } from './order-row.ts';

type Looked = {
  readonly rows: readonly OrderRow[];
  readonly records: readonly SignalRecord[];
  readonly unreadable: readonly UnreadableSignal[];
};

/**
 * What the lists were compared with last, and said nothing new of: most readings change neither. Orders that may never have arrived are
 * looked for by the clock too, so that while there is one nothing is left out.
 */
export class LastEvidence {
  readonly #looked = new Map<string, Looked>();

  isSame(systemId: string, { rows, records, unreadable }: Looked): boolean {
    const last = this.#looked.get(systemId);
    return (
      last?.records === records &&
      last.unreadable === unreadable &&
      (last.rows === rows || (last.rows.length === rows.length && last.rows.every((row, at) => row === rows[at])))
    );
  }

  saidNothing(systemId: string, looked: Looked): void {
    if (looked.rows.some(isLookedFor)) this.#looked.delete(systemId);
    else this.#looked.set(systemId, looked);
  }
}

const isLookedFor = ({ state }: OrderRow): boolean =>
  state === 'UNKNOWN' || state === 'PROBABLY_ABSENT' || state === 'CLOSED_ABSENT';
