import type { BlastRadius, ChangePlan, PlannedChange } from '#contract/model/change-set.ts';
import { centsText } from '#renderer/format/money-text.ts';
import { words } from '#renderer/messages/words.ts';
import type { PlanColumn, PlanMark } from '#renderer/plan/plan-table.ts';
import { fieldText, operationWords } from './change-words.ts';

const shownText = (text: string | null): string => (text === null ? 'not known' : text === '' ? '–' : text);

const isNew = (op: PlannedChange['change']['op']): boolean => op.endsWith('.create') || op === 'subscription.begin';

export const markOf = ({ change: { op } }: PlannedChange): PlanMark =>
  op === 'user.delete' || op === 'subscription.end' ? '−' : isNew(op) ? '+' : '~';

export const planColumns: readonly PlanColumn<PlannedChange>[] = [
  {
    title: 'Person',
    cell: ({ change, name }) => ({ text: name, note: change.personId }),
  },
  { title: 'Change', cell: ({ change }) => operationWords[change.op] },
  {
    title: 'Before → after',
    look: 'words',
    cell: ({ change, values, warnings }) => ({
      text: values.map((value) => valueText(change.op, value)).join(', '),
      note: warnings.length === 0 ? null : warnings.map(words).join(' '),
    }),
  },
];

/** If `isRead` is false, no read of the platform shows the value, so only `after` is shown. */
function valueText(
  op: PlannedChange['change']['op'],
  { after, before, field, isRead }: PlannedChange['values'][number],
): string {
  if (op === 'user.delete') return 'Deleted for good';
  if (op === 'license.create' && field === 'license_id') return `New license: ${after}`;
  if (op === 'strategy.create' && field === 'systemid') return `New strategy: ${after}`;
  if (field === 'subscription_guid') return 'New subscription';
  const text = after === '' ? 'cleared' : after;
  return `${fieldText(field)}: ${isRead ? `${shownText(before)} → ` : ''}${text}`;
}

const countTexts = (value: number, one: string, many: string): string[] =>
  value === 0 ? [] : [`${value} ${value === 1 ? one : many}`];

/** What the plan affects, in one line. */
export function blastText(blast: BlastRadius): string {
  const money =
    blast.recurring === '0'
      ? []
      : [`recurring ${blast.recurring.startsWith('-') ? '−' : '+'}${centsText(blast.recurring.replace('-', ''))}`];
  return [
    ...countTexts(blast.people, 'person', 'people'),
    ...countTexts(blast.licensesBegun, 'license begins', 'licenses begin'),
    ...countTexts(blast.licensesStopped, 'license is no longer renewed', 'licenses are no longer renewed'),
    ...countTexts(blast.subscriptionsBegun, 'subscription begins', 'subscriptions begin'),
    ...countTexts(blast.subscriptionsEnded, 'subscription ends', 'subscriptions end'),
    ...countTexts(blast.deletes, 'person is deleted', 'people are deleted'),
    ...money,
  ].join(' · ');
}

/** The differences between a plan and the plan before it, one line each. */
export function planDifferences(before: ChangePlan, after: ChangePlan): string[] {
  const earlier = new Map(before.rows.map((row) => [row.change.id, JSON.stringify(row.values)]));
  const changedRows = after.rows.filter(({ change, values }) => earlier.get(change.id) !== JSON.stringify(values));
  const lines = changedRows.slice(0, 5).map((row) => `${row.name}: ${operationWords[row.change.op]}`);
  const restCount = changedRows.length - lines.length;
  const removedCount =
    before.rows.length - (after.rows.length - changedRows.filter(({ change }) => !earlier.has(change.id)).length);
  return [
    ...lines,
    ...countTexts(restCount, 'more row', 'more rows'),
    ...(removedCount > 0 ? [`${removedCount} ${removedCount === 1 ? 'row is' : 'rows are'} left out`] : []),
  ];
}
