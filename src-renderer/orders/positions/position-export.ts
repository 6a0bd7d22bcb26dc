import type { Position } from '#contract/model/trade.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

export const positionExport: readonly ExportColumn<Position>[] = [
  { id: 'symbol', title: 'Symbol', kind: 'text', value: ({ symbol }) => symbol },
  { id: 'description', title: 'Description', kind: 'text', value: ({ description }) => description },
  { id: 'instrument', title: 'Type', kind: 'text', value: ({ instrument }) => instrument },
  { id: 'side', title: 'Side', kind: 'text', value: ({ side }) => side },
  { id: 'quantity', title: 'Quantity', kind: 'number', value: ({ quantity }) => quantity },
  { id: 'averagePrice', title: 'Average price', kind: 'number', value: ({ averagePrice }) => averagePrice },
  { id: 'profit', title: 'P/L', kind: 'number', value: ({ profit }) => profit },
  { id: 'pointValue', title: 'Point value', kind: 'number', value: ({ pointValue }) => pointValue },
  { id: 'openedAt', title: 'Opened', kind: 'time', value: ({ openedAt }) => openedAt },
  {
    id: 'protectedQuantity',
    title: 'Protected quantity',
    kind: 'number',
    value: ({ protectedQuantity }) => protectedQuantity,
  },
  { id: 'impliedMark', title: 'Implied mark', kind: 'number', value: ({ implied }) => implied?.price ?? null },
  { id: 'markedAt', title: 'Marked', kind: 'time', value: ({ implied }) => implied?.at ?? null },
  { id: 'tradeIds', title: 'Trades', kind: 'text', value: ({ tradeIds }) => tradeIds.join(' ') },
];
