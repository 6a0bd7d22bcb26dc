import type { Signal } from '#contract/model/signal.ts';
import type { NestedOrder, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { likelyInstrument } from '#renderer/format/likely-instrument.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { emptyDraft, type BasicDraft, type TicketDraft, type WaitDraft } from '#renderer/stores/ticket-draft.ts';
import { signalText } from '#renderer/orders/signal-text.ts';

/** A draft that closes the whole position at market. The trader can change it. */
export function closingDraft(position: Position): TicketDraft {
  return {
    ...emptyDraft,
    action: position.side === 'long' ? 'STC' : 'BTC',
    quantity: position.quantity,
    symbol: position.symbol,
    instrument: position.instrument ?? likelyInstrument(position.symbol),
    kind: 'market',
  };
}

/** A draft of a new order that equals the signal. It replaces nothing and is in no group. */
export function copiedDraft(signal: Signal, list: readonly Signal[]): TicketDraft {
  return { ...basicOfSignal(signal), ...bracketOf(signal, list, true) };
}

/**
 * A draft that replaces a signal, with its bracket, time in force, condition and future release
 * time. Its OCA siblings are unchanged unless the trader chooses otherwise (order-safety 1.5).
 */
export function replacingDraft(signal: Signal, list: readonly Signal[], label = signalText(signal)): TicketDraft {
  const { parkedUntil, serviceId } = signal;
  return {
    ...basicOfSignal(signal),
    ...bracketOf(signal, list, false),
    waits: waitsOfSignal(signal, list),
    parkUntil: parkedUntil !== null && signal.state === 'waiting' ? `${timeText(parkedUntil, 'ET')} ET` : '',
    replaces: serviceId === null ? null : { serviceId, label, leaveOcaIntact: true },
  };
}

const isAtPlatform = ({ state }: Signal): boolean => state === 'working' || state === 'waiting';

function basicOfSignal(signal: Signal): TicketDraft {
  return {
    ...emptyDraft,
    action: signal.action,
    quantity: signal.quantity,
    symbol: signal.symbol,
    instrument: signal.instrument ?? likelyInstrument(signal.symbol),
    kind: signal.kind,
    limit: signal.limit ?? '',
    stop: signal.stop ?? '',
    // An exit of unknown time in force may be an overnight stop, which must not end today.
    duration: signal.duration ?? (isEntry(signal.action) ? 'DAY' : 'GTC'),
  };
}

type Bracket = Pick<TicketDraft, 'bracket' | 'profitTarget' | 'stopLoss' | 'noTarget' | 'noStop' | 'keepBothAlive'>;

/**
 * The bracket with its own prices. A missing leg remains blank, and no template fills it. A leg has
 * no row until the answer to the order names it. Until then it has the price that was entered with
 * the order. `keepBothAlive` is as entered, because a list may not show the OCA group of the legs.
 * `usesEndedLegs`: a leg that has ended gives its price too.
 */
function bracketOf(signal: Signal, list: readonly Signal[], usesEndedLegs: boolean): Bracket {
  const entered = signal.journal?.bracket;
  const legs = list.filter(({ parentRowId }) => parentRowId === signal.rowId);
  const priceOf = (role: 'target' | 'stop'): string | null => {
    const rows = legs.filter((leg) => leg.role === role);
    if (rows.length === 0) return (role === 'target' ? entered?.profitTarget : entered?.stopLoss) ?? null;
    // A leg that was replaced has ended; the one that took its place has the present price.
    const leg = rows.find(isAtPlatform) ?? (usesEndedLegs ? rows[0] : undefined);
    return (role === 'target' ? leg?.limit : leg?.stop) ?? null;
  };
  const [target, stop] = [priceOf('target'), priceOf('stop')];
  return {
    bracket: isEntry(signal.action) && (target !== null || stop !== null),
    profitTarget: target ?? '',
    stopLoss: stop ?? '',
    noTarget: target === null,
    noStop: stop === null,
    keepBothAlive: target !== null && stop !== null && entered?.keepBothAlive === true,
  };
}

function waitsOfSignal({ parentRowId, state }: Signal, list: readonly Signal[]): WaitDraft {
  const parent = state === 'waiting' ? list.find(({ rowId }) => rowId === parentRowId) : undefined;
  const id = parent?.serviceId ?? parent?.ownId ?? null;
  return parent && id !== null ? { how: 'signal', id, label: signalText(parent) } : { how: 'none' };
}

/** A draft with the content of a ticket from the journal. */
export function ticketDraft(ticket: Ticket): TicketDraft {
  return {
    ...emptyDraft,
    ...basicDraft(ticket),
    bracket: ticket.profitTarget !== null || ticket.stopLoss !== null,
    profitTarget: ticket.profitTarget ?? '',
    stopLoss: ticket.stopLoss ?? '',
    noTarget: ticket.profitTarget === null,
    noStop: ticket.stopLoss === null,
    keepBothAlive: ticket.keepBothAlive,
    waits: waitsOf(ticket),
    group:
      ticket.ocaGroupId === null
        ? { how: 'none' }
        : { how: 'group', id: ticket.ocaGroupId, label: 'the group of the staged order' },
    parkUntil: ticket.parkUntil ? `${timeText(ticket.parkUntil, 'ET')} ET` : '',
    replaces: ticket.replaces === null ? null : { ...ticket.replaces, label: `order ${ticket.replaces.serviceId}` },
  };
}

function basicDraft(order: NestedOrder): BasicDraft {
  const { action, quantity, symbol, instrument, price, duration } = order;
  const limit = price.kind === 'limit' ? price.limit : '';
  const stop = price.kind === 'stop' ? price.stop : '';
  return { action, quantity, symbol, instrument, duration, kind: price.kind, limit, stop };
}

function waitsOf({ conditionalUpon, parent }: Ticket): WaitDraft {
  if (parent) return { how: 'parent', parent: basicDraft(parent) };
  if (conditionalUpon === null) return { how: 'none' };
  return { how: 'signal', id: conditionalUpon, label: `order ${conditionalUpon}` };
}
