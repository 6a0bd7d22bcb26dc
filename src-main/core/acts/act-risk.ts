import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import { canAddRisk } from '#core/platform/can-add-risk.ts';
import type { Clock } from '#core/ports.ts';
import type { ActRow } from './act-row.ts';
import type { ActType } from './act-type.ts';

/** An act of a run may wait behind reads, but no longer than the reading it was compared with. */
const maxRunWaitMs = 60_000;

type Act<Wanted> = Pick<ActRow<Wanted>, 'before' | 'wanted'> & { readonly targetId: string };

export function addsRisk<Wanted>(type: ActType<Wanted>, act: Act<Wanted>): boolean {
  const body = type.body(act.targetId, act.wanted);
  return canAddRisk({ command: type.command, body, reducesRisk: type.reducesRisk?.(act) ?? false });
}

/**
 * Measures the time in the queue from this call. `tooLong`: why the act may not be sent any more,
 * because it was reviewed with data that is old now; null while it may. The clock that shows more
 * counts: the monotonic one may stop while the computer sleeps, and the wall clock may be set back.
 */
export function waitingTime(clock: Pick<Clock, 'monotonic' | 'now'>) {
  const [at, wall] = [clock.monotonic(), clock.now()];
  return {
    tooLong: (isOfRun: boolean): Text | null => {
      const maxMs = isOfRun ? maxRunWaitMs : limits.orderQueueMs;
      const isTooLong = Math.max(clock.monotonic() - at, clock.now() - wall) > maxMs;
      return isTooLong ? { code: 'hold.too-old', seconds: maxMs / 1000 } : null;
    },
  };
}
