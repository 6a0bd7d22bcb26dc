import type { App } from '#renderer/stores/app-context.ts';
import { onStrategyLeft } from '#renderer/stores/on-strategy-left.svelte.ts';
import { HoldPress } from './hold-press.ts';

/**
 * A press of the panic button. A short press is a click, which shows the plan. A hold sends the
 * plan. Must be created while a component is initialized.
 */
export class PanicHold {
  readonly #app: Pick<App, 'exits' | 'strategy'>;
  readonly #hold: HoldPress;
  #holding = $state.raw(false);

  constructor(app: Pick<App, 'exits' | 'strategy'>) {
    this.#app = app;
    this.#hold = new HoldPress(
      (milliseconds, run) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
      () => {
        this.#holding = false;
        if (app.strategy.systemId !== null) app.exits.open({ kind: 'flatten', atOnce: true });
      },
    );
    // A hold that began for one strategy must not flatten another, which a second window can
    // choose.
    onStrategyLeft(app.strategy, () => this.release());
  }

  get holding(): boolean {
    return this.#holding;
  }

  press(): void {
    if (this.#app.strategy.systemId !== null) this.#holding = this.#hold.press() || this.#holding;
  }

  click(): void {
    const isClick = this.#holding;
    this.release();
    if (isClick) this.open();
  }

  release(): void {
    this.#hold.release();
    this.#holding = false;
  }

  open(): void {
    const { exits, strategy } = this.#app;
    if (strategy.systemId !== null && strategy.accessDeniedBecause === null) exits.open({ kind: 'flatten' });
  }
}
