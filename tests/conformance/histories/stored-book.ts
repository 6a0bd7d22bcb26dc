import type { Signal } from '#rules/signals/signal.ts';
import type { Trade, TradeLeg } from '#rules/trades/trade.ts';
import { fromText } from '#practice/store/record-text.ts';
import type { InProcess, StoredSignal } from '#tests/conformance/in-process.ts';

/** Every signal of the strategy in the database, each text parsed once. */
export type StoredBook = {
  readonly texts: ReadonlyMap<string, StoredSignal>;
  readonly signals: ReadonlyMap<string, Signal>;
};

export const EMPTY: StoredBook = { texts: new Map(), signals: new Map() };

export function readBook(service: InProcess, before: StoredBook): StoredBook {
  const texts = service.signals();
  const signals = new Map<string, Signal>();
  for (const [id, stored] of texts) {
    const known = before.texts.get(id)?.record === stored.record ? before.signals.get(id) : undefined;
    signals.set(id, known ?? fromText<Signal>(stored.record));
  }
  return { texts, signals };
}

/** Equal texts: nothing has changed. */
export function sameBook(a: StoredBook, b: StoredBook): boolean {
  return a.texts.size === b.texts.size && [...a.texts].every(([id, { record }]) => b.texts.get(id)?.record === record);
}

export function readTrades(service: InProcess): { trades: readonly Trade[]; legs: readonly TradeLeg[] } {
  const { trades } = service.services.store;
  return { trades: trades.list(service.systemId, 'all'), legs: [...trades.legs(service.systemId).values()].flat() };
}
