import { BookSignal, statusWithoutFill, type SignalExtras, type SignalOrder } from './book-signal.ts';
import type { BookChange } from './book-change.ts';
import type { BookView, RuleContext } from './book-view.ts';
import { endAlone, endSignal } from './cascade.ts';
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
  const isAlone = request.parent === null && request.replaces === null;
  return isAlone ? placeAlone(view, request, context) : placeInto(new Draft(view), request, context);
}

/** What neither replaces a signal nor brings its parent along changes nothing that is there. */
function placeAlone(view: BookView, request: SignalRequest, context: RuleContext): PlaceResult {
  const answer = answerWithout(view, request, context.options);
  if (answer) return answer;
  const parent = request.conditionalUpon === null ? undefined : view.find(request.conditionalUpon);
  const signal = newSignal(request, parent, undefined, context);
  return {
    ok: true,
    signal,
    parent: null,
    change: { signals: withBracket(signal, context), trades: NONE, legs: NONE },
  };
}

/** The answer to a request that changes nothing: it was taken before, or is refused. */
function answerWithout(view: BookView, request: SignalRequest, options: RuleOptions): PlaceResult | undefined {
  const replayed = options.duplicateOwnId === 'replay' && request.ownId !== null && view.byOwnId(request.ownId);
  if (replayed) return { ok: true, replayOf: replayed };
  const refusal = checkRequest(view, request, options);
  return refusal && { ok: false, refusal };
}

function placeInto(draft: Draft, request: SignalRequest, context: RuleContext): PlaceResult {
  const answer = answerWithout(draft, request, context.options);
  if (answer) return answer;
  const parent = request.parent === null ? null : placeInto(draft, request.parent, context);
  if (parent && !('signal' in parent)) return parent;
  const signal = create(draft, request, parent?.signal, context);
  const lost = lostParent(draft, signal);
  if (lost) return { ok: false, refusal: lost };
  return { ok: true, signal, parent, change: draft };
}

/** Replacing may have ended the very signal this one was to wait for. */
function lostParent(draft: Draft, signal: Signal): Refusal | undefined {
  const parent = signal.parentId === null ? undefined : draft.signal(signal.parentId);
  const lost = parent !== undefined && !isLive(parent) && parent.state !== 'traded';
  return lost ? { code: 'parentEnded', id: parent.id, state: parent.state } : undefined;
}

function create(draft: Draft, request: SignalRequest, nested: Signal | undefined, context: RuleContext): Signal {
  const { options, now } = context;
  const replaced = request.replaces === null ? undefined : draft.find(request.replaces);
  const signal = newSignal(request, nested ?? parentOf(draft, request, replaced, options), replaced, context);
  if (replaced) {
    const cause = { kind: 'replaced', by: signal.id } as const;
    const end = request.leaveOcaIntact ? endAlone : endSignal;
    end(draft, replaced, statusWithoutFill('canceled', cause, now), options);
  }
  for (const one of withBracket(signal, context)) draft.add(one);
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
  const releaseAt = request.releaseAt !== null && request.releaseAt > now ? request.releaseAt : null;
  const order: SignalOrder = {
    slot: 0,
    extras: standsAlone(request, parent, replaced) ? null : extrasOf(request, parent, replaced, context),
    id,
    symbol: request.symbol,
    action: request.action,
    quantity: request.quantity,
    instrument: request.instrument,
    ownId: request.ownId,
    duration: request.duration,
    limit: limitOf(request, options),
    stop: stopOf(request, options),
    postedAt: now,
    expiresAt: signalExpiry(request, releaseAt ?? now, calendar),
  };
  if (parent !== undefined && parent.state !== 'traded') return new BookSignal(order, AWAITS_PARENT);
  return new BookSignal(order, releaseAt === null ? WORKS : PARKED);
}

const WORKS = statusWithoutFill('working', null, null);
const PARKED = statusWithoutFill('waiting', null, null);
const AWAITS_PARENT = statusWithoutFill('waiting', null, null, true);

/** Whether all its extras are those of every order; most orders' are. */
function standsAlone(request: SignalRequest, parent: Signal | undefined, replaced: Signal | undefined): boolean {
  return (
    parent === undefined &&
    replaced === undefined &&
    request.profitTarget === null &&
    request.stopLoss === null &&
    request.ocaId === null &&
    request.releaseAt === null &&
    request.comments === ''
  );
}

function extrasOf(
  request: SignalRequest,
  parent: Signal | undefined,
  replaced: Signal | undefined,
  { now, options, nextId }: RuleContext,
): SignalExtras {
  const profitTarget = isEntry(request.action) ? request.profitTarget : null;
  const stopLoss = isEntry(request.action) ? request.stopLoss : null;
  const profitTargetId = profitTarget === null ? null : nextId();
  const stopLossId = stopLoss === null ? null : nextId();
  const grouped = profitTargetId !== null && stopLossId !== null && !request.forceNoOca;
  return {
    role: 'order',
    profitTarget,
    stopLoss,
    parentId: parent?.id ?? null,
    releaseAt: request.releaseAt !== null && request.releaseAt > now ? request.releaseAt : null,
    ocaId: groupOf(request, replaced, options),
    targetGroupId: grouped ? nextId() : null,
    profitTargetId,
    stopLossId,
    replaces: replaced?.id ?? null,
    comments: request.comments,
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

const NONE: readonly never[] = [];

type ChildTerms = Pick<Signal, 'duration' | 'expiresAt'>;

/** A signal and the children of its bracket, if it has one. */
function withBracket(entry: Signal, context: RuleContext): readonly Signal[] {
  const { profitTargetId, stopLossId } = entry;
  if (profitTargetId === null && stopLossId === null) return [entry];
  const { symbol, instrument, postedAt } = entry;
  const duration = context.options.bracketDuration === 'GTC' ? 'GTC' : entry.duration;
  const expiresAt =
    duration === entry.duration
      ? entry.expiresAt
      : signalExpiry({ duration, symbol, instrument }, postedAt, context.calendar);
  const terms = { duration, expiresAt };
  const signals = [entry];
  if (profitTargetId !== null) signals.push(childOf(entry, profitTargetId, 'profitTarget', terms));
  if (stopLossId !== null) signals.push(childOf(entry, stopLossId, 'stopLoss', terms));
  return signals;
}

/** Members are written out, as everywhere where signals are made: all are then of one shape, which an engine reads fastest. */
function childOf(entry: Signal, id: string, role: 'profitTarget' | 'stopLoss', terms: ChildTerms): Signal {
  const order: SignalOrder = {
    slot: 0,
    extras: {
      role,
      profitTarget: null,
      stopLoss: null,
      parentId: entry.id,
      releaseAt: null,
      ocaId: entry.targetGroupId,
      targetGroupId: null,
      profitTargetId: null,
      stopLossId: null,
      replaces: null,
      comments: entry.comments,
    },
    id,
    symbol: entry.symbol,
    action: closingAction(entry.action),
    quantity: entry.quantity,
    instrument: entry.instrument,
    ownId: null,
    duration: terms.duration,
    limit: role === 'profitTarget' ? entry.profitTarget : null,
    stop: role === 'stopLoss' ? entry.stopLoss : null,
    postedAt: entry.postedAt,
    expiresAt: terms.expiresAt,
  };
  return new BookSignal(order, AWAITS_PARENT);
}
