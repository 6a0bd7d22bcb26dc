import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { PracticeInstrument, PracticeState } from '#contract/model/practice.ts';

/**
 * The simulated market. It is subscribed only while a panel uses it, because it ticks once a
 * second.
 */
export class PracticeStore {
  readonly #bridge: Bridge;
  #state = $state.raw<PracticeState | null>(null);
  #watchers = 0;
  #release: (() => void) | null = null;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get state(): PracticeState | null {
    return this.#state;
  }

  get instruments(): readonly PracticeInstrument[] {
    return this.#state?.market?.instruments ?? [];
  }

  instrument(symbol: string): PracticeInstrument | null {
    return this.instruments.find((one) => one.symbol === symbol) ?? null;
  }

  /** Subscribes until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    this.#release ??= this.#bridge.on('practice.changed', {}, (state) => (this.#state = state));
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.#watchers -= 1;
      if (this.#watchers === 0) this.dispose();
    };
  }

  setPrice(symbol: string, price: string): Promise<CommandOutcome<'practice.set-price'>> {
    return this.#bridge.call('practice.set-price', { symbol, price });
  }

  advance(seconds: number): Promise<CommandOutcome<'practice.advance'>> {
    return this.#bridge.call('practice.advance', { seconds });
  }

  /** Without a subscription the prices would be old, so the state is removed. */
  dispose(): void {
    this.#release?.();
    this.#release = null;
    this.#state = null;
  }
}
