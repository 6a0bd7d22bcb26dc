import type { Page } from '@playwright/test';
import { cancelGroups, type CanceledGroups } from '../desk/cancel-groups.ts';
import { withDeskWindow, type DeskWindow } from '../desk/desk-window.ts';
import { waitForManySignals } from '../desk/key-symbol.ts';
import { createWorkingWorld, type WorkingWorld } from '../desk/working-world.ts';
import { figureText, quantile, type Part, type PartResult } from '../measure.ts';

const SIGNALS = 5_000;
/** The number of signals in one OCA group. */
const GROUP_SIZE = 25;
/** Each cancel ends a group, so 500 signals change per second. */
const CANCELS_PER_SECOND = 20;
const REFRESH_MS = 1000 / 60;

/**
 * The real window on the real program and service: 5,000 signals are working, and the cancels of
 * another client end 500 of them per second.
 */
export const part: Part = {
  about: 'frames of the signals blotter with 5,000 working signals while 500 of them change per second',
  run: async ({ quick }) => {
    let world: WorkingWorld | null = null;
    const prepare = async (folder: string): Promise<string> => {
      world = await createWorkingWorld(folder, SIGNALS, GROUP_SIZE);
      return world.systemId;
    };
    return withDeskWindow({ prepare }, async (desk) => {
      if (world === null) throw new Error('no world was made');
      return measure(desk, world, quick ? 3 : 9);
    });
  },
};

type Frames = { readonly intervals: number[]; readonly taskMs: number; readonly listReads: number };

async function measure(desk: DeskWindow, world: WorkingWorld, seconds: number): Promise<PartResult> {
  await waitForManySignals(desk.page, SIGNALS);
  await desk.wire.waitForQuiet(500);
  const idle = await measureFrames(desk, seconds, async () => undefined);
  const canceled: CanceledGroups = { count: 0 };
  const busy = await measureFrames(desk, seconds, (until) =>
    cancelGroups(desk, world, { until, cancelsPerSecond: CANCELS_PER_SECOND }, canceled),
  );
  return report({ idle, busy, seconds, canceled: canceled.count * GROUP_SIZE });
}

/** Measures the time of each frame, and the work of the page's main thread under the load. */
async function measureFrames(
  { page, cdp, wire }: DeskWindow,
  seconds: number,
  load: (until: number) => Promise<void>,
): Promise<Frames> {
  const taskTime = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  wire.take();
  await startRecording(page);
  const before = await taskTime();
  const until = performance.now() + seconds * 1000;
  await load(until);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
  const taskMs = (await taskTime()) - before;
  const intervals = await page.evaluate(() =>
    (globalThis as unknown as { stopRecording: () => number[] }).stopRecording(),
  );
  // Counted on the wire: the page keeps no record of the calls that it makes over its WebSocket.
  const listReads = wire.take().filter(({ direction, path }) => direction === 'in' && path === 'signals.list').length;
  return { intervals, taskMs, listReads };
}

const startRecording = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const intervals: number[] = [];
    let last = performance.now();
    let running = true;
    const step = (now: number): void => {
      intervals.push(now - last);
      last = now;
      if (running) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    const stopRecording = (): number[] => {
      running = false;
      return intervals.slice(1);
    };
    Object.assign(globalThis, { stopRecording });
  });

type Measured = {
  readonly idle: Frames;
  readonly busy: Frames;
  readonly seconds: number;
  readonly canceled: number;
};

function report({ idle, busy, seconds, canceled }: Measured): PartResult {
  const row = (name: string, { intervals, taskMs, listReads }: Frames): string[] => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => figureText(quantile(intervals, share))),
    figureText(taskMs / seconds),
    figureText(listReads / seconds),
  ];
  // The number of screen refreshes that each frame took.
  const refreshes = busy.intervals.map((interval) => Math.max(1, Math.round(interval / REFRESH_MS)));
  return {
    tables: [
      {
        title: `${String(SIGNALS)} working signals, ${String(seconds)} s each (milliseconds from frame to frame)`,
        head: ['', 'p50', 'p95', 'p99', 'main thread, ms per second', 'list reads per second'],
        rows: [row('nothing changes', idle), row(`${figureText(canceled / seconds)} signals change per second`, busy)],
      },
    ],
    figures: [
      {
        name: 'refreshes of the screen that a frame took, p95',
        value: quantile(refreshes, 0.95),
        limit: 1,
        must: 'stay under',
      },
      { name: 'signals changed per second', value: canceled / seconds, limit: 500, must: 'reach' },
    ],
    notes: ['At 60 refreshes per second, one refresh takes 16.7 ms.'],
  };
}
