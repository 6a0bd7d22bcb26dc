import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { flushSync, mount, type Component } from 'svelte';
import { createBridge, type Bridge } from '#contract/bridge.ts';
import type { CommandName } from '#contract/commands.ts';
import type { EventName } from '#contract/events.ts';
import { demoNow } from '#renderer/gallery/demo-clock.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { FakeBridge } from '#renderer/gallery/fake-bridge.ts';
import { provideApp, type App } from '#renderer/stores/app-context.ts';
import { makeApp } from '#renderer/stores/make-app.ts';
import { frame } from './frame.ts';

export type Timed = { readonly frames: number; readonly paintedMs: number };

export const ROW_HEIGHT = 24;

type Answers = Readonly<Partial<Record<CommandName, (input: never) => unknown>>>;

/**
 * The bridge of the gallery, except that the functions in `answers` answer their commands. Each
 * answer comes in a separate task.
 */
function bridgeWith(answers: Answers): Bridge {
  const fake = new FakeBridge({ ...demoDefaults, platform: true });
  return createBridge({
    invoke: (name, input) =>
      new Promise((answered) => {
        const own = answers[name as CommandName];
        const answer = own === undefined ? fake.call(name as CommandName, input as never) : own(input as never);
        setTimeout(() => answered(answer));
      }),
    listen: (name, params, receive) =>
      fake.on(name as EventName, params as never, (payload: unknown) => receive({ seq: 0, payload })),
  });
}

/** A stage on which a panel is mounted as in the window of the program. */
export class PanelStage {
  readonly app: App;
  readonly #host = document.createElement('div');
  readonly #grid: string;

  /** `grid`: the label of the table. */
  private constructor(answers: Answers, grid: string) {
    this.#grid = `.grid[aria-label="${grid}"]`;
    const surroundings = { now: () => demoNow * 1_000, uuid: () => crypto.randomUUID(), window };
    this.app = makeApp({ bridge: bridgeWith(answers), ...surroundings }).app;
    document.documentElement.dataset['theme'] = 'dark';
    document.body.style.cssText = `margin:0;overflow:hidden;--grid-row-height:${String(ROW_HEIGHT)}px;--row-h:${String(ROW_HEIGHT)}px`;
    this.#host.style.cssText = 'width:1500px;height:100vh;position:relative;overflow:hidden';
    document.body.append(this.#host);
  }

  static async make(answers: Answers, grid: string): Promise<PanelStage> {
    await document.fonts.load('13px "Inter Variable"');
    const stage = new PanelStage(answers, grid);
    // Time for the stores of the program to read what they show.
    await new Promise((done) => setTimeout(done, 100));
    return stage;
  }

  mount<Props extends Record<string, unknown>>(panel: Component<Props>, props: () => Props): void {
    const provided = (...[anchor]: Parameters<typeof panel>): unknown => {
      provideApp(this.app);
      return panel(anchor, props());
    };
    mount(provided as Component, { target: this.#host, context: new Map() });
    flushSync();
  }

  element(selector: string): HTMLElement {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`the page has no ${selector}`);
    return found;
  }

  /** Gives a text field or a list box a value, as a user does. */
  enter(selector: string, value: string, event: 'change' | 'input'): void {
    const box = this.element(selector);
    Object.assign(box, { value });
    box.dispatchEvent(new Event(event, { bubbles: true }));
  }

  get table(): HTMLElement {
    return this.element(this.#grid);
  }

  get rowsInView(): number {
    return (this.table.clientHeight - this.element('.grid-head-row').offsetHeight) / ROW_HEIGHT;
  }

  /** The text at the start of a painted row. `share`: 0 is the first row in view, 1 the last. */
  paintedText(share: number): string {
    const grid = document.querySelector(this.#grid);
    if (grid === null) return '';
    const { left, top } = grid.getBoundingClientRect();
    const head = grid.querySelector<HTMLElement>('.grid-head-row')?.offsetHeight ?? 0;
    const rowOffset = head + ROW_HEIGHT / 2 + share * (grid.clientHeight - head - ROW_HEIGHT);
    return (document.elementFromPoint(left + 40, top + rowOffset)?.textContent ?? '').trim();
  }

  /** Measures from the start of the work until the frame with the wanted first row is done. */
  async timed(work: () => void, isDone: (first: string) => boolean): Promise<Timed> {
    await frame();
    const begin = performance.now();
    work();
    for (let frames = 1; ; frames += 1) {
      await frame();
      const paintedMs = performance.now() - begin;
      const first = this.paintedText(0);
      if (isDone(first)) return { frames, paintedMs };
      if (paintedMs > 30_000) throw new Error(`the first row is still ${first}`);
    }
  }
}
