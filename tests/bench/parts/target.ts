import type { Page } from '@playwright/test';
import { withDeskWindow } from '../desk/desk-window.ts';
import { figureText, quantile, type Part, type PartResult } from '../measure.ts';

const LIMIT_FRAMES = 2;
const LIMIT_MS = 16;
const ROWS = 500;
/** Time between two keys. */
const REST_MS = 120;

/** The time from a digit in the first of 500 rows until the frame with the new sums. */
export const part: Part = {
  about: 'a key in a target list of 500 rows to its painted sums, in frames',
  run: ({ quick }) =>
    withDeskWindow({}, async ({ page }) => {
      await loadRows(page);
      await watchKeys(page);
      const rounds = quick ? 20 : 200;
      for (let round = 0; round < rounds; round += 1) {
        if (round % 4 === 0) await page.keyboard.press('Control+a');
        await page.keyboard.press(String(1 + (round % 9)));
        await page.waitForTimeout(REST_MS);
      }
      return report(await page.evaluate(() => (globalThis as unknown as { keys: Key[] }).keys));
    }),
};

type Key = {
  readonly frames: number;
  /** From the key until the start of the frame with the new sums. */
  readonly milliseconds: number;
};

/** Loads the rows. Each has a price, so that every digit typed in the first changes the sums. */
async function loadRows(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  await page.keyboard.press('Alt+G');
  await grid.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import a list…' }).click();
  const rows = Array.from({ length: ROWS }, (_, at) =>
    at === 0 ? 'KO,1,,78' : `S${String(at)},${String(at + 1)},0.2,50`,
  );
  const text = ['symbol,quant,weight,price', ...rows].join('\n');
  await page.getByRole('textbox', { name: 'List', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'New quantity of KO' }).waitFor();
}

/** Checks in each frame after a digit whether the sums have changed. */
const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const keys: Key[] = [];
    Object.assign(globalThis, { keys });
    const sums = (): string =>
      [...document.querySelectorAll('.grid-slot')].map(({ textContent }) => textContent).join(' ');
    const maxFrames = 60;
    addEventListener(
      'keydown',
      (event) => {
        if (!/^[0-9]$/.test(event.key)) return;
        const before = sums();
        let frames = 0;
        const check = (): void => {
          frames += 1;
          if (sums() === before && frames < maxFrames) requestAnimationFrame(check);
          else keys.push({ frames, milliseconds: performance.now() - event.timeStamp });
        };
        requestAnimationFrame(check);
      },
      { capture: true },
    );
  });

function report(keys: readonly Key[]): PartResult {
  const frames = keys.map((one) => one.frames);
  const milliseconds = keys.map((one) => one.milliseconds);
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => figureText(quantile(values, share))),
  ];
  return {
    tables: [
      {
        title: `${String(keys.length)} digits in a list of ${String(ROWS)} rows`,
        head: ['', 'p50', 'p95', 'p99'],
        rows: [row('frames', frames), row('milliseconds to the start of that frame', milliseconds)],
      },
    ],
    figures: [
      {
        name: 'frames to the painted sums, p95',
        value: quantile(frames, 0.95),
        limit: LIMIT_FRAMES,
        must: 'stay under',
      },
      {
        name: 'milliseconds to the start of that frame, p50',
        value: quantile(milliseconds, 0.5),
        limit: LIMIT_MS,
        must: 'stay under',
      },
    ],
    notes: ['A frame is one call of requestAnimationFrame; the first is the one that follows the key.'],
  };
}
