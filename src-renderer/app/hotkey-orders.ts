import Big from 'big.js';
import type { Action, Instrument } from '#contract/model/scalars.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Signal } from '#contract/model/signal.ts';
import { likelyInstrument } from '#renderer/format/likely-instrument.ts';
import { sameContract } from '#renderer/format/option-symbol.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { canReplace, signalText } from '#renderer/orders/signal-text.ts';
import { copiedDraft, replacingDraft } from '#renderer/orders/ticket/ticket-loads.ts';
import type { App } from '#renderer/stores/app-context.ts';
import { activeSymbol, chosenRow } from '#renderer/stores/active-symbol.ts';
import { emptyDraft, type TicketDraft } from '#renderer/stores/ticket-draft.ts';

type Stores = Pick<App, 'hotkeys' | 'quickOrder' | 'focusedRow' | 'positions' | 'practice' | 'signals' | 'ticket'>;
export const orderVerbs = ['buy-market', 'sell-market', 'buy-limit', 'sell-limit'] as const;
export type OrderVerb = (typeof orderVerbs)[number];

/** The symbol for keys that only preview: from the last focused row, else the active symbol. */
export function focusedSymbol(stores: Pick<Stores, 'focusedRow' | 'ticket'>): string | null {
  return stores.focusedRow.symbol ?? activeSymbol(stores);
}

/**
 * The position for keys that only preview: the last focused one if it is still open, else the
 * position in `focusedSymbol`.
 */
export function focusedPosition(stores: Stores): Position | null {
  return findPosition(stores, stores.focusedRow.positionId, focusedSymbol(stores));
}

/**
 * The position for keys that send: from the row chosen with Enter, else the position in the active
 * symbol.
 */
export function activePosition(stores: Stores): Position | null {
  return findPosition(stores, chosenRow(stores)?.positionId ?? null, activeSymbol(stores));
}

function findPosition({ positions }: Stores, positionId: string | null, symbol: string | null): Position | null {
  const byId = positions.list?.find(({ id }) => id === positionId);
  return byId ?? (symbol === null ? null : positions.of(symbol));
}

/**
 * The order of a buy or sell key. A limit order has a blank price if this strategy has no fill and
 * no position in the symbol.
 */
export function keyOrder(verb: OrderVerb, symbol: string, stores: Stores, typedQuantity = ''): TicketDraft {
  const isBuying = verb.startsWith('buy');
  const position = stores.positions.of(symbol);
  const instrument = instrumentOf(symbol, position, stores);
  const draft: TicketDraft = {
    ...emptyDraft,
    action: actionOf(isBuying, position, instrument),
    quantity:
      typedQuantity || (stores.quickOrder.ticket.settings.sizes[instrument][stores.hotkeys.sizeNumber - 1] ?? ''),
    symbol,
    instrument,
    kind: verb.endsWith('market') ? 'market' : 'limit',
    bracket: stores.hotkeys.map.bracket,
  };
  if (draft.kind === 'market') return draft;
  return { ...draft, limit: priceAway(lastOwnPrice(symbol, position, stores), stores.hotkeys.map.offset, isBuying) };
}

/** The market order that opens the other side in a reversal, with the bracket of hotkey entries. */
export const reversedEntry = ({ side, symbol, quantity, instrument }: Position, stores: Stores): TicketDraft => ({
  ...emptyDraft,
  action: side === 'long' ? 'STO' : 'BTO',
  quantity,
  symbol,
  instrument: instrument ?? likelyInstrument(symbol),
  kind: 'market',
  bracket: stores.hotkeys.map.bracket,
});

/** A new draft of the last order that was entered here, or null if there is none. */
export function lastOrder({ signals }: Stores): TicketDraft | null {
  const own = (signals.list ?? []).filter(({ journal, role }) => journal !== null && role === 'order');
  const [last] = own.toSorted((a, b) => (b.journal?.createdAt ?? 0) - (a.journal?.createdAt ?? 0));
  return last === undefined ? null : copiedDraft(last, signals.list ?? []);
}

/**
 * A replacement of a working or waiting order: the first of the selected or focused ones, else the
 * first of all. Null if there is none.
 */
export function replacementOrder(
  signals: readonly Signal[],
  selectedOrFocusedIds: readonly string[],
): { readonly draft: TicketDraft; readonly text: string } | null {
  const replaceable = signals.filter(canReplace);
  const signal = replaceable.find(({ rowId }) => selectedOrFocusedIds.includes(rowId)) ?? replaceable[0];
  if (signal === undefined) return null;
  const text = signalText(signal);
  return { draft: replacingDraft(signal, signals), text };
}

/** A buy closes a short position, a sale closes a long one. Otherwise they open or enlarge one. */
function actionOf(isBuying: boolean, position: Position | null, instrument: Instrument): Action {
  if (isBuying) return position?.side === 'short' ? 'BTC' : 'BTO';
  if (position?.side === 'long') return 'STC';
  return instrument === 'stock' ? 'SSHORT' : 'STO';
}

function instrumentOf(symbol: string, position: Position | null, { practice, signals, ticket }: Stores): Instrument {
  const knownInstrument = position?.instrument ?? practice.instrument(symbol)?.instrument ?? null;
  if (knownInstrument !== null) return knownInstrument;
  const listed = signals.list?.find((one) => sameContract(one.symbol, symbol) && one.instrument !== null)?.instrument;
  return listed ?? (ticket.draft.symbol.trim() === symbol ? ticket.draft.instrument : likelyInstrument(symbol));
}

/**
 * The last fill price of this strategy in the symbol, else the average price of its position: the
 * platform has no quotes.
 */
function lastOwnPrice(symbol: string, position: Position | null, { signals }: Stores): string | null {
  const filled = (signals.list ?? []).filter((one) => one.tradedPrice !== null && sameContract(one.symbol, symbol));
  const [last] = filled.toSorted((a, b) => endTimeOf(b) - endTimeOf(a));
  return last?.tradedPrice ?? position?.averagePrice ?? null;
}

const endTimeOf = ({ endedAt, changedAt }: Signal): number => endedAt ?? changedAt;

function priceAway(price: string | null, offset: string, isBelow: boolean): string {
  const read = readPrice(price ?? '');
  if (read.state !== 'read') return '';
  const moved = new Big(read.value)[isBelow ? 'minus' : 'plus'](offset);
  return moved.gt(0) ? moved.toFixed() : '';
}
