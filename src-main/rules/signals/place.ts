import { signalExpiry } from '#rules/calendar/expiry.ts';
import type { Fixed } from '#rules/decimal.ts';
import { closingAction, isEntry } from '#rules/order-terms.ts';
import type { BookChange, BookView, RuleContext } from './book-view.ts';
import { endAlone, ended, endSignal } from './cascade.ts';
import { BookDraft } from './draft.ts';
import { checkReplaced, checkRequest } from './place-check.ts';
import type { Refusal } from './refusal.ts';
import type { RuleOptions } from './rule-options.ts';
import type { SignalRequest } from './signal-request.ts';
import { isLive, type Signal } from './signal.ts';

export type Placed = {
  readonly ok: true;
  readonly signal: Signal;
  /** The nested parent, if the request has one. */
  readonly parent: Placed | null;
  readonly change: BookChange;
};
/** `replayOf`: an earlier signal has the same own id and is the answer, so nothing was placed. */
export type PlaceResult =
  Placed | { readonly ok: true; readonly replayOf: Signal } | { readonly ok: false; readonly refusal: Refusal };

/**
 * Accepts or refuses one signal. Accepting may create up to two bracket children and the nested
 * parents. It cancels the replaced signal, and the OCA siblings of that signal unless
 * `leaveOcaIntact` is set. The book is not changed: the result contains the change.
 */
export function placeSignal(view: BookView, request: SignalRequest, context: RuleContext): PlaceResult {
  return placeInto(new BookDraft(view), request, context);
}

function placeInto(draft: BookDraft, request: SignalRequest, context: RuleContext): PlaceResult {
  const { options } = context;
  const replayOf = options.duplicateOwnId === 'replay' && request.ownId !== null && draft.byOwnId(request.ownId);
  if (replayOf) return { ok: true, replayOf };
  const refusal = checkRequest(draft, request, options);
  if (refusal) return { ok: false, refusal };
  const parent = request.parent === null ? null : placeInto(draft, request.parent, context);
  // An earlier signal that has the own id of the nested parent does not prove that the order itself
  // was placed, so the request is refused.
  if (parent && 'replayOf' in parent)
    return { ok: false, refusal: { code: 'ownIdUsed', id: request.parent?.ownId ?? parent.replayOf.id } };
  if (parent && !parent.ok) return parent;
  // The nested parent may just have replaced the signal that this request replaces.
  const lateRefusal = parent === null ? undefined : checkReplaced(draft, request, options);
  if (lateRefusal) return { ok: false, refusal: lateRefusal };
  const signal = create(draft, request, parent?.signal, context);
  const lost = lostParentRefusal(draft, signal);
  if (lost) return { ok: false, refusal: lost };
  return { ok: true, signal, parent, change: draft.change() };
}

/** A replace may end the signal for which the new signal would wait. */
function lostParentRefusal(draft: BookDraft, signal: Signal): Refusal | undefined {
  const parent = signal.parentId === null ? undefined : draft.signal(signal.parentId);
  const hasEnded = parent !== undefined && !isLive(parent) && parent.state !== 'traded';
  return hasEnded ? { code: 'parentEnded', id: parent.id, state: parent.state } : undefined;
}

function create(
  draft: BookDraft,
  request: SignalRequest,
  nestedParent: Signal | undefined,
  context: RuleContext,
): Signal {
  const { options, now } = context;
  const replaced = request.replaces === null ? undefined : draft.find(request.replaces);
  const signal = newSignal(request, nestedParent ?? parentOf(draft, request, replaced, options), replaced, context);
  if (replaced) {
    const canceled = ended(replaced, 'canceled', { kind: 'replaced', by: signal.id }, now);
    const end = request.leaveOcaIntact ? endAlone : endSignal;
    end(draft, canceled, context);
  }
  draft.add(signal);
  for (const child of bracketOf(signal, context)) draft.add(child);
  return signal;
}

function parentOf(
  draft: BookDraft,
  request: SignalRequest,
  replaced: Signal | undefined,
  options: RuleOptions,
): Signal | undefined {
  if (request.conditionalUpon !== null) return draft.find(request.conditionalUpon);
  const inherits = replaced?.awaitsParent === true && options.replacementParent === 'inherit';
  return inherits && replaced.parentId !== null ? draft.signal(replaced.parentId) : undefined;
}

function groupOf(request: SignalRequest, replaced: Signal | undefined, options: RuleOptions): string | null {
  if (request.ocaId !== null || replaced === undefined) return request.ocaId;
  return request.leaveOcaIntact && options.replacementGroup === 'join' ? replaced.ocaId : null;
}

function newSignal(
  request: SignalRequest,
  parent: Signal | undefined,
  replaced: Signal | undefined,
  context: RuleContext,
): Signal {
  const { now, options, nextId, calendar } = context;
  const id = nextId();
  const profitTarget = isEntry(request.action) ? request.profitTarget : null;
  const stopLoss = isEntry(request.action) ? request.stopLoss : null;
  const profitTargetId = profitTarget === null ? null : nextId();
  const stopLossId = stopLoss === null ? null : nextId();
  const isGrouped = profitTargetId !== null && stopLossId !== null && !request.forceNoOca;
  const targetGroupId = isGrouped ? nextId() : null;
  const releaseAt = request.releaseAt !== null && request.releaseAt > now ? request.releaseAt : null;
  const awaitsParent = parent !== undefined && parent.state !== 'traded';
  return {
    id,
    ownId: request.ownId,
    action: request.action,
    quantity: request.quantity,
    symbol: request.symbol,
    instrument: request.instrument,
    duration: request.duration,
    limit: limitOf(request, options),
    stop: stopOf(request, options),
    role: 'order',
    profitTarget,
    stopLoss,
    parentId: parent?.id ?? null,
    awaitsParent,
    releaseAt,
    ocaId: groupOf(request, replaced, options),
    targetGroupId,
    profitTargetId,
    stopLossId,
    replaces: replaced?.id ?? null,
    comments: request.comments,
    state: awaitsParent || releaseAt !== null ? 'waiting' : 'working',
    cause: null,
    postedAt: now,
    expiresAt: signalExpiry(request, releaseAt ?? now, calendar),
    endedAt: null,
    tradedPrice: null,
    openingTradeId: null,
    closingTradeId: null,
  };
}

/** Whether the request is for a market order, so that its prices are ignored. */
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

/** The children of a bracket. */
function bracketOf(entry: Signal, { options, calendar }: RuleContext): Signal[] {
  const { profitTargetId, stopLossId, symbol, instrument } = entry;
  if (profitTargetId === null && stopLossId === null) return [];
  const duration = options.bracketDuration === 'GTC' ? 'GTC' : entry.duration;
  const expiresAt =
    duration === entry.duration
      ? entry.expiresAt
      : signalExpiry({ duration, symbol, instrument }, entry.postedAt, calendar);
  const child: Omit<Signal, 'id' | 'role'> = {
    ...entry,
    ownId: null,
    action: closingAction(entry.action),
    duration,
    expiresAt,
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
  };
  const children: Signal[] = [];
  if (profitTargetId !== null)
    children.push({ ...child, id: profitTargetId, role: 'profitTarget', limit: entry.profitTarget });
  if (stopLossId !== null) children.push({ ...child, id: stopLossId, role: 'stopLoss', stop: entry.stopLoss });
  return children;
}
