import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { emptyDraft, type TicketDraft } from '#renderer/stores/ticket-draft.ts';

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
