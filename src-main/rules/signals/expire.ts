import type { BookChange, BookView, RuleContext } from './book-view.ts';
import { ended, endSignal } from './cascade.ts';
import { BookDraft } from './draft.ts';
import { isLive, nextDue, type Signal } from './signal.ts';

/**
 * Releases parked signals, and expires signals whose time has ended by `context.now`.
 * `dueSignals` holds the signals that the book returned as due, in the book's order.
 */
export function applyTime(view: BookView, dueSignals: readonly Signal[], context: RuleContext): BookChange {
  const draft = new BookDraft(view);
  for (const one of dueSignals) {
    const signal = draft.current(one);
    if (isLive(signal)) applyDue(draft, signal, context);
  }
  return draft.change();
}

function applyDue(draft: BookDraft, signal: Signal, context: RuleContext): void {
  const { options, now, calendar } = context;
  const dueAt = nextDue(signal, options.waitingAtDayEnd, calendar);
  if (dueAt > now) return;
  if (signal.state === 'waiting' && !signal.awaitsParent && dueAt === signal.releaseAt && dueAt < signal.expiresAt) {
    const working: Signal = { ...signal, state: 'working', cause: { kind: 'released' } };
    draft.put(working);
    applyDue(draft, working, context);
    return;
  }
  const hasContractEnded = calendar?.contractEnd(signal.symbol) === dueAt;
  const cause = { kind: hasContractEnded ? 'contractEnded' : 'durationEnded' } as const;
  endSignal(draft, ended(signal, 'expired', cause, dueAt), context);
}
