import { servePages } from '../bench-page.ts';
import { figureText, quantile, type Part, type PartResult } from '../measure.ts';
import { MeasuredPage, type Cost } from '../measured-page.ts';

/** Milliseconds between two frames of a screen. */
const FRAME_MS = 1_000 / 60;
/** Typed key by key, and deleted again. */
const words = ['granite', 'carry', 'desk77', 'momentum 1', 'futures', 'cedar swing'];

type Filtered = Cost<{ readonly frames: number; readonly paintedMs: number; readonly matching: number }>;

/** The time from a key in the filter of the roster to its painted rows. */
export const part: Part = {
  about: 'a key in the filter of a roster with 5,000 strategies, to the painted rows',
  async run({ quick }): Promise<PartResult> {
    const pages = await servePages(['roster-filter'], []);
    try {
      const measuredPage = await MeasuredPage.open(pages.address('roster-filter'));
      try {
        const keys: Filtered[] = [];
        for (const word of quick ? words.slice(0, 1) : words) keys.push(...(await typeWord(measuredPage, word)));
        return report(keys);
      } finally {
        await measuredPage.close();
      }
    } finally {
      await pages.close();
    }
  },
};

async function typeWord(measuredPage: MeasuredPage, word: string): Promise<Filtered[]> {
  const texts = Array.from(word, (_, end) => word.slice(0, end + 1));
  const keys: Filtered[] = [];
  for (const text of [...texts, ...texts.slice(0, -1).toReversed(), '']) {
    await measuredPage.rest(60);
    keys.push(
      await measuredPage.cost(() => measuredPage.page.evaluate((given) => window.rosterBench!.filter(given), text)),
    );
  }
  return keys;
}

function report(keys: readonly Filtered[]): PartResult {
  const shares = [0.5, 0.95, 1] as const;
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...shares.map((share) => figureText(quantile(values, share))),
  ];
  const main = keys.map((key) => key.main);
  const frames = keys.map((key) => key.frames);
  return {
    tables: [
      {
        title: `${String(keys.length)} keys`,
        head: ['', 'p50', 'p95', 'most'],
        rows: [
          row('frames to the painted rows', frames),
          row('milliseconds of the main thread', main),
          row(
            'milliseconds to the painted rows',
            keys.map((key) => key.paintedMs),
          ),
        ],
      },
    ],
    figures: [
      { name: 'frames to the painted rows, p95', value: quantile(frames, 0.95), limit: 1, must: 'stay under' },
      {
        name: 'main thread, divided by the time of a frame, p95',
        value: quantile(main, 0.95) / FRAME_MS,
        limit: 1,
        must: 'stay under',
      },
    ],
    notes: ['A frame is one call of requestAnimationFrame; the first is the one that follows the key.'],
  };
}
