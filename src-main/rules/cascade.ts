import { BookSignal, statusWithoutFill, type SignalStatus } from './book-signal.ts';
import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Signal } from './signal.ts';

/**
 * `ending` is the status in which the signal leaves the book.
 * What follows when a signal leaves the book: its OCA siblings are canceled and its waiting children start or end. Siblings are ended
 * without a cascade through the group of their own, so that each names the signal that really caused it.
 */
export function endSignal(draft: Draft, signal: Signal, ending: SignalStatus, options: RuleOptions): void {
  if (signal.ocaId === null) {
    endAlone(draft, signal, ending, options);
    return;
  }
  draft.put(BookSignal.moved(signal, ending));
  cancelSiblings(draft, signal, ending, options);
  moveChildren(draft, signal, ending, options);
}

/** Leaves the siblings as they are. */
export function endAlone(draft: Draft, signal: Signal, ending: SignalStatus, options: RuleOptions): void {
  draft.put(BookSignal.moved(signal, ending));
  moveChildren(draft, signal, ending, options);
}

/** One without siblings, which no step of the draft has changed yet. */
export function endUntouched(draft: Draft, signal: Signal, ending: SignalStatus, options: RuleOptions): void {
  draft.putFirst(BookSignal.moved(signal, ending));
  moveChildren(draft, signal, ending, options);
}

function cancelSiblings(draft: Draft, signal: Signal, ending: SignalStatus, options: RuleOptions): void {
  if (signal.ocaId === null) return;
  const sibling = statusWithoutFill('canceled', siblingCause(signal, ending), ending.endedAt);
  for (const member of draft.liveMembers(signal.ocaId))
    if (member.id !== signal.id) endAlone(draft, member, sibling, options);
}

function siblingCause(signal: Signal, ending: SignalStatus): Cause {
  if (ending.state === 'traded') return { kind: 'siblingFilled', by: signal.id };
  if (ending.state === 'expired') return { kind: 'siblingExpired', by: signal.id };
  return { kind: ending.cause?.kind === 'replaced' ? 'siblingReplaced' : 'siblingCanceled', by: signal.id };
}

function moveChildren(draft: Draft, parent: Signal, ending: SignalStatus, options: RuleOptions): void {
  const children = draft.waitingChildren(parent);
  if (children.length === 0) return;
  if (ending.state === 'traded') startChildren(draft, parent, children, ending.endedAt);
  else if (options.parentEnds !== 'keepChild') endChildren(draft, parent, children, ending, options);
}

function startChildren(draft: Draft, parent: Signal, children: readonly Signal[], at: number | null): void {
  const cause: Cause = { kind: 'parentFilled', by: parent.id };
  for (const child of children) {
    if (!child.awaitsParent) continue;
    const parked = child.releaseAt !== null && at !== null && child.releaseAt > at;
    draft.put(BookSignal.moved(child, statusWithoutFill(parked ? 'waiting' : 'working', cause, null)));
  }
}

function endChildren(
  draft: Draft,
  parent: Signal,
  children: readonly Signal[],
  ending: SignalStatus,
  options: RuleOptions,
): void {
  const state = options.parentEnds === 'expireChild' ? 'expired' : 'canceled';
  const cause: Cause = { kind: ending.state === 'expired' ? 'parentExpired' : 'parentCanceled', by: parent.id };
  const ended = statusWithoutFill(state, cause, ending.endedAt);
  for (const child of children) {
    const now = draft.now(child);
    if (now.state === 'waiting' && now.awaitsParent) endAlone(draft, now, ended, options);
  }
}
