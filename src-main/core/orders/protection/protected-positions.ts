import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import { toServiceTime } from '#core/service-now.ts';
import { withProtection } from './protection.ts';
import { workingStops } from './working-stops.ts';

type Deps = {
  readonly state: Pick<OrderDeskDeps['state'], 'positions' | 'workingStops' | 'workingReading' | 'unreadable'>;
  /**
   * The signals of a strategy whose state may still change, and those that they are linked to. The
   * list is the same object while nothing changed.
   */
  readonly liveSignals: (systemId: string) => readonly Signal[];
  readonly clock: OrderDeskDeps['clock'];
  readonly serviceClockOffsetMs: OrderDeskDeps['serviceClockOffsetMs'];
};

/** Everything that the result depends on. Lists are never changed in place. */
type Source = readonly unknown[];

/**
 * The positions of a strategy with their protection. The table, the alarms and the notices of
 * ending stops ask for them after each change, so the last result is cached until a source changes.
 */
export class ProtectedPositions {
  readonly #deps: Deps;
  readonly #last = new Map<string, { readonly source: Source; readonly positions: readonly Position[] }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  of(systemId: string): readonly Position[] {
    const { liveSignals, state } = this.#deps;
    const openPositions = state.positions(systemId);
    if (openPositions.length === 0) return [];
    const signals = liveSignals(systemId);
    const listedStops = state.workingStops(systemId);
    const records = state.unreadable(systemId);
    const listedAt = this.#listedAt(systemId);
    const source: Source = [openPositions, signals, listedStops, records, listedAt];
    const last = this.#last.get(systemId);
    if (last?.source.every((one, index) => one === source[index]) === true) return last.positions;
    const stops = workingStops(signals, listedStops);
    const unreadable = records.filter(({ working }) => working);
    const positions = openPositions.map((position) =>
      withProtection(position, { stops, signals, unreadable, listedAt }),
    );
    this.#last.set(systemId, { source, positions });
    return positions;
  }

  /**
   * Unix seconds by the clock of the platform until which the stops are known to be working: the
   * time of the working list. A list of yesterday does not show that a DAY stop is working today.
   */
  #listedAt(systemId: string): number {
    const { clock, state } = this.#deps;
    const { readAt } = state.workingReading(systemId);
    const localTime = Math.min(clock.now(), (readAt ?? Infinity) * 1000);
    return Math.floor(toServiceTime(localTime, this.#deps) / 1000);
  }
}
