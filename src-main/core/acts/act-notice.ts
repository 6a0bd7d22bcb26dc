import type { Notice } from '#contract/model/status.ts';
import type { ActRow } from './act-row.ts';
import { systemOf } from './act-target.ts';

/**
 * The alarm of an act without a clear answer, or what takes its place when it is settled; null where
 * nothing has to be said. `at`: unix seconds.
 */
export function actNotice(row: ActRow, isProvable: boolean, at: number): Notice | null {
  const { command, intentId } = row;
  const base = { id: `act-${intentId}`, at, rowId: null, systemId: systemOf(row.target), changeId: intentId };
  if (row.state === 'UNKNOWN') {
    const title = { code: 'act.unknown', command } as const;
    return { ...base, level: 'danger', title, text: { code: 'act.unknown-text', command, isProvable } };
  }
  // The act desk alarms about one that the list does not show.
  if (row.steps.at(-2)?.state !== 'UNKNOWN' || row.steps.at(-1)?.evidence === 'not-shown') return null;
  const by = row.state === 'DONE' ? 'list' : row.state === 'GIVEN_UP' ? 'user' : 'newer';
  return { ...base, level: 'info', title: { code: 'act.settled', command, by }, text: '' };
}
