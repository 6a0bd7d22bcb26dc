import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import { canAddRisk } from '#core/platform/can-add-risk.ts';
import { tooOld, type WaitingTime } from '#core/sending/waiting-time.ts';
import type { ActRow } from './act-row.ts';
import type { ActType } from './act-type.ts';

/** An act of a run may wait behind reads, but no longer than its reading counts as fresh. */
const maxRunWaitMs = 60_000;

/** Why an act may not be sent any more: the data it was reviewed with are old. Null while it may. */
export function waitedTooLong(waiting: WaitingTime, isOfRun: boolean): Text | null {
  const maxMs = isOfRun ? maxRunWaitMs : limits.orderQueueMs;
  return waiting.exceeds(maxMs) ? tooOld(maxMs) : null;
}

type Act<Wanted> = Pick<ActRow<Wanted>, 'before' | 'wanted'> & { readonly targetId: string };

export function addsRisk<Wanted>(type: ActType<Wanted>, act: Act<Wanted>): boolean {
  const body = type.body(act.targetId, act.wanted);
  return canAddRisk({ command: type.command, body, reducesRisk: type.reducesRisk?.(act) ?? false });
}

/** Whether the request alone shows that the act reduces risk, for any settings before it. */
export const alwaysReduces = <Wanted>(type: ActType<Wanted>, act: Act<Wanted>): boolean =>
  type.reducesRisk === undefined && !addsRisk(type, act);
