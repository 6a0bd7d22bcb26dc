import type { BookChange, BookView } from '#rules/signals/book-view.ts';
import type { Cause } from '#rules/signals/cause.ts';
import type { Signal, SignalState } from '#rules/signals/signal.ts';
import type { Trade } from '#rules/trades/trade.ts';

type SignalEvent = {
  readonly kind: 'signal';
  readonly id: string;
  readonly from: SignalState | 'none';
  readonly to: SignalState;
  readonly cause: Cause | null;
};
type TradeEvent = {
  readonly kind: 'trade';
  readonly id: string;
  readonly change: 'opened' | 'increased' | 'reduced' | 'closed';
};
export type BookEvent = SignalEvent | TradeEvent;

/**
 * The events of a change. A signal event has the states before and after the change, a trade event
 * has what happened to the trade. A signal whose state stays the same has no event.
 */
export function eventsOf(before: BookView, change: BookChange): BookEvent[] {
  return [
    ...change.signals.flatMap((signal) => signalEvents(before.signal(signal.id), signal)),
    ...change.trades.map((trade) => tradeEvent(before.openTrade(trade.symbol), trade)),
  ];
}

function signalEvents(before: Signal | undefined, { id, state, cause }: Signal): SignalEvent[] {
  const from = before?.state ?? 'none';
  return from === state ? [] : [{ kind: 'signal', id, from, to: state, cause }];
}

function tradeEvent(before: Trade | undefined, after: Trade): TradeEvent {
  return { kind: 'trade', id: after.id, change: tradeChange(before?.id === after.id ? before : undefined, after) };
}

function tradeChange(before: Trade | undefined, after: Trade): TradeEvent['change'] {
  if (!before) return 'opened';
  if (after.closedAt !== null) return 'closed';
  return after.closed > before.closed ? 'reduced' : 'increased';
}
