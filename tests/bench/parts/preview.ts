import type { Page } from '@playwright/test';
import { withDeskWindow } from '../desk/desk-window.ts';
import { waitForSignals, enterSymbol } from '../desk/key-symbol.ts';
import { figureText, quantile, type Part, type PartResult } from '../measure.ts';

const LIMIT = 2;
const KEY = 'Alt+b';
/** Time between selecting a symbol and pressing a key. */
const REST_MS = 450;

/**
 * The time from a key that shows an order until the frame with its preview, which the rules compute
 * from position and working orders.
 */
export const part: Part = {
  about: 'a key press in the browser to the painted preview of the order, in frames',
  run: ({ quick }) =>
    withDeskWindow({}, async ({ page }) => {
      await waitForSignals(page);
      await watchPresses(page);
      const rounds = quick ? 10 : 100;
      const rested: Shown[] = [];
      const atOnce: Shown[] = [];
      for (let round = -4; round < rounds; round += 1) {
        for (const [rest, results] of [
          [REST_MS, rested],
          [0, atOnce],
        ] as const) {
          const one = await press(page, 2 * round + 8 + Number(rest === 0), rest);
          if (round >= 0) results.push(one);
        }
      }
      return report(rested, atOnce);
    }),
};

type Shown = {
  readonly frames: number;
  readonly milliseconds: number;
  /** Milliseconds from the entry of the symbol to the press. */
  readonly sinceSymbol: number;
};

/** Checks in each frame after the press whether it shows the preview. */
const watchPresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let symbolAt = 0;
    addEventListener('input', (event) => (symbolAt = event.timeStamp), { capture: true });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 'b') return;
        let frames = 0;
        const check = (): void => {
          frames += 1;
          const dialog = document.querySelector('[role="dialog"]');
          // With a short position, the order covers it.
          if (!/Buy to (open|cover):/.test(dialog?.textContent ?? '')) return void requestAnimationFrame(check);
          const sinceSymbol = event.timeStamp - symbolAt;
          const shown = { frames, milliseconds: performance.now() - event.timeStamp, sinceSymbol };
          Object.assign(globalThis, { shown });
        };
        requestAnimationFrame(check);
      },
      { capture: true },
    );
  });

async function press(page: Page, round: number, rest: number): Promise<Shown> {
  await enterSymbol(page, round);
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
    ...[0.5, 0.95, 0.99].map((share) => figureText(quantile(values, share))),
  ];
  return {
    tables: [
      {
        title: `${String(rested.length)} presses of each kind, every one for another symbol`,
        head: ['', 'p50', 'p95', 'p99'],
        rows: [
          row('frames, after a pause', frames(rested)),
          row('milliseconds to the start of that frame', milliseconds(rested)),
          row('frames, at once after the symbol', frames(atOnce)),
          row('milliseconds to the start of that frame', milliseconds(atOnce)),
          row(
            'milliseconds from the symbol to that press',
            atOnce.map((one) => one.sinceSymbol),
          ),
        ],
      },
    ],
    figures: [['after a pause', rested] as const, ['at once after the symbol', atOnce] as const].map(
      ([name, shown]) => ({
        name: `frames to the painted preview, ${name}, p95`,
        value: quantile(frames(shown), 0.95),
        limit: LIMIT,
        must: 'stay under' as const,
      }),
    ),
    notes: [
      'A frame is one call of requestAnimationFrame; the first is the one that follows the press.',
      `After a pause: ${String(REST_MS)} ms on the symbol before the press. At once: pressed right after the symbol was entered, faster than by hand. Previews are prefetched from the symbol on.`,
    ],
  };
}
