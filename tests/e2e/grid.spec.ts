import type { Locator, Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { goTo, signalRow, signals } from './ticket.ts';

/** The row that the grid points at. */
async function pointedRow(page: Page, grid: Locator): Promise<Locator> {
  const id = await grid.getAttribute('aria-activedescendant');
  const pointed = page.locator(`[id="${id ?? 'none'}"]`);
  return (await pointed.getAttribute('role')) === 'row' ? pointed : pointed.locator('xpath=ancestor::*[@role="row"]');
}

test('the trades table by keyboard: one tab stop, to the end and back, only the rows in view exist', async ({
  program,
}) => {
  const page = await program.start();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const rows = Number(await grid.getAttribute('aria-rowcount'));
  expect(rows).toBeGreaterThan(300);
  expect(await grid.getByRole('row').count()).toBeLessThan(80);

  await grid.getByRole('row').nth(1).click();
  await page.keyboard.press('Control+End');
  await expect(await pointedRow(page, grid)).toHaveAttribute('aria-rowindex', String(rows));
  await expect(await pointedRow(page, grid)).toBeVisible();
  await page.keyboard.press('Control+Home');
  await expect.poll(async () => (await pointedRow(page, grid)).getAttribute('aria-rowindex')).toMatch(/^[12]$/);
});

test('sorting by profit puts the worst and the best at the top', async ({ program }) => {
  const page = await program.start();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const header = grid.getByRole('columnheader', { name: 'P/L' });
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(grid.getByRole('row').nth(1)).toContainText('+');
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid.getByRole('row').nth(1)).toContainText('−');
});

test('the focus stays on its signal while the market moves and rows are refreshed', async ({ program }) => {
  const page = await program.start();
  const row = signalRow(page, 'Working').first();
  await expect(row).toBeVisible();
  await row.click();
  const before = await (await pointedRow(page, signals(page))).textContent();
  // Refreshing changes texts, never the rows' elements: a screen reader would lose its place each time.
  const pointed = await signals(page).getAttribute('aria-activedescendant');
  await expect.poll(() => program.practice.received('retrieveSignalsWorking')).toBeGreaterThan(2);
  expect(await signals(page).getAttribute('aria-activedescendant')).toBe(pointed);
  for (const price of ['211', '212', '213']) await program.practice.setPrice('AAPL', price);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  expect(await (await pointedRow(page, signals(page))).textContent()).toBe(before);
});

test('filtering as you type keeps what matches and says how many', async ({ program }) => {
  const page = await program.start();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const all = Number(await grid.getAttribute('aria-rowcount'));
  await page.getByRole('textbox', { name: /Filter/ }).fill('MSFT');
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(all);
  const rows = grid.getByRole('row');
  for (let at = 1; at < Math.min(5, await rows.count()); at++) await expect(rows.nth(at)).toContainText('MSFT');
});
