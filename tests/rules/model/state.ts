import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { NO_SERVICE, type Service } from './service-side.ts';

/**
 * The complete state: the service, the connection to it, the client's journal, and what the client
 * has in memory only.
 */
export type State = {
  readonly service: Service;
  /** The journal, one row per order; null is a ticket that was not pressed yet. */
  readonly rows: readonly (OrderRow | null)[];
  /** T_late has passed since this order was sent. */
  readonly late: readonly boolean[];
  /** Copies of the order's request that were sent and have not arrived. */
  readonly onWire: readonly number[];
  /** The order whose answer the client waits for. Lost in a crash. */
  readonly sending: number | null;
  /** One clean read since the start (J10). Lost in a crash. */
  readonly clean: boolean;
  /** A middlebox has sent a request twice. Nothing else may turn one order into two. */
  readonly doubled: boolean;
  /** Number of requests after the first one that the user has allowed for this order. */
  readonly allowedResends: readonly number[];
};

export type Recorded = readonly [order: number, event: OrderEvent];
export type Actor = 'user' | 'client' | 'connection' | 'service' | 'read' | 'crash';
export type Move = {
  readonly actor: Actor;
  readonly label: string;
  readonly events: readonly Recorded[];
  readonly next: State;
};

export function firstState(orders: number): State {
  const each = <Value>(value: Value): Value[] => Array.from({ length: orders }, () => value);
  return {
    service: NO_SERVICE,
    rows: each(null),
    late: each(false),
    onWire: each(0),
    sending: null,
    clean: false,
    doubled: false,
    allowedResends: each(0),
  };
}

export function replaced<Value>(values: readonly Value[], at: number, value: Value): readonly Value[] {
  return values.map((one, index) => (index === at ? value : one));
}

/** Writes events to the journal, each by the client's own reducer. */
export function recorded(state: State, events: readonly Recorded[], change: Partial<State> = {}): State {
  let { rows } = state;
  for (const [order, event] of events) rows = replaced(rows, order, reduce(rows[order] ?? null, event));
  return { ...state, ...change, rows };
}
