import type { Fixed } from '#rules/decimal.ts';
import { isBuy, isEntry } from '#rules/order-terms.ts';
import { bookFill } from '#rules/trades/position.ts';
import type { BookChange, BookView, RuleContext } from './book-view.ts';
import { ended, endSignal } from './cascade.ts';
import { BookDraft } from './draft.ts';
import type { Signal } from './signal.ts';

/**
 * Whether a working signal trades at this price. A market order always does, a limit order at its
 * limit or better, a stop order as soon as its price is touched.
 */
export function isTriggered(signal: Pick<Signal, 'action' | 'limit' | 'stop'>, price: Fixed): boolean {
  const buy = isBuy(signal.action);
  if (signal.limit !== null) return buy ? price <= signal.limit : price >= signal.limit;
  if (signal.stop !== null) return buy ? price >= signal.stop : price <= signal.stop;
  return true;
}

/**
 * Fills the signals that a tick triggers, in all symbols of the tick, each at the price of its
 * symbol. A market order fills at the next tick, and a limit order at the tick's price if that is
 * better than its limit (platform-notes.md 35). If the price jumps over the stop of a stop order,
 * the order fills at the new price, not at the stop.
 *
 * `triggered` holds the signals that were working before the tick and trade at its price, in order
 * of arrival. An earlier fill of the same tick may have canceled one of them. A child that starts
 * because its parent fills can fill at the next tick at the earliest.
 */
export function applyPrice(
  view: BookView,
  triggered: readonly Signal[],
  priceOf: (symbol: string) => Fixed,
  context: RuleContext,
): BookChange {
  const draft = new BookDraft(view);
  for (const one of triggered) {
    const signal = draft.current(one);
    if (signal.state === 'working') fillSignal(draft, signal, priceOf(signal.symbol), context);
  }
  return draft.change();
}

function fillSignal(draft: BookDraft, signal: Signal, price: Fixed, context: RuleContext): void {
  const { now, options } = context;
  const open = draft.openTrade(signal.symbol);
  if (options.closeWithoutPosition === 'cancel' && closesNothing(signal, open?.side)) {
    endSignal(draft, ended(signal, 'canceled', { kind: 'nothingToClose' }, now), context);
    return;
  }
  const { closing, opening } = bookFill(open, { signal, price, at: now }, context.terms(signal.symbol), context.nextId);
  if (closing !== null) draft.putFill(closing);
  if (opening !== null) draft.putFill(opening);
  const traded: Signal = {
    ...signal,
    state: 'traded',
    cause: { kind: 'filled' },
    awaitsParent: false,
    endedAt: now,
    tradedPrice: price,
    openingTradeId: opening?.trade.id ?? null,
    closingTradeId: closing?.trade.id ?? null,
  };
  endSignal(draft, traded, context);
}

function closesNothing(signal: Signal, side: 'long' | 'short' | undefined): boolean {
  return !isEntry(signal.action) && side !== (isBuy(signal.action) ? 'short' : 'long');
}
