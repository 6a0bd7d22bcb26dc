import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Program } from './program.ts';
import { confirmUntilSent, fillTicket, goTo, sendOrder, signalRow } from './ticket.ts';

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

const bracket = { symbol: 'TXN', quantity: '100', limit: '200', target: '220', stopLoss: '190' };

/** The practice service cannot start if its folder is a file. */
function breakPractice(program: Program): void {
  const folder = join(program.dataDir, 'practice');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
}

test(
  'a new user starts on practice and sees signals, trades, equity and strategies',
  { tag: '@host' },
  async ({ program }) => {
    const page = await program.start();
    await expect(page.getByRole('status', { name: 'Mode' })).toHaveText('PRACTICE');
    await expect(page.getByRole('combobox', { name: 'Strategy' }).getByRole('option')).toHaveCount(4);
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Data' })).toHaveText(/ago|now/);
    await expect(page.getByRole('status', { name: 'API' })).toBeVisible();

    await goTo(page, 'Review');
    await expect(page.getByRole('grid', { name: 'Trades' }).getByRole('row').nth(5)).toBeVisible();
    const chart = page.getByRole('region', { name: 'Equity chart' });
    await expect(chart.locator('canvas').first()).toBeVisible();
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expect(chart.getByRole('grid').getByRole('row').nth(5)).toBeVisible();

    await goTo(page, 'Strategies');
    await expect(page.getByRole('grid', { name: 'Strategies' }).getByRole('row')).toHaveCount(5);
    await goTo(page, 'Activity');
    await expect(
      page.getByRole('grid', { name: 'Activity' }).getByText('retrieveSignalsWorking').first(),
    ).toBeVisible();
  },
);

test(
  'a bracket order fills, its target fills and cancels the stop, and the trade is listed',
  { tag: '@host' },
  async ({ program }) => {
    const page = await program.start();
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    await program.practice.setPrice('TXN', '210');
    await fillTicket(page, bracket);
    await sendOrder(page);

    const parent = signalRow(page, 'BTO', 'TXN', 'LMT 200');
    const target = signalRow(page, 'STC', 'TXN', 'LMT 220');
    const stop = signalRow(page, 'STC', 'TXN', 'STP 190');
    await expect(parent).toContainText('Working');
    await expect(target).toContainText('Pending parent');
    await expect(stop).toContainText('Pending parent');
    await expect(target).toHaveAttribute('aria-level', '2');

    await program.practice.setPrice('TXN', '199.50');
    await expect(parent).toContainText('Filled');
    await expect(target).toContainText('Working');
    await expect(stop).toContainText('Working');
    const position = page.getByRole('grid', { name: 'Positions' }).getByRole('row').filter({ hasText: 'TXN' });
    await expect(position).toContainText('100');

    await program.practice.setPrice('TXN', '221');
    await expect(target).toContainText('Filled');
    await expect(stop).toContainText('Canceled');
    await expect(stop).toContainText(/filled/i);
    await expect(position).toHaveCount(0);

    await goTo(page, 'Review');
    const trade = page.getByRole('grid', { name: 'Trades' }).getByRole('row').filter({ hasText: 'TXN' }).first();
    await expect(trade).toContainText('Closed');
    // 100 shares bought at 199.50, sold at 221.
    await expect(trade).toContainText('2,150');
  },
);

test('by keyboard, a working order and its bracket are canceled after the plan is shown', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  await fillTicket(page, bracket);
  await sendOrder(page);
  const parent = signalRow(page, 'BTO', 'TXN', 'LMT 200');
  await expect(parent).toContainText('Working');
  await parent.click();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Cancel \d/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(parent).toContainText('Canceled');
  await expect(signalRow(page, 'STC', 'TXN', 'LMT 220')).toContainText('Canceled');
  await expect(signalRow(page, 'STC', 'TXN', 'STP 190')).toContainText('Canceled');
});

test(
  'without the practice service, stored data is shown, and order entry says why it is locked',
  { tag: '@host' },
  async ({ program }) => {
    const page = await program.start();
    await program.practice.setPrice('TXN', '210');
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    await fillTicket(page, bracket);
    await sendOrder(page);
    await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText('Working');
    await goTo(page, 'Review');
    await expect(page.getByRole('grid', { name: 'Trades' }).getByRole('row').nth(5)).toBeVisible();
    const chart = page.getByRole('region', { name: 'Equity chart' });
    await expect(chart.locator('canvas').first()).toBeVisible();
    await goTo(page, 'Strategies');
    await expect(page.getByText('Annual Return').first()).toBeVisible();
    await program.close();

    breakPractice(program);
    const offlinePage = await program.start();
    await expect(signalRow(offlinePage, 'BTO', 'TXN', 'LMT 200')).toContainText('Working');
    await expect(offlinePage.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1)).toBeVisible();
    const ticket = offlinePage.getByRole('form', { name: 'Order ticket' });
    await expect(ticket).toContainText(/locked|not answer|did not start/i);
    await expect(offlinePage.getByRole('button', { name: 'Send order' })).toBeDisabled();
    await goTo(offlinePage, 'Review');
    await expect(offlinePage.getByRole('grid', { name: 'Trades' }).getByRole('row').nth(5)).toBeVisible();
    await expect(offlinePage.getByRole('region', { name: 'Equity chart' }).locator('canvas').first()).toBeVisible();
    await goTo(offlinePage, 'Strategies');
    await expect(offlinePage.getByText('Annual Return').first()).toBeVisible();
  },
);

test('on the real clock the market moves and a market order fills within seconds', async ({ program }) => {
  const page = await program.start({ args: ['--practice-clock=real'] });
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await fillTicket(page, { symbol: 'MSFT', quantity: '10', kind: 'market' });
  await page.getByRole('button', { name: 'Send order' }).click();
  // A reading between the plan and the press may be the first to show an earlier fill. The order
  // then needs a new confirmation.
  await confirmUntilSent(page, 'Confirm order', 'Confirm this warning to send the order.');
  expect(await program.practice.countReceived('submitSignal')).toBe(1);
  await expect(signalRow(page, 'BTO', 'MSFT', 'MKT').first()).toContainText('Filled', { timeout: 20_000 });
});
