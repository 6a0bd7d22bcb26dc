import type { Log } from '#core/ports.ts';
import { JournalError, type Journal } from './journal.ts';
import type { RowEvent } from './order-event.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Writes arrows for the desk. What was learned while the journal could not be written is kept in order and written when it
 * can be; until then the row stands where the disk has it. Only evidence is kept like this: what must be durable before its
 * effect goes through `applyNow`, which fails instead.
 */
export class Recorder {
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #changed: (row: OrderRow) => void;
  readonly #troubled: () => void;
  #unwritten: { readonly rowId: string; readonly event: RowEvent }[] = [];

  constructor(journal: Journal, log: Log, changed: (row: OrderRow) => void, troubled: () => void) {
    this.#journal = journal;
    this.#log = log;
    this.#changed = changed;
    this.#troubled = troubled;
  }

  /** Throws JournalError when it can not be made durable. */
  applyNow(rowId: string, event: RowEvent): OrderRow {
    const row = this.#journal.apply(rowId, event);
    this.#changed(row);
    return row;
  }

  /** The new row, or null while the journal can not take it. */
  record(rowId: string, event: RowEvent): OrderRow | null {
    if (this.#unwritten.some((one) => one.rowId === rowId)) {
      this.#unwritten.push({ rowId, event });
      return null;
    }
    try {
      return this.applyNow(rowId, event);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.#log.error('journal-not-written', { event: event.type });
      // Its creation was lost in the same write: there is nothing of which this could be told.
      if (this.#journal.order(rowId) === undefined) return null;
      this.#unwritten.push({ rowId, event });
      this.#troubled();
      return null;
    }
  }

  /** True while something learned of this row waits to be written: nothing new may be decided about it. */
  waits(rowId: string): boolean {
    return this.#unwritten.some((one) => one.rowId === rowId);
  }

  /** Tries the journal again; what waits is written in the order in which it was learned. */
  flush(): boolean {
    if (!this.#journal.retry()) return false;
    while (this.#unwritten[0]) {
      const { rowId, event } = this.#unwritten[0];
      try {
        this.applyNow(rowId, event);
      } catch (error) {
        if (error instanceof JournalError) return false;
        throw error;
      }
      this.#unwritten.shift();
    }
    return true;
  }
}
