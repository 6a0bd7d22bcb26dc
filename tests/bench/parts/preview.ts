import type { Page } from '@playwright/test';
import { withDeskWindow } from '../desk/desk-window.ts';
import { hasSignals, takeSymbol } from '../desk/key-symbol.ts';
import { figure, quantile, type Part, type PartResult } from '../measure.ts';

const LIMIT = 2;
const KEY = 'Alt+b';

/** A key that shows an order: until the frame that shows what it would do, by the rules, on what is held and working. */
export const part: Part = {
  about: 'a key press in the browser to the painted preview of the order, in frames',
  run: ({ quick }) =>
    withDeskWindow({}, async ({ page }) => {
      await hasSignals(page);
      await watchPresses(page);
      const rounds = quick ? 10 : 100;
      const shown: Shown[] = [];
      for (let round = -3; round < rounds; round += 1) {
        const one = await press(page, round + 3);
        if (round >= 0) shown.push(one);
      }
      return report(shown);
    }),
};

type Shown = { readonly frames: number; readonly milliseconds: number };

/** Each frame after the press is asked, as it begins to be painted, whether the preview stands in it. */
const watchPresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
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
          const shown = { frames, milliseconds: performance.now() - event.timeStamp };
          Object.assign(globalThis, { shown });
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });

async function press(page: Page, round: number): Promise<Shown> {
  await takeSymbol(page, round);
  await page.evaluate(() => Object.assign(globalThis, { shown: null }));
  await page.keyboard.press(KEY);
  const shown = await page.waitForFunction(() => (globalThis as unknown as { shown: Shown | null }).shown);
  const value = await shown.jsonValue();
  if (value === null) throw new Error('no preview was shown');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return value;
}

function report(shown: readonly Shown[]): PartResult {
  const frames = shown.map((one) => one.frames);
  const milliseconds = shown.map((one) => one.milliseconds);
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => figure(quantile(values, share))),
  ];
  return {
    tables: [
      {
        title: `${String(shown.length)} presses, each for another symbol`,
        head: ['', 'p50', 'p95', 'p99'],
        rows: [row('frames', frames), row('milliseconds to the beginning of that frame', milliseconds)],
      },
    ],
    ratios: [
      { name: 'frames to the painted preview, p95', value: quantile(frames, 0.95), limit: LIMIT, must: 'stay under' },
    ],
    notes: ['A frame is one call of requestAnimationFrame; the first is the one that follows the press.'],
  };
}
