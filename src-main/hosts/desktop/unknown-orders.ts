import type { Status } from '#contract/model/status.ts';
import type { Core } from '#core/ports.ts';

/**
 * The present status, null while the connection is being changed. The subscription ends at once,
 * because the core stops watching strategies when the last subscription to the status ends, and
 * only windows may keep it watching.
 */
function statusNow(core: Pick<Core, 'subscribe'>): Partial<Status> | null {
  let status: Partial<Status> | null = null;
  const end = core.subscribe('status.changed', {}, ({ payload }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event's own payload
    status = payload as Partial<Status>;
  });
  end();
  return status;
}

/**
 * The present number of orders with an unknown outcome, of all open connections. Only a running
 * program reconciles them.
 */
export function countUnknownOrders(core: Pick<Core, 'subscribe'>): number {
  const { unknownOrders = 0, secondary = [] } = statusNow(core) ?? {};
  return secondary.reduce((sum, other) => sum + other.unknownOrders, unknownOrders);
}

/**
 * Whether an exit plan of an open connection is carried out, or waits for its market to open. Null
 * while that is not known.
 */
export function isExitRunning(core: Pick<Core, 'subscribe'>): boolean | null {
  const status = statusNow(core);
  return status === null ? null : status.exitsRunning === true;
}

/** Whether an order waits to be sent. It is put on hold if the program ends. */
export const areOrdersWaiting = (core: Pick<Core, 'subscribe'>): boolean => statusNow(core)?.ordersWaiting === true;

/** Whether a set of changes is applied, or a reading may still prove a change without an answer. */
export const areChangesRunning = (core: Pick<Core, 'subscribe'>): boolean => statusNow(core)?.changesRunning === true;
