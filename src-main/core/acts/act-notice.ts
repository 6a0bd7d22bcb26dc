import type { Notice } from '#contract/model/status.ts';
import type { Clock } from '#core/ports.ts';
import type { ActDesk } from './act-desk.ts';
import type { ActRow } from './act-row.ts';
import { systemOf } from './act-target.ts';
import { isActOf, type ActType } from './act-type.ts';

/**
 * The alarm of an act without a clear answer, or the notice that replaces it once the outcome is
 * known. Null if there is nothing to report. `at`: unix seconds.
 */
function actNotice(row: ActRow, isProvable: boolean, at: number): Notice | null {
  const { command, intentId } = row;
  const base = { id: `act-${intentId}`, at, rowId: null, systemId: systemOf(row.target), changeId: intentId };
  if (row.state === 'UNKNOWN') {
    const title = { code: 'act.unknown', command } as const;
    return { ...base, level: 'danger', title, text: { code: 'act.unknown-text', command, isProvable } };
  }
  // The act desk itself raises the alarm when no reading shows the act in time.
  if (row.steps.at(-2)?.state !== 'UNKNOWN' || row.steps.at(-1)?.evidence === 'not-shown') return null;
  const by = row.state === 'DONE' ? 'list' : row.state === 'GIVEN_UP' ? 'user' : 'newer';
  return { ...base, level: 'info', title: { code: 'act.settled', command, by }, text: '' };
}

type Parts = {
  /** The desk that sends the acts. */
  readonly acts: ActDesk;
  readonly clock: Clock;
  readonly types: readonly ActType[];
  readonly notify: (notice: Notice) => void;
  /** Called after every change of an act of these types. */
  readonly changed: (row: ActRow) => void;
};

/**
 * Shows the notices of the acts of these types. An act that an earlier run left unknown is shown at
 * once, because notices are not stored, and the act desk recovers such acts before it has
 * listeners.
 */
export function watchActs({ acts, clock, types, notify, changed }: Parts): void {
  const show = (row: ActRow): void => {
    const notice = actNotice(row, acts.isProvable(row), Math.floor(clock.now() / 1000));
    if (notice !== null) notify(notice);
  };
  const listener = {
    actChanged: (row: ActRow) => {
      changed(row);
      show(row);
    },
    readingEnded: () => undefined,
  };
  for (const type of types) acts.listen(type, listener);
  for (const kind of new Set(types.map(({ target }) => target)))
    for (const row of acts.rowsOf(kind))
      if (row.state === 'UNKNOWN' && types.some((type) => isActOf(type, row))) show(row);
}
