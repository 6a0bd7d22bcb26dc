import type { Position } from '#contract/model/trade.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { signedText, toneOf } from '#renderer/format/signed-text.ts';
import { dateText, timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import { impliedText } from './implied-text.ts';
import { protectionText, protectionTone, protectionTooltip } from './protection.ts';

export type PositionRow = GridRow & { readonly position: Position };

const number = (value: string | null): number | null => (value === null ? null : Number(value));

/**
 * The columns in order of importance, because a narrow window hides the last ones. A time on the
 * date `today` (`2026-03-02`) is shown without its date.
 */
export function positionColumns(
  zone: Zone,
  today: string,
  symbolColumnWidth: number,
): readonly GridColumn<PositionRow>[] {
  return [
    ...leadingColumns(symbolColumnWidth),
    profitColumn,
    protectionColumn(zone, today),
    averageColumn,
    impliedMarkColumn(zone, today),
    sinceColumn(zone),
    actionsColumn,
  ];
}

const leadingColumns = (symbolColumnWidth: number): readonly GridColumn<PositionRow>[] => [
  {
    id: 'symbol',
    title: 'Symbol',
    width: symbolColumnWidth,
    minWidth: symbolColumnWidth,
    fixed: true,
    text: ({ position }) => position.symbol,
    tone: () => 'strong',
    tooltip: ({ position }) => position.description || undefined,
    sortKey: ({ position }) => position.symbol,
    search: true,
  },
  {
    id: 'side',
    title: 'Side',
    width: 60,
    text: ({ position }) => (position.side === 'long' ? 'Long' : 'Short'),
    tone: ({ position }) => (position.side === 'long' ? 'buy' : 'sell'),
    sortKey: ({ position }) => position.side,
    search: true,
  },
  {
    id: 'quantity',
    title: 'Qty',
    width: 58,
    align: 'end',
    text: ({ position }) => decimalText(position.quantity),
    sortKey: ({ position }) => number(position.quantity),
  },
];

const averageColumn: GridColumn<PositionRow> = {
  id: 'average',
  title: 'Average',
  width: 76,
  align: 'end',
  text: ({ position }) => priceText(position.averagePrice),
  tooltip: ({ position }) => decimalText(position.averagePrice),
  sortKey: ({ position }) => number(position.averagePrice),
};

const profitColumn: GridColumn<PositionRow> = {
  id: 'profit',
  title: 'P/L $',
  width: 72,
  align: 'end',
  text: ({ position }) => signedText(position.profit),
  tone: ({ position }) => toneOf(position.profit),
  sortKey: ({ position }) => number(position.profit),
  sortFirst: 'descending',
};

const protectionColumn = (zone: Zone, today: string): GridColumn<PositionRow> => ({
  id: 'protection',
  title: 'Protection',
  width: 150,
  grow: 1,
  neverNarrows: true,
  look: 'badge',
  text: ({ position }) => protectionText(position, today, zone),
  tone: ({ position }) => protectionTone(position),
  tooltip: ({ position }) => protectionTooltip(position),
  search: true,
});

/** Hidden by default: it is not a quote, and its text does not fit a narrow window. */
const impliedMarkColumn = (zone: Zone, today: string): GridColumn<PositionRow> => ({
  id: 'implied',
  title: 'Implied mark',
  width: 210,
  hidden: true,
  text: ({ position }) => impliedText(position, today, zone) ?? '–',
  sortKey: ({ position }) => number(position.implied?.price ?? null),
});

const sinceColumn = (zone: Zone): GridColumn<PositionRow> => ({
  id: 'since',
  title: `Since ${zoneLabel(zone)}`,
  width: 102,
  align: 'end',
  text: ({ position }) => dateText(position.openedAt, zone),
  tooltip: ({ position }) => timeText(position.openedAt, zone),
  sortKey: ({ position }) => position.openedAt,
});

const icons = {
  close: 'M6 6l12 12M18 6L6 18',
  reverse: 'M7 4v14M7 18l-3-3M7 18l3-3M17 20V6M17 6l-3 3M17 6l3 3',
  scale: 'M4 7h16M4 12h10M4 17h5',
  protect: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
};

const actionsColumn: GridColumn<PositionRow> = {
  id: 'actions',
  title: 'Actions',
  width: 112,
  fixed: true,
  text: () => '',
  actions: [
    {
      id: 'protect',
      label: 'Protect',
      icon: icons.protect,
      tone: 'warn',
      enabled: ({ position }) => position.unprotected,
    },
    { id: 'scale-out', label: 'Partial close', icon: icons.scale },
    { id: 'reverse', label: 'Reverse', icon: icons.reverse },
    { id: 'close', label: 'Close', icon: icons.close, tone: 'danger' },
  ],
};
