import Big from 'big.js';
import type { PracticeInstrument } from '#contract/model/practice.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { signedText, toneOf } from '#renderer/format/signed-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';

type Prices = Pick<PracticeInstrument, 'price' | 'dayOpen'>;

/** The change since the open, in points and in percent with two decimals. */
function marketChange({ price, dayOpen }: Prices): { readonly points: string; readonly percent: string } {
  const points = new Big(price).minus(dayOpen);
  const open = new Big(dayOpen);
  return { points: points.toFixed(), percent: open.eq(0) ? '0.00' : points.div(open).times(100).toFixed(2) };
}

export type MarketRow = GridRow & { readonly one: PracticeInstrument };

export const marketColumns: readonly GridColumn<MarketRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    width: 64,
    grow: 1,
    fixed: true,
    text: ({ one }) => one.symbol,
    tone: () => 'strong',
    tooltip: ({ one }) => one.description,
    sortKey: ({ one }) => one.symbol,
  },
  {
    id: 'price',
    title: 'Price',
    width: 72,
    align: 'end',
    text: ({ one }) => decimalText(one.price),
    sortKey: ({ one }) => Number(one.price),
  },
  {
    id: 'change',
    title: 'Change',
    width: 64,
    align: 'end',
    text: ({ one }) => `${signedText(marketChange(one).percent)}%`,
    tone: ({ one }) => toneOf(marketChange(one).percent),
    tooltip: ({ one }) => `${signedText(marketChange(one).points)} since the open`,
    sortKey: ({ one }) => Number(marketChange(one).percent),
    sortFirst: 'descending',
  },
];
