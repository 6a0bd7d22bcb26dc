import Big from 'big.js';
import type { ActState } from '#contract/model/act.ts';
import type { Exposure, TargetPlan, TargetPrice, TargetRequest, TargetRow } from '#contract/model/target-plan.ts';
import type { TargetRehearsal } from '#contract/model/target-progress.ts';
import { ageText } from '#renderer/format/age.ts';
import { actionWords } from '#renderer/format/action-words.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { shortTimeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import { newCheckTexts } from '#renderer/plan/plan-changes.ts';
import { changeText, type MarkWords, type PlanCell, type PlanColumn } from '#renderer/plan/plan-table.ts';
import { markNames, valueText } from './target-columns.ts';
import { fillsText, stateText } from './target-progress.ts';

export const targetMarks: MarkWords = { ...markNames, '?': 'not known' };

/** The rows that the plan changes. With `all`, the unchanged rows too. */
export const shownRows = ({ rows }: TargetPlan, all: boolean): readonly TargetRow[] =>
  all ? rows : rows.filter(({ mark, orders, cancels }) => mark !== '=' || orders.length > 0 || cancels > 0);

type ColumnContext = {
  readonly zone: Zone;
  readonly today: string;
  readonly now: number;
  /** The outcome of the list on practice. Null if it was not rehearsed. */
  readonly practice: TargetRehearsal | null;
};

const sources = { typed: 'typed', implied: 'implied', 'own-fill': 'own fill', opening: 'average entry' } as const;

export const targetPlanColumns = (context: ColumnContext): readonly PlanColumn<TargetRow>[] => [
  ...planColumns(context),
  ...practiceColumn(context),
];

/** The position of each symbol at the end of the rehearsal, and why it is not the target. */
function practiceColumn({ practice, today, zone }: ColumnContext): readonly PlanColumn<TargetRow>[] {
  if (practice === null) return [];
  const rows = new Map(practice.rows.map((row) => [row.symbol, row]));
  const cell = ({ symbol }: TargetRow): PlanCell | string => {
    const row = rows.get(symbol);
    if (row === undefined) return '';
    const isReached = row.state === 'reached';
    return {
      text: decimalText(row.holding),
      remark: isReached ? null : stateText(row, { zone, today }),
      note: fillsText(row),
      ...(isReached ? {} : { tone: 'warn' as const }),
    };
  };
  return [{ title: 'On practice', look: 'words', cell }];
}

const planColumns = ({ zone, today, now, practice }: ColumnContext): readonly PlanColumn<TargetRow>[] => [
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  {
    title: 'Position',
    look: 'figure',
    cell: ({ holding, target, isListed }) => ({
      text: changeText(decimalText(holding), decimalText(target)),
      remark: isListed || holding === '0' ? null : 'left out',
    }),
  },
  {
    title: 'Orders (assumed)',
    // Only one column may take the free width: "On practice", if it is shown.
    ...(practice === null ? { look: 'words' as const } : {}),
    cell: ({ orders, cancels }) => {
      const orderTexts = orders.map(({ action, quantity }) => `${actionWords[action]} ${decimalText(quantity)}`);
      const cancelTexts = cancels === 0 ? [] : [`cancel ${cancels}`];
      return [...cancelTexts, ...orderTexts].join(', ') || 'none';
    },
  },
  {
    title: 'Value',
    look: 'figure',
    cell: ({ value, price }) => ({
      text: valueText({ value, price }),
      note: price === null ? null : priceNote(price, now),
      ...(value === null ? { tone: 'muted' as const } : {}),
    }),
  },
  {
    title: 'Market',
    cell: ({ market, orders }) =>
      orders.length === 0
        ? ''
        : market.state === 'closed'
          ? `opens ${shortTimeText(market.opensAt, today, zone)} ${zoneLabel(zone)}`
          : market.state,
  },
];

/** A typed price has no known time: in a saved list it may be weeks old. */
function priceNote({ price, source, at }: TargetPrice, now: number): string {
  const known = `${priceText(price)}, ${sources[source]}`;
  return source === 'typed' ? known : `${known}, ${ageText(now - at)}`;
}

const whole = (value: string): string => new Big(value).toFixed(0);

const sentTexts: Readonly<Partial<Record<ActState, string>>> = {
  REFUSED: 'The platform refused the list.',
  NOT_SENT: 'The list was not sent.',
  ABSENT: 'The platform does not show the list.',
};

/**
 * The outcome of a request that was sent. Core sends an intent only once. If it gets the same
 * intent again, it answers with the current state of that request.
 */
export function sentText(kind: TargetRequest['kind'], state: ActState): string {
  if (state === 'DONE')
    return kind === 'flat' ? 'The platform closes every position.' : 'The platform maintains the list.';
  return (
    sentTexts[state] ??
    'The platform gave no clear answer to the list. Order entry is locked until the list is confirmed.'
  );
}

/** The exposure before and after the plan, in whole dollars. */
export const exposureFacts = ({ before, after, accountValue }: TargetPlan): readonly (readonly [string, string])[] => {
  const line = (member: keyof Omit<Exposure, 'unpriced'>): string =>
    changeText(moneyText(whole(before[member])), moneyText(whole(after[member])));
  const facts: (readonly [string, string])[] = [
    ['Gross', line('gross')],
    ['Net', line('net')],
    ['Long', line('long')],
    ['Short', line('short')],
  ];
  return accountValue === null ? facts : [...facts, ['Model account', moneyText(accountValue)]];
};

/** How a plan differs from the one before it, one line each. */
export function targetChanges(before: TargetPlan, after: TargetPlan): string[] {
  const oldRows = new Map(before.rows.map((row) => [row.symbol, row]));
  const changedRowTexts = after.rows.flatMap(({ symbol, holding, pendingQuantity }) => {
    const row = oldRows.get(symbol);
    const holdingBefore = row?.holding ?? '0';
    if (holdingBefore !== holding)
      return [`${symbol}: ${decimalText(holdingBefore)} were held, ${decimalText(holding)} are held now.`];
    return (row?.pendingQuantity ?? '0') === pendingQuantity ? [] : [`${symbol}: the quantity on its way changed.`];
  });
  const remainingSymbols = new Set(after.rows.map(({ symbol }) => symbol));
  const closedRows = before.rows.filter(({ symbol, holding }) => holding !== '0' && !remainingSymbols.has(symbol));
  const lines = [
    ...changedRowTexts,
    ...closedRows.map(({ symbol, holding }) => `${symbol}: ${decimalText(holding)} were held, 0 are held now.`),
    ...newCheckTexts(before.checks, after.checks),
  ];
  return lines.length === 0 ? ['Working orders or the list of the platform changed.'] : lines;
}
