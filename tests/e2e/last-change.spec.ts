// A change made just before the window closes is restored at the next start. On Electron the
// program closes its window when it quits; in the browser host the test closes the tab.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { signalRow, signals } from './ticket.ts';

test(
  'a sort and a draft made just before the window is closed are restored',
  { tag: '@host' },
  async ({ program, host }) => {
    const first = await program.start();
    await expect(signalRow(first, 'Working').first()).toBeVisible();
    await dropWriteTimer(first);
    const symbol = () => first.getByRole('form', { name: 'Order ticket' }).getByLabel('Symbol', { exact: true });
    await symbol().fill('KO');
    await signals(first).getByRole('columnheader', { name: 'Symbol' }).click();
    if (host === 'browser') await closeTab(first, program.dataDir);
    await program.close();

    const newPage = await program.start();
    await expect(newPage.getByRole('form', { name: 'Order ticket' }).getByLabel('Symbol', { exact: true })).toHaveValue(
      'KO',
    );
    const header = signals(newPage).getByRole('columnheader', { name: 'Symbol' });
    await expect(header).toHaveAttribute('aria-sort', /ascending|descending/);
  },
);

/** Drops the timer that writes changes, so that only the closing page writes them. */
const dropWriteTimer = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const real = globalThis.setTimeout.bind(globalThis);
    const withoutWriteTimer = (run: () => void, ms?: number): unknown => (ms === 400 ? 0 : real(run, ms));
    Object.assign(globalThis, { setTimeout: withoutWriteTimer });
  });

/** Closes the page. Its last message still reaches the program, which continues to run. */
async function closeTab(page: Page, dataDir: string): Promise<void> {
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const stored = (): string => readFileSync(join(dataDir, 'preferences.json'), 'utf8');
  // A timer that was set before `dropWriteTimer` ran may have written the draft without the sort.
  await expect.poll(stored).toContain('KO');
  await expect.poll(stored).toContain(String.raw`symbol\",\"descending`);
}
