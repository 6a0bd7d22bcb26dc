import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { isBuy, isEntry } from '#contract/model/order-action.ts';
import { sameContract } from '#rules/option-symbol.ts';
import { groupKeyOf, sharesGroup, withoutWaitingChildren } from './signal-state.ts';

/**
 * The facts that closing orders are compared with. Times are unix seconds of the service's clock.
 */
export type ExposureFacts = {
  readonly positions: readonly OpenPosition[];
  readonly signals: readonly Signal[];
  /** The time of the last reading of the open trades, null for never. */
  readonly readAt: number | null;
  /** Whether records of that reading cannot be read. */
  readonly hasUnreadableTrades?: boolean;
  /** The time of the last clean reading of the working list, null for never. */
  readonly workingReadAt: number | null;
  readonly now: number;
  /**
   * The time until which the platform may have traded for a target list with orders that are not
   * among the signals.
   */
  readonly platformMayTradeUntil?: number | null;
};

/** How much of a symbol a closing order may close. */
export type Exposure = {
  /** Position size: the last reading less what orders in the direction of the exit filled since. */
  readonly positionSize: Big;
  /** Free quantity: the position size less what other exits may still close; never below zero. */
  readonly freeQuantity: Big;
  /**
   * True when the reading is recent, complete and later than any trading for a target list, and no
   * order of the symbol is known to have filled or to have left the lists since.
   */
  readonly isCertain: boolean;
  /** Exits that may or may not be at the platform. */
  readonly unknown: readonly Signal[];
};

export type ExitVerdict = 'send' | 'read-first' | 'beyond-held';

/** Seconds. A reading of the positions older than this is repeated before an exit relies on it. */
const freshSeconds = 30;
/** Seconds. By so much a reading may be later than now, because the times are rounded. */
const laterSeconds = 5;
/**
 * Seconds. A fill in the second in which the positions were read may or may not be in that reading.
 */
const clockTolerance = 1;

type Exit = Pick<Ticket, 'action' | 'symbol' | 'replaces' | 'ocaGroupId'>;

export const isClosingOrder = ({ action, parent }: Pick<Ticket, 'action' | 'parent'>): boolean =>
  !isEntry(action) && !parent;

export function exposureOf(exit: Exit, facts: ExposureFacts): Exposure {
  const { positions, signals, readAt, now, platformMayTradeUntil = null } = facts;
  const side = isBuy(exit.action) ? 'short' : 'long';
  const position = positions.find((one) => sameContract(one.symbol, exit.symbol) && one.side === side);
  const ofSymbol = signals.filter(({ symbol }) => sameContract(symbol, exit.symbol));
  const possibleFills =
    readAt === null ? [] : ofSymbol.filter((one) => mayHaveFilledSince(one, readAt, facts.workingReadAt));
  const sameDirection = ofSymbol.filter(({ action }) => isBuy(action) === isBuy(exit.action));
  const filledQuantity = sum(possibleFills.filter((one) => one.state === 'traded' && sameDirection.includes(one)));
  const positionSize = atLeastZero(new Big(position?.quantity ?? 0).minus(filledQuantity));
  const others = withoutWaitingChildren(sameDirection.filter(mayStillFill), ofSymbol).filter(
    (one) => !replacesOrJoins(exit, one, ofSymbol),
  );
  const freeQuantity = atLeastZero(positionSize.minus(largestFill(others)));
  const isAfterTargetList =
    readAt !== null && (platformMayTradeUntil === null || readAt - clockTolerance > platformMayTradeUntil);
  // If the time of the reading is later than `now`, the clock was set back after the reading. Its
  // age is then not known.
  const isRecent = readAt !== null && readAt - now <= laterSeconds && now - readAt <= freshSeconds && isAfterTargetList;
  return {
    positionSize,
    freeQuantity,
    isCertain: isRecent && facts.hasUnreadableTrades !== true && possibleFills.length === 0,
    unknown: sameDirection.filter(isUnknown),
  };
}

/**
 * An exit up to the free quantity is sent. Beyond the position size it would be an entry. In
 * between, or if the exposure is not certain, the positions are read first.
 */
export function exitVerdict(quantity: string, { positionSize, freeQuantity, isCertain }: Exposure): ExitVerdict {
  if (!isCertain) return 'read-first';
  if (new Big(quantity).lte(freeQuantity)) return 'send';
  return new Big(quantity).gt(positionSize) ? 'beyond-held' : 'read-first';
}

/**
 * A closing order within the position size adds no risk: kill switch, caps and arming never refuse
 * it.
 */
export const onlyReduces = (
  ticket: Pick<Ticket, 'action' | 'parent' | 'quantity'>,
  { positionSize }: Exposure,
): boolean => isClosingOrder(ticket) && new Big(ticket.quantity).lte(positionSize);

/**
 * Whether the order has filled since the positions were read, or is in no list and no list says
 * why. The lists do not show when an order left them. The positions certainly include its fill, if
 * any, only if they were read after a working list that no longer showed the order.
 */
function mayHaveFilledSince(
  { state, endedAt, changedAt }: Signal,
  readAt: number,
  workingReadAt: number | null,
): boolean {
  if (state === 'traded') return hasEndedSince({ endedAt, changedAt }, readAt);
  if (state !== 'unlisted') return false;
  return workingReadAt === null || changedAt >= workingReadAt || workingReadAt >= readAt;
}

/** Whether a reading of the positions at `readAt` may lack what this fill changed. */
export const hasEndedSince = ({ endedAt, changedAt }: Pick<Signal, 'endedAt' | 'changedAt'>, readAt: number): boolean =>
  (endedAt ?? changedAt) >= readAt - clockTolerance;

/**
 * Whether the order is at the platform, is on its way there, or may be there. A child does not
 * count while it waits for its parent.
 */
function mayStillFill(signal: Signal): boolean {
  const { state, role, parentRowId } = signal;
  if (state === 'waiting') return role === 'order' && parentRowId === null;
  return state === 'working' || state === 'queued' || state === 'sending' || isUnknown(signal);
}

const isUnknown = ({ state, journal }: Signal): boolean =>
  state === 'unknown' || (state === 'absent' && journal?.state === 'PROBABLY_ABSENT');

/**
 * Whether the exit replaces `other` or a sibling of `other`, or joins the group of `other`. A
 * replacement that leaves the siblings in their group and goes to another group joins none of them.
 */
function replacesOrJoins({ replaces, ocaGroupId }: Exit, other: Signal, signals: readonly Signal[]): boolean {
  if (ocaGroupId !== null && other.ocaGroupId === ocaGroupId) return true;
  if (replaces === null) return false;
  const replaced = signals.find(({ serviceId, ownId }) => [serviceId, ownId].includes(replaces.serviceId));
  if (replaced === undefined) return false;
  if (other === replaced) return true;
  const leavesGroup = replaces.leaveOcaIntact && ocaGroupId !== null && other.ocaGroupId !== null;
  return sharesGroup(other, replaced) && !leavesGroup;
}

/** The quantity that these exits fill together at most: of each group, only the largest member. */
function largestFill(exits: readonly Signal[]): Big {
  const largest = new Map<string, Big>();
  for (const exit of exits) {
    const key = groupKeyOf(exit) ?? exit.rowId;
    const largestSoFar = largest.get(key);
    if (largestSoFar === undefined || largestSoFar.lt(exit.quantity)) largest.set(key, new Big(exit.quantity));
  }
  return [...largest.values()].reduce((total, one) => total.plus(one), new Big(0));
}

const sum = (signals: readonly Signal[]): Big =>
  signals.reduce((total, { quantity }) => total.plus(quantity), new Big(0));

const atLeastZero = (value: Big): Big => (value.lt(0) ? new Big(0) : value);
