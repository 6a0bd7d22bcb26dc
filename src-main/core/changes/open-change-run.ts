import type { Text } from '#contract/message.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import type { ChangeSet } from './change-file.ts';
import { rowState } from './run-rows.ts';

/** A line for a run with rows that were not sent; empty without them. `acts`: of any connection. */
export function openChangeRun({ run }: Pick<ChangeSet, 'run'>, acts: Iterable<ActRow>): Text[] {
  if (run === null || run.state === 'ended') return [];
  const actsByIntent = new Map([...acts].map((act) => [act.intentId, act]));
  const count = run.rows.filter((row) => rowState(row, actsByIntent) === 'waiting').length;
  return count === 0 ? [] : [{ code: 'open-orders.changes', count }];
}
