// The review without a network: a live connection reads a practice service, which is then stopped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startRemote, stopRemote } from './remote-service.ts';
import { connect } from './connect.ts';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

const rows = (page: Page) => page.getByRole('grid', { name: 'Trades' }).getByRole('row');

test(
  'a review continues without the service and the API key, and after both are back',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(240_000);
    const folder = join(program.dataDir, 'afar');
    let service = await startRemote(folder, '0');
    try {
      let page = await program.start();
      await connect(page, 'Afar', service);
      await goTo(page, 'Review');
      await expect(rows(page).nth(12)).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('region', { name: 'Equity chart' }).getByText(/^Updated \d+ s ago/)).toBeVisible({
        timeout: 60_000,
      });
      await stopRemote(service);
      await program.close();

      page = await program.start();
      await goTo(page, 'Review');
      await expect(rows(page).nth(12)).toBeVisible();
      // The age of the trades, or of the open positions if these are older.
      await expect(
        page
          .getByRole('main')
          .getByText(/^Updated \d+ (s|min) ago/)
          .first(),
      ).toBeVisible();
      await page.getByRole('grid', { name: 'Trades' }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const details = page.getByRole('region', { name: 'Trade details' });
      await expect(details.getByRole('grid', { name: 'Component orders' }).getByRole('row').nth(1)).toBeVisible();
      await details.getByRole('textbox', { name: 'Note' }).fill('Written on the train');
      await details.getByRole('textbox', { name: 'Tags' }).fill('train');
      await details.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
      await expect(page.getByText('The note was saved.')).toBeVisible();
      await page.getByRole('button', { name: 'Filter…' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Tags (match all)' }).fill('train');
      await page.keyboard.press('Enter');
      await expect(page.getByText('1 trade', { exact: true })).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: 'Export trades' })
          .click()
          .then(() => page.getByRole('menuitem', { name: 'JSON, as filtered' }).click()),
      ]);
      expect(download.suggestedFilename()).toMatch(/^stratdesk-live-trades-/);
      const exported: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
      expect(exported).toMatchObject([{ mode: 'LIVE' }]);

      service = await startRemote(folder, new URL(service.baseUrl).port);
      await goTo(page, 'Settings');
      await page.getByRole('button', { name: 'Edit Afar' }).click();
      await page.getByLabel(/^API key/).fill(service.apikey);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await goTo(page, 'Review');
      await expect(page.getByText(/^answered (now|\d)/)).toBeVisible();
      await expect(rows(page).nth(12)).toBeVisible();
    } finally {
      await stopRemote(service);
    }
  },
);
