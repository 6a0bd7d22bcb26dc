import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { madePoints, type Points } from './chart-points.ts';
import { frame } from './frame.ts';

/** A chart under test: a curve of many points and its drawdown, 1,400 × 600. */
export type TestedChart = {
  mount(host: HTMLElement, points: Points): void;
  /** Shows the points with the indexes from..to, fractions allowed. */
  show(from: number, to: number): void;
};

/** `frames`: milliseconds. `drawnShare`: the share of the moves that the next frame has drawn. */
type Moved = { readonly frames: readonly number[]; readonly drawnShare: number };

export type ChartBench = {
  mount(): Promise<{ readonly paintedMs: number }>;
  pan(): Promise<Moved>;
  zoom(): Promise<Moved>;
};

declare global {
  interface Window {
    chartBench?: ChartBench;
  }
}

/** After this many frames without a stroke, a chart has painted everything. */
const QUIET_FRAMES = 8;
/**
 * The moves of a pan or a zoom. They are few, because bare lightweight-charts takes up to a second
 * for a frame of a million points.
 */
const MOVES = 40;

/** The number of points is in the address: `?points=1000000`. */
export async function installChart(tested: TestedChart): Promise<void> {
  const points = madePoints(Number(new URLSearchParams(location.search).get('points')));
  document.documentElement.dataset['theme'] = 'dark';
  document.body.style.cssText = 'margin:0;overflow:hidden';
  const host = document.createElement('div');
  host.style.cssText = 'width:1400px;height:600px;position:relative;overflow:hidden';
  document.body.append(host);
  const strokes = countStrokes();
  for (let i = 0; i < 10; i += 1) await frame();

  /** Resolves when the chart has painted everything, with the time of its last stroke. */
  const waitForPaint = async (begin: number): Promise<number> => {
    let seen = strokes();
    let at = begin;
    for (let quiet = 0; quiet < QUIET_FRAMES; quiet += 1) {
      await frame();
      if (strokes() === seen) continue;
      seen = strokes();
      at = performance.now();
      quiet = 0;
    }
    return at;
  };
  const measureMoves = async (view: (share: number) => readonly [from: number, to: number]): Promise<Moved> => {
    const frames: number[] = [];
    let drawnMoves = 0;
    tested.show(...view(0));
    await waitForPaint(performance.now());
    let before = await frame();
    for (let i = 0; i < MOVES; i += 1) {
      const seen = strokes();
      tested.show(...view(i / (MOVES - 1)));
      const time = await frame();
      if (strokes() !== seen) drawnMoves += 1;
      frames.push(time - before);
      before = time;
    }
    return { frames, drawnShare: drawnMoves / MOVES };
  };
  const last = points.times.length - 1;
  window.chartBench = {
    async mount() {
      await frame();
      const begin = performance.now();
      tested.mount(host, points);
      return { paintedMs: (await waitForPaint(begin)) - begin };
    },
    /** Pans from the start of the curve to its end, with a tenth of it in view. */
    pan: () => measureMoves((share) => [share * last * 0.9, share * last * 0.9 + last * 0.1]),
    /** Zooms from the whole curve to 0.5 % of it and back, around the point at 60 % of it. */
    zoom: () =>
      measureMoves((share) => {
        const span = last * 0.005 ** (share < 0.5 ? share * 2 : 2 - share * 2);
        return [Math.max(0, last * 0.6 - span * 0.6), Math.min(last, last * 0.6 + span * 0.4)];
      }),
  };
}

/** Counts the drawing calls on all canvases. Returns a function that returns the count so far. */
function countStrokes(): () => number {
  let count = 0;
  const prototype = CanvasRenderingContext2D.prototype;
  for (const name of ['stroke', 'fill', 'fillRect'] as const) {
    const draw = prototype[name] as (...given: unknown[]) => void;
    Object.defineProperty(prototype, name, {
      value(this: CanvasRenderingContext2D, ...given: unknown[]): void {
        count += 1;
        draw.apply(this, given);
      },
    });
  }
  return () => count;
}
