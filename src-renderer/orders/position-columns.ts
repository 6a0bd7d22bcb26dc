import type { Position } from '#contract/model/trade.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { signedText, toneOf } from '#renderer/format/signed-text.ts';
import { dateText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { protection } from './protection.ts';

export type PositionRow = GridRow & { readonly position: Position };

const number = (value: string | null): number | null => (value === null ? null : Number(value));

export function positionColumns(zone: Zone): readonly GridColumn<PositionRow>[] {
  return [...holding, ...result, since(zone), actions];
}

const holding: readonly GridColumn<PositionRow>[] = [
  {
    id: 'symbol',
    title: 'Symbol',
    width: 92,
    fixed: true,
    text: ({ position }) => position.symbol,
    tone: () => 'strong',
    tooltip: ({ position }) => position.description || undefined,
    sortKey: ({ position }) => position.symbol,
  },
  {
    id: 'side',
    title: 'Side',
    width: 64,
    text: ({ position }) => (position.side === 'long' ? 'Long' : 'Short'),
    tone: ({ position }) => (position.side === 'long' ? 'buy' : 'sell'),
    sortKey: ({ position }) => position.side,
  },
  {
    id: 'quantity',
    title: 'Qty',
    width: 70,
    align: 'end',
    text: ({ position }) => decimalText(position.quantity),
    sortKey: ({ position }) => number(position.quantity),
  },
  {
    id: 'average',
    title: 'Average',
    width: 84,
    align: 'end',
    text: ({ position }) => priceText(position.averagePrice),
    tooltip: ({ position }) => decimalText(position.averagePrice),
    sortKey: ({ position }) => number(position.averagePrice),
  },
];

const result: readonly GridColumn<PositionRow>[] = [
  {
    id: 'profit',
    title: 'P/L $',
    width: 84,
    align: 'end',
    text: ({ position }) => signedText(position.profit),
    tone: ({ position }) => toneOf(position.profit),
    sortKey: ({ position }) => number(position.profit),
    sortFirst: 'descending',
  },
  {
    id: 'protection',
    title: 'Protection',
    width: 118,
    grow: 1,
    look: 'badge',
    text: ({ position }) => protection(position).text,
    tone: ({ position }) => protection(position).tone,
    search: true,
  },
];

const since = (zone: Zone): GridColumn<PositionRow> => ({
  id: 'since',
  title: `Since ${zoneLabel(zone)}`,
  width: 106,
  align: 'end',
  text: ({ position }) => dateText(position.openedAt, zone),
  tooltip: ({ position }) => timeText(position.openedAt, zone),
  sortKey: ({ position }) => position.openedAt,
});

const actions: GridColumn<PositionRow> = {
  id: 'actions',
  title: 'Actions',
  width: 70,
  fixed: true,
  text: () => '',
  actions: [{ id: 'close', label: 'Close…' }],
};
