import { join } from 'node:path';
import { servePages } from '../bench-page.ts';
import { figureText, median, quantile, type Part, type PartResult, type Table } from '../measure.ts';
import { MeasuredPage } from '../measured-page.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { shuffled } from '../rounds.ts';

const LIBRARY = join(
  import.meta.dirname,
  '../../../node_modules/lightweight-charts/dist/lightweight-charts.production.mjs',
);
const PRODUCT = 'chart-product';
const BARE = 'chart-bare';
const TITLES = { [PRODUCT]: 'Stratdesk', [BARE]: 'lightweight-charts, bare' } as const;
const SMALL = 20_000;
const LARGE = 1_000_000;

type Run = Readonly<Record<string, number>>;

/**
 * The equity plot against the library that it draws with. The figures are in the row `chart` of
 * docs/performance.md.
 */
export const part: Part = {
  about: 'the equity plot, 20,000 and 1,000,000 points, against bare lightweight-charts',
  async run({ quick }): Promise<PartResult> {
    const large = quick ? 200_000 : LARGE;
    const contests = [SMALL, large].flatMap((count) => Object.keys(TITLES).map((page) => ({ page, count })));
    const pages = await servePages(Object.keys(TITLES), [{ name: 'lightweight-charts', script: LIBRARY }]);
    const runs: Record<string, Run[]> = {};
    const random = seededNumbers(6);
    try {
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        for (const { page, count } of shuffled(contests, random)) {
          (runs[`${page} ${count}`] ??= []).push(await measure(`${pages.address(page)}?points=${count}`));
        }
      }
    } finally {
      await pages.close();
    }
    return verdict(runs, large);
  },
};

/** All measurements of one chart in a fresh browser, in this order. */
async function measure(address: string): Promise<Run> {
  const measuredPage = await MeasuredPage.open(address);
  const { page } = measuredPage;
  try {
    await measuredPage.rest(300);
    const empty = await measuredPage.heap();
    const mount = await measuredPage.cost(() => page.evaluate(() => window.chartBench!.mount()));
    await measuredPage.rest(400);
    const loaded = await measuredPage.heap();
    const pan = await measuredPage.cost(() => page.evaluate(() => window.chartBench!.pan()));
    await measuredPage.rest();
    const zoom = await measuredPage.cost(() => page.evaluate(() => window.chartBench!.zoom()));
    return {
      'first paint': mount.main,
      'first paint, by the clock': mount.paintedMs,
      'pan, per frame': pan.main / pan.frames.length,
      'pan p95': quantile(pan.frames, 0.95),
      'zoom, per frame': zoom.main / zoom.frames.length,
      'zoom p95': quantile(zoom.frames, 0.95),
      'frames drawn while zooming': zoom.drawnShare,
      'heap growth after loading': loaded - empty,
      'heap growth at the end': (await measuredPage.heap()) - empty,
    };
  } finally {
    await measuredPage.close();
  }
}

function verdict(runs: Readonly<Record<string, readonly Run[]>>, large: number): PartResult {
  const p50 = (page: string, count: number, step: string): number =>
    median((runs[`${page} ${count}`] ?? []).map((run) => run[step] ?? NaN));
  const ratio = (count: number, step: string, limit: number) =>
    ({
      name: `${figureText(count)} points, ${step}, to ${TITLES[BARE]}`,
      value: p50(PRODUCT, count, step) / p50(BARE, count, step),
      limit,
      must: 'stay under',
    }) as const;
  const steps = Object.keys(runs[`${PRODUCT} ${SMALL}`]?.[0] ?? {});
  const table: Table = {
    title:
      'Processor time of the main thread in ms (p95 and by the clock: wall time in ms; heap: MB above the data; frames drawn: share)',
    head: [
      '',
      ...[SMALL, large].flatMap((count) => Object.values(TITLES).map((title) => `${title}, ${figureText(count)}`)),
    ],
    rows: steps.map((step) => [
      step,
      ...[SMALL, large].flatMap((count) => Object.keys(TITLES).map((page) => figureText(p50(page, count, step)))),
    ]),
  };
  return {
    tables: [table],
    figures: [
      ratio(SMALL, 'first paint', 1.25),
      ratio(large, 'first paint', 0.05),
      ratio(large, 'zoom, per frame', 0.4),
      {
        name: `${figureText(large)} points, heap over the data, MB`,
        value: p50(PRODUCT, large, 'heap growth at the end'),
        limit: 6,
        must: 'stay under',
      },
      {
        name: `${figureText(large)} points, zoom p95, ms`,
        value: p50(PRODUCT, large, 'zoom p95'),
        limit: 33,
        must: 'stay under',
      },
    ],
    notes: [
      'A fresh Chromium for each chart in each round, in random order; medians of 3.',
      'Both draw the same two panes, curve and drawdown, from the same columns of doubles, which count as the data.',
    ],
  };
}
