import { limits } from '#contract/limits.ts';
import { canAddRisk } from '#core/platform/can-add-risk.ts';
import type { ActRow } from './act-row.ts';
import type { ActType } from './act-type.ts';

/** An act of a run may wait behind reads, but no longer than the reading it was compared with. */
const maxRunWaitMs = 60_000;

/** Milliseconds that an act may wait in the queue. After that, the data it was reviewed with are old. */
export const maxWaitMs = (isOfRun: boolean): number => (isOfRun ? maxRunWaitMs : limits.orderQueueMs);

type Act<Wanted> = Pick<ActRow<Wanted>, 'before' | 'wanted'> & { readonly targetId: string };

export function addsRisk<Wanted>(type: ActType<Wanted>, act: Act<Wanted>): boolean {
  const body = type.body(act.targetId, act.wanted);
  return canAddRisk({ command: type.command, body, reducesRisk: type.reducesRisk?.(act) ?? false });
}
