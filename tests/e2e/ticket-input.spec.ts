import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Program } from './program.ts';
import { fillTicket, goTo, sendOrder, signalRow } from './ticket.ts';

// No retries: if an order is ever sent from refused input, the test must fail.
test.describe.configure({ retries: 0 });

const form = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const field = (page: Page, name: string): Locator => form(page).getByLabel(name, { exact: true });

async function startProgram(program: Program): Promise<Page> {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  return page;
}

const badInputs = [
  ['Limit price', '1,234', 'two ways'],
  ['Limit price', '2e2', 'exponent'],
  ['Limit price', '-200', 'above zero'],
  ['Limit price', '0', 'above zero'],
  ['Limit price', '200.005', 'steps of 0.01'],
  ['Limit price', '2 0 0', 'Not a number'],
  ['Profit target', '2e2', 'exponent'],
  ['Profit target', '2,220', 'two ways'],
  ['Stop loss', '-190', 'above zero'],
  ['Stop loss', '190.005', 'steps of 0.01'],
  ['Quantity', '1.5', 'Whole units'],
  ['Quantity', '1e3', 'exponent'],
  ['Quantity', '-5', 'above zero'],
  ['Quantity', '0', 'At least 1'],
  ['Quantity', 'ten', 'Not a number'],
  ['Good after (ET)', '2020-01-02 10:00', 'over'],
  ['Good after (ET)', '2026-03-08 02:30', 'no such time'],
] as const;

const badParentInputs = [
  ['Parent: quantity', '0', 'At least 1'],
  ['Parent: price', '1,234', 'two ways'],
  ['Parent: price', '180.005', 'steps of 0.01'],
] as const;

/** Expects the problem beside the field, and that the order cannot be sent. */
async function expectRefused(page: Page, [name, text, reason]: readonly [string, string, string]): Promise<void> {
  const before = await field(page, name).inputValue();
  await field(page, name).fill(text);
  await expect(field(page, name), `${name} ${text}`).toHaveAccessibleDescription(new RegExp(reason));
  await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field(page, name)).toHaveValue(text);
  await field(page, name).fill(before);
}

test('refused input is reported beside its field, survives a restart, and is never sent', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  await form(page).getByText('Advanced').click();
  for (const input of badInputs) await expectRefused(page, input);
  await field(page, 'Conditional on fill of').selectOption('parent');
  await field(page, 'Parent: symbol').fill('TXN');
  await field(page, 'Parent: quantity').fill('1');
  await field(page, 'Parent: price').fill('180');
  for (const input of badParentInputs) await expectRefused(page, input);
  await field(page, 'Conditional on fill of').selectOption('id');
  await field(page, 'Order id of the condition').fill('9007199254740993');
  await expect(form(page).getByText(/9007199254740991/)).toBeVisible();
  await field(page, 'Limit price').fill('1,239');
  await goTo(page, 'Review');
  await goTo(page, 'Trade');
  await expect(field(page, 'Limit price')).toHaveValue('1,239');
  await expect(field(page, 'Order id of the condition')).toHaveValue('9007199254740993');
  // Only the last change has the text `1,239`. A file that contains it is up to date.
  const preferences = join(program.dataDir, 'preferences.json');
  await expect.poll(() => readFileSync(preferences, 'utf8')).toContain('1,239');
  await program.close();

  const restartedPage = await program.start();
  await expect(field(restartedPage, 'Limit price')).toHaveValue('1,239');
  await expect(field(restartedPage, 'Quantity')).toHaveValue('100');
  await expect(field(restartedPage, 'Order id of the condition')).toHaveValue('9007199254740993');
  expect(await program.practice.countReceived('submitSignal')).toBe(0);
});

test('the ticket shows how it reads spaces, a decimal comma, "k" and full-width digits', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '2k', limit: ' 200,5 ' });
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription('Read as 2000');
  await expect(field(page, 'Limit price')).toHaveAccessibleDescription('Read as 200.5');
  // Entered by an input method.
  const cdp = await page.context().newCDPSession(page);
  await field(page, 'Quantity').fill('');
  await cdp.send('Input.imeSetComposition', { text: '１００', selectionStart: 3, selectionEnd: 3 });
  await cdp.send('Input.insertText', { text: '１００' });
  await cdp.detach();
  await expect(field(page, 'Quantity')).toHaveAccessibleDescription('Read as 100');
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200.5')).toContainText('100');
});

test('keys that choose among the candidates of an input method change no field', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  const composing = { isComposing: true, bubbles: true, cancelable: true };
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown']) {
    await field(page, 'Quantity').dispatchEvent('keydown', { ...composing, key });
    await field(page, 'Limit price').dispatchEvent('keydown', { ...composing, key });
  }
  await field(page, 'Symbol').fill('T');
  for (const key of ['ArrowDown', 'Enter']) await field(page, 'Symbol').dispatchEvent('keydown', { ...composing, key });
  await expect(field(page, 'Symbol')).toHaveValue('T');
  await expect(field(page, 'Quantity')).toHaveValue('100');
});

test('Esc that ends the composition of an input method does not close a dialog', async ({ program }) => {
  const page = await startProgram(program);
  await form(page).getByRole('button', { name: 'Size from risk…' }).click();
  const risk = page.getByRole('dialog', { name: 'Size from risk' }).getByLabel('Risk', { exact: true });
  await risk.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true });
  await risk.fill('250');
  await expect(risk).toHaveValue('250');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an order with a good-after time is parked until then', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '100', limit: '200' });
  await form(page).getByText('Advanced').click();
  await field(page, 'Good after (ET)').fill('2035-01-02 10:00');
  await expect(field(page, 'Good after (ET)')).toHaveAccessibleDescription('Read as 2035-01-02 10:00:00 ET');
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText('Parked');
});

test("an option symbol is built from parts; the ticket's symbol changes only on accept", async ({ program }) => {
  const page = await startProgram(program);
  await field(page, 'Type').selectOption('option');
  await field(page, 'Symbol').fill('SPY2620R85.00');
  await form(page).getByRole('button', { name: 'Build…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Option symbol' });
  await expect(dialog.getByLabel('Strike')).toHaveValue('85.00');
  await dialog.getByLabel('Expires on').fill('2026-06-31');
  await expect(dialog.getByText('There is no such day.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page, 'Symbol')).toHaveValue('SPY2620R85.00');

  await form(page).getByRole('button', { name: 'Build…' }).click();
  await dialog.getByLabel('Underlying').fill('aapl');
  await dialog.getByLabel('Expires on').fill('2026-04-17');
  await dialog.getByLabel('Strike').fill('212.50');
  await dialog.getByRole('radio', { name: 'Call' }).click();
  await expect(dialog.getByLabel('Symbol built')).toHaveText('AAPL2617D212.5');
  await dialog.getByRole('button', { name: 'Use AAPL2617D212.5' }).click();
  await expect(field(page, 'Symbol')).toHaveValue('AAPL2617D212.5');
  await expect(form(page).getByText('AAPL 2026-04-17 212.5 call')).toBeVisible();
});

test('a size is computed from the risk and the stop, and the equity is shown with its time', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '1', limit: '200', stopLoss: '190' });
  await form(page).getByRole('button', { name: 'Size from risk…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Size from risk' });
  await expect(dialog.getByText(/^\$[0-9,]+[.][0-9]{2}, as of /)).toBeVisible();
  await dialog.getByRole('radio', { name: '$' }).click();
  await dialog.getByLabel('Risk', { exact: true }).fill('1234.5');
  await expect(dialog).toContainText('units, for a risk of at most $1,234.50');
  await expect(dialog).toContainText('$1,234.50 ÷ (|200.00 − 190.00| × $1) = 123.45, rounded down');
  await expect(dialog.getByText('$10.00', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use 123' }).click();
  await expect(field(page, 'Quantity')).toHaveValue('123');
});
