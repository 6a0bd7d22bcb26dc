import type { BookChange } from './book-change.ts';
import type { BookView, RuleContext } from './book-view.ts';
import { endSignal } from './cascade.ts';
import type { Fixed } from './decimal.ts';
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
  return placeInto(new Draft(view), request, context);
}

function placeInto(draft: Draft, request: SignalRequest, context: RuleContext): PlaceResult {
  const { options } = context;
  const replayed = options.duplicateOwnId === 'replay' && request.ownId !== null && draft.byOwnId(request.ownId);
  if (replayed) return { ok: true, replayOf: replayed };
  const refusal = checkRequest(draft, request, options);
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
  const replaced = request.replaces === null ? undefined : draft.find(request.replaces);
  const links = {
    id: context.nextId(),
    parent: nested ?? parentOf(draft, request, replaced, options) ?? null,
    replaced: replaced ?? null,
    bracket: bracketIds(request, context),
  };
  const signal = newSignal(request, links, context);
  if (replaced) {
    const cause = { kind: 'replaced', by: signal.id } as const;
    const keepSiblings = request.leaveOcaIntact && replaced.ocaId !== null;
    endSignal(draft, replaced, { state: 'canceled', cause, at: now, keepSiblings }, options);
  }
  draft.add(signal);
  if (signal.profitTargetId !== null || signal.stopLossId !== null) addBracket(draft, signal, context);
  return signal;
}

function parentOf(
  draft: Draft,
  request: SignalRequest,
  replaced: Signal | undefined,
  options: RuleOptions,
): Signal | undefined {
  if (request.conditionalUpon !== null) return draft.find(request.conditionalUpon);
  const inherits = replaced?.awaitsParent === true && options.replacementParent === 'inherit';
  return inherits && replaced.parentId !== null ? draft.signal(replaced.parentId) : undefined;
}

function groupOf(request: SignalRequest, replaced: Signal | null, options: RuleOptions): string | null {
  if (request.ocaId !== null || replaced === null) return request.ocaId;
  return request.leaveOcaIntact && options.replacementGroup === 'join' ? replaced.ocaId : null;
}

/** The ids drawn for a bracket's children and their group. */
type BracketIds = Pick<Signal, 'profitTargetId' | 'stopLossId' | 'targetGroupId'>;

const NO_BRACKET: BracketIds = { profitTargetId: null, stopLossId: null, targetGroupId: null };

function bracketIds(request: SignalRequest, context: RuleContext): BracketIds {
  if (!isEntry(request.action) || (request.profitTarget === null && request.stopLoss === null)) return NO_BRACKET;
  const profitTargetId = request.profitTarget === null ? null : context.nextId();
  const stopLossId = request.stopLoss === null ? null : context.nextId();
  const grouped = profitTargetId !== null && stopLossId !== null && !request.forceNoOca;
  return { profitTargetId, stopLossId, targetGroupId: grouped ? context.nextId() : null };
}

type Links = {
  readonly id: string;
  readonly parent: Signal | null;
  readonly replaced: Signal | null;
  readonly bracket: BracketIds;
};

function newSignal(request: SignalRequest, links: Links, context: RuleContext): Signal {
  const { now, options } = context;
  const { parent, replaced, bracket } = links;
  const awaitsParent = parent !== null && parent.state !== 'traded';
  const releaseAt = request.releaseAt !== null && request.releaseAt > now ? request.releaseAt : null;
  const entry = isEntry(request.action);
  return {
    limit: limitOf(request, options),
    stop: stopOf(request, options),
    id: links.id,
    ownId: request.ownId,
    action: request.action,
    quantity: request.quantity,
    symbol: request.symbol,
    instrument: request.instrument,
    duration: request.duration,
    role: 'order',
    profitTarget: entry ? request.profitTarget : null,
    stopLoss: entry ? request.stopLoss : null,
    parentId: parent?.id ?? null,
    awaitsParent,
    releaseAt,
    ocaId: groupOf(request, replaced, options),
    targetGroupId: bracket.targetGroupId,
    profitTargetId: bracket.profitTargetId,
    stopLossId: bracket.stopLossId,
    replaces: replaced?.id ?? null,
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

/** Whether the prices are left out, because the request also says market=1. */
function isMarket(request: SignalRequest, options: RuleOptions): boolean {
  return request.market && options.marketWithPrice !== 'priceOnly';
}

function limitOf(request: SignalRequest, options: RuleOptions): Fixed | null {
  if (request.limit === null || isMarket(request, options)) return null;
  return request.stop !== null && options.limitWithStop === 'stopOnly' ? null : request.limit;
}

function stopOf(request: SignalRequest, options: RuleOptions): Fixed | null {
  if (request.stop === null || isMarket(request, options)) return null;
  return request.limit !== null && options.limitWithStop !== 'stopOnly' ? null : request.stop;
}

function addBracket(draft: Draft, entry: Signal, context: RuleContext): void {
  const duration = context.options.bracketDuration === 'GTC' ? 'GTC' : entry.duration;
  const child: Signal = {
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
    replaces: null,
    state: 'waiting',
    expiresAt:
      duration === entry.duration
        ? entry.expiresAt
        : signalExpiry({ ...entry, duration }, entry.postedAt, context.calendar),
  };
  const { profitTargetId, stopLossId, profitTarget: limit, stopLoss: stop } = entry;
  if (profitTargetId !== null) draft.add({ ...child, id: profitTargetId, role: 'profitTarget', limit });
  if (stopLossId !== null) draft.add({ ...child, id: stopLossId, role: 'stopLoss', stop });
}
