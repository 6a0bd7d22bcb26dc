import type { Signal } from '#rules/signals/signal.ts';
import type { Trade, FillPart } from '#rules/trades/trade.ts';
import { fromText } from '#practice/store/record-text.ts';
import type { InProcess, StoredSignal } from '#tests/conformance/in-process.ts';

/** Every signal of the strategy in the database, each record parsed once. */
export type StoredBook = {
  readonly stored: ReadonlyMap<string, StoredSignal>;
  readonly signals: ReadonlyMap<string, Signal>;
};

export const EMPTY: StoredBook = { stored: new Map(), signals: new Map() };

export function readBook(service: InProcess, before: StoredBook): StoredBook {
  const stored = service.signals();
  const signals = new Map<string, Signal>();
  for (const [id, { record }] of stored) {
    const known = before.stored.get(id)?.record === record ? before.signals.get(id) : undefined;
    signals.set(id, known ?? fromText<Signal>(record));
  }
  return { stored, signals };
}

/** Whether the records of both are equal as text. */
export function sameBook({ stored: a }: StoredBook, { stored: b }: StoredBook): boolean {
  return a.size === b.size && [...a].every(([id, { record }]) => b.get(id)?.record === record);
}

export function readTrades(service: InProcess): { trades: readonly Trade[]; fillParts: readonly FillPart[] } {
  const { trades } = service.services.store;
  return {
    trades: trades.list(service.systemId, 'all'),
    fillParts: [...trades.fillParts(service.systemId).values()].flat(),
  };
}
