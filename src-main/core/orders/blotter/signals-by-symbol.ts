import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';

type BySymbol = ReadonlyMap<string, readonly CachedSignal[]>;

/**
 * The signals of a list by their symbol. An order needs those of its own symbol while it is sent,
 * and those are few of thousands. The index is built when the list is read, and is cached as long
 * as the list exists.
 */
export class SignalsBySymbol {
  readonly #lists = new WeakMap<readonly CachedSignal[], BySymbol>();

  of(records: readonly CachedSignal[], symbol: string): readonly CachedSignal[] {
    return this.prepare(records).get(symbol) ?? [];
  }

  prepare(records: readonly CachedSignal[]): BySymbol {
    const cached = this.#lists.get(records);
    if (cached !== undefined) return cached;
    const bySymbol = Map.groupBy(records, ({ symbol }) => symbol);
    this.#lists.set(records, bySymbol);
    return bySymbol;
  }
}
