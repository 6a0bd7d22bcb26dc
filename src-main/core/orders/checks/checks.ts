import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { isBuy, isEntry } from '#contract/model/order-action.ts';
import { exitChecks } from './exit-checks.ts';
import { isClosingOrder, type Exposure } from '#core/orders/exposure.ts';
import { fingerprint, priceOf } from '#core/orders/fingerprint.ts';
import { needsTwoSteps, replacedOrder } from '#core/orders/replace/replacement.ts';
import { replacementChecks } from '#core/orders/replace/replacement-checks.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { dayOrderEnd } from '#core/orders/protection/stop-end.ts';
import { entriesOf } from '#core/orders/risk/new-risk.ts';
import { groupKeyOf } from '#core/orders/signal-state.ts';
import { check } from '#core/plans/check.ts';
import { sameContract } from '#rules/option-symbol.ts';

export type CheckFacts = {
  readonly ticket: Ticket;
  readonly signals: readonly Signal[];
  /** The cancel of the order that this ticket replaces was requested, and is not proved yet. */
  readonly cancelAsked?: boolean;
  /** The journal was restored from a copy, and the lists of the strategy were not checked since. */
  readonly restored?: boolean;
  /** How much a closing order may close; null for an order that does not close. */
  readonly exposure: Exposure | null;
  readonly positions: readonly OpenPosition[];
  /**
   * Orders equal to the ticket that were entered within the last `sameOrderMs`, or whose state may
   * still change.
   */
  readonly rows: readonly OrderRow[];
  /** Service ids for which the last list shows contradicting records. */
  readonly contradicted: ReadonlySet<string>;
  /** Milliseconds. */
  readonly now: number;
  /** Milliseconds by the platform's clock, which releases and ends orders. */
  readonly serviceNow: number;
  /** The age of the working list as `readingAge` computes it. */
  readonly age: number | null;
  readonly staleAfterSeconds: number;
  /**
   * Set for an order that only closes, while the orders or positions of its strategy cannot be
   * read.
   */
  readonly unread?: UnreadFacts;
  /** The checks about the rehearsal of the template or hotkey that the order was made from. */
  readonly rehearsal?: readonly Check[];
};

/**
 * Why a strategy cannot be read, and the ages of the last readings, on which an exit then relies.
 * `readingAge` computes the ages.
 */
export type UnreadFacts = {
  readonly reason: Text;
  readonly ordersAge: number | null;
  readonly positionsAge: number | null;
};

/** Milliseconds. An equal order within this time may come from a double press. */
export const sameOrderMs = 10_000;

/**
 * The checks before an order is sent. A `block` cannot be passed. A `warn` is passed if its code is
 * confirmed.
 */
export function checksOf(facts: CheckFacts): Check[] {
  return [
    ...bracketChecks(facts.ticket),
    ...protectionChecks(facts),
    ...positionChecks(facts),
    ...exitChecks(facts),
    ...sameOrderChecks(facts),
    ...groupChecks(facts),
    ...linkChecks(facts),
    ...dataChecks(facts),
    ...(facts.rehearsal ?? []),
  ];
}

function bracketChecks(ticket: Ticket): Check[] {
  const { profitTarget, stopLoss } = ticket;
  const hasBracket = profitTarget !== null || stopLoss !== null;
  const isFractional = entriesOf(ticket).some(({ quantity }) => quantity.includes('.'));
  if (isFractional)
    return [{ code: 'whole-quantity', level: 'block', text: { code: 'order.whole-quantity' }, field: 'quantity' }];
  if (!isEntry(ticket.action)) {
    const field = profitTarget === null ? 'stopLoss' : 'profitTarget';
    return hasBracket ? [check('block', 'bracket-on-exit', { code: 'check.bracket-on-exit' }, field)] : [];
  }
  const found = sideChecks(ticket);
  if (stopLoss === null && ticket.conditionalUpon === null && !ticket.parent)
    found.push(check('note', 'naked-entry', { code: 'check.no-stop' }));
  if (ticket.keepBothAlive && profitTarget !== null && stopLoss !== null)
    found.push(check('warn', 'both-alive', { code: 'check.both-alive' }, 'keepBothAlive'));
  return found;
}

/** A note with the end of a DAY stop loss: the legs of a bracket have the duration of their entry. */
function protectionChecks({ ticket, serviceNow }: CheckFacts): Check[] {
  const { duration, instrument, stopLoss, symbol } = ticket;
  if (stopLoss === null || duration !== 'DAY') return [];
  const at = dayOrderEnd({ instrument, symbol }, Math.floor(serviceNow / 1000));
  return [{ code: 'protection-ends', level: 'note', text: { code: 'check.protection-ends', at }, field: 'duration' }];
}

/**
 * A target must be beyond the entry, a stop before it. Without an entry price they are compared
 * with each other.
 */
function sideChecks(ticket: Ticket): Check[] {
  const { profitTarget, stopLoss } = ticket;
  const entry = priceOf(ticket);
  const side = isBuy(ticket.action) ? 1 : -1;
  const isBeyond = (price: string, from: string): boolean => new Big(price).cmp(from) === side;
  const found: Check[] = [];
  if (entry !== null && profitTarget !== null && !isBeyond(profitTarget, entry)) {
    const text: Text = { code: 'check.bracket-side', member: 'target', side: side > 0 ? 'above' : 'below' };
    found.push(check('block', 'target-side', text, 'profitTarget'));
  }
  if (entry !== null && stopLoss !== null && !isBeyond(entry, stopLoss)) {
    const text: Text = { code: 'check.bracket-side', member: 'stop', side: side > 0 ? 'below' : 'above' };
    found.push(check('block', 'stop-side', text, 'stopLoss'));
  }
  if (entry === null && profitTarget !== null && stopLoss !== null && !isBeyond(profitTarget, stopLoss)) {
    found.push(check('block', 'target-side', { code: 'check.bracket-crossed' }, 'profitTarget'));
  }
  return found;
}

function positionChecks({ ticket, positions }: CheckFacts): Check[] {
  const { action, quantity, symbol } = ticket;
  const position = positions.find((one) => sameContract(one.symbol, symbol));
  const side = isBuy(action) === isEntry(action) ? 'long' : 'short';
  if (position && position.side !== side) {
    const { side: openSide, quantity: openQuantity } = position;
    const text: Text = { code: 'check.against-position', action, side: openSide, quantity: openQuantity, symbol };
    return [check('warn', 'against-position', text, 'action')];
  }
  if (isEntry(action) || ticket.conditionalUpon !== null || ticket.parent) return [];
  if (!position) return [check('warn', 'nothing-to-close', { code: 'check.nothing-to-close', side, symbol }, 'action')];
  if (!new Big(quantity).gt(position.quantity)) return [];
  const text: Text = { code: 'check.closing-more', quantity, positionSize: position.quantity };
  return [check('warn', 'closing-more', text, 'quantity')];
}

function sameOrderChecks({ ticket, rows, now }: CheckFacts): Check[] {
  const print = fingerprint(ticket);
  const equal = rows.filter(
    (row) =>
      fingerprint(row.ticket) === print && !['ABANDONED', 'REJECTED'].includes(row.state) && !isReplacedBy(row, ticket),
  );
  const recent = equal.find((row) => Math.abs(now - row.createdAt) <= sameOrderMs);
  if (recent) return [check('warn', 'same-order', { code: 'check.same-order', seconds: sameOrderMs / 1000 })];
  // The platform refused an equal order, but may have accepted it: no list has proved the refusal.
  // Until `lateMs` after its send, `findDuplicate` blocks an equal exit.
  const refused = equal.find(({ state }) => state === 'REJECTED_SOFT');
  if (refused && isClosingOrder(ticket)) return [check('warn', 'equal-refused', { code: 'check.equal-refused' })];
  const working = equal.find(({ mirror }) => mirror?.status === 'working' || mirror?.status === 'waiting');
  return working ? [check('warn', 'equal-working', { code: 'check.equal-working' })] : [];
}

/** A replacement is not compared with the order that it replaces. */
const isReplacedBy = ({ ownId, serviceIds }: OrderRow, { replaces }: Ticket): boolean =>
  replaces !== null && (serviceIds.signal === replaces.serviceId || ownId === replaces.serviceId);

/** The states in which an order is, is about to be or may be in its group at the platform. */
const groupStates: readonly Signal['state'][] = ['working', 'waiting', 'queued', 'sending', 'unknown'];

/** A DAY member cancels its GTC siblings when it expires (order-safety 1.5). */
function groupChecks({ ticket, signals, cancelAsked }: CheckFacts): Check[] {
  const replaced = find(signals, ticket.replaces?.serviceId ?? null);
  // The cancel of a replacement in two steps ends the group, so the new order joins none.
  const twoSteps = needsTwoSteps(ticket, replacedOrder(ticket, signals), cancelAsked);
  const stays = ticket.ocaGroupId === null && ticket.replaces?.leaveOcaIntact === true && !twoSteps;
  const joined = stays && replaced ? replaced : { ocaGroupId: ticket.ocaGroupId };
  const group = groupKeyOf(joined);
  if (group === null) return [];
  const members = signals.filter(
    (one) => groupKeyOf(one) === group && one !== replaced && groupStates.includes(one.state),
  );
  const isMixed = members.some(({ duration }) => duration !== null && duration !== ticket.duration);
  return isMixed ? [check('block', 'mixed-durations', { code: 'check.mixed-durations' }, 'duration')] : [];
}

function linkChecks({ ticket, signals, cancelAsked, contradicted, serviceNow }: CheckFacts): Check[] {
  const found: Check[] = [];
  if (ticket.parent && ticket.conditionalUpon !== null) {
    found.push(check('block', 'two-parents', { code: 'check.two-parents' }, 'conditionalUpon'));
  }
  if (ticket.parkUntil && ticket.parkUntil * 1000 <= serviceNow) {
    found.push(check('block', 'park-past', { code: 'check.release-past' }, 'parkUntil'));
  }
  const parent = find(signals, ticket.conditionalUpon);
  const replaced = replacedOrder(ticket, signals);
  found.push(...replacementChecks(ticket, replaced, needsTwoSteps(ticket, replaced, cancelAsked), serviceNow));
  const replacedId = replaced?.signal.serviceId ?? ticket.replaces?.serviceId ?? null;
  if (replacedId !== null && contradicted.has(replacedId)) {
    const text = { code: 'order.contradicted', serviceId: replacedId } as const;
    found.push({ code: 'contradicted', level: 'block', text, field: 'replaces' });
  }
  if (parent?.state === 'waiting') {
    found.push(check('warn', 'condition-on-waiting', { code: 'check.condition-waits' }, 'conditionalUpon'));
  }
  return found;
}

/**
 * While its strategy cannot be read, an exit is sent after one confirmation that shows the age of
 * the data it relies on.
 */
function oldDataCheck({ reason, ordersAge, positionsAge }: UnreadFacts): Check {
  return check('warn', 'rests-on-old-data', { code: 'exit.rests-on', ordersAge, positionsAge, reason });
}

function dataChecks(facts: CheckFacts): Check[] {
  const { ticket, age, staleAfterSeconds, unread } = facts;
  const found: Check[] = unread ? [oldDataCheck(unread)] : [];
  if (unread === undefined && (age === null || age > staleAfterSeconds)) {
    found.push(check('warn', 'stale', { code: 'check.stale', age }));
  }
  if (ticket.price.kind === 'market') {
    found.push(check('note', 'market', { code: 'check.market-order' }, 'price'));
  }
  return found;
}

/** Finds a signal by service id or own id. */
function find(signals: readonly Signal[], id: string | null): Signal | undefined {
  return id === null ? undefined : signals.find(({ serviceId, ownId }) => serviceId === id || ownId === id);
}
