import type { AttributeRow, StrategyPlan } from '#contract/model/strategy-change.ts';
import { attributeWords } from '#renderer/messages/en/strategies.ts';
import { newCheckTexts } from '#renderer/plan/plan-changes.ts';
import { changeText, type PlanColumn, type PlanMark } from '#renderer/plan/plan-table.ts';
import { shownValueText } from './attribute-text.ts';

const texts: ReadonlySet<AttributeRow['field']> = new Set(['shortDescription', 'longDescription']);

/** A text whose changed words are shown. */
export const isDiffed = ({ field, before }: AttributeRow): boolean => texts.has(field) && before !== null;

export const planMark = ({ before }: AttributeRow): PlanMark => (before === null ? '?' : '~');

const beforeText = ({ before, field }: AttributeRow): string =>
  before === null ? 'not known' : shownValueText(field, before);

export const changeColumns: readonly PlanColumn<AttributeRow>[] = [
  { title: 'Attribute', cell: ({ field }) => attributeWords[field] },
  {
    title: 'Change',
    look: 'words',
    cell: (row) => ({
      text: isDiffed(row) ? 'see below' : changeText(beforeText(row), shownValueText(row.field, row.after)),
    }),
  },
];

export const newStrategyColumns: readonly PlanColumn<AttributeRow>[] = [
  { title: 'Attribute', cell: ({ field }) => attributeWords[field] },
  { title: 'Value', look: 'words', cell: ({ field, after }) => shownValueText(field, after) },
];

/** The differences between a plan and the one before it, one line each. */
export function strategyChanges(before: StrategyPlan, after: StrategyPlan): string[] {
  const rows = after.acts.flatMap((act) => act.rows);
  const oldRows = new Map(before.acts.flatMap((act) => act.rows).map((row) => [row.field, row]));
  const changed = rows.flatMap((row) => {
    const oldRow = oldRows.get(row.field);
    if (oldRow?.before === row.before) return [];
    return [`${attributeWords[row.field]}: it is ${beforeText(row)} now.`];
  });
  const fields = new Set(rows.map(({ field }) => field));
  const droppedLines = [...oldRows.keys()]
    .filter((field) => !fields.has(field))
    .map((field) => `${attributeWords[field]}: it has the wanted value already.`);
  const lines = [...changed, ...droppedLines, ...newCheckTexts(before.checks, after.checks)];
  return lines.length === 0 ? ['The strategy or the list of strategies changed.'] : lines;
}
