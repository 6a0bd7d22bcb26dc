import type { WireDesiredPosition } from '#core/platform/wire/desired-records.ts';
import { DESIRED_OFF, modeAfter, type DesiredMode, type DesiredRequest } from '#rules/desired/desired-positions.ts';
import type { DesiredState, DesiredStore } from '#practice/store/desired-store.ts';
import type { WriteAlong } from '#practice/write-along.ts';

const NEVER_SENT: DesiredState = { mode: DESIRED_OFF, sent: [] };

/**
 * Stores which strategies maintain which list of positions. The engine reads this at every step and
 * enters the orders.
 */
export class DesiredKeeper {
  readonly #store: DesiredStore;
  readonly #states: Map<string, DesiredState>;
  /** Ids of the maintaining strategies, cached because the engine reads them at every tick. */
  readonly #maintaining = new Set<string>();

  constructor(store: DesiredStore) {
    this.#store = store;
    this.#states = store.all();
    for (const [id, state] of this.#states) if (state.mode.state === 'maintaining') this.#maintaining.add(id);
  }

  mode(strategyId: string): DesiredMode {
    return this.#state(strategyId).mode;
  }

  /** The list that was sent last, even if the mode has ended since. */
  sent(strategyId: string): readonly WireDesiredPosition[] {
    return this.#state(strategyId).sent;
  }

  maintaining(): readonly string[] {
    return [...this.#maintaining];
  }

  /**
   * The change by a valid setDesiredPositions. The caller writes it together with the first orders
   * of the list.
   */
  modeChange(strategyId: string, request: DesiredRequest, sent: readonly WireDesiredPosition[]): WriteAlong {
    return this.#change(strategyId, { mode: modeAfter(request), sent });
  }

  /** The change that ends the mode. The last list can still be read. */
  modeEnd(strategyId: string): WriteAlong {
    return this.#change(strategyId, { mode: DESIRED_OFF, sent: this.sent(strategyId) });
  }

  #change(strategyId: string, state: DesiredState): WriteAlong {
    return {
      write: () => this.#store.put(strategyId, state),
      apply: () => {
        this.#states.set(strategyId, state);
        if (state.mode.state === 'maintaining') this.#maintaining.add(strategyId);
        else this.#maintaining.delete(strategyId);
      },
    };
  }

  #state(strategyId: string): DesiredState {
    return this.#states.get(strategyId) ?? NEVER_SENT;
  }
}
