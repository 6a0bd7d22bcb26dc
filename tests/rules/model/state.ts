import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { Variant } from './orders.ts';
import { EMPTY_SERVICE, type Service } from './service-side.ts';

/**
 * The complete state: the service, the connection to it, the client's journal, and what the client
 * has in memory only.
 */
export type State = {
  readonly service: Service;
  /** The journal, one row per order; null until the user enters the order. */
  readonly rows: readonly (OrderRow | null)[];
  /** For each order, whether T_late has passed since it was sent. */
  readonly late: readonly boolean[];
  /** For each order, how many copies of its request were sent and have not arrived. */
  readonly onWire: readonly number[];
  /** The order whose answer the client waits for. Lost in a crash. */
  readonly sendingOrder: number | null;
  /** Whether a clean reading was made since the start (order-safety J10). Lost in a crash. */
  readonly hasCleanReading: boolean;
  /** A middlebox has sent a request twice. Nothing else may turn one order into two. */
  readonly doubled: boolean;
  /** For each order, how many requests after the first one the user has allowed. */
  readonly allowedResends: readonly number[];
};

export type EventOfOrder = readonly [order: number, event: OrderEvent];
export type Actor = 'user' | 'client' | 'connection' | 'service' | 'read' | 'crash';
export type Move = {
  readonly actor: Actor;
  readonly label: string;
  readonly events: readonly EventOfOrder[];
  readonly next: State;
};

/** Row 1, the replacement, stays null if the duplicate, row 2, is entered instead. */
export function firstState({ hasDuplicate }: Pick<Variant, 'hasDuplicate'>): State {
  const orderCount = hasDuplicate ? 3 : 2;
  const each = <Value>(value: Value): Value[] => Array.from({ length: orderCount }, () => value);
  return {
    service: EMPTY_SERVICE,
    rows: each(null),
    late: each(false),
    onWire: each(0),
    sendingOrder: null,
    hasCleanReading: false,
    doubled: false,
    allowedResends: each(0),
  };
}

export function withValue<Value>(values: readonly Value[], at: number, value: Value): readonly Value[] {
  return values.map((one, index) => (index === at ? value : one));
}

/** The state with these events in the journal, each applied by the client's own reducer. */
export function recorded(state: State, events: readonly EventOfOrder[], change: Partial<State> = {}): State {
  let { rows } = state;
  for (const [order, event] of events) rows = withValue(rows, order, reduce(rows[order] ?? null, event));
  return { ...state, ...change, rows };
}
