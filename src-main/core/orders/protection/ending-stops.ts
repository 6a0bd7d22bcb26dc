import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Clock } from '#core/ports.ts';
import { serviceNow, type ServiceClock } from '#core/service-now.ts';
import { newYorkText } from '#core/platform/new-york-time.ts';

type Parts = {
  readonly clock: Clock;
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  readonly positions: (systemId: string) => readonly Position[] | null;
  readonly notify: (notice: Notice) => void;
  readonly endNotice: (id: string) => void;
};

/** Seconds from the notice to the end of the DAY stops. */
const noticeLead = 15 * 60;
/** Seconds before the end of the DAY stops at which the notice turns red. */
const dangerLead = 5 * 60;

type Ending = { readonly symbol: string; readonly endsAt: number };

type Shown = {
  readonly id: string;
  readonly level: Notice['level'];
  readonly endsAt: number;
  readonly symbols: readonly string[];
};

/** One notice per day and strategy. It names every position whose stop is about to end. */
export class EndingStops {
  readonly #parts: Parts;
  readonly #timers = new Map<string, () => void>();
  /** By strategy, the last notice. */
  readonly #shown = new Map<string, Shown>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Called after positions or orders of this strategy were read. */
  check(systemId: string): void {
    this.#timers.get(systemId)?.();
    this.#timers.delete(systemId);
    if (this.#closed) return;
    const now = this.#now();
    const ending = this.#ending(systemId, now);
    if (ending === null) return;
    this.#endUntrueNotice(systemId, ending, now);
    const [first] = ending;
    if (first === undefined) return;
    const remaining = first.endsAt - now;
    const wait =
      remaining > noticeLead ? remaining - noticeLead : remaining > dangerLead ? remaining - dangerLead : remaining + 1;
    this.#timers.set(
      systemId,
      this.#parts.clock.after(wait * 1000, () => this.check(systemId)),
    );
    if (remaining > noticeLead) return;
    const endingSoon = ending.filter(({ endsAt }) => endsAt - now <= noticeLead);
    this.#notify(systemId, endingSoon, first.endsAt, remaining <= dangerLead ? 'danger' : 'warn');
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  /** Removes the notice before the time that it names, if no stop ends at that time any more. */
  #endUntrueNotice(systemId: string, ending: readonly Ending[], now: number): void {
    const shown = this.#shown.get(systemId);
    if (shown === undefined || shown.endsAt <= now || ending.some(({ endsAt }) => endsAt === shown.endsAt)) return;
    this.#shown.delete(systemId);
    this.#parts.endNotice(shown.id);
  }

  #notify(systemId: string, endingSoon: readonly Ending[], endsAt: number, level: 'warn' | 'danger'): void {
    const uniqueSymbols = [...new Set(endingSoon.map(({ symbol }) => symbol))];
    const shown = this.#shown.get(systemId);
    const isShown = shown?.level === level && shown.endsAt === endsAt;
    if (isShown && uniqueSymbols.every((symbol) => shown.symbols.includes(symbol))) return;
    const id = `stop-ends-${systemId}-${newYorkText(endsAt).slice(0, 10)}`;
    this.#shown.set(systemId, { id, level, endsAt, symbols: uniqueSymbols });
    const symbols = uniqueSymbols.join(', ');
    const time = newYorkText(endsAt).slice(11, 16);
    this.#parts.notify({
      id,
      level,
      title: { code: 'protection.ends', time, symbols },
      text: { code: 'protection.ends-act' },
      at: Math.floor(this.#parts.clock.now() / 1000),
      rowId: null,
      systemId,
    });
  }

  /**
   * The positions whose DAY stops end after `now`, sorted by the end of their stops, the earliest
   * first. Null while positions or orders are not known.
   */
  #ending(systemId: string, now: number): Ending[] | null {
    const ends = this.#parts.positions(systemId)?.flatMap(({ symbol, stops }) => {
      return stops?.endsAt == null || stops.endsAt <= now ? [] : [{ symbol, endsAt: stops.endsAt }];
    });
    return ends?.sort((a, b) => a.endsAt - b.endsAt) ?? null;
  }

  /** Unix seconds by the clock of the platform. */
  #now(): number {
    return Math.floor(serviceNow(this.#parts) / 1000);
  }
}
