import type { Page } from '@playwright/test';
import { withDeskWindow } from '../desk/desk-window.ts';
import { hasSignals, takeSymbol } from '../desk/key-symbol.ts';
import { figure, quantile, type Part, type PartResult } from '../measure.ts';

const LIMIT = 2;
const KEY = 'Alt+b';
/** The hand comes to rest on a symbol before it presses a key. */
const REST_MS = 450;

/** A key that shows an order: until the frame that shows what it would do, by the rules, on what is held and working. */
export const part: Part = {
  about: 'a key press in the browser to the painted preview of the order, in frames',
  run: ({ quick }) =>
    withDeskWindow({}, async ({ page }) => {
      await hasSignals(page);
      await watchPresses(page);
      const rounds = quick ? 10 : 100;
      const rested: Shown[] = [];
      const atOnce: Shown[] = [];
      for (let round = -4; round < rounds; round += 1) {
        for (const [rest, into] of [
          [REST_MS, rested],
          [0, atOnce],
        ] as const) {
          const one = await press(page, 2 * round + 8 + Number(rest === 0), rest);
          if (round >= 0) into.push(one);
        }
      }
      return report(rested, atOnce);
    }),
};

type Shown = {
  readonly frames: number;
  readonly milliseconds: number;
  /** From the symbol to the press. */
  readonly sinceSymbol: number;
};

/** Each frame after the press is asked, as it begins to be painted, whether the preview stands in it. */
const watchPresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let symbolAt = 0;
    addEventListener('input', (event) => (symbolAt = event.timeStamp), { capture: true });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 'b') return;
        let frames = 0;
        const look = (): void => {
          frames += 1;
          const dialog = document.querySelector('[role="dialog"]');
          // Of a symbol that is held short it is a cover.
          if (!/Buy to (open|cover):/.test(dialog?.textContent ?? '')) return void requestAnimationFrame(look);
          const sinceSymbol = event.timeStamp - symbolAt;
          const shown = { frames, milliseconds: performance.now() - event.timeStamp, sinceSymbol };
          Object.assign(globalThis, { shown });
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });

async function press(page: Page, round: number, rest: number): Promise<Shown> {
  await takeSymbol(page, round);
  await page.waitForTimeout(rest);
  await page.evaluate(() => Object.assign(globalThis, { shown: null }));
  await page.keyboard.press(KEY);
  const shown = await page.waitForFunction(() => (globalThis as unknown as { shown: Shown | null }).shown);
  const value = await shown.jsonValue();
  if (value === null) throw new Error('no preview was shown');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return value;
}

function report(rested: readonly Shown[], atOnce: readonly Shown[]): PartResult {
  const frames = (shown: readonly Shown[]): number[] => shown.map((one) => one.frames);
  const milliseconds = (shown: readonly Shown[]): number[] => shown.map((one) => one.milliseconds);
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => figure(quantile(values, share))),
  ];
  return {
    tables: [
      {
        title: `${String(rested.length)} presses each, each for another symbol`,
        head: ['', 'p50', 'p95', 'p99'],
        rows: [
          row('frames, the hand at rest', frames(rested)),
          row('milliseconds to the beginning of that frame', milliseconds(rested)),
          row('frames, as soon as the symbol was there', frames(atOnce)),
          row('milliseconds to the beginning of that frame', milliseconds(atOnce)),
          row(
            'milliseconds from the symbol to that press',
            atOnce.map((one) => one.sinceSymbol),
          ),
        ],
      },
    ],
    ratios: [['the hand at rest', rested] as const, ['as soon as the symbol was there', atOnce] as const].map(
      ([name, shown]) => ({
        name: `frames to the painted preview, ${name}, p95`,
        value: quantile(frames(shown), 0.95),
        limit: LIMIT,
        must: 'stay under' as const,
      }),
    ),
    notes: [
      'A frame is one call of requestAnimationFrame; the first is the one that follows the press.',
      `At rest: ${String(REST_MS)} ms on the symbol before the press. As soon as: pressed by the machine right after it put the symbol in, which no hand does. What the keys would order is foreseen from the symbol on.`,
    ],
  };
}
