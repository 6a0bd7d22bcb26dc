import { statusWithoutFill } from './book-signal.ts';
import type { BookChange } from './book-change.ts';
import type { BookView, RuleContext } from './book-view.ts';
import { endSignal, endUntouched } from './cascade.ts';
import type { Cause } from './cause.ts';
import type { Fixed } from './decimal.ts';
import { Draft } from './draft.ts';
import { bookFill } from './position.ts';
import { isBuy, isEntry, type Signal } from './signal.ts';

const FILLED: Cause = { kind: 'filled' };
const NOTHING_TO_CLOSE: Cause = { kind: 'nothingToClose' };

/** Whether a working signal trades at this price: market always, limit at the limit or better, stop on touch. */
export function isTriggered(signal: Pick<Signal, 'action' | 'limit' | 'stop'>, price: Fixed): boolean {
  const buy = isBuy(signal.action);
  if (signal.limit !== null) return buy ? price <= signal.limit : price >= signal.limit;
  if (signal.stop !== null) return buy ? price >= signal.stop : price <= signal.stop;
  return true;
}

/**
 * Fills what a tick triggers, in all its symbols, each at its price: a market order takes the next tick, a limit order gets the tick when it
 * is better than the limit (platform-notes.md 35), and a stop that the price jumped over gets the new price, not the stop.
 *
 * `triggered` are the signals that worked before the tick and trade at its price, in the order of their ids. Each is looked
 * at again before it fills, because an earlier fill of the same tick may have canceled it; children started by the tick wait for the
 * next one.
 */
export function applyPrice(
  view: BookView,
  triggered: readonly Signal[],
  priceOf: (symbol: string) => Fixed,
  context: RuleContext,
): BookChange {
  const draft = new Draft(view);
  for (let at = 0; at < triggered.length; at += 1) {
    const candidate = triggered[at];
    if (candidate === undefined) continue;
    const signal = mayHaveMoved(candidate) ? draft.now(candidate) : candidate;
    if (signal.state === 'working') fillSignal(draft, signal, priceOf(signal.symbol), context);
  }
  return draft;
}

/** By an earlier fill of the same tick, which reaches siblings and children. */
function mayHaveMoved(candidate: Signal): boolean {
  return candidate.ocaId !== null || candidate.parentId !== null;
}

function fillSignal(draft: Draft, signal: Signal, price: Fixed, context: RuleContext): void {
  const { now: at, options } = context;
  const open = draft.openTrade(signal.symbol);
  if (options.closeWithoutPosition === 'cancel' && closesNothing(signal, open?.side)) {
    endSignal(draft, signal, statusWithoutFill('canceled', NOTHING_TO_CLOSE, at), options);
    return;
  }
  const outcome = bookFill(open, { signal, price, at }, context.terms(signal.symbol), context.nextId);
  if (outcome.closing !== null) draft.putFill(outcome.closing);
  if (outcome.opening !== null) draft.putFill(outcome.opening);
  const traded = {
    state: 'traded',
    cause: FILLED,
    awaitsParent: false,
    endedAt: at,
    tradedPrice: price,
    openingTradeId: outcome.opening?.trade.id ?? null,
    closingTradeId: outcome.closing?.trade.id ?? null,
  } as const;
  const end = mayHaveMoved(signal) ? endSignal : endUntouched;
  end(draft, signal, traded, options);
}

function closesNothing(signal: Signal, side: 'long' | 'short' | undefined): boolean {
  return !isEntry(signal.action) && side !== (isBuy(signal.action) ? 'short' : 'long');
}
