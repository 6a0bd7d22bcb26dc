import { servePages } from '../bench-page.ts';
import { figureText, median, quantile, type Part, type PartResult, type Table } from '../measure.ts';
import { MeasuredPage, type Cost } from '../measured-page.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { shuffled } from '../rounds.ts';

/** Milliseconds between two frames of a screen. */
const FRAME_MS = 1_000 / 60;
/** The list has three fifths of the height of its page, and shows as many rows as the blotter. */
const SCREENS = { page: { width: 1_520, height: 1_480 }, blotter: { width: 1_520, height: 888 } };
const BLOTTER = 'blotter';
const PAGE = 'page';
/** Typed key by key, and deleted again. */
const words = ['brenner', 'ada co', 'jonas quinn 7', 'nolan 12'];
const filters = ['failing', 'ends-soon', 'no-credits', 'recurring-off', 'deleted', 'all'] as const;
/** The columns whose heads are clicked in turn. Each click changes the sort order. */
const sorts = ['id', 'id', 'email', 'created', 'licenses', 'credits', 'name'];

type Step = Cost<{ readonly frames: number; readonly paintedMs: number }>;
type Scroll = Cost<{ readonly frames: readonly number[]; readonly lateShare: number }>;
type Run = {
  readonly mount: Step;
  readonly keys: readonly Step[];
  readonly filters: readonly Step[];
  readonly sorts: readonly Step[];
  readonly slow: Scroll;
  readonly fast: Scroll;
};

/** The People page of a private platform with 10,000 people. */
export const part: Part = {
  about: 'the People page with 10,000 people, compared with the trades blotter with as many trades',
  async run({ quick }): Promise<PartResult> {
    const pages = await servePages(['people', 'trades-panel'], []);
    const blotter: number[] = [];
    const runs: Run[] = [];
    const random = seededNumbers(5);
    try {
      for (let round = 0; round < (quick ? 1 : 5); round += 1) {
        for (const name of shuffled([BLOTTER, PAGE], random)) {
          if (name === PAGE) runs.push(await measure(pages.address('people')));
          else blotter.push(await blotterMount(pages.address('trades-panel')));
        }
      }
    } finally {
      await pages.close();
    }
    return verdict(blotter, runs);
  },
};

async function blotterMount(address: string): Promise<number> {
  const measuredPage = await MeasuredPage.open(address, SCREENS.blotter);
  try {
    await measuredPage.rest(300);
    return (await measuredPage.cost(() => measuredPage.page.evaluate(() => window.tradesPanelBench!.mount()))).main;
  } finally {
    await measuredPage.close();
  }
}

async function measure(address: string): Promise<Run> {
  const measuredPage = await MeasuredPage.open(address, SCREENS.page);
  const { page } = measuredPage;
  const measureEach = async <Item extends string>(items: readonly Item[], work: (item: Item) => Promise<Step>) => {
    const steps: Step[] = [];
    for (const item of items) {
      await measuredPage.rest(60);
      steps.push(await work(item));
    }
    return steps;
  };
  try {
    await measuredPage.rest(300);
    const mount = await measuredPage.cost(() => page.evaluate(() => window.peopleBench!.mount()));
    await measuredPage.rest();
    const slow = await measuredPage.cost(() => page.evaluate(() => window.peopleBench!.scroll(5)));
    await measuredPage.rest();
    const fast = await measuredPage.cost(() => page.evaluate(() => window.peopleBench!.scroll(null)));
    const keys = await measureEach(words.flatMap(textsOfTyping), async (text) => {
      const found = await page.evaluate((given) => window.peopleBench!.find({ text: given }), text);
      return measuredPage.cost(() =>
        page.evaluate((given) => window.peopleBench!.search(...given), [text, found] as const),
      );
    });
    const chosen = await measureEach(filters, async (filter) => {
      const found = await page.evaluate((given) => window.peopleBench!.find({ filter: given }), filter);
      return measuredPage.cost(() =>
        page.evaluate((given) => window.peopleBench!.show(...given), [filter, found] as const),
      );
    });
    const sorted = await measureEach(sorts, (column) =>
      measuredPage.cost(() => page.evaluate((given) => window.peopleBench!.sort(given), column)),
    );
    return { mount, keys, filters: chosen, sorts: sorted, slow, fast };
  } finally {
    await measuredPage.close();
  }
}

/** The texts of the field while a word is typed key by key, and deleted again. */
function textsOfTyping(word: string): string[] {
  const texts = Array.from(word, (_, end) => word.slice(0, end + 1));
  return [...texts, ...texts.slice(0, -1).toReversed(), ''];
}

function verdict(blotter: readonly number[], runs: readonly Run[]): PartResult {
  const mounts = runs.map(({ mount }) => mount.main);
  const steps = {
    'a key of the search': runs.flatMap(({ keys }) => keys),
    'a saved filter': runs.flatMap((run) => run.filters),
    'a sort': runs.flatMap((run) => run.sorts),
  };
  const table: Table = {
    title: 'Milliseconds of the main thread',
    head: ['', 'count', 'p50', 'p95', 'most', 'frames at p95'],
    rows: [
      ['mount of the blotter', ...spread(blotter), ''],
      ['mount of the page', ...spread(mounts), figureText(Math.max(...runs.map(({ mount }) => mount.frames)))],
      ...Object.entries(steps).map(([name, list]) => [
        name,
        ...spread(list.map(({ main }) => main)),
        figureText(quantile(framesOf(list), 0.95)),
      ]),
      ...(['slow', 'fast'] as const).map((name) => [
        `a frame of the ${name} scroll`,
        ...spread(runs.map((run) => run[name].main / run[name].frames.length)),
        '',
      ]),
    ],
  };
  const late = (name: 'slow' | 'fast'): number => Math.max(...runs.map((run) => run[name].lateShare));
  return {
    tables: [table],
    figures: [
      {
        name: 'mount, compared with the blotter',
        value: median(mounts) / median(blotter),
        limit: 1.3,
        must: 'stay under',
      },
      ...Object.entries(steps).flatMap(([name, list]) => [
        {
          name: `${name}, frames at p95`,
          value: quantile(framesOf(list), 0.95),
          limit: 1,
          must: 'stay under' as const,
        },
        {
          name: `${name}, main thread at p50, divided by the time of a frame`,
          value: median(list.map(({ main }) => main)) / FRAME_MS,
          // From a press to the painted rows at most three frames, as in the blotter.
          limit: 3,
          must: 'stay under' as const,
        },
      ]),
      { name: 'late rows, slow scroll, worst round', value: late('slow'), limit: 0, must: 'stay under' },
      { name: 'late rows, fast scroll, worst round', value: late('fast'), limit: 0, must: 'stay under' },
    ],
    notes: [
      'A fresh Chromium in each round, in random order. Both are mounted as the program shows them, with as many rows in view.',
      'The program sends the people as one list, and trades in pages.',
    ],
  };
}

const framesOf = (steps: readonly Step[]): number[] => steps.map(({ frames }) => frames);

const spread = (values: readonly number[]): string[] => [
  String(values.length),
  ...[0.5, 0.95, 1].map((share) => figureText(quantile(values, share))),
];
