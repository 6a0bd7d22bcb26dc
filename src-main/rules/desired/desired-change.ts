import type { Book } from '#rules/book/book.ts';
import { isBuy } from '#rules/order-terms.ts';
import type { BookChange, RuleContext } from '#rules/signals/book-view.ts';
import { cancelSignal } from '#rules/signals/cancel.ts';
import { BookDraft } from '#rules/signals/draft.ts';
import { placeSignal } from '#rules/signals/place.ts';
import { UNLINKED_ORDER, type SignalRequest } from '#rules/signals/signal-request.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { openQuantity } from '#rules/trades/trade.ts';
import { planDesired, type DesiredMode, type DesiredOrder, type Holding } from './desired-positions.ts';

/** The comment of every signal that the mode places. */
const COMMENT = 'desired positions';

/**
 * All members of a market order except what it trades. A DAY order is enough, because the mode
 * places an expired order again.
 */
const ORDER: Omit<SignalRequest, 'action' | 'quantity' | 'symbol' | 'instrument'> = {
  ...UNLINKED_ORDER,
  duration: 'DAY',
  market: true,
  comments: COMMENT,
};

/**
 * The step that the mode takes now: market orders towards the targets, in one change. Empty when
 * all needed orders are working, or when the markets concerned are closed. With `cancelAll`, which
 * is possible at the start of the mode, every live signal is canceled first.
 */
export function desiredChange(
  book: Book,
  mode: DesiredMode,
  isOpen: (symbol: string) => boolean,
  context: RuleContext,
  cancelAll = false,
): BookChange {
  const draft = new BookDraft(book);
  if (cancelAll) for (const signal of book.liveSignals()) cancelInto(draft, signal.id, context);
  if (mode.state === 'off') return draft.change();
  const holdings = holdingsOf(book, (signal) => draft.signal(signal.id)?.state === 'working');
  const plan = planDesired(mode.targets, holdings, isOpen);
  for (const id of plan.cancel) cancelInto(draft, id, context);
  for (const order of plan.orders) placeInto(draft, order, context);
  return draft.change();
}

/** The holding of each symbol: the open quantity with its sign, and the working market orders. */
function holdingsOf(book: Book, isWorking: (signal: Signal) => boolean): Holding[] {
  const found = new Map<string, Holding>();
  for (const trade of book.openTrades()) {
    const quantity = trade.side === 'long' ? openQuantity(trade) : -openQuantity(trade);
    const { symbol, instrument } = trade;
    found.set(symbol, { symbol, instrument, quantity, pending: 0n, pendingIds: [] });
  }
  for (const signal of book.liveSignals()) {
    if (signal.limit !== null || signal.stop !== null || !isWorking(signal)) continue;
    const { symbol, instrument } = signal;
    const holding = found.get(symbol) ?? { symbol, instrument, quantity: 0n, pending: 0n, pendingIds: [] };
    const signedQuantity = isBuy(signal.action) ? signal.quantity : -signal.quantity;
    found.set(symbol, {
      ...holding,
      pending: holding.pending + signedQuantity,
      pendingIds: [...holding.pendingIds, signal.id],
    });
  }
  return [...found.values()];
}

function placeInto(draft: BookDraft, order: DesiredOrder, context: RuleContext): void {
  const result = placeSignal(draft, { ...ORDER, ...order }, context);
  if (!('signal' in result))
    throw new Error(`an order of the desired positions was refused: ${JSON.stringify(result)}`);
  writeInto(draft, result.change);
}

function cancelInto(draft: BookDraft, id: string, context: RuleContext): void {
  // Canceling one member of a group also cancels the others. A signal that has ended is left as is.
  const result = cancelSignal(draft, id, { ...context, options: { ...context.options, cancelWaiting: 'allow' } });
  if (result.ok) writeInto(draft, result.change);
}

function writeInto(draft: BookDraft, change: BookChange): void {
  for (const signal of change.signals) {
    if (draft.signal(signal.id)) draft.put(signal);
    else draft.add(signal);
  }
}
