import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { OpenPosition, Position } from '#contract/model/trade.ts';
import { couldBe, type UnreadableSignal } from '#core/unreadable-signal.ts';
import { coveredBy } from './covered-quantity.ts';
import { closingAction } from './exit-orders.ts';
import { excessExits } from './excess-exits.ts';
import { stopEnd } from './stop-end.ts';
import { groupKeyOf } from '#core/orders/signal-state.ts';
import { sameContract } from '#rules/option-symbol.ts';

export type ProtectionFacts = {
  /** The result of `workingStops`. */
  readonly stops: readonly Signal[];
  /** The rows whose state may still change, and the rows that they are linked to. */
  readonly signals: readonly Signal[];
  /** Records of the working list that cannot be read. */
  readonly unreadable: readonly UnreadableSignal[];
  /** Unix seconds at which the working list showed the stops. */
  readonly listedAt: number;
};

/**
 * How far working stops cover a position. The positions table, the alarm, Protect, the exit plans
 * and the top bar all use this result.
 */
export function withProtection(
  position: OpenPosition,
  { stops, signals, unreadable, listedAt }: ProtectionFacts,
): Position {
  const positionStops = stopsOf(position, stops);
  const covered = new Big(coveredBy(positionStops));
  const isFull = covered.gte(position.quantity);
  return {
    ...position,
    protectedQuantity: isFull ? position.quantity : covered.toFixed(),
    unprotected: !isFull,
    ...(isCoverKnown(position, signals, unreadable) || isFull ? {} : { coverKnown: false }),
    exitsBeyond: excessExits(position, signals)?.excess ?? null,
    stops:
      positionStops.length === 0
        ? null
        : { ...pricesOf(positionStops, position), ...endOf(positionStops, signals, listedAt) },
  };
}

/** The working stops that close this position. */
export const stopsOf = (position: OpenPosition, stops: readonly Signal[]): Signal[] =>
  stops.filter(({ symbol, action }) => sameContract(symbol, position.symbol) && action === closingAction(position));

/**
 * False if it is not known whether a stop of this position is working, or if an unreadable record
 * may be an exit of this position.
 */
const isCoverKnown = (
  position: OpenPosition,
  signals: readonly Signal[],
  unreadable: readonly UnreadableSignal[],
): boolean => {
  return (
    !signals.some((signal) => mayBeWorkingStop(signal, position)) && !unreadable.some((one) => mayBeExit(one, position))
  );
};

/** Whether a record that cannot be read could be an order that closes this position. */
export const mayBeExit = (record: Omit<UnreadableSignal, 'systemId'>, position: OpenPosition): boolean => {
  const { systemId, symbol } = position;
  const action = closingAction(position);
  const traits = { systemId, symbol, action, serviceId: null, ownId: null, posted: null, otherIds: new Set<string>() };
  return couldBe({ ...record, systemId }, traits);
};

/** A closing stop that may or may not be working. */
const mayBeWorkingStop = (signal: Signal, position: OpenPosition): boolean =>
  signal.kind === 'stop' &&
  (signal.state === 'unknown' || signal.state === 'unlisted') &&
  sameContract(signal.symbol, position.symbol) &&
  signal.action === closingAction(position);

type Stops = NonNullable<Position['stops']>;

/** The stop price that is reached first, and the one reached last. */
function pricesOf(stops: readonly Signal[], { side }: OpenPosition): Pick<Stops, 'nearest' | 'farthest'> {
  const prices = stops.flatMap(({ stop }) => (stop === null ? [] : [stop]));
  const sorted = prices.sort((a, b) => new Big(b).cmp(a));
  if (side === 'short') sorted.reverse();
  return { nearest: sorted[0] ?? '0', farthest: sorted.at(-1) ?? '0' };
}

/**
 * The end of the stop that ends first. A stop ends with a DAY order of its group too, because the
 * expiry of one order cancels the others. A stop of unknown duration sorts before GTC.
 */
function endOf(
  stops: readonly Signal[],
  signals: readonly Signal[],
  listedAt: number,
): Pick<Stops, 'duration' | 'endsAt'> {
  const groups = new Set(stops.map(groupKeyOf));
  groups.delete(null);
  const daySiblings =
    groups.size === 0 ? [] : signals.filter((one) => isWorkingDayOrder(one) && groups.has(groupKeyOf(one)));
  const ends = [...stops, ...daySiblings].map((one) => ({ duration: one.duration, endsAt: stopEnd(one, listedAt) }));
  const rank = ({ duration, endsAt }: Pick<Stops, 'duration' | 'endsAt'>): number =>
    endsAt ?? (duration === null ? Number.MAX_SAFE_INTEGER : Infinity);
  const [first] = ends.sort((a, b) => rank(a) - rank(b) || 0);
  return first ?? { duration: null, endsAt: null };
}

const isWorkingDayOrder = ({ state, duration }: Signal): boolean => state === 'working' && duration === 'DAY';
