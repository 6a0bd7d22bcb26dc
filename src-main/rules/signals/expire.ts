import type { BookChange, BookView, RuleContext } from './book-view.ts';
import { ended, endSignal } from './cascade.ts';
import { BookDraft } from './draft.ts';
import { isLive, nextDue, type Signal } from './signal.ts';

/**
 * Releases parked signals, and expires signals whose time has ended by `context.now`. `due` holds
 * the signals that the book returned as due, in the book's order.
 */
export function applyTime(view: BookView, due: readonly Signal[], context: RuleContext): BookChange {
  const draft = new BookDraft(view);
  for (const one of due) {
    const signal = draft.current(one);
    if (isLive(signal)) applyDue(draft, signal, context);
  }
  return draft.change();
}

function applyDue(draft: BookDraft, signal: Signal, context: RuleContext): void {
  const { options, now, calendar } = context;
  const due = nextDue(signal, options.waitingAtDayEnd, calendar);
  if (due > now) return;
  if (signal.state === 'waiting' && !signal.awaitsParent && due === signal.releaseAt && due < signal.expiresAt) {
    const working: Signal = { ...signal, state: 'working', cause: { kind: 'released' } };
    draft.put(working);
    applyDue(draft, working, context);
    return;
  }
  const hasContractEnded = calendar?.contractEnd(signal.symbol) === due;
  const cause = { kind: hasContractEnded ? 'contractEnded' : 'durationEnded' } as const;
  endSignal(draft, ended(signal, 'expired', cause, due), context);
}
