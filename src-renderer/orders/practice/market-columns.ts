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

export type MarketRow = GridRow & { readonly instrument: PracticeInstrument };

export const marketColumns: readonly GridColumn<MarketRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    width: 64,
    grow: 1,
    fixed: true,
    text: ({ instrument }) => instrument.symbol,
    tone: () => 'strong',
    tooltip: ({ instrument }) => instrument.description,
    sortKey: ({ instrument }) => instrument.symbol,
  },
  {
    id: 'price',
    title: 'Price',
    width: 72,
    align: 'end',
    text: ({ instrument }) => decimalText(instrument.price),
    sortKey: ({ instrument }) => Number(instrument.price),
  },
  {
    id: 'change',
    title: 'Change',
    width: 64,
    align: 'end',
    text: ({ instrument }) => `${signedText(marketChange(instrument).percent)}%`,
    tone: ({ instrument }) => toneOf(marketChange(instrument).percent),
    tooltip: ({ instrument }) => `${signedText(marketChange(instrument).points)} since the open`,
    sortKey: ({ instrument }) => Number(marketChange(instrument).percent),
    sortFirst: 'descending',
  },
];
