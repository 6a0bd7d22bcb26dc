import type { Locator, Page } from '@playwright/test';
import { arrowTo, confirmDialog, tabTo } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';
import { fillTicket, selectRow, sendOrder, signalRow } from './ticket.ts';

// The desk shows the true state, and sends nothing that was not intended.
test.describe.configure({ retries: 0, timeout: 120_000 });

const symbol = 'TXN';
const form = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const field = (page: Page, name: string): Locator => form(page).getByLabel(name, { exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const positions = (page: Page): Locator => page.getByRole('grid', { name: 'Positions' });
const position = (page: Page, name: string): Locator => positions(page).getByRole('row').filter({ hasText: name });

async function startProgram(program: Program): Promise<Page> {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice(symbol, '210');
  return page;
}

/**
 * Ticks the market until the row shows the text, because sending takes a moment. The market clock
 * moves too: only a list that was read in a later second proves the end of an order.
 */
async function tickUntil(program: Program, row: Locator, text: RegExp): Promise<void> {
  let cents = 10;
  await expect(async () => {
    await program.practice.setPrice(symbol, `210.${(cents += 1)}`);
    await program.practice.advance(1);
    await expect(row).toHaveText(text, { timeout: 1_000 });
  }).toPass({ timeout: 45_000 });
}

test('a pending stop protects nothing; with the kill switch on, exits are sent, entries are not', async ({
  program,
}) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol, quantity: '30', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  await expect(signalRow(page, 'STC', symbol, 'STP 190')).toContainText('Pending parent');
  // The ticket is empty after sending.
  await expect(field(page, 'Quantity')).toHaveValue('');
  await expect(field(page, 'Limit price')).toHaveValue('');
  await form(page).getByRole('switch', { name: 'Bracket' }).click();
  await fillTicket(page, { symbol, quantity: '45', kind: 'market' });
  await sendOrder(page);
  const row = position(page, symbol);
  await tickUntil(program, row, /Long\s*45/);
  await expect(row).toContainText('No stop');
  await expect(page.getByRole('banner').getByRole('button', { name: /unprotected/ })).toBeVisible();

  await page.getByRole('button', { name: 'Kill switch' }).click();
  await expect(page.getByRole('alert', { name: 'Kill switch' })).toContainText('New risk is refused');
  await fillTicket(page, { symbol, quantity: '1', limit: '200' });
  await expect(page.getByRole('button', { name: 'Send order' })).toBeDisabled();
  await row.getByRole('button', { name: 'Protect' }).click();
  await dialog(page).getByLabel('Stop price').fill('195');
  await expect(dialog(page)).toContainText('The kill switch is on. It does not stop this plan, which only reduces.');
  await dialog(page).getByRole('button', { name: 'Protect', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await tickUntil(program, row, /45 of 45 · 195(\.00)? · GTC/);

  await arrowTo(page, positions(page), symbol);
  await page.keyboard.press('c');
  await expect(dialog(page)).toContainText('The kill switch is on. It does not stop this plan, which only reduces.');
  await expect(dialog(page).getByRole('table')).toContainText('replaces order');
  await confirmDialog(page, /^Sell to close: 45 → 0 TXN/);
  await tickUntil(program, page.getByText(/^Filled: STC 45 TXN/).first(), /Filled/);
  await expect(row).toHaveCount(0);
  await expect(signalRow(page, 'STC', symbol, 'STP 195')).toContainText('Canceled');
});

test('replacing an entry keeps its bracket, shows old and new values, names omitted members', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol, quantity: '100', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  const oldRow = signalRow(page, 'BTO', symbol, 'LMT 200');
  await expect(oldRow).toContainText('Working');
  await selectRow(oldRow);
  await page.keyboard.press('r');
  await expect(field(page, 'Profit target')).toHaveValue('220');
  await expect(field(page, 'Stop loss')).toHaveValue('190');
  await field(page, 'Limit price').fill('201');
  await page.getByRole('button', { name: 'Replace order' }).click();
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(/^Replace/);
  await expect(dialog(page).getByRole('row').filter({ hasText: 'Order' })).toContainText(/200.*201/);
  await expect(dialog(page).getByRole('row').filter({ hasText: 'Stop loss' })).toContainText('unchanged');
  await dialog(page).getByRole('button', { name: 'Replace order' }).click();
  await expect(signalRow(page, 'BTO', symbol, 'LMT 201')).toContainText('Working');
  await expect(oldRow).toContainText('Canceled');
  await expect(signalRow(page, 'STC', symbol, 'STP 190', 'Pending parent')).toHaveCount(1);
  await expect(signalRow(page, 'STC', symbol, 'LMT 220', 'Pending parent')).toHaveCount(1);

  await selectRow(signalRow(page, 'BTO', symbol, 'LMT 201'));
  await page.keyboard.press('r');
  await form(page).getByRole('switch', { name: 'Bracket' }).click();
  await page.getByRole('button', { name: 'Replace order' }).click();
  await expect(dialog(page)).toContainText(/of the replaced order is left out/);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(signalRow(page, 'BTO', symbol, 'LMT 201')).toContainText('Working');
});

test('panic in a closed market keeps all stops; a target list for the next open locks order entry', async ({
  program,
}) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol, quantity: '30', limit: '200', target: '220', stopLoss: '190' });
  await field(page, 'Time in force').selectOption('GTC');
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', symbol, 'LMT 200')).toContainText('Working');
  const protectedRows = positions(page)
    .getByRole('row')
    .filter({ hasText: /[0-9] of [0-9].* · GTC/ });
  await expect(protectedRows.first()).toBeVisible();
  const openPositionCount = await protectedRows.count();
  // It becomes 17:30 in New York, which the program learns from the next readings.
  await program.practice.advance(8 * 3_600);
  const sentListCount = () => program.practice.countReceived('setDesiredPositions');
  const panic = page.getByRole('button', { name: /^Panic/ });
  await expect(async () => {
    await page.keyboard.press('Escape');
    await panic.click();
    await expect(dialog(page)).toContainText('opens 2026-03-03 09:30 ET', { timeout: 2_000 });
  }).toPass({ timeout: 45_000 });
  await expect(dialog(page)).toContainText('Remains open with its stop');
  await dialog(page).getByRole('button', { name: 'Flatten all', exact: true }).click();
  await expect(signalRow(page, 'BTO', symbol, 'LMT 200')).toContainText('Canceled');
  await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(
    `Done: ${openPositionCount} positions remain open`,
  );
  await expect(dialog(page)).toContainText('Remains open with its stop');
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(protectedRows).toHaveCount(openPositionCount);
  expect(await sentListCount()).toBe(0);

  const lock = page.getByRole('status', { name: 'Order entry locked' });
  const sendListForTheOpen = async (): Promise<void> => {
    const nextOpenSwitch = dialog(page).getByRole('switch', { name: 'Also flatten at the next open' });
    await expect(async () => {
      await page.keyboard.press('Escape');
      await panic.click();
      await expect(nextOpenSwitch).toBeVisible({ timeout: 1_500 });
    }).toPass({ timeout: 20_000 });
    await nextOpenSwitch.click();
    await expect(dialog(page)).toContainText('Close at market');
    await page.getByRole('button', { name: 'Flatten all', exact: true }).click();
    await expect(lock).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Run in the background' }).click();
  };
  await sendListForTheOpen();
  await lock.getByRole('button', { name: 'Resume order entry' }).click();
  await expect(lock).toHaveCount(0, { timeout: 30_000 });
  expect(await sentListCount()).toBe(2);
  await expect(protectedRows).toHaveCount(openPositionCount);

  // A second target list has no clear answer and may still take effect. Until it is confirmed, the
  // trader cannot declare that the target mode has ended.
  await program.practice.addFault({ command: 'setDesiredPositions', kind: 'dropAfter', count: 1 });
  await program.practice.addFault({ command: 'getDesiredPositions', kind: 'http5xx', count: 1_000 });
  await sendListForTheOpen();
  const declareButton = lock.getByRole('button', { name: 'Target portfolio ended elsewhere…' });
  await expect(lock).toContainText('not confirmed yet');
  await expect(declareButton).toBeDisabled();
  await program.practice.clearFaults();
  await expect(declareButton).toBeEnabled({ timeout: 30_000 });
  await program.practice.endDesiredMode();
  await fillTicket(page, { symbol, quantity: '40', limit: '200', target: '220', stopLoss: '190' });
  const send = page.getByRole('button', { name: 'Send order' });
  await expect(send).toBeDisabled();
  await tabTo(page, declareButton, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(lock.getByLabel('Type “off” to confirm')).toBeFocused();
  await page.keyboard.type('of');
  await page.keyboard.press('Enter');
  await expect(lock).toContainText('Type "off" to declare');
  await page.keyboard.type('f');
  await lock.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(lock).toHaveCount(0);
  await expect(send).toBeEnabled();
  expect(await sentListCount()).toBe(3);

  // The declaration is journaled: the next start does not ask again.
  await program.kill();
  const newPage = await program.start();
  await expect(signalRow(newPage, 'Canceled').first()).toBeVisible();
  await expect(newPage.getByRole('status', { name: 'Order entry locked' })).toHaveCount(0);
  await fillTicket(newPage, { symbol, quantity: '40', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(newPage);
  await expect(signalRow(newPage, 'BTO', symbol, 'LMT 200', '40')).toContainText('Working');
});

test('an order too large or too far from the price is blocked; a new symbol clears the prices', async ({ program }) => {
  const page = await startProgram(program);
  // The usual size is derived from ended orders. They come with the list of all signals, which is
  // read after the list of working signals.
  await expect(signalRow(page, 'Canceled').first()).toBeVisible();
  const send = page.getByRole('button', { name: 'Send order' });
  await fillTicket(page, { symbol: 'MSFT', quantity: '20000', limit: '4100', target: '4500', stopLoss: '4000' });
  await send.click();
  await expect(dialog(page)).toContainText(/\$82,000,000(\.00)? is [0-9]+,[0-9]{3} % of the account/);
  await expect(dialog(page)).toContainText(/away from the (last own fill|implied price)/);
  await expect(dialog(page)).toContainText('Buy to open 20,000 MSFT');
  await expect(dialog(page).getByRole('button', { name: 'Confirm order' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await fillTicket(page, { symbol: 'F', quantity: '2000', limit: '13.50', target: '15', stopLoss: '13' });
  await send.click();
  const confirmButton = dialog(page).getByRole('button', { name: 'Confirm order' });
  await expect(confirmButton).toBeDisabled();
  await dialog(page).getByLabel('Type 2,000 to confirm the size').fill('200');
  await expect(confirmButton).toBeDisabled();
  await dialog(page).getByLabel('Type 2,000 to confirm the size').fill('2000');
  await expect(confirmButton).toBeEnabled();
  await page.keyboard.press('Escape');

  // After a change of the symbol, the ticket has no price and no bracket of the previous symbol.
  await field(page, 'Symbol').fill(symbol);
  await expect(field(page, 'Limit price')).toHaveValue('');
  await expect(field(page, 'Stop loss')).toHaveValue('');
  await field(page, 'Limit price').fill('200');
  // Another strategy has its own ticket.
  const strategy = page.getByRole('combobox', { name: 'Strategy' });
  const [first = '', second = ''] = await strategy.getByRole('option').allTextContents();
  await strategy.selectOption(second);
  await expect(field(page, 'Symbol')).toHaveValue('');
  await strategy.selectOption(first);
  await expect(field(page, 'Symbol')).toHaveValue(symbol);
  await expect(field(page, 'Limit price')).toHaveValue('200');
  expect(await program.practice.countReceived('submitSignal')).toBe(0);

  // By keyboard: the size field has the focus at once, and Enter sends only after the whole size is
  // typed.
  await fillTicket(page, { symbol: 'F', quantity: '2000', limit: '13.50', target: '15', stopLoss: '13' });
  await send.click();
  await expect(dialog(page).getByLabel('Type 2,000 to confirm the size')).toBeFocused();
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  await page.keyboard.type('0');
  expect(await program.practice.countReceived('submitSignal')).toBe(0);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => program.practice.countReceived('submitSignal')).toBe(1);
});

test('an answer that cannot be read is not reported as missing', async ({ program }) => {
  const page = await startProgram(program);
  await program.practice.addFault({ command: 'submitSignal', kind: 'html', count: 1, processed: true });
  await fillTicket(page, { symbol, quantity: '30', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  const row = signalRow(page, 'BTO', symbol, 'LMT 200').first();
  // The state changes when a list shows the order; the details keep the answer.
  await expect(row).toContainText('Working');
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(dialog(page)).toContainText(/The platform's answer.*HTTP 200/s);
  await expect(dialog(page)).not.toContainText(/no answer/i);
  expect(await program.practice.countReceived('submitSignal')).toBe(1);
});
