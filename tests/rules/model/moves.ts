import type { Ticket } from '#contract/model/ticket.ts';
import { claimedByOthers, claimedIds } from '#core/orders/journal/claims.ts';
import { findDuplicate } from '#core/orders/entry/guard.ts';
import { serviceIdsOf } from '#core/orders/reconcile/match.ts';
import { mirrorOf } from '#core/orders/reconcile/mirror.ts';
import { noServiceIds, type OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted, isUnderCheck } from '#core/orders/journal/row-states.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { isLive, type Signal } from '#rules/signals/signal.ts';
import { readLists, recordsOf, WINDOW } from './read-lists.ts';
import { ENTRY, ownIdOf, REPLACEMENT, requestOf, ticketOf, DUPLICATE, type Variant } from './orders.ts';
import { cancel, endDay, submit, tick } from './service-side.ts';
import { recorded, withValue, type Actor, type Move, type EventOfOrder, type State } from './state.ts';
import { answerText, verdictOn } from './wire.ts';

/** A deliberate bug that the search has to find. */
export type Bug =
  | 'none'
  | 'resends by itself'
  | 'takes an unsent resend for an unsent order'
  | 'decides absence before T_late'
  | 'loses journal events in a crash'
  | 'siblings stay working';

/** Requests of one order in one model: the first, and one more if the user asks for it. */
const MAX_ATTEMPTS = 2;
/**
 * The prices of the ticks, by the order that the replacement replaces. The first price fills the
 * entries. The second fills a leg: the target for `entry`, the stop loss or its replacement for
 * `stop`. The prices of `all` fill the entries and both legs.
 */
const TICKS = { entry: ['260', '270'], stop: ['260', '250'], all: ['260', '270', '250'] } as const;
/** The time of every event. In the model only the service has a clock. */
const at = 0;

/** Every possible next step of every actor. */
export function movesFrom(state: State, variant: Variant, bug: Bug): Move[] {
  const found: Move[] = [];
  const add = (actor: Actor, label: string, next: State, events: readonly EventOfOrder[] = []): void => {
    found.push({ actor, label, events, next });
  };
  const addRecorded = (
    actor: Actor,
    label: string,
    events: readonly EventOfOrder[],
    change: Partial<State> = {},
  ): void => add(actor, label, recorded(state, events, change), events);
  state.rows.forEach((row, order) => {
    if (row === null) press(state, variant, order, addRecorded);
    else {
      userMoves(state, row, order, variant, addRecorded);
      sendMoves(state, row, order, { variant, bug, addRecorded });
      silence(state, row, order, addRecorded);
    }
    arrive(state, variant, order, bug, add);
  });
  read(state, variant, bug, add);
  crash(state, bug, add);
  serviceMoves(state, variant, bug, add);
  return found;
}

/** Adds a move with its next state. */
type Add = (actor: Actor, label: string, next: State, events?: readonly EventOfOrder[]) => void;
/** Adds a move that writes these events to the journal. */
type AddRecorded = (actor: Actor, label: string, events: readonly EventOfOrder[], change?: Partial<State>) => void;

/** Creates the row of a ticket, but not while an equal order is open or before a clean reading. */
function press(state: State, variant: Variant, order: number, addRecorded: AddRecorded): void {
  const entry = state.rows[ENTRY];
  const learned = entry && isAccepted(entry) ? entry.serviceIds : noServiceIds;
  const replacedId = variant.replaces === 'entry' ? learned.signal : learned.stop;
  if (!state.hasCleanReading || (order === REPLACEMENT && (variant.hasDuplicate || replacedId === null))) return;
  const ticket = ticketOf(order, variant, replacedId);
  if (
    findDuplicate(
      ticket,
      state.rows.filter((row) => row !== null),
      at,
    )
  )
    return;
  addRecorded('user', `press ${order}`, [[order, createdAs(order, ticket)]]);
}

function createdAs(order: number, ticket: Ticket): Extract<OrderEvent, { type: 'created' }> {
  const intentId = `00000000-0000-4000-8000-00000000000${order}`;
  const common = { at, intentId, profileId: 'p', mode: 'PRACTICE', ownId: ownIdOf(order), ticket } as const;
  return { type: 'created', ...common, confirmed: [] };
}

function userMoves(state: State, row: OrderRow, order: number, variant: Variant, addRecorded: AddRecorded): void {
  // A choice to send again allows one further request, however often the user makes it.
  const allowed = { allowedResends: withValue(state.allowedResends, order, row.attempts) };
  if (row.state === 'HELD' || row.state === 'NOT_SENT') {
    if (row.attempts < MAX_ATTEMPTS)
      addRecorded(
        'user',
        `send ${order} nevertheless`,
        [[order, { type: 'confirmed', at }]],
        row.attempts > 0 ? allowed : {},
      );
    addRecorded('user', `abandon ${order}`, [[order, { type: 'abandoned', at }]]);
  }
  if (row.state === 'QUEUED') addRecorded('user', `abandon ${order}`, [[order, { type: 'abandoned', at }]]);
  if (row.state === 'AMBIGUOUS') pick(state, row, order, variant, addRecorded);
  if (['UNKNOWN', 'AMBIGUOUS', 'CLOSED_ABSENT'].includes(row.state)) cancelOwn(state, row, order, variant, addRecorded);
  if (row.state !== 'PROBABLY_ABSENT') return;
  if (row.resendAsked === true) return;
  if (!row.acknowledged) addRecorded('user', `acknowledge ${order}`, [[order, { type: 'acknowledged', at }]]);
  if (isResendOffered(state, row, variant))
    addRecorded('user', `ask to send ${order} again`, [[order, { type: 'resend-asked', at }]], allowed);
  addRecorded('user', `keep waiting for ${order}`, [[order, { type: 'kept-waiting', at, until: at }]]);
  cancelOwn(state, row, order, variant, addRecorded);
  enterAgain(state, row, order, variant, addRecorded);
  addRecorded('client', `stop watching for ${order}`, [[order, { type: 'watch-ended', at }]]);
}

/**
 * Whether a resend is offered. None is offered while an equal order is open, or before the first
 * clean read.
 */
function isResendOffered(state: State, row: OrderRow, { rules }: Variant): boolean {
  const others = othersThan(state, row);
  const offered = rules.duplicateOwnId === 'refuse' && row.ticket.replaces === null && row.attempts < MAX_ATTEMPTS;
  return offered && row.supersededBy === undefined && state.hasCleanReading && !findDuplicate(row.ticket, others, at);
}

const othersThan = (state: State, { rowId }: OrderRow): OrderRow[] =>
  state.rows.filter((one) => one !== null).filter((one) => one.rowId !== rowId);

function pick(state: State, row: OrderRow, order: number, variant: Variant, addRecorded: AddRecorded): void {
  const claimed = claimedByOthers(
    state.rows.filter((one) => one !== null),
    row.rowId,
  );
  const records = recordsOf(state, variant.ownIdsInLists);
  for (const record of records) {
    const id = record.serviceId;
    if (row.candidates?.includes(id) !== true || claimed.has(id)) continue;
    const serviceIds = serviceIdsOf({ row, records, claimed, window: WINDOW }, record);
    const picked = { type: 'picked', at, serviceIds, mirror: mirrorOf(record), alarm: null, evidence: 'user' } as const;
    addRecorded('user', `pick ${id} for ${order}`, [[order, picked]]);
  }
}

/** The user enters an order equal to the lost one, knowing that there may be two. */
function enterAgain(state: State, row: OrderRow, order: number, variant: Variant, addRecorded: AddRecorded): void {
  const others = othersThan(state, row);
  const offered =
    variant.hasDuplicate && order === ENTRY && state.rows[DUPLICATE] === null && row.supersededBy === undefined;
  if (!offered || !state.hasCleanReading || findDuplicate(row.ticket, others, at)) return;
  const created = createdAs(DUPLICATE, ticketOf(DUPLICATE, variant, null));
  const superseded: EventOfOrder = [order, { type: 'superseded', at, by: created.intentId }];
  addRecorded('user', `enter ${order} again`, [[DUPLICATE, created], superseded]);
}

/**
 * cancelSignal(own id), as a requested check or to cancel the order. A definite answer proves that
 * the order arrived; any other answer proves nothing.
 */
function cancelOwn(state: State, row: OrderRow, order: number, variant: Variant, addRecorded: AddRecorded): void {
  const { result, service } = cancel(state.service, row.ownId, variant.rules);
  const asked: EventOfOrder = [order, { type: 'cancel-check-asked', at }];
  if (!result.ok && result.reason !== 'traded' && result.reason !== 'canceled') return;
  // Another row may have claimed the record by fingerprint. The answer proves that the order
  // arrived, and does not decide about the claim of that row (order-safety J7).
  const claimed = claimedByOthers(
    state.rows.filter((one) => one !== null),
    row.rowId,
  );
  const { id } = result.signal;
  const serviceIds = { ...row.serviceIds, signal: row.serviceIds.signal ?? (claimed.has(id) ? null : id) };
  const status = result.ok || result.reason === 'canceled' ? 'canceled' : 'traded';
  const mirror = { status, tradedPrice: null, at: 1 } as const;
  const proved = { type: 'cancel-proved', at, serviceIds, mirror, alarm: null, evidence: 'cancel' } as const;
  if (row.state === 'PROBABLY_ABSENT')
    addRecorded('user', `check ${order} by cancel`, [asked, [order, proved]], { service });
  else addRecorded('user', `cancel ${order}`, [[order, proved]], { service });
}

type SendContext = { readonly variant: Variant; readonly bug: Bug; readonly addRecorded: AddRecorded };

function sendMoves(state: State, row: OrderRow, order: number, context: SendContext): void {
  const { bug, addRecorded } = context;
  const canSend = state.sendingOrder === null && state.hasCleanReading && row.attempts < MAX_ATTEMPTS;
  if (row.state === 'QUEUED') {
    addRecorded('client', `${order} waited too long`, [[order, { type: 'held', at, reason: 'old' }]]);
    if (canSend)
      send(
        state,
        order,
        [{ type: 'slot-free', at, monotonic: 0, preExistingMatches: preExistingMatches(state, order) }],
        context,
      );
  }
  if (row.state !== 'PROBABLY_ABSENT' || !canSend) return;
  const resend: OrderEvent = { type: 'sent-again', at, monotonic: 0, preExistingMatches: [...row.preExistingMatches] };
  if (row.resendAsked === true) send(state, order, [resend], context);
  if (bug === 'resends by itself') send(state, order, [{ type: 'resend-asked', at }, resend], context);
}

/** Equal orders that were listed before the send, except those that an answer named. */
function preExistingMatches(state: State, order: number): string[] {
  if (order !== DUPLICATE) return [];
  const answered = claimedIds(state.rows.filter((row) => row !== null).filter((row) => row.state === 'ACKED'));
  const equal = (one: Signal): boolean => one.role === 'order' && one.ownId !== ownIdOf(REPLACEMENT);
  return [...state.service.signals.values()]
    .filter(equal)
    .map((one) => one.id)
    .filter((id) => !answered.has(id));
}

/**
 * SENDING is written. Then the bytes are sent, provably not sent, or lost or doubled on the way. A
 * crash between the write and the send needs no state of its own: it equals lost bytes and a crash.
 */
function send(
  state: State,
  order: number,
  startEvents: readonly OrderEvent[],
  { variant, bug, addRecorded }: SendContext,
): void {
  const { onWire, doubled, late } = state;
  const started = startEvents.map((event): EventOfOrder => [order, event]);
  const whileSending = { sendingOrder: order, late: withValue(late, order, false) };
  const copies = onWire[order] ?? 0;
  // Proof that this attempt was not sent proves nothing about an earlier one that may have arrived.
  const isResend = startEvents.some(({ type }) => type === 'sent-again');
  const isProof = !isResend || bug === 'takes an unsent resend for an unsent order';
  const unsent: OrderEvent = isProof
    ? { type: 'not-sent', at, reason: 'no connection' }
    : { type: 'lost', at, reason: 'no connection', answer: [] };
  addRecorded('connection', `${order} never leaves`, [...started, [order, unsent]], { late: whileSending.late });
  addRecorded('connection', `${order} leaves`, started, {
    ...whileSending,
    onWire: withValue(onWire, order, copies + 1),
  });
  addRecorded('connection', `${order} leaves and is lost`, started, whileSending);
  if (variant.doubling && !doubled)
    addRecorded('connection', `${order} leaves and is doubled`, started, {
      ...whileSending,
      onWire: withValue(onWire, order, copies + 2),
      doubled: true,
    });
}

/** T_late passes for an order under check, or the client stops waiting for an answer. */
function silence(state: State, row: OrderRow, order: number, addRecorded: AddRecorded): void {
  const { sendingOrder, late } = state;
  if (isUnderCheck(row) && late[order] === false)
    addRecorded('connection', `T_late of ${order}`, [], { late: withValue(late, order, true) });
  if (sendingOrder === order)
    addRecorded('connection', `no answer to ${order}`, [[order, { type: 'lost', at, reason: 'timeout', answer: [] }]], {
      sendingOrder: null,
    });
}

/**
 * A sent request may arrive at any time. Its answer matters only while the client waits for it, and
 * may be lost. An answer that is still in transit needs no state of its own: it tells the client
 * the same later as at once.
 */
function arrive(state: State, variant: Variant, order: number, bug: Bug, add: Add): void {
  const copies = state.onWire[order] ?? 0;
  const row = state.rows[order];
  if (copies === 0 || !row) return;
  const { result, service } = submit(state.service, requestOf(row.ticket, row.ownId), variant.rules);
  const next = { ...state, service: withBug(state, service, bug), onWire: withValue(state.onWire, order, copies - 1) };
  add('service', `${order} arrives, its answer is lost`, next);
  if (state.sendingOrder !== order) return;
  const event = eventOfAnswer(answerText(result, row.ownId), row);
  add(
    'connection',
    `${order} arrives and is answered: ${event.type}`,
    recorded(next, [[order, event]], { sendingOrder: null }),
    [[order, event]],
  );
}

function eventOfAnswer(text: string, row: OrderRow): OrderEvent {
  const verdict = verdictOn(text, row);
  switch (verdict.kind) {
    case 'accepted': {
      const { serviceIds, mirror, alarm } = verdict;
      return { type: 'accepted', at, serviceIds, mirror, alarm, answer: [] };
    }
    case 'refused':
      return { type: 'refused', at, answer: [] };
    case 'not-sent':
    case 'unknown':
      return { type: 'lost', at, reason: 'unclear', answer: [] };
  }
}

function read(state: State, variant: Variant, bug: Bug, add: Add): void {
  const stateAtRead = bug === 'decides absence before T_late' ? { ...state, late: state.late.map(() => true) } : state;
  const { events, next } = readLists(stateAtRead, variant);
  add('read', 'both lists are read', { ...next, late: state.late }, events);
}

/** kill -9 and a new start: everything in memory is lost, and nothing is sent automatically. */
function crash(state: State, bug: Bug, add: Add): void {
  const events: EventOfOrder[] = [];
  state.rows.forEach((row, order) => {
    if (row?.state === 'QUEUED') events.push([order, { type: 'held', at, reason: 'restart' }]);
    if (row?.state === 'SENDING') events.push([order, { type: 'found-at-start', at, reason: 'restart' }]);
    if (row?.state === 'PROBABLY_ABSENT' && row.resendAsked === true)
      events.push([order, { type: 'resend-dropped', at, reason: 'restart' }]);
  });
  const next = recorded(state, events, { sendingOrder: null, hasCleanReading: false });
  const rows =
    bug === 'loses journal events in a crash'
      ? next.rows.map((row) => (row?.state === 'UNKNOWN' ? null : row))
      : next.rows;
  add('crash', 'crash', { ...next, rows }, events);
}

function serviceMoves(state: State, variant: Variant, bug: Bug, add: Add): void {
  const { service } = state;
  const { rules } = variant;
  for (const price of variant.forceNoOca ? TICKS.all : TICKS[variant.replaces])
    add('service', `tick ${price}`, { ...state, service: withBug(state, tick(service, price, rules), bug) });
  if (variant.dayEnds && !service.evening)
    add('service', 'the day ends', { ...state, service: endDay(service, rules) });
  for (const signal of service.signals.values()) {
    if (!isLive(signal)) continue;
    const canceled = cancel(service, signal.id, rules);
    if (canceled.result.ok) add('service', `somebody cancels ${signal.id}`, { ...state, service: canceled.service });
  }
}

/** A bug of the service: an order that a fill should have canceled continues to work. */
function withBug(state: State, after: State['service'], bug: Bug): State['service'] {
  if (bug !== 'siblings stay working') return after;
  const signals = new Map(after.signals);
  for (const [id, signal] of after.signals)
    if (signal.cause?.kind === 'siblingFilled') signals.set(id, state.service.signals.get(id) ?? signal);
  return { ...after, signals };
}
