import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Clock } from '#core/ports.ts';

type Parts = {
  readonly clock: Clock;
  /** Null while it is not known which stops there are: rows of a damaged cache were lost, and are not read again yet. */
  readonly positions: (systemId: string) => readonly Position[] | null;
  readonly notify: (notice: Notice) => void;
};

/** Milliseconds that a position may stand without a stop before it is told: the lists of trades and orders are read one after the other. */
const patienceMs = 15_000;

/**
 * Tells when a position comes to stand without a stop, or loses one, while the program runs. What was so when a strategy was
 * first looked at is shown on its row and is no news.
 */
export class UnprotectedAlarm {
  readonly #parts: Parts;
  readonly #known = new Map<string, Set<string>>();
  readonly #waiting = new Map<string, () => void>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Positions or orders of this strategy were read. */
  look(systemId: string): void {
    if (this.#closed) return;
    const found = this.#bare(systemId);
    if (found === null) return;
    const bare = new Set(found.map(({ id }) => id));
    const known = this.#known.get(systemId);
    if (known === undefined) {
      this.#known.set(systemId, bare);
      return;
    }
    for (const id of known) if (!bare.has(id)) known.delete(id);
    for (const [id, cancel] of this.#waiting) {
      if (!id.startsWith(`${systemId}-`) || bare.has(id)) continue;
      cancel();
      this.#waiting.delete(id);
    }
    for (const id of bare) if (!known.has(id) && !this.#waiting.has(id)) this.#wait(systemId, id);
  }

  /** Readings that end while the session closes begin nothing any more. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  #wait(systemId: string, id: string): void {
    const cancel = this.#parts.clock.after(patienceMs, () => {
      this.#waiting.delete(id);
      const position = this.#bare(systemId)?.find((one) => one.id === id);
      if (!position) return;
      this.#known.get(systemId)?.add(id);
      this.#parts.notify(this.#notice(position));
    });
    this.#waiting.set(id, cancel);
  }

  #bare(systemId: string): Position[] | null {
    return this.#parts.positions(systemId)?.filter(({ unprotected }) => unprotected) ?? null;
  }

  #notice({ id, systemId, side, quantity, symbol, protectedQuantity }: Position): Notice {
    const covered = protectedQuantity === '0' ? 'No stop covers it.' : `A stop covers ${protectedQuantity} of it.`;
    const at = Math.floor(this.#parts.clock.now() / 1000);
    const title = `Unprotected: ${side} ${quantity} ${symbol}`;
    return { id: `bare-${id}`, level: 'warn', title, text: covered, at, rowId: null, systemId };
  }
}
