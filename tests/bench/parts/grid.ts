import { join } from 'node:path';
import { servePages } from '../bench-page.ts';
import {
  figureText,
  median,
  quantile,
  type Part,
  type PartResult,
  type LimitedFigure,
  type Table,
} from '../measure.ts';
import { MeasuredPage, type Cost } from '../measured-page.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { shuffled } from '../rounds.ts';

const PEERS = join(import.meta.dirname, '../peers/node_modules');
const PRODUCT = 'grid-product';
const SLICK = 'grid-slickgrid';
const REGULAR = 'grid-regular-table';
const TITLES: Readonly<Record<string, string>> = {
  [PRODUCT]: 'Stratdesk',
  [SLICK]: 'SlickGrid 5.20.2',
  [REGULAR]: 'regular-table 0.9.2',
};

type Run = Readonly<Record<string, number>>;

/**
 * The trades blotter in memory against two grids. The figures are in the row `grid` of
 * docs/performance.md.
 */
export const part: Part = {
  about: 'the trades blotter, 100,000 rows and 14 columns, against SlickGrid and regular-table',
  async run({ quick }): Promise<PartResult> {
    const pages = await servePages(Object.keys(TITLES), [
      {
        name: 'slickgrid',
        script: join(PEERS, 'slickgrid/dist/esm/index.mjs'),
        styles: [join(PEERS, 'slickgrid/dist/styles/css/slick.grid.css')],
      },
      {
        name: 'regular-table',
        script: join(PEERS, 'regular-table/dist/esm/regular-table.js'),
        styles: [join(PEERS, 'regular-table/dist/css/material.css')],
      },
    ]);
    const runs: Record<string, Run[]> = {};
    const random = seededNumbers(5);
    try {
      for (let round = 0; round < (quick ? 1 : 5); round += 1) {
        for (const name of shuffled(Object.keys(TITLES), random)) {
          (runs[name] ??= []).push(await measure(pages.address(name)));
        }
      }
    } finally {
      await pages.close();
    }
    return verdict(runs);
  },
};

/** All measurements of one grid in a fresh browser, in this order. */
async function measure(address: string): Promise<Run> {
  const measuredPage = await MeasuredPage.open(address);
  const step = <T extends object>(work: () => Promise<T>): Promise<Cost<T>> => measuredPage.cost(work);
  const { page } = measuredPage;
  try {
    await measuredPage.rest(300);
    const empty = await measuredPage.heap();
    const mount = await step(() => page.evaluate(() => window.bench!.mount()));
    await page.evaluate(() => window.bench!.use());
    await measuredPage.rest(500);
    const loaded = await measuredPage.heap();
    const slow = await step(() => page.evaluate(() => window.bench!.scrollSlowly()));
    await measuredPage.rest();
    const fast = await step(() => page.evaluate(() => window.bench!.scrollFast()));
    await measuredPage.rest();
    const cold = await step(() => page.evaluate(() => window.bench!.sort(true)));
    await measuredPage.rest();
    const warm = await step(() => page.evaluate(() => window.bench!.sort(false)));
    await measuredPage.rest();
    await page.evaluate(() => window.bench!.unsort());
    await measuredPage.rest();
    const filter = await step(() => page.evaluate(() => window.bench!.filter(true)));
    await measuredPage.rest();
    const clear = await step(() => page.evaluate(() => window.bench!.filter(false)));
    const update = await updates(measuredPage, 8, false);
    await page.evaluate(() => window.bench!.sort(true));
    const sorted = await updates(measuredPage, 5, true);
    return {
      mount: mount.main,
      'mount painted': mount.paintedMs,
      'slow scroll, per frame': slow.main / slow.frames.length,
      'slow p95': quantile(slow.frames, 0.95),
      'slow late': slow.lateShare,
      'fast scroll, per frame': fast.main / fast.frames.length,
      'fast p95': quantile(fast.frames, 0.95),
      'fast late': fast.lateShare,
      'sort cold': cold.main,
      'sort warm': warm.main,
      filter: filter.main,
      'clear filter': clear.main,
      '1,000 updates': update,
      'updates, sorted': sorted,
      'heap growth after loading': loaded - empty,
      'heap growth at the end': (await measuredPage.heap()) - empty,
    };
  } finally {
    await measuredPage.close();
  }
}

async function updates(measuredPage: MeasuredPage, turns: number, sorted: boolean): Promise<number> {
  const found: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await measuredPage.rest(100);
    found.push(
      (await measuredPage.cost(() => measuredPage.page.evaluate((on) => window.bench!.update(on), sorted))).main,
    );
  }
  return median(found);
}

const LIMITS: readonly (readonly [step: string, peer: string, limit: number])[] = [
  ['mount', SLICK, 0.55],
  ['slow scroll, per frame', SLICK, 0.6],
  ['fast scroll, per frame', SLICK, 0.4],
  ['fast scroll, per frame', REGULAR, 1.15],
  ['sort cold', SLICK, 0.5],
  ['sort warm', SLICK, 0.5],
  ['filter', SLICK, 0.8],
  ['1,000 updates', SLICK, 0.8],
  ['updates, sorted', SLICK, 0.45],
];

function verdict(runs: Readonly<Record<string, readonly Run[]>>): PartResult {
  const p50 = (name: string, step: string): number => median((runs[name] ?? []).map((run) => run[step] ?? NaN));
  const names = Object.keys(TITLES);
  const steps = Object.keys(runs[PRODUCT]?.[0] ?? {});
  const table: Table = {
    title:
      'Milliseconds of the main thread (p95 and painted: wall time; late: share of frames; heap: MB above the data)',
    head: ['', ...names.map((name) => TITLES[name] ?? name)],
    rows: steps.map((step) => [step, ...names.map((name) => figureText(p50(name, step)))]),
  };
  const ratios: LimitedFigure[] = LIMITS.map(([step, peer, limit]) => ({
    name: `${step}, to ${TITLES[peer] ?? peer}`,
    value: p50(PRODUCT, step) / p50(peer, step),
    limit,
    must: 'stay under',
  }));
  const worst = (step: string): number => Math.max(...(runs[PRODUCT] ?? []).map((run) => run[step] ?? NaN));
  return {
    tables: [table],
    figures: [
      ...ratios,
      { name: 'late rows, slow scroll, worst round', value: worst('slow late'), limit: 0, must: 'stay under' },
      { name: 'late rows, fast scroll, worst round', value: worst('fast late'), limit: 0, must: 'stay under' },
      {
        name: 'heap over the data, MB, after use',
        value: p50(PRODUCT, 'heap growth at the end'),
        limit: 6,
        must: 'stay under',
      },
    ],
    notes: [
      'A fresh Chromium for each grid in each round, in random order; medians of 5. Each grid gets the same 14 columns, texts and rows.',
    ],
  };
}
