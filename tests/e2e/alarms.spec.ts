import type { Locator, Page } from '@playwright/test';
import { arrowTo, cancelAll, confirmDialog, tabTo } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';
import { fillTicket, goTo, selectRow, sendOrder, signalRow, signals } from './ticket.ts';

// A lost order becomes absent after two minutes. The tests move the clock instead of waiting.
test.skip(({ host }) => host === 'electron', 'Electron does not load the movable clock before its own modules');

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

const dialog = (page: Page): Locator => page.getByRole('dialog');
const alarms = (page: Page): Locator => page.getByRole('alert', { name: 'Alarms' });
const announcements = (page: Page): Locator => page.getByRole('log', { name: 'Fills and rejects' });
/** Seconds after which a lost order is believed absent. */
const overTwoMinutes = 125;

async function startProgram(program: Program): Promise<Page> {
  const page = await program.startWithMovableClock();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  return page;
}

/** Sends an order that never reaches the service. */
async function loseOrder(page: Page, program: Program, quantity: string): Promise<Locator> {
  await program.practice.addFault({ command: 'submitSignal', kind: 'dropBefore', count: 1 });
  await fillTicket(page, { symbol: 'TXN', quantity, limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  const row = signalRow(page, 'BTO', 'TXN', 'LMT 200', quantity).first();
  await expect(row).toContainText('Unknown');
  return row;
}

async function open(page: Page, row: Locator): Promise<void> {
  await selectRow(row);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
}

const submitCount = (program: Program): Promise<number> => program.practice.countReceived('submitSignal');

test('an unanswered order is believed absent after two minutes and decided by the trader', async ({ program }) => {
  const page = await startProgram(program);
  const row = await loseOrder(page, program, '30');
  await expect(page.getByRole('banner').getByText('1 unknown')).toBeVisible();
  await open(page, row);
  await expect(dialog(page)).toContainText('do not enter it again');
  const reads = await program.practice.countReceived('retrieveSignalsAll');
  await dialog(page).getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => program.practice.countReceived('retrieveSignalsAll')).toBeGreaterThan(reads);
  await expect(dialog(page)).toContainText('Unknown');

  program.advanceClock(overTwoMinutes);
  await expect(dialog(page)).toContainText('Not visible after 2 minutes. It can still appear.');
  const sent = await submitCount(program);
  await dialog(page).getByRole('button', { name: 'Keep waiting' }).click();
  // The text gets longer and moves the buttons. A click at that moment would miss.
  await expect(dialog(page)).toContainText('The lists are checked until');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  const cancels = await program.practice.countReceived('cancelSignal');
  await dialog(page).getByRole('button', { name: 'Check by canceling' }).click();
  await expect.poll(() => program.practice.countReceived('cancelSignal')).toBeGreaterThan(cancels);

  const newOrder = dialog(page).getByRole('button', { name: 'New order…' });
  await expect(newOrder).toBeDisabled();
  await dialog(page).getByLabel('Type "two orders" to confirm').fill('two orders');
  await program.practice.setPrice('TXN', '210');
  await newOrder.click();
  expect(await submitCount(program)).toBe(sent);
  await expect(dialog(page).last()).toContainText('You may end up with two');
  await dialog(page).last().getByRole('button', { name: 'Confirm order' }).click();
  await expect.poll(() => submitCount(program)).toBe(sent + 1);
  await page.keyboard.press('Escape');
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200', '30', 'Working')).toHaveCount(1);
});

test('the probe detects a platform that refuses used ids; a lost order can then be sent again', async ({ program }) => {
  const page = await startProgram(program);
  const [systemid = ''] = await program.practice.systemIds();
  await program.practice.sendAsOtherClient('changeSystemAttribute', { systemid, test_system: 1 });
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Test…' }).click();
  await dialog(page).getByLabel('Symbol').fill('ko');
  await dialog(page).getByLabel('Buy limit, far below the market').fill('1e3');
  await expect(dialog(page).getByRole('button', { name: 'Send the test order twice' })).toBeDisabled();
  await dialog(page).getByLabel('Buy limit, far below the market').fill('1');
  const failure = dialog(page).getByRole('alert');
  await expect(async () => {
    // The next reading of the details shows that the strategy is a test strategy.
    await dialog(page).getByRole('button', { name: 'Send the test order twice' }).click({ timeout: 2_000 });
    await expect(failure.or(page.getByText('refused: “Duplicate signalid”'))).toBeVisible({ timeout: 8_000 });
    if (await failure.isVisible()) program.advanceClock(700);
    await expect(page.getByText('refused: “Duplicate signalid”')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 60_000 });
  await expect(dialog(page)).toHaveCount(0);

  await goTo(page, 'Trade');
  // Until this row shows Canceled, its height can change and move other rows under the pointer.
  await expect(signalRow(page, 'BTO', 'KO', 'LMT 1')).toContainText('Canceled');
  const row = await loseOrder(page, program, '40');
  program.advanceClock(overTwoMinutes);
  await expect(row).toContainText('Not visible');
  await open(page, row);
  await expect(dialog(page)).toContainText('Not visible after 2 minutes. It can still appear.');
  const sent = await submitCount(program);
  await dialog(page).getByRole('button', { name: 'Send again, same id…' }).click();
  await expect(dialog(page).last()).toContainText('The price was confirmed minutes ago');
  expect(await submitCount(program)).toBe(sent);
  await dialog(page).last().getByRole('button', { name: 'Confirm order' }).click();
  await expect.poll(() => submitCount(program)).toBe(sent + 1);
  await page.keyboard.press('Escape');
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200', '40', 'Working')).toHaveCount(1);
});

test('the trader decides an ambiguous match by selecting one of its orders', async ({ program }) => {
  const page = await startProgram(program);
  await program.practice.setSwitches({ ownIdsInLists: 'no' });
  await program.practice.addFault({ command: 'submitSignal', kind: 'dropAfter', count: 1 });
  await page.getByRole('switch', { name: 'Bracket' }).click();
  await fillTicket(page, { symbol: 'TXN', quantity: '50', limit: '200' });
  await sendOrder(page);
  // Only this order gets the fault.
  await expect.poll(() => submitCount(program)).toBe(1);
  const [systemid] = await program.practice.systemIds();
  const equalOrder = { action: 'BTO', quant: 50, symbol: 'TXN', typeofsymbol: 'stock', duration: 'DAY', limit: 200 };
  await program.practice.sendAsOtherClient('submitSignal', { systemid, signal: equalOrder });
  // The pattern is case-sensitive, because the row of an external order contains "Links unknown".
  const row = signalRow(page, 'BTO', 'TXN', 'LMT 200', '50', /Unknown/);
  await expect(row).toHaveCount(1);
  program.advanceClock(12);
  await open(page, row);
  await expect(dialog(page)).toContainText('2 orders match in every visible detail');
  const choices = dialog(page).getByRole('list', { name: 'Platform orders that may be this one' });
  await expect(choices.getByRole('listitem')).toHaveCount(2);
  await choices.getByRole('button', { name: 'Select order' }).first().click();
  await expect(choices).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(row).toHaveCount(0);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200', '50', 'Working')).toHaveCount(2);
});

test('a lost replacement whose old order is canceled raises an alarm that opens the replacement', async ({
  program,
}) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '40', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  const oldRow = signalRow(page, 'BTO', 'TXN', 'LMT 200', '40').first();
  await expect(oldRow).toContainText('Working');
  await selectRow(oldRow);
  await page.keyboard.press('r');
  await program.practice.addFault({ command: 'submitSignal', kind: 'dropBefore', count: 1 });
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Limit price', { exact: true }).fill('201');
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 201').first()).toContainText('Unknown');
  await program.practice.cancelElsewhere('"TXN"', '40', '200');
  await expect(alarms(page)).toHaveCount(0);
  program.advanceClock(overTwoMinutes);
  await expect(alarms(page)).toContainText('Exposed: BTO 40 TXN');

  await goTo(page, 'Review');
  await expect(alarms(page)).toContainText('Exposed');
  await tabTo(page, alarms(page).getByRole('button', { name: 'Show order' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Protect the position first');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Acknowledge', exact: true }));
  await page.keyboard.press('Enter');
  await expect(alarms(page)).toHaveCount(0);
});

test('the kill switch stops new risk, survives a restart, and is released on purpose', async ({ program }) => {
  const page = await startProgram(program);
  await fillTicket(page, { symbol: 'TXN', quantity: '50', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  const row = signalRow(page, 'BTO', 'TXN', 'LMT 200', '50').first();
  await expect(row).toContainText('Working');
  const killSwitch = (shownPage: Page): Locator => shownPage.getByRole('button', { name: 'Kill switch' });
  await killSwitch(page).click();
  await expect(killSwitch(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('form', { name: 'Order ticket' })).toContainText(/kill switch/i);
  await expect(page.getByRole('button', { name: 'Send order' })).toBeDisabled();
  const sent = await submitCount(program);
  await selectRow(row);
  await page.keyboard.press('Delete');
  await confirmDialog(page, /^Cancel/);
  await expect(row).toContainText('Canceled');
  await program.close();

  const restarted = await program.startWithMovableClock();
  await expect(killSwitch(restarted)).toHaveAttribute('aria-pressed', 'true');
  await killSwitch(restarted).click();
  await expect(dialog(restarted).getByRole('button', { name: 'Keep it stopped' })).toBeFocused();
  await dialog(restarted).getByRole('button', { name: 'Release' }).click();
  await expect(killSwitch(restarted)).toHaveAttribute('aria-pressed', 'false');
  expect(sent).toBe(1);
  expect(await submitCount(program)).toBe(0);
  await program.practice.setPrice('TXN', '210');
  await fillTicket(restarted, { symbol: 'TXN', quantity: '60', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(restarted);
  await expect(signalRow(restarted, 'BTO', 'TXN', '60').first()).toContainText('Working');
});

test('unprotected positions are counted on every page; only own fills and rejects are announced', async ({
  program,
}) => {
  const page = await startProgram(program);
  await page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).focus();
  await cancelAll(page);
  await expect(signalRow(page, 'Working')).toHaveCount(0);
  // The count is also shown while another tab or another page is open.
  await page.locator('.dock-tab', { hasText: 'Staged' }).click();
  await goTo(page, 'Review');
  const unprotectedButton = page.getByRole('button', { name: /unprotected/ });
  await tabTo(page, unprotectedButton, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const positions = page.getByRole('grid', { name: 'Positions' });
  await expect(positions).toBeFocused();
  await expect(positions.locator('.grid-focused')).toContainText('No stop');

  await expect(announcements(page)).toBeEmpty();
  await fillTicket(page, { symbol: 'TXN', quantity: '10', limit: '200', target: '220', stopLoss: '190' });
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200', '10').first()).toContainText('Working');
  await expect(announcements(page)).toBeEmpty();
  await program.practice.setPrice('TXN', '199');
  await expect(announcements(page)).toContainText('Filled: BTO 10 TXN. Fill price 199');
  await page.getByRole('switch', { name: 'Bracket' }).click();
  await fillTicket(page, { symbol: 'NOSUCH', quantity: '1', kind: 'market' });
  await sendOrder(page);
  await expect(announcements(page)).toContainText('Rejected: BTO 1 NOSUCH');
  await expect(announcements(page).locator('p')).toHaveCount(2);
  await arrowTo(page, signals(page), 'NOSUCH');
});
