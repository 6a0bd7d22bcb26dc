import type { Signal } from '#contract/model/signal.ts';
import type { NestedOrder, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { emptyDraft, type CoreDraft, type TicketDraft, type WaitDraft } from '#renderer/stores/ticket-draft.ts';

/** The order that closes a position: all of it, at market, ready to be amended. */
export function closeDraft(position: Position): TicketDraft {
  return {
    ...emptyDraft,
    action: position.side === 'long' ? 'STC' : 'BTC',
    quantity: position.quantity,
    symbol: position.symbol,
    instrument: position.instrument ?? 'stock',
    kind: 'market',
  };
}

/** The same order once more, as a new one: nothing is replaced. */
export const copyDraft = (signal: Signal): TicketDraft => ({
  ...replaceDraft(signal, ''),
  bracket: true,
  replaces: null,
});

/** The order that takes a signal's place. Its OCA siblings live on unless the trader says otherwise (order-safety 1.5). */
export function replaceDraft(signal: Signal, label: string): TicketDraft {
  return {
    ...emptyDraft,
    action: signal.action,
    quantity: signal.quantity,
    symbol: signal.symbol,
    instrument: signal.instrument ?? 'stock',
    kind: signal.kind,
    limit: signal.limit ?? '',
    stop: signal.stop ?? '',
    duration: signal.duration ?? 'DAY',
    // What protects the replaced order is there already.
    bracket: false,
    replaces: signal.serviceId === null ? null : { serviceId: signal.serviceId, label, leaveOcaIntact: true },
  };
}

/** A ticket of the journal back in the form, number by number as it was typed. */
export function ticketDraft(ticket: Ticket): TicketDraft {
  return {
    ...emptyDraft,
    ...coreDraft(ticket),
    bracket: ticket.profitTarget !== null || ticket.stopLoss !== null,
    profitTarget: ticket.profitTarget ?? '',
    stopLoss: ticket.stopLoss ?? '',
    noTarget: ticket.profitTarget === null,
    noStop: ticket.stopLoss === null,
    keepBothAlive: ticket.keepBothAlive,
    waits: waitsOf(ticket),
    group:
      ticket.ocaGroupId === null ? { how: 'none' } : { how: 'group', id: ticket.ocaGroupId, label: 'the same group' },
    parkUntil: ticket.parkUntil ? `${timeText(ticket.parkUntil, 'ET')} ET` : '',
    replaces: ticket.replaces === null ? null : { ...ticket.replaces, label: `signal ${ticket.replaces.serviceId}` },
  };
}

function coreDraft(order: NestedOrder): CoreDraft {
  const { action, quantity, symbol, instrument, price, duration } = order;
  const limit = price.kind === 'limit' ? price.limit : '';
  const stop = price.kind === 'stop' ? price.stop : '';
  return { action, quantity, symbol, instrument, duration, kind: price.kind, limit, stop };
}

function waitsOf({ conditionalUpon, parent }: Ticket): WaitDraft {
  if (parent) return { how: 'parent', parent: coreDraft(parent) };
  if (conditionalUpon === null) return { how: 'none' };
  return { how: 'signal', id: conditionalUpon, label: `signal ${conditionalUpon}` };
}
