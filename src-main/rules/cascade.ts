import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Signal } from './signal.ts';

/** How a signal leaves the book. What is left out stays as it was, which for a signal that was not filled is null. */
export type Ending = Pick<Signal, 'state' | 'cause'> & { readonly endedAt: number } & Partial<
    Pick<Signal, 'tradedPrice' | 'openingTradeId' | 'closingTradeId'>
  >;

/**
 * Ends a signal with what follows from it: its OCA siblings are canceled, and its waiting children start or end. A sibling does not
 * end the group again, so every member names the signal that caused its end.
 */
export function endSignal(draft: Draft, signal: Signal, ending: Ending, options: RuleOptions): void {
  draft.put({ ...signal, ...ending, awaitsParent: false });
  if (signal.ocaId !== null) cancelSiblings(draft, signal, signal.ocaId, ending, options);
  moveChildren(draft, signal, ending, options);
}

/** Ends a signal and leaves its OCA siblings as they are. */
export function endAlone(draft: Draft, signal: Signal, ending: Ending, options: RuleOptions): void {
  draft.put({ ...signal, ...ending, awaitsParent: false });
  moveChildren(draft, signal, ending, options);
}

function cancelSiblings(draft: Draft, signal: Signal, ocaId: string, ending: Ending, options: RuleOptions): void {
  const { endedAt } = ending;
  const cause = siblingCause(signal, ending);
  for (const member of draft.liveMembers(ocaId))
    if (member.id !== signal.id) endAlone(draft, member, { state: 'canceled', cause, endedAt }, options);
}

function siblingCause(signal: Signal, ending: Ending): Cause {
  if (ending.state === 'traded') return { kind: 'siblingFilled', by: signal.id };
  if (ending.state === 'expired') return { kind: 'siblingExpired', by: signal.id };
  return { kind: ending.cause?.kind === 'replaced' ? 'siblingReplaced' : 'siblingCanceled', by: signal.id };
}

function moveChildren(draft: Draft, parent: Signal, ending: Ending, options: RuleOptions): void {
  for (const child of draft.waitingChildren(parent)) {
    // An earlier child may have ended this one: they can be siblings.
    const now = draft.now(child);
    if (now.state !== 'waiting' || !now.awaitsParent) continue;
    if (ending.state === 'traded') startChild(draft, now, parent, ending.endedAt);
    else if (options.parentEnds !== 'keepChild') endChild(draft, now, parent, ending, options);
  }
}

function startChild(draft: Draft, child: Signal, parent: Signal, now: number): void {
  const isParked = child.releaseAt !== null && child.releaseAt > now;
  const cause: Cause = { kind: 'parentFilled', by: parent.id };
  draft.put({ ...child, state: isParked ? 'waiting' : 'working', cause, awaitsParent: false });
}

function endChild(draft: Draft, child: Signal, parent: Signal, ending: Ending, options: RuleOptions): void {
  const state = options.parentEnds === 'expireChild' ? 'expired' : 'canceled';
  const cause: Cause = { kind: ending.state === 'expired' ? 'parentExpired' : 'parentCanceled', by: parent.id };
  endAlone(draft, child, { state, cause, endedAt: ending.endedAt }, options);
}
