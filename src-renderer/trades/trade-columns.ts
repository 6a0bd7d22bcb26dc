import { decimalText } from '#renderer/format/decimal-text.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { durationText } from '#renderer/format/duration-text.ts';
import { signedText, toneOf } from '#renderer/format/signed-text.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { NoteMark } from '#contract/model/note.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import type { TradeRow } from './trade-row.ts';

/** The sort key of a column that the cache sorts. It makes the column sortable. */
const sortedByCache = (): null => null;

const componentsAction = 'components';

/** The price of an open trade is an old mark, not a quote, and is labeled as such everywhere. */
export function impliedMarkText(trade: TradeRow, zone: Zone): string | undefined {
  if (!trade.open || trade.closePrice === null) return undefined;
  if (trade.markedAt === null) return 'Implied mark of unknown age, not a quote';
  return `Implied mark, as of ${timeText(trade.markedAt, zone)} ${zoneLabel(zone)}; not a quote`;
}

function stateText(trade: TradeRow): string {
  if (trade.unlistedAt === undefined) return listedState(trade);
  return trade.open ? 'Ended' : 'Unlisted';
}

function stateTone(trade: TradeRow): 'accent' | 'warn' | 'muted' {
  if (trade.unlistedAt === undefined) return trade.open ? 'accent' : 'muted';
  return trade.open ? 'muted' : 'warn';
}

function listedState(trade: TradeRow): string {
  if (!trade.open) return 'Closed';
  return /[1-9]/.test(trade.quantityClosed) ? 'Partly closed' : 'Open';
}

/** When a trade was closed, for its details. Only a trade that is listed as open is called open. */
export function closedText({ open, closedAt, unlistedAt }: TradeRow, zone: Zone): string {
  if (closedAt !== null) return `${timeText(closedAt, zone)} ${zoneLabel(zone)}`;
  return open && unlistedAt === undefined ? 'Open' : 'Time not known';
}

/**
 * The tooltip of a trade that the platform no longer lists. A trade that was open has usually just
 * been closed: the list of open trades is read more often than the list of all trades, which shows
 * the close.
 */
export function unlistedText(trade: TradeRow, zone: Zone): string | undefined {
  if (trade.unlistedAt === undefined) return undefined;
  const since = `${timeText(trade.unlistedAt, zone)} ${zoneLabel(zone)}`;
  if (trade.open) return `Not in the list of open trades since ${since}. The list of all trades will show its close`;
  return `No longer listed by the platform since ${since}. Shown as last read`;
}

/** A time to the minute. The tooltip also shows the seconds. */
const minuteText = (time: number | null, zone: Zone): string => timeText(time, zone).slice(0, 16);

/**
 * Columns of the trades blotter. The id of a sortable column is the member of `Trade` by which the
 * cache sorts.
 */
export const tradeColumns = (
  zone: Zone,
  noteMarks: ReadonlyMap<string, NoteMark> = new Map(),
  realizedR: ReadonlyMap<string, number> = new Map(),
): readonly GridColumn<TradeRow>[] => [
  stateColumn(zone),
  ...contractColumns,
  ...timeColumns(zone, zoneLabel(zone)),
  ...priceColumns(zone),
  riskColumn(realizedR),
  ...noteColumns(noteMarks),
  ...rightmostColumns,
];

/**
 * The trader's notes. They are stored separately, so the table can be filtered by them, but not
 * sorted. The tooltip of `note` is the beginning of the text.
 */
const noteColumns = (noteMarks: ReadonlyMap<string, NoteMark>): readonly GridColumn<TradeRow>[] => [
  {
    id: 'note',
    title: 'Note',
    width: 52,
    align: 'center',
    text: (trade) => noteText(noteMarks.get(trade.tradeId)),
    tooltip: (trade) => noteMarks.get(trade.tradeId)?.start || undefined,
  },
  {
    id: 'tags',
    title: 'Tags',
    width: 96,
    text: (trade) => noteMarks.get(trade.tradeId)?.tags.join(', ') ?? '',
    tone: () => 'accent',
  },
  {
    id: 'rating',
    title: 'Rating',
    width: 64,
    align: 'end',
    hidden: true,
    text: (trade) => noteMarks.get(trade.tradeId)?.rating?.toString() ?? '',
  },
  {
    id: 'setup',
    title: 'Setup',
    width: 110,
    hidden: true,
    text: (trade) => noteMarks.get(trade.tradeId)?.setup ?? '',
  },
];

/**
 * The profit in units of the initial risk. It is known if the journal has the first stop and its
 * risk in dollars can be computed.
 */
const riskColumn = (realizedR: ReadonlyMap<string, number>): GridColumn<TradeRow> => ({
  id: 'realizedR',
  title: 'R',
  width: 64,
  align: 'end',
  hidden: true,
  text: (trade) => signedText(realizedR.get(trade.tradeId)?.toFixed(2)),
  tone: (trade) => toneOf(realizedR.get(trade.tradeId)?.toFixed(2)),
  tooltip: (trade) =>
    realizedR.has(trade.tradeId)
      ? undefined
      : 'The journal has no first stop, its dollar risk is not known, or the trade is outside the Performance period',
});

/** A pencil for text, a square for pictures. */
const noteText = (mark: NoteMark | undefined): string =>
  mark === undefined ? '' : `${mark.start === '' ? '' : '✎'}${mark.images > 0 ? '▣' : ''}`;

const stateColumn = (zone: Zone): GridColumn<TradeRow> => ({
  id: 'open',
  title: 'State',
  width: 78,
  look: 'badge',
  text: stateText,
  tone: stateTone,
  tooltip: (trade) => unlistedText(trade, zone),
  sortKey: sortedByCache,
});

const contractColumns: readonly GridColumn<TradeRow>[] = [
  {
    id: 'side',
    title: 'Side',
    width: 60,
    text: (trade) => (trade.side === 'long' ? 'Long' : 'Short'),
    tone: (trade) => (trade.side === 'long' ? 'buy' : 'sell'),
    sortKey: sortedByCache,
  },
  {
    id: 'symbol',
    title: 'Symbol',
    width: 124,
    fixed: true,
    text: (trade) => trade.symbol,
    tone: () => 'strong',
    sortKey: sortedByCache,
  },
  {
    id: 'description',
    title: 'Description',
    width: 96,
    grow: 1,
    text: (trade) => trade.description,
    sortKey: sortedByCache,
  },
  {
    id: 'instrument',
    title: 'Type',
    width: 62,
    text: (trade) => trade.instrument ?? '–',
    tone: () => 'muted',
    sortKey: sortedByCache,
  },
  {
    id: 'quantityOpened',
    title: 'Qty',
    width: 60,
    align: 'end',
    text: (trade) => decimalText(trade.quantityOpened),
    sortKey: sortedByCache,
  },
  {
    id: 'quantityClosed',
    title: 'Closed qty',
    width: 84,
    align: 'end',
    hidden: true,
    text: (trade) => decimalText(trade.quantityClosed),
    sortKey: sortedByCache,
  },
];

const priceColumns = (zone: Zone): readonly GridColumn<TradeRow>[] => [
  {
    id: 'openPrice',
    title: 'Open price',
    width: 88,
    align: 'end',
    text: (trade) => priceText(trade.openPrice),
    sortKey: sortedByCache,
  },
  {
    id: 'closePrice',
    title: 'Close price',
    width: 94,
    align: 'end',
    text: (trade) =>
      trade.open && trade.closePrice !== null ? `~ ${priceText(trade.closePrice)}` : priceText(trade.closePrice),
    tone: (trade) => (trade.open ? 'muted' : undefined),
    tooltip: (trade) => impliedMarkText(trade, zone),
    sortKey: sortedByCache,
  },
  {
    id: 'profit',
    title: 'P/L',
    width: 72,
    align: 'end',
    text: (trade) => signedText(trade.profit),
    tone: (trade) => toneOf(trade.profit),
    tooltip: (trade) => impliedMarkText(trade, zone),
    sortKey: sortedByCache,
    sortFirst: 'descending',
  },
];

const rightmostColumns: readonly GridColumn<TradeRow>[] = [
  {
    id: 'heldSeconds',
    title: 'Duration',
    width: 92,
    align: 'end',
    text: (trade) => durationText(trade.heldSeconds),
    sortKey: sortedByCache,
  },
  {
    id: 'actions',
    title: 'Component orders',
    width: 44,
    text: () => '',
    actions: [{ id: componentsAction, label: 'Component orders', sign: '›' }],
  },
];

const timeColumns = (zone: Zone, label: string): readonly GridColumn<TradeRow>[] => [
  {
    id: 'openedAt',
    title: `Opened (${label})`,
    width: 146,
    text: (trade) => minuteText(trade.openedAt, zone),
    tooltip: (trade) => timeText(trade.openedAt, zone),
    sortKey: sortedByCache,
    sortFirst: 'descending',
  },
  {
    id: 'closedAt',
    title: `Closed (${label})`,
    width: 146,
    text: (trade) => minuteText(trade.closedAt, zone),
    tooltip: (trade) => timeText(trade.closedAt, zone),
    sortKey: sortedByCache,
    sortFirst: 'descending',
  },
];
