import { signalExpiry } from '#rules/calendar/expiry.ts';
import type { RuleContext } from './book-view.ts';
import type { Cause } from './cause.ts';
import type { BookDraft } from './draft.ts';
import type { Signal, SignalState } from './signal.ts';

/** The signal in its final state. */
export function ended(signal: Signal, state: SignalState, cause: Cause, endedAt: Signal['endedAt']): Signal {
  return { ...signal, state, cause, awaitsParent: false, endedAt };
}

/**
 * Writes an ended signal with what follows from it: its OCA siblings are canceled, and its waiting
 * children start or end. A canceled sibling does not end the group again, so all members name the
 * same signal as the cause of their end.
 */
export function endSignal(draft: BookDraft, signal: Signal, context: RuleContext): void {
  draft.put(signal);
  if (signal.ocaId !== null) cancelSiblings(draft, signal, signal.ocaId, context);
  startOrEndChildren(draft, signal, context);
}

/** As `endSignal`, but leaves the OCA siblings as they are. */
export function endAlone(draft: BookDraft, signal: Signal, context: RuleContext): void {
  draft.put(signal);
  startOrEndChildren(draft, signal, context);
}

function cancelSiblings(draft: BookDraft, signal: Signal, ocaId: string, context: RuleContext): void {
  const cause = siblingCause(signal);
  for (const member of draft.liveMembers(ocaId))
    endAlone(draft, ended(member, 'canceled', cause, signal.endedAt), context);
}

function siblingCause(signal: Signal): Cause {
  if (signal.state === 'traded') return { kind: 'siblingFilled', by: signal.id };
  if (signal.state === 'expired') return { kind: 'siblingExpired', by: signal.id };
  return { kind: signal.cause?.kind === 'replaced' ? 'siblingReplaced' : 'siblingCanceled', by: signal.id };
}

function startOrEndChildren(draft: BookDraft, parent: Signal, context: RuleContext): void {
  for (const child of draft.waitingChildren(parent)) {
    // Children can be siblings, so the end of an earlier child may already have ended this one.
    const current = draft.current(child);
    if (!current.awaitsParent) continue;
    if (parent.state === 'traded') startChild(draft, current, parent, context);
    else if (context.options.parentEnds !== 'keepChild') endChild(draft, current, parent, context);
  }
}

function startChild(draft: BookDraft, child: Signal, parent: Signal, { calendar, now }: RuleContext): void {
  const isParked = child.releaseAt !== null && parent.endedAt !== null && child.releaseAt > parent.endedAt;
  // If a DAY child was kept beyond its day, it expires with the day on which it starts.
  const expiresAt = child.expiresAt > now ? child.expiresAt : signalExpiry(child, now, calendar);
  const cause: Cause = { kind: 'parentFilled', by: parent.id };
  draft.put({ ...child, state: isParked ? 'waiting' : 'working', cause, awaitsParent: false, expiresAt });
}

function endChild(draft: BookDraft, child: Signal, parent: Signal, context: RuleContext): void {
  const state = context.options.parentEnds === 'expireChild' ? 'expired' : 'canceled';
  const cause: Cause = { kind: parent.state === 'expired' ? 'parentExpired' : 'parentCanceled', by: parent.id };
  endAlone(draft, ended(child, state, cause, parent.endedAt), context);
}
