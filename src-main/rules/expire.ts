import { BookSignal, statusWithoutFill } from './book-signal.ts';
import type { BookChange } from './book-change.ts';
import type { BookView, RuleContext } from './book-view.ts';
import { endSignal } from './cascade.ts';
import { Draft } from './draft.ts';
import { nextDue } from './due-times.ts';
import { isLive, type Signal } from './signal.ts';

/** Releases time-parked signals and expires what has ended by `context.now`, in the order in which it was due. */
export function applyTime(view: BookView, ids: readonly string[], context: RuleContext): BookChange {
  const draft = new Draft(view);
  for (const id of ids) {
    const signal = draft.signal(id);
    if (signal && isLive(signal)) applyDue(draft, signal, context);
  }
  return draft;
}

function applyDue(draft: Draft, signal: Signal, context: RuleContext): void {
  const { options, now } = context;
  const due = nextDue(signal, options.waitingAtDayEnd);
  if (due > now) return;
  if (signal.state === 'waiting' && !signal.awaitsParent && due === signal.releaseAt && due < signal.expiresAt) {
    const working = BookSignal.moved(signal, statusWithoutFill('working', { kind: 'released' }, null));
    draft.put(working);
    applyDue(draft, working, context);
    return;
  }
  const ended = context.calendar?.contractEnd(signal.symbol) === due;
  const cause = { kind: ended ? 'contractEnded' : 'durationEnded' } as const;
  endSignal(draft, signal, statusWithoutFill('expired', cause, due), options);
}
