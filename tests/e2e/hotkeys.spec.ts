import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, type Program } from './program.ts';
import { fillTicket, goTo, signalRow } from './ticket.ts';

// P4 in the output is the promise "One press, one order" of docs/spec/order-safety.md.

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

const symbol = 'QCOM';

async function start(program: Program): Promise<Page> {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice(symbol, '120');
  await fillTicket(page, { symbol, quantity: '100', limit: '110', target: '140', stopLoss: '100' });
  await expect(page.getByRole('button', { name: 'Send order' })).toBeEnabled();
  await leaveFields(page);
  return page;
}

/**
 * Moves the focus to a link. In a field the keys of the desk do not act. On a row, a key that opens
 * a preview would use the symbol of the row instead of the symbol of the ticket.
 */
const leaveFields = (page: Page): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).focus();

const submitCount = (program: Program): Promise<number> => program.practice.countReceived('submitSignal');
const dialog = (page: Page) => page.getByRole('dialog');

/** Holds a key down: one press and its repeats, as a keyboard sends them. */
async function hold(page: Page, key: string, repeats: number): Promise<void> {
  for (let n = 0; n < repeats; n++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test(
  'an order entered by key is previewed, amended by keys, discarded by Esc and sent by Enter',
  { tag: '@host' },
  async ({ program }) => {
    const page = await start(program);
    const before = await submitCount(program);
    await page.keyboard.press('Alt+b');
    await expect(dialog(page)).toContainText('Buy to open: 0 → 100 QCOM');
    await page.keyboard.press('l');
    await expect(dialog(page).getByLabel('Limit price')).toHaveValue('');
    await page.keyboard.press('p');
    await page.keyboard.type('110.50');
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Send order' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(dialog(page).getByLabel('Limit price')).toHaveValue('110.41');
    await page.keyboard.press('3');
    await expect(dialog(page).getByLabel('Quantity')).toHaveValue('200');
    await page.keyboard.press('d');
    await expect(dialog(page)).toContainText('GTC');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    expect(await submitCount(program)).toBe(before);
    await expect(page.getByRole('form', { name: 'Order ticket' }).getByLabel('Limit price')).toHaveValue('110');

    await page.keyboard.press('Alt+b');
    await expect(dialog(page)).toContainText('Buy to open: 0 → 100 QCOM');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(signalRow(page, 'BTO', symbol, 'MKT')).toHaveCount(1);
    expect(await submitCount(program)).toBe(before + 1);
  },
);

test('in the preview that changes an order, Tab and Shift+Tab select another working order', async ({ program }) => {
  const page = await start(program);
  await page.keyboard.press('Alt+w');
  await expect(dialog(page)).toContainText('replaces');
  const first = await dialog(page).locator('.replaces').textContent();
  await page.keyboard.press('Tab');
  await expect(dialog(page).locator('.replaces')).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+Tab');
  await expect(dialog(page).locator('.replaces')).toHaveText(first ?? '');
});

test('digits typed to confirm the size of a quick order do not select another size', async ({ program }) => {
  const page = await start(program);
  // The usual size is derived from ended orders. They come with the list of all signals, which is
  // read after the list of working signals.
  await expect(signalRow(page, 'Canceled').first()).toBeVisible();
  await program.practice.setPrice('F', '13.50');
  await fillTicket(page, { symbol: 'F', quantity: '100', limit: '13.50', target: '15', stopLoss: '13' });
  await leaveFields(page);
  const before = await submitCount(program);
  await page.keyboard.press('Alt+b');
  await expect(dialog(page)).toContainText('Buy to open: 0 → 100 F');
  await page.keyboard.press('q');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2000');
  await page.keyboard.press('Tab');
  const size = dialog(page).getByLabel('Type 2,000 to confirm the size');
  await expect(size).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(size).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Send order' })).toBeFocused();
  await page.keyboard.type('2000');
  await expect(size).toHaveValue('2000');
  await expect(dialog(page).getByLabel('Quantity')).toHaveValue('2000');
  expect(await submitCount(program)).toBe(before);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(signalRow(page, 'BTO', '2,000', 'F', 'MKT')).toHaveCount(1);
  expect(await submitCount(program)).toBe(before + 1);
});

test('a key typed into a quick order while it is being sent does not change its fields', async ({ program }) => {
  test.skip(test.info().project.name !== 'browser', 'the calls of the browser host can be held');
  const page = await start(program);
  const held: (() => void)[] = [];
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (String(message).includes('"orders.submit"')) held.push(() => server.send(message));
      else server.send(message);
    });
  });
  await page.reload();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await leaveFields(page);
  await page.keyboard.press('Alt+b');
  await expect(dialog(page)).toContainText('Buy to open: 0 → 100 QCOM');
  await page.keyboard.press('q');
  await page.keyboard.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.type('5');
  await expect(dialog(page).getByLabel('Quantity')).toHaveValue('100');
  for (const send of held) send();
  await expect(dialog(page)).toHaveCount(0);
  await expect(signalRow(page, 'BTO', symbol, 'MKT')).toContainText('100');
});

test('a key in a dialog above a quick order does not change the order', async ({ program }) => {
  const page = await start(program);
  await page.keyboard.press('Alt+b');
  await expect(dialog(page)).toContainText('Buy to open: 0 → 100 QCOM');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  for (const key of ['PageDown', 'ArrowDown', '3', 'd', 't']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  await expect(dialog(page).getByLabel('Quantity')).toHaveValue('100');
  await expect(dialog(page)).toContainText('DAY');
});

test('a key typed in a confirmation that cannot be sent does not change the ticket behind it', async ({ program }) => {
  const page = await start(program);
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Stop loss', { exact: true }).fill('120');
  await ticket.getByLabel('Limit price', { exact: true }).press('Control+Enter');
  await expect(dialog(page).getByRole('button', { name: 'Confirm order' })).toBeDisabled();
  await page.keyboard.type('5');
  await expect(dialog(page)).toBeFocused();
  await expect(ticket.getByLabel('Limit price', { exact: true })).toHaveValue('110');
});

test('hotkeys do nothing while a dialog or a menu is over the page', async ({ program }) => {
  const page = await start(program);
  const overlays = [
    {
      opener: page.getByRole('button', { name: /notice/i }).first(),
      overlay: page.getByRole('dialog', { name: 'Notices' }),
    },
    {
      opener: page.getByRole('button', { name: 'Columns' }).first(),
      overlay: page.getByRole('dialog', { name: /^Columns of/ }),
    },
    { opener: page.getByRole('button', { name: 'Export' }).first(), overlay: page.getByRole('menu') },
  ];
  for (const { opener, overlay } of overlays) {
    await opener.click();
    await expect(overlay).toBeVisible();
    await page.keyboard.press('Alt+b');
    await page.keyboard.press('Escape');
    await expect(overlay).toHaveCount(0);
    await expect(dialog(page)).toHaveCount(0);
  }
  await leaveFields(page);
  await page.keyboard.press('Alt+b');
  await expect(dialog(page)).toContainText('Buy to open: 0 → 100 QCOM');
});

test('a reset of the hotkeys resets the distance of limit orders; an invalid distance is refused', async ({
  program,
}) => {
  const page = await start(program);
  await goTo(page, 'Settings');
  const distance = page.getByRole('textbox', { name: /^Distance of limit orders/ });
  await distance.fill('0.25');
  await page.getByRole('button', { name: 'Reset hotkeys' }).click();
  await expect(distance).toHaveValue('0');
  const storedText = () => readFileSync(join(program.dataDir, 'preferences.json'), 'utf8');
  await expect.poll(storedText).toContain('offset\\":\\"0\\"');
  await distance.fill('0.5');
  await expect.poll(storedText).toContain('offset\\":\\"0.5\\"');
  await distance.fill('');
  await expect(page.getByText('Type a distance, 0 for none.')).toBeVisible();
  await distance.fill('0.1234567891');
  await expect(page.getByText('At most nine digits before and after the point.')).toBeVisible();
  // A later change is stored with the distance that is still in use.
  await page.getByRole('switch', { name: 'Attach a bracket to hotkey entries' }).click();
  await expect.poll(storedText).toContain('bracket\\":false');
  expect(storedText()).toContain('offset\\":\\"0.5\\"');
});

test('key repeats, and keys pressed in a dialog or while disarmed, send no second order', async ({ program }) => {
  const page = await start(program);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Key for Buy at market: Alt+B' }).click();
  await page.keyboard.press('b');
  await expect(page.getByRole('alert')).toContainText('A single letter or digit is not allowed');
  await page.keyboard.press('Alt+s');
  await expect(page.getByRole('alert')).toContainText('already used for "Sell at market"');
  await page.keyboard.press('F9');
  for (const verb of ['Buy at market', 'Close this position']) {
    await page.getByRole('combobox', { name: `Mode of ${verb}` }).selectOption('send');
  }
  await goTo(page, 'Trade');
  await leaveFields(page);
  const before = await submitCount(program);

  await hold(page, 'F9', 40);
  await expect(dialog(page)).toContainText('Buy to open: 0 → 100 QCOM');
  await hold(page, 'F9', 40);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(await submitCount(program)).toBe(before);
  const pressCount = 80;

  await page.keyboard.press('Alt+a');
  await expect(page.getByRole('button', { name: 'Armed' })).toHaveAttribute('aria-pressed', 'true');
  // Clicking a row does not change the symbol that a key in the mode `send` acts on.
  await page.getByRole('grid', { name: 'Positions' }).getByRole('row').filter({ hasNotText: symbol }).nth(1).click();
  await leaveFields(page);
  await hold(page, 'F9', 60);
  await expect(signalRow(page, 'BTO', symbol, 'MKT')).toHaveCount(1);
  const messages = page.getByRole('log', { name: 'Messages' });
  await expect(messages).toContainText(`Submitted: Buy to open 100 ${symbol} at market.`);
  await page.getByLabel('Filter orders').focus();
  await hold(page, 'F9', 20);
  await leaveFields(page);
  // The same order again within ten seconds needs a confirmation.
  await hold(page, 'F9', 20);
  await expect(dialog(page)).toBeVisible();
  const sent = (await submitCount(program)) - before;
  console.log(
    `P4: ${pressCount} presses while disarmed: 0 orders; 60 repeats of an armed key, 20 in a field, 20 again: ${sent}`,
  );
  expect(sent).toBe(1);

  await page.keyboard.press('Escape');
  await program.practice.setPrice(symbol, '120.50');
  await expect(page.getByRole('grid', { name: 'Positions' })).toContainText(symbol);
  // The closing order replaces the stop once the stop is known to be working.
  await expect(signalRow(page, 'STC', symbol, 'STP', 'Working')).toHaveCount(1);
  await leaveFields(page);
  await page.keyboard.press('Alt+c');
  await expect(messages).toContainText(`Submitted: Sell to close 100 ${symbol} at market, replaces order`);

  await page.keyboard.press('Alt+Shift+K');
  await expect(page.getByRole('button', { name: 'Kill switch' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Armed' })).toHaveAttribute('aria-pressed', 'false');
});

test('Enter held down on a confirmation, double clicks and a second tab send one order', async ({ program, host }) => {
  const page = await start(program);
  const before = await submitCount(program);
  const windows = [page];
  if (host === 'browser') {
    // A copied tab takes over the session. The original tab closes and writes no more drafts.
    await expect
      .poll(() => readFileSync(join(program.dataDir, 'preferences.json'), 'utf8'))
      .toContain('stopLoss\\":\\"100');
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => void globalThis.open(globalThis.location.href));
    const copy = await opened;
    await expect(copy.getByRole('button', { name: 'Send order' })).toBeEnabled();
    windows.push(copy);
  }
  const send = async (window: Page): Promise<void> => {
    await window.getByRole('button', { name: 'Send order' }).dblclick({ timeout: 5_000 });
    await expect(dialog(window).getByRole('button', { name: 'Confirm order' })).toBeFocused();
    await hold(window, 'Enter', 60);
  };
  const attempts = await Promise.allSettled(windows.map(send));
  expect(attempts.some(({ status }) => status === 'fulfilled')).toBe(true);
  const last = windows.at(-1) ?? page;
  await expect(signalRow(last, 'BTO', symbol, 'LMT 110')).toHaveCount(1);
  const sent = (await submitCount(program)) - before;
  console.log(
    `P4: a double click on Send, 60 repeats of Enter${host === 'browser' ? ', in a tab and its copy at once' : ''}: ${sent} order`,
  );
  expect(sent).toBe(1);
});
