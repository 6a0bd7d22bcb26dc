import type { BookChange } from './book-change.ts';
import type { BookView, RuleContext } from './book-view.ts';
import { findSignal } from './cancel.ts';
import { endSignal } from './cascade.ts';
import { Draft } from './draft.ts';
import { signalExpiry } from './expiry.ts';
import { checkRequest } from './place-check.ts';
import type { Refusal } from './refusal.ts';
import type { RuleOptions } from './rule-options.ts';
import type { SignalRequest } from './signal-request.ts';
import { closingAction, isEntry, isLive, type Signal } from './signal.ts';

export type Placed = {
  readonly ok: true;
  readonly signal: Signal;
  /** The parent that was given nested. */
  readonly parent: Placed | null;
  readonly change: BookChange;
};
export type PlaceResult =
  Placed | { readonly ok: true; readonly replayOf: Signal } | { readonly ok: false; readonly refusal: Refusal };

/**
 * Accepts or refuses one signal. Accepting may create up to two bracket children and a nested parent, and cancels the replaced signal
 * with its group. The book is not touched: the answer carries the change.
 */
export function placeSignal(view: BookView, request: SignalRequest, context: RuleContext): PlaceResult {
  const draft = new Draft(view);
  const result = placeInto(draft, request, context);
  return 'signal' in result ? { ...result, change: draft.change() } : result;
}

function placeInto(draft: Draft, request: SignalRequest, context: RuleContext): PlaceResult {
  const earlier = request.ownId === null ? undefined : draft.byOwnId(request.ownId);
  if (earlier && context.options.duplicateOwnId === 'replay') return { ok: true, replayOf: earlier };
  const refusal = checkRequest(draft, request, context.options);
  if (refusal) return { ok: false, refusal };
  const parent = request.parent === null ? null : placeInto(draft, request.parent, context);
  if (parent && !('signal' in parent)) return parent;
  const signal = create(draft, request, parent?.signal ?? null, context);
  const lost = lostParent(draft, signal);
  if (lost) return { ok: false, refusal: lost };
  return { ok: true, signal, parent, change: draft.change() };
}

/** Replacing may have ended the very signal this one was to wait for. */
function lostParent(draft: Draft, signal: Signal): Refusal | undefined {
  const parent = signal.parentId === null ? undefined : draft.signal(signal.parentId);
  const lost = parent !== undefined && !isLive(parent) && parent.state !== 'traded';
  return lost ? { code: 'parentEnded', id: parent.id, state: parent.state } : undefined;
}

function create(draft: Draft, request: SignalRequest, nested: Signal | null, context: RuleContext): Signal {
  const { options, now } = context;
  const replaced = request.replaces === null ? undefined : findSignal(draft, request.replaces);
  const parent = nested ?? parentOf(draft, request, replaced, options);
  const id = freshId(draft, context);
  const signal = newSignal(request, id, parent ?? null, groupOf(request, replaced, options), context);
  const entry = withBracketIds(draft, signal, request, context);
  if (replaced) {
    const cause = { kind: 'replaced', by: id } as const;
    const keepSiblings = request.leaveOcaIntact && replaced.ocaId !== null;
    endSignal(draft, replaced, { state: 'canceled', cause, at: now, keepSiblings }, options);
  }
  draft.put({ ...entry, replaces: replaced?.id ?? null }, now);
  putBracket(draft, entry, request, context);
  return draft.signal(id) ?? entry;
}

function parentOf(
  draft: Draft,
  request: SignalRequest,
  replaced: Signal | undefined,
  options: RuleOptions,
): Signal | undefined {
  if (request.conditionalUpon !== null) return findSignal(draft, request.conditionalUpon);
  const inherits = replaced?.awaitsParent === true && options.replacementParent === 'inherit';
  return inherits && replaced.parentId !== null ? draft.signal(replaced.parentId) : undefined;
}

function groupOf(request: SignalRequest, replaced: Signal | undefined, options: RuleOptions): string | null {
  if (request.ocaId !== null) return request.ocaId;
  const joins = request.leaveOcaIntact && options.replacementGroup === 'join';
  return joins ? (replaced?.ocaId ?? null) : null;
}

/** The shared counter may run into an id that a caller chose for himself; those are skipped. */
function freshId(draft: Draft, context: RuleContext): string {
  for (;;) {
    const id = context.nextId();
    if (!findSignal(draft, id) && !draft.groupKnown(id)) return id;
  }
}

function newSignal(
  request: SignalRequest,
  id: string,
  parent: Signal | null,
  ocaId: string | null,
  context: RuleContext,
): Signal {
  const { now } = context;
  const awaitsParent = parent !== null && parent.state !== 'traded';
  const releaseAt = request.releaseAt !== null && request.releaseAt > now ? request.releaseAt : null;
  return {
    ...priceOf(request, context.options),
    id,
    ownId: request.ownId,
    action: request.action,
    quantity: request.quantity,
    symbol: request.symbol,
    instrument: request.instrument,
    duration: request.duration,
    role: 'order',
    profitTarget: isEntry(request.action) ? request.profitTarget : null,
    stopLoss: isEntry(request.action) ? request.stopLoss : null,
    parentId: parent?.id ?? null,
    awaitsParent,
    releaseAt,
    ocaId,
    targetGroupId: null,
    profitTargetId: null,
    stopLossId: null,
    replaces: null,
    comments: request.comments,
    state: awaitsParent || releaseAt !== null ? 'waiting' : 'working',
    cause: null,
    postedAt: now,
    expiresAt: signalExpiry(request, releaseAt ?? now, context.calendar),
    endedAt: null,
    tradedPrice: null,
    openingTradeId: null,
    closingTradeId: null,
  };
}

function priceOf(request: SignalRequest, options: RuleOptions): Pick<Signal, 'limit' | 'stop'> {
  if (request.market && options.marketWithPrice !== 'priceOnly') return { limit: null, stop: null };
  const both = request.limit !== null && request.stop !== null;
  return {
    limit: both && options.limitWithStop === 'stopOnly' ? null : request.limit,
    stop: both && options.limitWithStop !== 'stopOnly' ? null : request.stop,
  };
}

function withBracketIds(draft: Draft, entry: Signal, request: SignalRequest, context: RuleContext): Signal {
  const profitTargetId = entry.profitTarget === null ? null : freshId(draft, context);
  const stopLossId = entry.stopLoss === null ? null : freshId(draft, context);
  const grouped = profitTargetId !== null && stopLossId !== null && !request.forceNoOca;
  return { ...entry, profitTargetId, stopLossId, targetGroupId: grouped ? freshId(draft, context) : null };
}

function putBracket(draft: Draft, entry: Signal, request: SignalRequest, context: RuleContext): void {
  const duration = context.options.bracketDuration === 'GTC' ? 'GTC' : request.duration;
  const child: Omit<Signal, 'id' | 'role'> = {
    ...entry,
    ownId: null,
    action: closingAction(entry.action),
    duration,
    limit: null,
    stop: null,
    profitTarget: null,
    stopLoss: null,
    parentId: entry.id,
    awaitsParent: true,
    releaseAt: null,
    ocaId: entry.targetGroupId,
    targetGroupId: null,
    profitTargetId: null,
    stopLossId: null,
    state: 'waiting',
    expiresAt:
      duration === entry.duration
        ? entry.expiresAt
        : signalExpiry({ ...entry, duration }, entry.postedAt, context.calendar),
  };
  if (entry.profitTargetId !== null) {
    draft.put({ ...child, id: entry.profitTargetId, role: 'profitTarget', limit: entry.profitTarget }, context.now);
  }
  if (entry.stopLossId !== null) {
    draft.put({ ...child, id: entry.stopLossId, role: 'stopLoss', stop: entry.stopLoss }, context.now);
  }
}
