import type { FigureKey } from '#contract/messages/review.ts';
import type { Figure, ReportBasis } from '#contract/model/review.ts';
import { commissionPlanText } from '#renderer/format/commission-plan-text.ts';
import { dateText } from '#renderer/format/time-text.ts';
import { groupDigits } from '#renderer/grid/group-digits.ts';

/** Figures that use the open trades, which are read more often than all trades. */
const openTradeKeys: ReadonlySet<FigureKey> = new Set<FigureKey>([
  'trades.open',
  'trades.openProfit',
  'trades.exposure',
]);

/** The data that a figure is made of, with its age. Null for what the figure does not use. */
export function figureSources(
  { key, sample, from, to }: Figure,
  basis: ReportBasis | null,
  time: (seconds: number) => string,
): (readonly [name: string, text: string | null])[] {
  const readTime = (seconds: number | null | undefined): string => (seconds == null ? 'never read' : time(seconds));
  const facts = [
    ['Sample', groupDigits(sample)],
    ['Range', from === null || to === null ? null : `${dateText(from, 'ET')} → ${dateText(to, 'ET')}`],
  ] as const;
  if (key.startsWith('trades.'))
    return [
      ...facts,
      ['Trades read', readTime(basis?.tradesReadAt)],
      ['Open trades read', openTradeKeys.has(key) ? readTime(basis?.openTradesReadAt) : null],
      ['Trades no longer listed', countText(basis?.unlisted.trades)],
    ];
  return [
    ...facts,
    ['Equity read', readTime(basis?.equityReadAt)],
    ['Equity points no longer listed', countText(basis?.unlisted.points)],
    ['Corrected equity points, excluded', countText(basis?.unlisted.replaced)],
    ['Commission plan', commissionPlanText(basis?.equityPlan)],
  ];
}

const countText = (count = 0): string | null => (count === 0 ? null : groupDigits(count));
