import type { Locator, Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { fillTicket, goTo, signalRow } from './ticket.ts';

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

const bracketOrder = { symbol: 'TXN', quantity: '100', limit: '200', target: '220', stopLoss: '190' };
const form = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const staged = (page: Page): Locator => page.getByRole('region', { name: 'Staged orders' });
const showStaged = (page: Page): Promise<void> => page.locator('.dock-tab', { hasText: 'Staged' }).click();

test('a staged order survives a restart, is changed, and is sent once after a new check', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  await fillTicket(page, bracketOrder);
  await form(page).getByRole('button', { name: 'Stage' }).click();
  await expect(form(page).getByText(/Staged, not sent/)).toBeVisible();
  await showStaged(page);
  await expect(staged(page).getByRole('listitem')).toContainText('100 TXN LMT 200');
  await program.close();

  const newPage = await program.start();
  await expect(signalRow(newPage, 'Working').first()).toBeVisible();
  await showStaged(newPage);
  const item = staged(newPage).getByRole('listitem').first();
  await expect(item).toContainText('Now: Buy to open: 0 → 100 TXN');
  expect(await program.practice.countReceived('submitSignal')).toBe(0);

  await item.getByRole('button', { name: 'Edit' }).click();
  await expect(form(newPage).getByText(/Edits the staged/)).toBeVisible();
  await expect(form(newPage).getByLabel('Stop loss', { exact: true })).toHaveValue('190');
  await form(newPage).getByLabel('Quantity', { exact: true }).fill('60');
  await form(newPage).getByRole('button', { name: 'Stage' }).click();
  await expect(staged(newPage).getByRole('listitem')).toHaveCount(1);
  await expect(item).toContainText('60 TXN LMT 200');

  await program.practice.setPrice('TXN', '210');
  await item.getByRole('button', { name: 'Send…' }).click();
  await newPage.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click();
  await expect(signalRow(newPage, 'BTO', 'TXN', 'LMT 200', '60')).toContainText('Working');
  await expect(staged(newPage).getByRole('listitem')).toHaveCount(0);
  expect(await program.practice.countReceived('submitSignal')).toBe(1);
});

test('a discarded staged order is never sent', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await fillTicket(page, bracketOrder);
  await form(page).getByRole('button', { name: 'Stage' }).click();
  await showStaged(page);
  await staged(page).getByRole('button', { name: 'Discard' }).click();
  await expect(staged(page).getByRole('listitem')).toHaveCount(0);
  expect(await program.practice.countReceived('submitSignal')).toBe(0);
});

test('the ticket uses sizes and bracket templates of Settings', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await goTo(page, 'Settings');
  await page.getByLabel('Stocks, size 1').fill('1.5');
  await expect(page.getByLabel('Stocks, size 1')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Stocks, size 1').fill('37');
  const templates = page.getByRole('form', { name: 'Bracket templates' });
  await templates.getByLabel('Stop of Standard').fill('5');
  await expect(templates.getByLabel('Target unit of Standard', { exact: true })).toBeVisible();
  await templates.getByRole('button', { name: 'Save templates' }).click();
  await goTo(page, 'Trade');
  await fillTicket(page, { symbol: 'TXN', quantity: '1', limit: '200' });
  await form(page).getByRole('button', { name: '37', exact: true }).click();
  await expect(form(page).getByLabel('Quantity', { exact: true })).toHaveValue('37');
  await expect(form(page).getByLabel('Stop loss', { exact: true })).toHaveValue('190.00');
});
