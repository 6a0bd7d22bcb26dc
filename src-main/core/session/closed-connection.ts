import type { Text } from '#contract/message.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';

/** The queue of a connection that cannot send. */
export const emptyQueue: QueueState = {
  waiting: 0,
  inFlight: null,
  next: null,
  nextStartAt: null,
  perMinute: 0,
  paceMs: 0,
  backOffMs: 0,
};

/**
 * Used if no connection can be made (no key, no practice service): the program works on its
 * cache, and every request returns `not-sent` with the reason.
 */
export function closedConnection(since: number, text: Text): PlatformConnection {
  return {
    prewarm: () => undefined,
    send: () => Promise.resolve({ kind: 'not-sent', text }),
    raise: () => undefined,
    earliestStart: () => 0,
    queue: () => emptyQueue,
    health: () => ({ state: 'failing', since, text }),
    askedToWaitUntil: () => null,
    keyRefusedSince: () => null,
    clockOffsetMs: () => null,
    wokeFromSleep: () => undefined,
    onChange: () => () => undefined,
    setPace: () => undefined,
    cutInFlight: () => Promise.resolve(),
    endReads: () => undefined,
    close: () => Promise.resolve(),
  };
}
