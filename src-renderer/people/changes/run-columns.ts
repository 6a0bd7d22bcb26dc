import type { ChangeRun, ChangeRunRow } from '#contract/model/change-set.ts';
import { timeText, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { words } from '#renderer/messages/words.ts';
import { fieldText, operationWords } from './change-words.ts';
import { rowStateWords } from './row-state-words.ts';

export interface RunRow extends ChangeRunRow, GridRow {
  readonly number: number;
}

export const runRows = ({ rows }: ChangeRun): RunRow[] =>
  rows.map((row, index) => ({ ...row, id: row.intentId, number: index + 1 }));

/**
 * `First name: Bea → Ada`, followed by the value that was found if it had changed since the plan.
 * Fields that changed since the plan and that the row does not set are last, such as the name of a
 * person to delete.
 */
const valuesText = ({ found, values }: ChangeRunRow): string =>
  [
    ...values.map(({ after, before, field }) => {
      const foundValue = found.find((one) => one.field === field);
      const nowText = foundValue === undefined ? '' : `, now ${foundValue.now ?? 'not known'}`;
      return `${fieldText(field)}: ${before === null || before === '' ? '–' : before} → ${after === '' ? 'cleared' : after}${nowText}`;
    }),
    ...found
      .filter(({ field }) => values.every((one) => one.field !== field))
      .map(({ field, now }) => `${fieldText(field)}: now ${now ?? 'not known'}`),
  ].join(', ');

const plannedText = ({ asPlanned }: ChangeRunRow): string =>
  asPlanned === null ? '' : asPlanned ? 'As planned' : 'Not as planned';

export const runColumns = (zone: Zone): readonly GridColumn<RunRow>[] => [
  {
    id: 'number',
    title: '#',
    width: 62,
    align: 'end',
    text: ({ number }) => String(number),
    sortKey: ({ number }) => number,
  },
  {
    id: 'state',
    title: 'State',
    width: 112,
    look: 'badge',
    fixed: true,
    text: ({ state }) => rowStateWords[state].text,
    tone: ({ state }) => rowStateWords[state].tone,
    sortKey: ({ state }) => rowStateWords[state].text,
    search: true,
  },
  {
    id: 'op',
    title: 'Change',
    width: 150,
    text: ({ change }) => operationWords[change.op],
    sortKey: ({ change }) => operationWords[change.op],
    search: true,
  },
  { id: 'name', title: 'Person', width: 160, text: ({ name }) => name, sortKey: ({ name }) => name, search: true },
  { id: 'person', title: 'Person id', width: 110, hidden: true, text: ({ change }) => change.personId, search: true },
  { id: 'values', title: 'Before → after', width: 280, minWidth: 220, grow: 1, text: valuesText, search: true },
  {
    id: 'verified',
    title: 'Last reading',
    width: 112,
    text: plannedText,
    tone: ({ asPlanned }) => (asPlanned === false ? 'danger' : 'good'),
    sortKey: plannedText,
    search: true,
  },
  { id: 'errors', title: 'Errors', width: 120, text: ({ errors }) => errors.map(words).join(' '), search: true },
  {
    id: 'at',
    title: 'Time',
    width: 140,
    text: ({ at }) => (at === null ? '' : timeText(at, zone)),
    sortKey: ({ at }) => at,
  },
];

/** `43 of 45 rows · 2 refused`. */
export function progressText({ rows }: ChangeRun): string {
  const unfinishedCount = rows.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const counts = new Map<ChangeRunRow['state'], number>();
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1);
  const others = (['unknown', 'refused', 'absent', 'changed-since', 'no-op', 'skipped', 'differs', 'given-up'] as const)
    .flatMap((state) => {
      const count = counts.get(state) ?? 0;
      return count === 0 ? [] : [`${count} ${rowStateWords[state].text.toLowerCase()}`];
    })
    .join(' · ');
  return `${rows.length - unfinishedCount} of ${rows.length} rows${others === '' ? '' : ` · ${others}`}`;
}

/** The number of rows that are done but that the last reading cannot show, such as a password. */
const notShownCount = ({ rows }: ChangeRun): number =>
  rows.filter(({ asPlanned, state }) => asPlanned === null && state === 'done').length;

/** What the last reading shows: `44 of 45 as planned, 1 not shown by the last reading`. */
export function verifiedText(run: ChangeRun): string {
  if (run.verified === null) return '';
  const { asPlanned: asPlannedCount, of: rowCount } = run.verified;
  const hiddenCount = notShownCount(run);
  const more = hiddenCount === 0 ? '' : `, ${hiddenCount} not shown by the last reading`;
  return `${asPlannedCount - hiddenCount} of ${rowCount} as planned${more}`;
}

/** The tone of `verifiedText`. It is not `good` if the last reading does not show every row. */
export function verifiedTone(run: ChangeRun): 'good' | 'info' | 'danger' {
  if (run.verified === null || run.verified.asPlanned !== run.verified.of) return 'danger';
  return notShownCount(run) === 0 ? 'good' : 'info';
}
