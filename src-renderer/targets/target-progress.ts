import type { TargetProgress, TargetRehearsal, TargetRowProgress } from '#contract/model/target-progress.ts';
import { actionWords } from '#renderer/format/action-words.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { notEnteredText } from '#renderer/plan/not-entered-text.ts';
import { changeText, type PlanColumn } from '#renderer/plan/plan-table.ts';
import { shortTimeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';

type Times = { readonly zone: Zone; readonly today: string };

const linesText = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** `Buy to open 12 at 68.10`, one for each fill. */
export const fillsText = ({ fills }: TargetRowProgress): string =>
  fills
    .map(({ action, quantity, price }) => {
      const priceSuffix = price === null ? '' : ` at ${priceText(price)}`;
      return `${actionWords[action]} ${decimalText(quantity)}${priceSuffix}`;
    })
    .join(', ');

/** The state of a row: its target is reached, or why it is not. */
export function stateText({ market, state }: TargetRowProgress, { zone, today }: Times): string {
  switch (state) {
    case 'reached':
      return 'reached';
    case 'on-its-way':
      return 'an order is working';
    case 'market-closed':
      return market.state === 'closed'
        ? `market closed, opens ${shortTimeText(market.opensAt, today, zone)} ${zoneLabel(zone)}`
        : 'market closed';
    case 'partial':
      return 'filled in part';
    case 'order-ended':
      return 'its order was canceled or expired';
    case 'no-order':
      return 'no order is listed';
  }
}

/** `3 of 4 lines reached`. A position that is to be closed counts as a line. */
export const reachedText = (rows: readonly TargetRowProgress[]): string => {
  const reached = rows.filter(({ state }) => state === 'reached').length;
  return reached === rows.length
    ? `all ${linesText(rows.length)} reached`
    : `${reached} of ${linesText(rows.length)} reached`;
};

/** How the practice run differed from the live strategy. */
export function differencesOf({ differingPrices, refusedSignals }: TargetRehearsal): string[] {
  const prices = differingPrices.map(({ symbol, price }) => `${symbol} ${priceText(price)}`);
  return [
    ...(prices.length === 0 ? [] : [`Practice had its own price: ${prices.join(', ')}.`]),
    ...(refusedSignals === 0 ? [] : [notEnteredText(refusedSignals)]),
  ];
}

/** `timeLabel`: the text of a time. */
export function progressText(
  { drifting, reached, readAt, rows }: TargetProgress,
  timeLabel: (seconds: number) => string,
): string {
  if (readAt === null) return 'The positions were not read since the list was confirmed.';
  const areAllReached = rows.every(({ state }) => state === 'reached');
  const reachedSentence =
    reached === null
      ? ''
      : reached.isExact
        ? `Reached at ${timeLabel(reached.at)}.`
        : `Positions matched the list at ${timeLabel(reached.at)}.`;
  if (areAllReached) return reachedSentence;
  const deviationText = drifting.length === 0 ? '' : ` Deviates in an open market: ${drifting.join(', ')}.`;
  const currentText = `${reachedText(rows)}, read at ${timeLabel(readAt)}.${deviationText}`;
  return reachedSentence === ''
    ? `${currentText.charAt(0).toUpperCase()}${currentText.slice(1)}`
    : `${reachedSentence} Now ${currentText}`;
}

/** One row for each symbol: its position, its target and its fills since the list was sent. */
export const progressColumns = (times: Times): readonly PlanColumn<TargetRowProgress>[] => [
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  {
    title: 'Position',
    look: 'figure',
    cell: ({ holding, target }) => changeText(decimalText(holding), decimalText(target)),
  },
  { title: 'Fills', look: 'words', cell: (row) => fillsText(row) || 'none' },
  {
    title: 'State',
    cell: (row) => ({ text: stateText(row, times), ...(row.state === 'reached' ? {} : { tone: 'warn' as const }) }),
  },
];
