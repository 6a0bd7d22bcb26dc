import type { Status } from '#contract/model/status.ts';
import type { Core } from '#core/ports.ts';

/**
 * Returns a function that returns the current number of orders with an unknown outcome, of all open
 * connections. Only a running program reconciles them.
 */
export function countUnknownOrders(core: Pick<Core, 'subscribe'>): () => number {
  let count = 0;
  core.subscribe('status.changed', {}, ({ payload }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event's own payload
    const { unknownOrders = 0, secondary = [] } = payload as Partial<Status>;
    count = secondary.reduce((sum, other) => sum + other.unknownOrders, unknownOrders);
  });
  return () => count;
}
