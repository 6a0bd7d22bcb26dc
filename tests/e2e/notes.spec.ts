import type { Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { goTo, signalRow } from './ticket.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function openReview(page: Page): Promise<void> {
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await goTo(page, 'Review');
  await expect(page.getByRole('grid', { name: 'Trades' }).getByRole('row').nth(12)).toBeVisible();
}

test(
  'a trade is annotated, filtered by its tag, and found again after a kill',
  { tag: '@host' },
  async ({ program }) => {
    let page = await program.start();
    await openReview(page);
    await page.getByRole('grid', { name: 'Trades' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: 'Trade details' });
    await details.getByRole('textbox', { name: 'Note' }).fill('Chased the open, zu früh.');
    await details.getByRole('textbox', { name: 'Tags' }).fill('late, news');
    await details.getByRole('radio', { name: '2', exact: true }).click();
    await details.getByLabel('Picture file').setInputFiles({ name: 'chart.png', mimeType: 'image/png', buffer: pixel });
    await expect(details.getByRole('img', { name: 'chart.png' })).toBeVisible();
    await details
      .getByLabel('Picture file')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expect(details.getByRole('alert')).toContainText('Only PNG, JPEG and WebP');
    await details.getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await expect(page.getByText('The note was saved.')).toBeVisible();
    await details.getByRole('textbox', { name: 'Note' }).fill('A draft that is not saved');
    await expect(details.getByRole('button', { name: 'Save note' })).toBeEnabled();

    await program.kill();
    page = await program.start();
    await openReview(page);
    await page.getByRole('button', { name: 'Filter…' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tags (match all)' }).fill('late');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Save filter as' }).fill('Late ones');
    await page.keyboard.press('Enter');
    const firstRow = page.getByRole('grid', { name: 'Trades' }).locator('[role="row"][aria-rowindex="2"]');
    await expect(firstRow).toContainText('late, news');
    await expect(page.getByText('1 trade', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove #late' }).click();
    await expect(page.getByText(/^[\d,]+ trades$/)).toBeVisible();
    await page.getByRole('button', { name: 'Saved', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Late ones', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Remove #late' })).toBeVisible();
  },
);
