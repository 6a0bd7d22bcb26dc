import type { Locator, Page } from '@playwright/test';
import { arrowTo, cancelAll, confirmDialog, confirmDialogUntilSent, tabTo, typeInto } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';
import { confirmUntilSent, fillTicket, sendOrder, signalRow, signals } from './ticket.ts';

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0, timeout: 240_000 });

const symbol = 'QCOM';
const ticket = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const positions = (page: Page): Locator => page.getByRole('grid', { name: 'Positions' });
const position = (page: Page): Locator => positions(page).getByRole('row').filter({ hasText: symbol });

/** Moves the market to this price, without an action of the trader. */
async function movePrice(program: Program, price: string): Promise<void> {
  await program.practice.setPrice(symbol, price);
}

/**
 * Ticks the market until the position has this size, because orders fill at ticks and sending takes
 * a moment. The market clock moves too: only a list that was read in a later second proves the end
 * of an order.
 */
async function waitForPosition(page: Page, program: Program, side: 'Long' | 'Short', quantity: string): Promise<void> {
  let cents = 50;
  await expect
    .poll(
      async () => {
        await movePrice(program, `121.${(cents += 1)}`);
        await program.practice.advance(1);
        return (await position(page).getByRole('gridcell').allTextContents()).slice(1, 3).join(' ');
      },
      { timeout: 90_000 },
    )
    .toBe(`${side} ${quantity}`);
}

async function start(program: Program): Promise<{ page: Page; strategyName: string }> {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await movePrice(program, '120');
  const options = page.getByRole('combobox', { name: 'Strategy' }).getByRole('option');
  return { page, strategyName: (await options.nth(1).textContent()) ?? '' };
}

/**
 * Waits until the bracket has this quantity and the closing order is not working. A partial close
 * also reduces stop and target, which makes an earlier plan outdated. While the list still shows
 * the closing order as working, the next exit is refused, because both could fill.
 */
async function waitForBracket(page: Page, program: Program, quantity: number): Promise<void> {
  const leg = expect.stringMatching(new RegExp(`^Working\\s?STC\\s?${quantity}`));
  // A reading may or may not include a fill of the second in which it was made. The clock is moved,
  // so that the next readings are of a later second.
  for (const price of ['MKT', 'STP 112', 'LMT 140']) {
    // All rows of that price, so that a failure shows the state of each.
    const rows = signalRow(page, symbol, price);
    await expect
      .poll(
        async () => {
          await program.practice.advance(5);
          const texts = await rows.allTextContents();
          return texts.filter((text) => !/^(?:Canceled|Filled)/.test(text));
        },
        { timeout: 30_000 },
      )
      .toEqual(price === 'MKT' ? [] : [leg]);
  }
  await program.practice.advance(5);
}

/** Confirms a plan by mouse. */
const confirmPlan = (page: Page, name: string): Promise<void> =>
  confirmUntilSent(page, name, 'Review the plan again. Nothing was sent.');

/** The panic plan ends when a reading shows no position, for which every market has to tick. */
async function waitUntilFlat(page: Page, program: Program): Promise<void> {
  const verified = page.getByRole('dialog').getByText(/Verified flat at \d\d:\d\d:\d\d ET/);
  await expect
    .poll(
      async () => {
        await program.practice.advance(60);
        return verified.count();
      },
      { timeout: 45_000 },
    )
    .toBe(1);
}

const chosenStrategy = (page: Page): Promise<string> =>
  page.getByRole('combobox', { name: 'Strategy' }).evaluate((select: HTMLSelectElement) => {
    return select.selectedOptions[0]?.textContent ?? '';
  });

test('a session by keyboard: bracket, replace, partial close, reverse, cancel all, flatten', async ({ program }) => {
  const { page, strategyName } = await start(program);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(strategyName.slice(0, 8));
  await page.keyboard.press('Enter');
  await expect.poll(() => chosenStrategy(page)).toBe(strategyName);

  await page.keyboard.press('Alt+q');
  await expect(ticket(page).getByLabel('Symbol', { exact: true })).toBeFocused();
  await page.keyboard.type(symbol);
  await typeInto(page, ticket(page).getByLabel('Quantity', { exact: true }), '200');
  await typeInto(page, ticket(page).getByLabel('Limit price', { exact: true }), '121');
  await typeInto(page, ticket(page).getByLabel('Profit target', { exact: true }), '140');
  await typeInto(page, ticket(page).getByLabel('Stop loss', { exact: true }), '110');
  await tabTo(page, page.getByRole('button', { name: 'Send order' }));
  await page.keyboard.press('Enter');
  await confirmDialog(page, /^Buy to open: 0 → 200 QCOM/);
  await expect(signalRow(page, 'BTO', symbol, 'LMT 121')).toContainText(/Working|Filled/);
  await movePrice(program, '120.50');
  await waitForPosition(page, program, 'Long', '200');
  // Replacing a leg that still waits for its parent would end its OCA group.
  await expect(signalRow(page, symbol, 'STP 110')).toContainText('Working');

  await arrowTo(page, signals(page), symbol, 'STP 110');
  await page.keyboard.press('r');
  await typeInto(page, ticket(page).getByLabel('Stop price', { exact: true }), '112');
  await tabTo(page, page.getByRole('button', { name: 'Replace order' }));
  await page.keyboard.press('Enter');
  await confirmDialogUntilSent(page, /QCOM/, 'to send the order.');
  await expect(signalRow(page, symbol, 'STP 112')).toContainText('Working');
  await expect(signalRow(page, symbol, 'STP 110')).toContainText('Canceled');
  await expect(signalRow(page, symbol, 'LMT 140')).toContainText('Working');

  await arrowTo(page, positions(page), symbol);
  await page.keyboard.press('s');
  await confirmDialog(page, 'Sell to close: 200 → 100 QCOM');
  await waitForPosition(page, program, 'Long', '100');
  await waitForBracket(page, program, 100);

  await arrowTo(page, positions(page), symbol);
  await page.keyboard.press('r');
  await confirmDialog(page, /^Reverse: 100 → −100 QCOM/);
  // If there is a reading between the plan and Enter, the plan is refused and nothing is sent. The
  // test then opens the plan again.
  const dialog = page.getByRole('dialog');
  await expect(async () => {
    if (await dialog.getByText('Review the plan again. Nothing was sent.').isVisible()) {
      await page.keyboard.press('Escape');
      await arrowTo(page, positions(page), symbol);
      await page.keyboard.press('r');
      await confirmDialog(page, /^Reverse: 100 → −100 QCOM/);
    }
    await expect(dialog).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await waitForPosition(page, program, 'Short', '100');

  await cancelAll(page);
  await expect(signalRow(page, 'Working')).toHaveCount(0);

  await page.keyboard.press('Alt+Shift+F');
  await confirmDialog(page, /^Flatten/);
  await waitUntilFlat(page, program);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Flat: no open position.')).toBeVisible();
});

test('a session by mouse: bracket, replace, partial close, reverse, cancel all, flatten', async ({ program }) => {
  const { page, strategyName } = await start(program);
  await page.getByRole('combobox', { name: 'Strategy' }).selectOption(strategyName);
  await expect.poll(() => chosenStrategy(page)).toBe(strategyName);
  await fillTicket(page, { symbol, quantity: '200', limit: '121', target: '140', stopLoss: '110' });
  await expect(page.getByRole('button', { name: 'Send order' })).toBeEnabled();
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', symbol, 'LMT 121')).toContainText(/Working|Filled/);
  await movePrice(program, '120.50');
  await waitForPosition(page, program, 'Long', '200');
  // Replacing a leg that still waits for its parent would end its OCA group.
  await expect(signalRow(page, symbol, 'STP 110')).toContainText('Working');

  await signalRow(page, symbol, 'STP 110').getByRole('button', { name: 'Replace' }).click();
  await ticket(page).getByLabel('Stop price', { exact: true }).fill('112');
  await page.getByRole('button', { name: 'Replace order' }).click();
  await confirmUntilSent(page, 'Replace order', 'to send the order.');
  await expect(signalRow(page, symbol, 'STP 112')).toContainText('Working');
  await expect(signalRow(page, symbol, 'STP 110')).toContainText('Canceled');

  await position(page).getByRole('button', { name: 'Partial close' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: '50 %' }).click();
  await confirmPlan(page, 'Partial close');
  await waitForPosition(page, program, 'Long', '100');
  await waitForBracket(page, program, 100);

  await position(page).getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByRole('dialog')).toContainText('Reverse: 100 → −100 QCOM');
  await confirmPlan(page, 'Reverse');
  await waitForPosition(page, program, 'Short', '100');

  const cancelButton = page.getByRole('button', { name: 'Cancel all' });
  if (await cancelButton.isEnabled()) {
    await cancelButton.click();
    await page.getByRole('dialog').getByRole('radio', { name: 'All orders' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel \d/ })
      .click();
  }
  await expect(signalRow(page, 'Working')).toHaveCount(0);

  const panic = page.getByRole('button', { name: /^Panic/ });
  await panic.hover();
  await page.mouse.down();
  await expect(page.getByRole('dialog').getByRole('columnheader', { name: 'State' })).toBeVisible();
  await page.mouse.up();
  await waitUntilFlat(page, program);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Flat: no open position.')).toBeVisible();
});
