import type { AutoTradePlan, CopyLimit, CopyRow, SettingRow } from '#contract/model/autotrade.ts';
import { ageText } from '#renderer/format/age.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { changeText, markWords, type MarkWords, type PlanColumn, type PlanMark } from '#renderer/plan/plan-table.ts';

/** The mark for what the plan does with the copy of a position. */
export function copyMark({ before, after, delta }: Pick<CopyRow, 'before' | 'after' | 'delta'>): PlanMark {
  if (before === null || delta === null) return '?';
  if (Number(delta) === 0) return '=';
  if (Number(before) === 0) return '+';
  return Number(after) === 0 ? '−' : '~';
}

export const copyMarks: MarkWords = {
  ...markWords,
  '+': 'opens',
  '~': 'changes',
  '−': 'closes',
  '=': 'stays',
};

const limitWords: Readonly<Record<CopyLimit, string>> = {
  'type-off': 'type not copied',
  'short-options-off': 'short options not copied',
  'below-one-unit': 'less than one unit',
  cap: 'limited',
  rounded: 'rounded down',
  'not-joined': 'stays out until the strategy is flat in it',
};

/** Columns of the positions of the strategy. Each price is shown with its age at `now`. */
export const copyColumns = (now: number): readonly PlanColumn<CopyRow>[] => [
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  { title: 'Strategy', look: 'figure', cell: ({ strategyQuantity }) => decimalText(strategyQuantity) },
  {
    title: 'Copied',
    look: 'figure',
    cell: ({ before, after }) => changeText(quantityText(before), quantityText(after)),
  },
  {
    title: 'Trades now',
    look: 'words',
    cell: (row) => ({ text: tradeText(row), remark: row.limit === null ? null : limitWords[row.limit] }),
  },
  {
    title: 'Price',
    look: 'figure',
    cell: ({ price }) => (price === null ? 'none' : { text: priceText(price.price), note: ageText(now - price.at) }),
  },
  { title: 'Value', look: 'figure', cell: ({ value }) => (value === null ? '–' : moneyText(value)) },
];

const quantityText = (quantity: string | null): string => (quantity === null ? '?' : decimalText(quantity));

function tradeText({ delta }: CopyRow): string {
  if (delta === null) return 'not known';
  if (Number(delta) === 0) return 'nothing';
  return `${delta.startsWith('-') ? 'sells' : 'buys'} ${decimalText(delta.replace('-', ''))}`;
}

const settingMarkOf = { new: '+', changed: '~', same: '=', sent: '?', kept: '=' } as const;
export const settingMark = ({ change }: SettingRow): PlanMark => settingMarkOf[change];

export const settingMarks: MarkWords = {
  ...markWords,
  '=': 'the same, not sent',
  '?': 'sent, the value in effect is not known',
};

export const settingColumns: readonly PlanColumn<SettingRow>[] = [
  { title: 'Setting', cell: ({ field }) => field },
  { title: 'Before → after', look: 'words', cell: (row) => changeText(beforeText(row), afterText(row)) },
];

function beforeText({ before, change }: SettingRow): string {
  if (before !== null) return before;
  if (change === 'new') return '–';
  return change === 'sent' || change === 'kept' ? 'not known' : 'no limit';
}

const afterText = ({ after, change }: SettingRow): string => after ?? (change === 'kept' ? 'not known' : 'no limit');

/** How many trades a replay or the rounding meter does not count, in words. */
export const unreadTradesText = (count: number): string =>
  `${count} ${count === 1 ? 'trade' : 'trades'} whose fills were not read`;

/** What is traded if the plan has no position. If no positions were read, this is not known. */
export const noPositionsText = ({ positionsReadAt }: Pick<AutoTradePlan, 'positionsReadAt'>): string =>
  positionsReadAt === null
    ? 'The positions of the strategy were never read, so what is traded now is not known.'
    : 'The strategy has no open position. Nothing is traded now.';

/** The whole plan of a start or a change in one sentence. Null for a stop. */
export function planSentence(plan: AutoTradePlan): string | null {
  const { request, strategyName, brokerName, positions, positionsReadAt } = plan;
  if (request.kind === 'stop') return null;
  const { scalingPercentage, joinTradesInProgress } = request.settings;
  const trades = positions
    .filter(({ delta }) => delta === null || Number(delta) !== 0)
    .map((row) =>
      row.delta === null ? `trades an unknown quantity of ${row.symbol}` : `${tradeText(row)} ${row.symbol}`,
    );
  const nothingText = positionsReadAt === null ? 'what it trades now is not known' : 'trades nothing now';
  const tradesText = trades.length === 0 ? nothingText : `now ${trades.join(', ')}`;
  const copyText = `Copies ${strategyName} at ${brokerName} with ${scalingPercentage} % of its quantity`;
  if (request.kind === 'change') return `${copyText} from now on, and ${tradesText}.`;
  const joinText = joinTradesInProgress
    ? 'joins trades in progress'
    : 'leaves trades in progress out until the strategy is flat in each of them';
  return `${copyText}, ${joinText}, and ${tradesText}.`;
}
