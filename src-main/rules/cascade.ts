import type { Cause } from './cause.ts';
import type { Draft } from './draft.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Signal } from './signal.ts';

/**
 * What follows when a signal leaves the book: its OCA siblings are canceled and its waiting children start or end. Siblings are ended
 * without a cascade through the group of their own, so that each names the signal that really caused it.
 */
export type Ending = {
  readonly state: 'traded' | 'canceled' | 'expired';
  readonly cause: Cause;
  readonly at: number;
  readonly keepSiblings?: boolean;
  readonly fill?: Pick<Signal, 'tradedPrice' | 'openingTradeId' | 'closingTradeId'>;
};

export function endSignal(draft: Draft, signal: Signal, ending: Ending, options: RuleOptions): void {
  draft.put(signal, endedAs(signal, ending));
  if (ending.keepSiblings !== true) cancelSiblings(draft, signal, ending, options);
  if (ending.state === 'traded') startChildren(draft, signal, ending.at);
  else endChildren(draft, signal, ending, options);
}

function endedAs(signal: Signal, ending: Ending): Signal {
  const { state, cause, at, fill } = ending;
  if (fill === undefined) return { ...signal, state, cause, endedAt: at, awaitsParent: false };
  const { tradedPrice, openingTradeId, closingTradeId } = fill;
  return { ...signal, state, cause, endedAt: at, awaitsParent: false, tradedPrice, openingTradeId, closingTradeId };
}

function cancelSiblings(draft: Draft, signal: Signal, ending: Ending, options: RuleOptions): void {
  if (signal.ocaId === null) return;
  const cause = siblingCause(signal, ending);
  for (const member of draft.liveMembers(signal.ocaId)) {
    if (member.id === signal.id) continue;
    endSignal(draft, member, { state: 'canceled', cause, at: ending.at, keepSiblings: true }, options);
  }
}

function siblingCause(signal: Signal, ending: Ending): Cause {
  if (ending.state === 'traded') return { kind: 'siblingFilled', by: signal.id };
  if (ending.state === 'expired') return { kind: 'siblingExpired', by: signal.id };
  return { kind: ending.cause.kind === 'replaced' ? 'siblingReplaced' : 'siblingCanceled', by: signal.id };
}

function startChildren(draft: Draft, parent: Signal, at: number): void {
  for (const child of draft.waitingChildren(parent.id)) {
    if (!child.awaitsParent) continue;
    const parked = child.releaseAt !== null && child.releaseAt > at;
    const cause: Cause = { kind: 'parentFilled', by: parent.id };
    draft.put(child, { ...child, awaitsParent: false, cause, state: parked ? 'waiting' : 'working' });
  }
}

function endChildren(draft: Draft, parent: Signal, ending: Ending, options: RuleOptions): void {
  if (options.parentEnds === 'keepChild') return;
  const state = options.parentEnds === 'expireChild' ? 'expired' : 'canceled';
  const cause: Cause = { kind: ending.state === 'expired' ? 'parentExpired' : 'parentCanceled', by: parent.id };
  for (const child of draft.waitingChildren(parent.id)) {
    const now = draft.signal(child.id);
    if (now?.state === 'waiting' && now.awaitsParent)
      endSignal(draft, now, { state, cause, at: ending.at, keepSiblings: true }, options);
  }
}
