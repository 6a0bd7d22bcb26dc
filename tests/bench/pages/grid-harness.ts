import '@fontsource-variable/inter/wght.css';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { frame } from './frame.ts';
import { type BenchTrade, FILTER_WORD, madeTradeRows, tradeColumnsInMemory } from './grid-trades.ts';

const WIDTH = 1_500;
const HEIGHT = 840;
export const ROW_HEIGHT = 24;
/** The width that is kept free for the scrollbar, to the right of all columns. */
const SCROLLBAR = 16;
const UPDATES = 1_000;

/** A column as every contestant gets it: the same texts by the same functions. */
export type BenchColumn = {
  readonly id: string;
  readonly title: string;
  readonly width: number;
  readonly text: (row: BenchTrade) => string;
};

/** A grid under test. Rows are values: a changed row is a new object. */
export type TestedGrid = {
  readonly headerHeight: number;
  mount(host: HTMLElement, rows: BenchTrade[], benchColumns: readonly BenchColumn[]): void | Promise<void>;
  /**
   * What a user does before scrolling and sorting, so that no lazily created part of a grid is left
   * out.
   */
  use?(): void;
  scroller(): HTMLElement;
  /**
   * Text of a column in the top row or in the middle row of the grid. Needed if the text cannot be
   * read from the element that is painted there.
   */
  text?(place: 'top' | 'middle', column: string): string;
  /** Sorts by profit; null restores the original order. */
  sort(descending: boolean | null): void | Promise<void>;
  filter(text: string): void | Promise<void>;
  /** `sorted`: whether the rows are sorted by profit, and have to be sorted again. */
  update(changes: readonly Change[], sorted: boolean): void | Promise<void>;
};

export type Change = { readonly at: number; readonly row: BenchTrade };

type Timed = { readonly callMs: number; readonly paintedMs: number };
/** `frames`: milliseconds. `lateShare`: the share of frames that did not show the wanted rows. */
type Scrolled = { readonly frames: readonly number[]; readonly lateShare: number };

export type GridBench = {
  mount(): Promise<Timed>;
  use(): void;
  scrollSlowly(): Promise<Scrolled>;
  scrollFast(): Promise<Scrolled>;
  sort(descending: boolean): Promise<Timed>;
  unsort(): Promise<void>;
  filter(on: boolean): Promise<Timed>;
  update(sorted: boolean): Promise<Timed>;
};

declare global {
  interface Window {
    bench?: GridBench;
  }
}

/** Columns have the widths of the blotter; the description takes the remaining width. */
function madeColumns(): BenchColumn[] {
  const columns = tradeColumnsInMemory();
  const spare = WIDTH - SCROLLBAR - columns.reduce((sum, column) => sum + column.width, 0);
  return columns.map(({ id, title, width, text, actions }) => ({
    id,
    title,
    width: id === 'description' ? width + spare : width,
    text: actions === undefined ? text : () => '›',
  }));
}

/** Creates the page's stage and the functions that the driver calls. */
export async function installGrid(tested: TestedGrid, count = 100_000): Promise<void> {
  document.documentElement.dataset['theme'] = 'dark';
  document.body.style.cssText = `margin:0;overflow:hidden;--grid-row-height:${ROW_HEIGHT}px;--row-h:${ROW_HEIGHT}px`;
  const host = document.createElement('div');
  host.style.cssText = `width:${WIDTH}px;height:${HEIGHT}px;position:relative;overflow:hidden`;
  document.body.append(host);
  await document.fonts.load('13px "Inter Variable"');
  window.bench = new Contest(tested, host, madeTradeRows(count));
}

class Contest implements GridBench {
  readonly #tested: TestedGrid;
  readonly #host: HTMLElement;
  /** The rows with all changes, in the original order. The grid may be sorted or filtered. */
  readonly #rows: BenchTrade[];
  readonly #benchColumns = madeColumns();
  readonly #openedText: (row: BenchTrade) => string;
  readonly #profitText: (row: BenchTrade) => string;
  readonly #placeByOpenedText = new Map<string, number>();
  readonly #random = seededNumbers(77);
  /** The highest profit of all rows. */
  #highestProfit = 100_000;

  constructor(tested: TestedGrid, host: HTMLElement, rows: BenchTrade[]) {
    this.#tested = tested;
    this.#host = host;
    this.#rows = rows;
    this.#openedText = this.#benchColumn('openedAt').text;
    this.#profitText = this.#benchColumn('profit').text;
    rows.forEach((row, at) => this.#placeByOpenedText.set(this.#openedText(row), at));
  }

  use(): void {
    this.#tested.use?.();
  }

  mount(): Promise<Timed> {
    const rows = this.#rows.slice();
    return this.#timed(
      () => this.#tested.mount(this.#host, rows, this.#benchColumns),
      'openedAt',
      this.#openedText(rows[0]!),
    );
  }

  async scrollSlowly(): Promise<Scrolled> {
    await this.#toTop();
    return this.#scroll(5 * ROW_HEIGHT, 240, 4);
  }

  async scrollFast(): Promise<Scrolled> {
    await this.#toTop();
    const { scrollHeight, clientHeight } = this.#tested.scroller();
    const scrolled = await this.#scroll((scrollHeight - clientHeight) / 300, 300, 60);
    await this.#toTop();
    return scrolled;
  }

  async sort(descending: boolean): Promise<Timed> {
    await this.#toTop();
    const sign = descending ? 1 : -1;
    const first = this.#rows.reduce((a, b) => (sign * b.amount > sign * a.amount ? b : a));
    return this.#timed(() => this.#tested.sort(descending), 'profit', this.#profitText(first));
  }

  async unsort(): Promise<void> {
    await this.#timed(() => this.#tested.sort(null), 'openedAt', this.#openedText(this.#rows[0]!));
    await this.#toTop();
  }

  async filter(on: boolean): Promise<Timed> {
    await this.#toTop();
    const first = on ? this.#rows.find((row) => row.description.includes(FILTER_WORD)) : this.#rows[0];
    return this.#timed(() => this.#tested.filter(on ? FILTER_WORD : ''), 'openedAt', this.#openedText(first!));
  }

  async update(sorted: boolean): Promise<Timed> {
    await this.#toTop();
    const changes = this.#changes(sorted);
    return this.#timed(() => this.#tested.update(changes, sorted), 'profit', this.#profitText(changes[0]!.row));
  }

  #benchColumn(id: string): BenchColumn {
    return this.#benchColumns.find((benchColumn) => benchColumn.id === id)!;
  }

  /**
   * Changes profit and price of a thousand rows. The first change is visible: it concerns the top
   * row or, under a sort, gives a row the highest profit of all.
   */
  #changes(sorted: boolean): Change[] {
    const places = new Set<number>(sorted ? [] : [0]);
    while (places.size < UPDATES) places.add(Math.floor(this.#random() * this.#rows.length));
    return [...places].map((at, turn) => {
      const profit = sorted && turn === 0 ? (this.#highestProfit += 1) : Math.round((this.#random() - 0.5) * 19_000);
      const row = {
        ...this.#rows[at]!,
        profit: String(profit),
        amount: profit,
        closePrice: (this.#random() * 400).toFixed(4),
      };
      this.#rows[at] = row;
      return { at, row };
    });
  }

  #text(place: 'top' | 'middle', column: string): string {
    if (this.#tested.text !== undefined) return this.#tested.text(place, column).trim();
    let left = 0;
    for (const benchColumn of this.#benchColumns) {
      if (benchColumn.id === column) left += benchColumn.width / 2;
      if (benchColumn.id === column) break;
      left += benchColumn.width;
    }
    const top = place === 'top' ? this.#tested.headerHeight + ROW_HEIGHT / 2 : HEIGHT / 2;
    return (document.elementFromPoint(left, top)?.textContent ?? '').trim();
  }

  async #toTop(): Promise<void> {
    this.#tested.scroller().scrollTop = 0;
    for (let i = 0; i < 6; i += 1) await frame();
  }

  /** Measures from the call until the frame that shows the text is done. */
  async #timed(work: () => void | Promise<void>, column: string, text: string): Promise<Timed> {
    await frame();
    const begin = performance.now();
    const working = work();
    const callMs = performance.now() - begin;
    await working;
    for (;;) {
      await frame();
      const now = performance.now();
      if (this.#text('top', column) === text) return { callMs, paintedMs: now - begin };
      if (now - begin > 30_000) throw new Error(`never saw ${text}, but ${this.#text('top', column)}`);
    }
  }

  /** A frame is late if the row in the middle is more than `maxOff` rows from where it must be. */
  async #scroll(step: number, frames: number, maxOff: number): Promise<Scrolled> {
    const scroller = this.#tested.scroller();
    const maxScroll = scroller.scrollHeight - scroller.clientHeight;
    const rowsInView = scroller.clientHeight / ROW_HEIGHT;
    const times: number[] = [];
    let lateFrames = 0;
    let before = await frame();
    for (let i = 1; i <= frames; i += 1) {
      scroller.scrollTop = Math.min(maxScroll, i * step);
      const time = await frame();
      times.push(time - before);
      before = time;
      const wanted = (scroller.scrollTop / maxScroll) * (this.#rows.length - rowsInView) + rowsInView / 2;
      const seen = this.#placeByOpenedText.get(this.#text('middle', 'openedAt'));
      if (seen === undefined || Math.abs(seen - wanted) > maxOff) lateFrames += 1;
    }
    return { frames: times, lateShare: lateFrames / frames };
  }
}
