import { decimalText } from '#renderer/format/decimal-text.ts';
import { durationText } from '#renderer/format/duration-text.ts';
import { signedText, toneOf } from '#renderer/format/signed-text.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import type { TradeRow } from './trade-row.ts';

/** Marks a column sortable; a paged table is sorted where its rows are kept, by the id of the column. */
const inCache = (): null => null;

export const showComponents = 'components';

/** Of an open trade the price is an old mark, never a quote: it says so wherever it stands. */
export function markText(trade: TradeRow, zone: Zone): string | undefined {
  if (!trade.open || trade.closePrice === null) return undefined;
  if (trade.markedAt === null) return 'Implied mark of unknown age, not a quote';
  return `Implied mark, as of ${timeText(trade.markedAt, zone)} ${zoneLabel(zone)}; not a quote`;
}

/** `100`, or what of it is closed while that is less: `100 (40 closed)`. */
function quantityText(trade: TradeRow): string {
  const closed = trade.quantityClosed;
  const part = trade.open && /[1-9]/.test(closed) ? ` (${decimalText(closed)} closed)` : '';
  return `${decimalText(trade.quantityOpened)}${part}`;
}

/** Columns of the trades blotter. Ids are the members of `Trade`: the cache sorts by them. */
export function tradeColumns(zone: Zone): readonly GridColumn<TradeRow>[] {
  const label = zoneLabel(zone);
  return [
    {
      id: 'open',
      title: 'State',
      width: 78,
      look: 'badge',
      text: (trade) => (trade.open ? 'Open' : 'Closed'),
      tone: (trade) => (trade.open ? 'accent' : 'muted'),
      sortKey: inCache,
    },
    {
      id: 'side',
      title: 'Side',
      width: 72,
      text: (trade) => (trade.side === 'long' ? 'Long' : 'Short'),
      tone: (trade) => (trade.side === 'long' ? 'buy' : 'sell'),
      sortKey: inCache,
    },
    {
      id: 'symbol',
      title: 'Symbol',
      width: 96,
      fixed: true,
      text: (trade) => trade.symbol,
      tone: () => 'strong',
      sortKey: inCache,
    },
    {
      id: 'description',
      title: 'Description',
      width: 150,
      grow: 1,
      text: (trade) => trade.description,
      sortKey: inCache,
    },
    {
      id: 'instrument',
      title: 'Type',
      width: 70,
      text: (trade) => trade.instrument ?? '–',
      tone: () => 'muted',
      sortKey: inCache,
    },
    { id: 'quantityOpened', title: 'Qty', width: 84, align: 'end', text: quantityText, sortKey: inCache },
    ...timeColumns(zone, label),
    {
      id: 'openPrice',
      title: 'Open price',
      width: 96,
      align: 'end',
      text: (trade) => decimalText(trade.openPrice),
      sortKey: inCache,
    },
    {
      id: 'closePrice',
      title: 'Close price',
      width: 104,
      align: 'end',
      text: (trade) =>
        trade.open && trade.closePrice !== null ? `~ ${decimalText(trade.closePrice)}` : decimalText(trade.closePrice),
      tone: (trade) => (trade.open ? 'muted' : undefined),
      tooltip: (trade) => markText(trade, zone),
      sortKey: inCache,
    },
    {
      id: 'profit',
      title: 'P/L',
      width: 96,
      align: 'end',
      text: (trade) => signedText(trade.profit),
      tone: (trade) => toneOf(trade.profit),
      tooltip: (trade) => markText(trade, zone),
      sortKey: inCache,
      sortFirst: 'descending',
    },
    {
      id: 'heldSeconds',
      title: 'Held',
      width: 92,
      align: 'end',
      text: (trade) => durationText(trade.heldSeconds),
      sortKey: inCache,
    },
    {
      id: 'actions',
      title: '',
      width: 44,
      text: () => '',
      actions: [{ id: showComponents, label: 'Component signals', icon: 'M9 6l6 6-6 6' }],
    },
  ];
}

const timeColumns = (zone: Zone, label: string): readonly GridColumn<TradeRow>[] => [
  {
    id: 'openedAt',
    title: `Opened (${label})`,
    width: 148,
    text: (trade) => timeText(trade.openedAt, zone),
    sortKey: inCache,
    sortFirst: 'descending',
  },
  {
    id: 'closedAt',
    title: `Closed (${label})`,
    width: 148,
    text: (trade) => timeText(trade.closedAt, zone),
    sortKey: inCache,
    sortFirst: 'descending',
  },
];
