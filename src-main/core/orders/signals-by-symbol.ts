import type { CachedSignal } from '#core/cache/cached-signal.ts';

type BySymbol = ReadonlyMap<string, readonly CachedSignal[]>;

/**
 * The signals of a list by their symbol. An order asks for those of its own on its way out, when of thousands only a few are of
 * that symbol and each one that is looked at comes from memory; so it is made when the list is read, and lives as long as the list.
 */
export class SignalsBySymbol {
  readonly #lists = new WeakMap<readonly CachedSignal[], BySymbol>();

  of(records: readonly CachedSignal[], symbol: string): readonly CachedSignal[] {
    return this.see(records).get(symbol) ?? [];
  }

  see(records: readonly CachedSignal[]): BySymbol {
    const known = this.#lists.get(records);
    if (known !== undefined) return known;
    const made = Map.groupBy(records, ({ symbol }) => symbol);
    this.#lists.set(records, made);
    return made;
  }
}
