import type { Log } from '#core/ports.ts';
import type { Journal } from './journal.ts';
import { IllegalTransition } from './lifecycle.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import type { RowEvent } from './order-event.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Writes transitions for the desk. Evidence that could not be written is kept in the order of its
 * arrival and written when the journal works again. Until then the row has the state that is on the
 * disk. `record` is for evidence only: a step that must be durable before its effect uses
 * `applyNow`, which throws instead.
 */
export class Recorder {
  readonly #journal: Journal;
  readonly #log: Log;
  readonly #changed: (row: OrderRow) => void;
  readonly #journalFailed: () => void;
  #unwritten: { readonly rowId: string; readonly event: RowEvent }[] = [];

  constructor(journal: Journal, log: Log, changed: (row: OrderRow) => void, journalFailed: () => void) {
    this.#journal = journal;
    this.#log = log;
    this.#changed = changed;
    this.#journalFailed = journalFailed;
  }

  /** Throws JournalError when the event cannot be made durable. */
  applyNow(rowId: string, event: RowEvent): OrderRow {
    const row = this.#journal.apply(rowId, event);
    this.#changed(row);
    return row;
  }

  /** Returns the new row, or null while the journal cannot be written. */
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
      // The creation of the order was lost in the same write, so there is no row for this event.
      if (this.#journal.order(rowId) === undefined) return null;
      this.#unwritten.push({ rowId, event });
      this.#journalFailed();
      return null;
    }
  }

  /**
   * True while evidence of this row is not written yet: nothing new may be decided about the row.
   */
  hasUnwritten(rowId: string): boolean {
    return this.#unwritten.some((one) => one.rowId === rowId);
  }

  /** Tries the journal again and writes the pending evidence in the order in which it arrived. */
  flush(): boolean {
    if (!this.#journal.retry()) return false;
    while (this.#unwritten[0]) {
      const { rowId, event } = this.#unwritten[0];
      try {
        this.applyNow(rowId, event);
      } catch (error) {
        if (error instanceof JournalError) return false;
        // The event may no longer fit the row, for example a second `abandoned`. It must not
        // prevent the evidence of other orders from being written.
        if (!(error instanceof IllegalTransition)) throw error;
        this.#log.error('evidence-not-applicable', { event: event.type });
      }
      this.#unwritten.shift();
    }
    return true;
  }
}
