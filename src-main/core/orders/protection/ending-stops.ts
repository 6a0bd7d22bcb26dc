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
};

/** Seconds from the notice to the end of the DAY stops. */
const noticeLead = 15 * 60;
/** Seconds before the end of the DAY stops at which the notice turns red. */
const dangerLead = 5 * 60;

/** One notice per day and strategy. It names every position whose stop is about to end. */
export class EndingStops {
  readonly #parts: Parts;
  readonly #timers = new Map<string, () => void>();
  /** By strategy, the last notice: its level with the time when the stops end, and its symbols. */
  readonly #shown = new Map<string, { readonly levelAndEnd: string; readonly symbols: readonly string[] }>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Called after positions or orders of this strategy were read. */
  check(systemId: string): void {
    this.#timers.get(systemId)?.();
    this.#timers.delete(systemId);
    if (this.#closed) return;
    const ending = this.#ending(systemId);
    const [first] = ending;
    if (first === undefined) return;
    const now = this.#now();
    const remaining = first.endsAt - now;
    const wait =
      remaining > noticeLead ? remaining - noticeLead : remaining > dangerLead ? remaining - dangerLead : remaining + 1;
    this.#timers.set(
      systemId,
      this.#parts.clock.after(wait * 1000, () => this.check(systemId)),
    );
    if (remaining <= noticeLead) this.#notify(systemId, first.endsAt, remaining <= dangerLead ? 'danger' : 'warn');
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #notify(systemId: string, endsAt: number, level: 'warn' | 'danger'): void {
    const endingSoon = this.#ending(systemId).filter((one) => one.endsAt - this.#now() <= noticeLead);
    const uniqueSymbols = [...new Set(endingSoon.map(({ symbol }) => symbol))];
    const shown = this.#shown.get(systemId);
    const levelAndEnd = `${level} ${endsAt}`;
    if (shown?.levelAndEnd === levelAndEnd && uniqueSymbols.every((symbol) => shown.symbols.includes(symbol))) return;
    this.#shown.set(systemId, { levelAndEnd, symbols: uniqueSymbols });
    const symbols = uniqueSymbols.join(', ');
    const time = newYorkText(endsAt).slice(11, 16);
    this.#parts.notify({
      id: `stop-ends-${systemId}-${newYorkText(endsAt).slice(0, 10)}`,
      level,
      title: { code: 'protection.ends', time, symbols },
      text: { code: 'protection.ends-act' },
      at: Math.floor(this.#parts.clock.now() / 1000),
      rowId: null,
      systemId,
    });
  }

  /** The positions with DAY stops, sorted by the end of their stops, the earliest first. */
  #ending(systemId: string): { readonly symbol: string; readonly endsAt: number }[] {
    const positions = this.#parts.positions(systemId) ?? [];
    const ends = positions.flatMap(({ symbol, stops }) =>
      stops?.endsAt == null ? [] : [{ symbol, endsAt: stops.endsAt }],
    );
    return ends.sort((a, b) => a.endsAt - b.endsAt);
  }

  /** Unix seconds by the clock of the platform. */
  #now(): number {
    return Math.floor(serviceNow(this.#parts) / 1000);
  }
}
