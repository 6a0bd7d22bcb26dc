import type { Locator, Page } from '@playwright/test';
import { expect, test, type Program } from './program.ts';
import { fillTicket, selectRow, sendOrder, signalRow } from './ticket.ts';

const form = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const field = (page: Page, name: string): Locator => form(page).getByLabel(name, { exact: true });
const toggleAdvanced = (page: Page): Promise<void> => form(page).getByText('Advanced').click();

async function startProgram(program: Program): Promise<Page> {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  await program.practice.setPrice('MSFT', '410');
  return page;
}

/** Chooses the option that contains this text. */
async function choose(select: Locator, text: string): Promise<void> {
  const option = select.getByRole('option').filter({ hasText: text }).first();
  await expect(option).toBeAttached();
  await select.selectOption(await option.getAttribute('value'));
}

test('the template sets the prices of an empty bracket, and they are sent', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  await expect(field(page, 'Stop loss')).toHaveValue('196.00');
  await expect(field(page, 'Profit target')).toHaveValue('208.00');
  await field(page, 'Bracket template').selectOption({ label: 'Stop only' });
  await expect(field(page, 'Stop loss')).toHaveValue('194.00');
  await expect(field(page, 'Profit target')).toHaveValue('');
  await field(page, 'Bracket template').selectOption({ label: 'Standard' });
  await field(page, 'Stop loss').fill('195');
  await sendOrder(page);
  await expect(signalRow(page, 'STC', 'TXN', 'LMT 208')).toContainText('Pending parent');
  await expect(signalRow(page, 'STC', 'TXN', 'STP 195')).toHaveAttribute('aria-level', '2');
});

test('a short entry has its stop above its target; an empty bracket must be turned off', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { action: 'SSHORT', symbol: 'TXN', quantity: '50', limit: '200' });
  await expect(field(page, 'Stop loss')).toHaveValue('204.00');
  await expect(field(page, 'Profit target')).toHaveValue('192.00');
  await field(page, 'Stop loss').fill('');
  await field(page, 'Profit target').fill('');
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(form(page).getByText(/turn Bracket off/)).toBeVisible();
  await expect(field(page, 'Stop loss')).toBeFocused();
  await form(page).getByRole('switch', { name: 'Bracket' }).click();
  await sendOrder(page);
  await expect(signalRow(page, 'SSHORT', 'TXN', 'LMT 200')).toContainText('Working');
  await expect(signalRow(page, 'BTC', 'TXN')).toHaveCount(0);
});

test('a missing value in the collapsed Advanced section is shown and focused', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  await toggleAdvanced(page);
  await choose(field(page, 'Conditional on fill of'), 'An order by its id');
  await toggleAdvanced(page);
  await expect(field(page, 'Order id of the condition')).toBeHidden();
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(field(page, 'Order id of the condition')).toBeFocused();
});

test('an order waits for a working order, or for a parent that is entered with it', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText('Working');

  await fillTicket(page, { symbol: 'MSFT', quantity: '10', limit: '400' });
  // The field 'Conditional on fill of' offers each working order. While its section is collapsed,
  // the ticket does not create these options: there can be thousands.
  await expect(form(page).locator('details option')).toHaveCount(0);
  await toggleAdvanced(page);
  await choose(field(page, 'Conditional on fill of'), 'BTO 100 TXN LMT 200');
  await sendOrder(page);
  const child = signalRow(page, 'BTO', 'MSFT', 'LMT 400');
  await expect(child).toContainText('Pending parent');
  await expect(child).toHaveAttribute('aria-level', '2');

  await fillTicket(page, { symbol: 'MSFT', quantity: '20', limit: '390' });
  await field(page, 'Conditional on fill of').selectOption('parent');
  await field(page, 'Parent: symbol').fill('TXN');
  await field(page, 'Parent: quantity').fill('1');
  await field(page, 'Parent: price').fill('180');
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'MSFT', 'LMT 390')).toContainText('Pending parent');
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 180')).toContainText('Working');

  await program.practice.setPrice('TXN', '199');
  await expect(child).toContainText('Working');
});

test('two orders of one group: the fill of one cancels the other', async ({ program }) => {
  const page = await startProgram(program);
  await form(page).getByRole('switch', { name: 'Bracket' }).click();
  await fillTicket(page, { symbol: 'TXN', quantity: '10', limit: '200' });
  await toggleAdvanced(page);
  await field(page, 'OCA group').selectOption('new');
  await expect(form(page).locator('summary')).toContainText('OCA group');
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText('Working');

  await fillTicket(page, { symbol: 'MSFT', quantity: '10', limit: '400' });
  await field(page, 'OCA group').selectOption('none');
  await choose(field(page, 'OCA group'), 'With BTO 10 TXN');
  await sendOrder(page);
  const other = signalRow(page, 'BTO', 'MSFT', 'LMT 400');
  await expect(other).toContainText('Working');

  await program.practice.setPrice('TXN', '199');
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText('Filled');
  await expect(other).toContainText('Canceled');
});

test('a stop works until its replacement is sent, and the target of the bracket remains working', async ({
  program,
}) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  // The price must not change before the platform has the order.
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText('Working');
  await program.practice.setPrice('TXN', '199.50');
  const stop = signalRow(page, 'STC', 'TXN', 'STP 190');
  await expect(stop).toContainText('Working');

  await selectRow(stop);
  await page.keyboard.press('r');
  await expect(form(page).getByText(/unchanged until this ticket is sent/)).toBeVisible();
  await expect(form(page).getByRole('list', { name: 'Other orders of its group' })).toContainText('Unchanged');
  await field(page, 'Stop price').fill('195');
  await expect(stop).toContainText('Working');
  await sendOrder(page);
  await expect(signalRow(page, 'STC', 'TXN', 'STP 195')).toContainText('Working');
  await expect(stop).toContainText('Canceled');
  await expect(signalRow(page, 'STC', 'TXN', 'LMT 220')).toContainText('Working');

  // The filled parent is not among the working orders: its children are at the top level, and their
  // details name it.
  await page.getByRole('radio', { name: 'Working', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(signalRow(page, /^Filled/)).toHaveCount(0);
  const newStop = signalRow(page, 'STC', 'TXN', 'STP 195');
  await expect(newStop).toHaveAttribute('aria-level', '1');
  await newStop.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('BTO 100 TXN LMT 200 DAY, filled');
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter orders').fill('TXN');
  await expect(page.getByText(/^2 of [0-9]+ orders$/)).toBeVisible();
  await expect(page.getByText('2 working', { exact: true })).toBeVisible();
});

test('the row of an order just sent gets the focus on request', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  await sendOrder(page);
  const showOrder = page.getByRole('log', { name: 'Messages' }).getByRole('button', { name: 'Show order' });
  await showOrder.focus();
  await page.keyboard.press('Enter');
  const grid = page.getByRole('treegrid', { name: 'Orders' });
  await expect(grid).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /BTO 100 TXN LMT 200/ })).toBeVisible();
});
