import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrowTo, cancelAll, confirmDialog } from './keyboard.ts';
import { expect, test } from './program.ts';
import { signalRow } from './ticket.ts';

// No retries: a rare duplicate request must fail the test.
test.describe.configure({ retries: 0 });

test('a position whose stop was canceled is marked until a new stop protects it', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).focus();
  const positions = page.getByRole('grid', { name: 'Positions' });
  // Only entries are canceled unless all orders are chosen, so every position keeps its stop.
  const stops = signalRow(page, 'Working', /ST[CO]|BT[CO]/, 'STP');
  await expect(positions.getByRole('row').filter({ hasText: ' of ' }).first()).toBeVisible();
  let stopCount = 0;
  // Each position has a stop once both lists are read.
  await expect(async () => {
    stopCount = await stops.count();
    expect(stopCount).toBe((await positions.getByRole('row').count()) - 1);
  }).toPass({ timeout: 15_000 });
  await page.keyboard.press('Alt+Shift+X');
  await confirmDialog(page, /^Cancel/);
  await expect(signalRow(page, 'Working', 'BTO')).toHaveCount(0);
  await expect(stops).toHaveCount(stopCount);
  await expect(positions.getByRole('row').filter({ hasText: 'No stop' })).toHaveCount(0);
  await cancelAll(page);
  await expect(signalRow(page, 'Working')).toHaveCount(0);
  const unprotectedRow = positions.getByRole('row').filter({ hasText: 'No stop' }).first();
  await expect(unprotectedRow).toBeVisible();
  const cells = await unprotectedRow.getByRole('gridcell').allTextContents();
  const [symbol = '', side = '', quantity = '', , , average = '0'] = cells;
  const status = page.getByRole('main').getByText(/^\d+ unprotected$/);
  // Every position is marked once a reading shows the last cancel.
  const rows = positions.getByRole('row');
  await expect(async () => {
    await expect(status).toHaveText(`${(await rows.count()) - 1} unprotected`, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  const unprotectedCount = Number.parseInt((await status.textContent()) ?? '', 10);

  await arrowTo(page, positions, symbol, 'No stop');
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Stop price')).toBeFocused();
  await page.keyboard.type('1e2');
  await expect(dialog).toContainText('exponents are not accepted');
  await page.keyboard.press('Control+a');
  const price = (Number(average.replaceAll(',', '')) * (side === 'Long' ? 0.5 : 2)).toFixed(0);
  await page.keyboard.type(price);
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(
    `Protect ${quantity.replaceAll(',', '')} ${symbol}`,
  );
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(signalRow(page, symbol, 'STP', 'GTC', 'Working').first()).toBeVisible();
  const row = positions.getByRole('row').filter({ hasText: symbol });
  await expect(row).not.toContainText('No stop');
  if (unprotectedCount > 1) await expect(status).toHaveText(`${unprotectedCount - 1} unprotected`);
  else await expect(status).toHaveCount(0);

  // In a narrow window the practice market is a tab next to Positions, so that the protection
  // column is in view.
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.reload();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Reset layout');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Practice market', { exact: true })).toBeVisible();
  const protection = positions.getByRole('row').filter({ hasText: symbol }).getByRole('gridcell', { name: ' of ' });
  await expect(protection).toBeInViewport({ ratio: 0.95 });
});

test('columns saved under a name survive a restart, and so do the columns in use', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  const header = page.getByRole('treegrid', { name: 'Orders' }).getByRole('columnheader', { name: 'OCA group' });
  await expect(header).toHaveCount(0);
  const panel = page
    .locator('.grid-frame')
    .filter({ has: page.getByRole('treegrid', { name: 'Orders' }) })
    .locator('..');
  await panel.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'OCA group' }).click();
  await page.keyboard.press('Escape');
  await expect(header).toHaveCount(1);
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Save columns as…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Links');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Default columns' }).click();
  await expect(header).toHaveCount(0);
  // Layouts are written when the trader pauses.
  const file = join(program.dataDir, 'preferences.json');
  const storedText = (): string => (existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/[\s\\]/g, '') : '');
  await expect.poll(storedText).toContain('"grid.signals":"{"columns":[]');
  await program.close();

  const newPage = await program.start();
  await expect(signalRow(newPage, 'Working').first()).toBeVisible();
  const newHeader = newPage.getByRole('treegrid', { name: 'Orders' }).getByRole('columnheader', { name: 'OCA group' });
  await expect(newHeader).toHaveCount(0);
  await newPage.getByRole('button', { name: 'Presets' }).first().click();
  await newPage.getByRole('menuitem', { name: 'Links', exact: true }).click();
  await expect(newHeader).toHaveCount(1);
});

test('panic: a click shows the plan, a held press sends it; brackets end with their positions', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  const positions = page.getByRole('grid', { name: 'Positions' }).getByRole('row');
  await expect(positions.nth(2)).toBeVisible();
  const openSymbols = await positions.locator('[role="gridcell"]:first-child').allTextContents();
  expect(openSymbols.length).toBeGreaterThan(1);
  const panic = page.getByRole('button', { name: /^Panic/ });
  const dialog = page.getByRole('dialog');
  const sentCount = () => program.practice.countReceived('setDesiredPositions');
  await panic.click();
  // The plan lists each position with its size, its profit and the stop that is canceled.
  for (const symbol of openSymbols) await expect(dialog.getByRole('table')).toContainText(symbol);
  await expect(dialog.getByRole('columnheader', { name: 'Stop qty canceled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Flatten all', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await panic.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Flatten all', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await sentCount()).toBe(0);

  await panic.focus();
  await page.keyboard.down('Enter');
  await expect(dialog.getByRole('columnheader', { name: 'State' })).toBeVisible();
  for (let n = 0; n < 30; n++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  const flat = dialog.getByText(/Verified flat at \d\d:\d\d:\d\d ET/);
  await expect(async () => {
    await program.practice.advance(60);
    await expect(flat).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 45_000 });
  await expect(positions).toHaveCount(1);
  await expect(signalRow(page, 'Working')).toHaveCount(0);
  // One request asks for no positions, and one ends the target mode once the positions are closed.
  expect(await sentCount()).toBe(2);
});
