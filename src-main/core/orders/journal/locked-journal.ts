import type { Message } from '#contract/message.ts';
import type { CancelRow } from './cancel-row.ts';
import type { Journal } from './journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';

/**
 * The journal of a run whose journal file was refused. `reason` says why order entry is locked.
 * Cancels are still sent. They are kept in memory only.
 */
export function lockedJournal(reason: Message): Journal {
  const cancels = new Map<string, CancelRow>();
  const refuse = (): never => {
    throw new JournalError(reason);
  };
  return {
    problem: () => reason,
    retry: () => false,
    orders: () => [],
    openOrders: () => [],
    order: () => undefined,
    cancels: () => cancels.values(),
    knowsIntent: (intentId) => [...cancels.values()].some((row) => row.intentId === intentId),
    create: refuse,
    apply: refuse,
    events: () => [],
    saveCancel: (row) => {
      cancels.set(row.cancelId, row);
    },
    acts: () => [],
    saveAct: refuse,
    runs: () => [],
    saveRun: refuse,
    reserveGroup: refuse,
    recordPlace: (_place, profileId) => new Set([profileId]),
    restoredAt: () => null,
    markChecked: () => undefined,
    size: () => 0,
    revision: () => 0,
    backUp: () => Promise.resolve(),
    close: () => undefined,
  };
}
