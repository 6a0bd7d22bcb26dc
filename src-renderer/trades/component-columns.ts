import type { ComponentSignal } from '#contract/model/trade.ts';
import { isBuy } from '#contract/model/order-action.ts';
import { actionWords } from '#renderer/format/action-words.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { timeText, zoneLabel, type Zone } from '#renderer/format/time-text.ts';
import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';

export interface ComponentRow extends ComponentSignal, GridRow {}

/**
 * A trade may contain the same signal twice, if the signal closed one position and opened another.
 * The place in the list makes the row id unique.
 */
export const componentRow = (signal: ComponentSignal, place: number): ComponentRow => ({
  ...signal,
  id: `${signal.serviceId}.${place}`,
});

/** A time that could not be parsed is shown in the platform's own text. */
const fillTimeText = (signal: ComponentRow, zone: Zone): string =>
  signal.tradedAt === null ? signal.tradedText : timeText(signal.tradedAt, zone);

export const componentColumns = (zone: Zone): readonly GridColumn<ComponentRow>[] => [
  {
    id: 'action',
    title: 'Action',
    width: 64,
    text: (signal) => signal.action ?? '–',
    tone: (signal) => (signal.action === null ? 'muted' : isBuy(signal.action) ? 'buy' : 'sell'),
    tooltip: (signal) => (signal.action === null ? undefined : actionWords[signal.action]),
    sortKey: (signal) => signal.action,
  },
  {
    id: 'quantity',
    title: 'Qty',
    width: 58,
    align: 'end',
    text: (signal) => decimalText(signal.quantity),
    sortKey: (signal) => Number(signal.quantity),
  },
  {
    id: 'price',
    title: 'Price',
    width: 96,
    align: 'end',
    text: (signal) => decimalText(signal.price),
    sortKey: (signal) => (signal.price === null ? null : Number(signal.price)),
  },
  {
    id: 'tradedAt',
    title: `Filled (${zoneLabel(zone)})`,
    width: 138,
    text: (signal) => fillTimeText(signal, zone).slice(0, 16),
    tooltip: (signal) => fillTimeText(signal, zone),
    sortKey: (signal) => signal.tradedAt,
  },
  { id: 'serviceId', title: 'Order', width: 104, grow: 1, text: (signal) => signal.serviceId, tone: () => 'muted' },
];
