import type { Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Storage' });
const counts = (page: Page) => card(page).getByRole('row').nth(1).getByRole('cell');

test(
  'the data of a strategy is read completely, counted on disk, and deleted on request',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(180_000);
    const page = await program.start();
    await goTo(page, 'Strategies');
    const details = page.getByRole('region', { name: 'Strategy details' });
    await details.getByRole('button', { name: 'Download full history' }).click();
    await expect(details.getByText(/Complete: [\d,]+ records in \d+ requests/)).toBeVisible({ timeout: 60_000 });
    await expect(details.getByRole('heading', { name: /Subscribers/ })).toBeVisible();
    await page.getByRole('radio', { name: 'Roster' }).click();
    await expect(page.getByRole('grid', { name: 'Roster' }).getByRole('row').nth(3)).toBeVisible();

    await goTo(page, 'Settings');
    await expect(counts(page).nth(1)).toHaveText(/\d,\d{3}/);
    await expect(counts(page).nth(2)).not.toHaveText('0');
    await card(page).getByRole('button', { name: 'Clear downloaded data of Practice', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/Not deleted: .*notes and pictures/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Clear downloaded data' }).click();
    await expect(dialog).toBeHidden();
    // Only the equity count is checked. Positions and open trades may have been read again before
    // the rows were counted.
    await expect(counts(page).nth(2)).toHaveText('0');
    await goTo(page, 'Trade');
    await expect(page.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1)).toBeVisible({
      timeout: 30_000,
    });

    await goTo(page, 'Settings');
    await card(page).getByRole('combobox', { name: 'Keep past readings' }).selectOption('One year');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const retention = card(page).getByRole('combobox', { name: 'Keep past readings' });
    await expect(retention).toHaveValue('all');
    await retention.selectOption('One year');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(retention).toHaveValue('366');
  },
);
