// Dialogs that are closed while their request is under way, or that stay open while the connection
// changes in another window.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { fillTicket, goTo, signalRow } from './ticket.ts';

// No retries: a request that is sent twice must fail the test.
test.describe.configure({ retries: 0 });

const dialog = (page: Page): Locator => page.getByRole('dialog');
const stepOf = (page: Page): Locator => dialog(page).locator('[aria-current="step"]');

async function useConnection(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: `Use ${name}`, exact: true }).click();
}

test('a copy whose dialog is closed during the request reports the outcome and closes no other dialog', async ({
  program,
}) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await goTo(page, 'AutoTrade');
  const code = page.getByLabel('I have a code');
  await code.fill('NO_SUCH_BROKER', { timeout: 30_000 });
  await code.press('Enter');
  await dialog(page).getByLabel('Scaling', { exact: true }).fill('50');
  for (const name of [/Leave them out. The copy then differs/, /They are ignored/, /Leave them out until/])
    await dialog(page).getByRole('radio', { name }).click();
  for (const step of [/Immediate trades/, /Rehearse/, /Account/, /Review/]) {
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(stepOf(page)).toHaveText(step);
  }
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByLabel('Type the broker code NO_SUCH_BROKER').fill('NO_SUCH_BROKER');
  await program.practice.addFault({ command: 'startAutoTrade', kind: 'delay', count: 1, ms: 4_000 });
  await dialog(page).getByRole('button', { name: 'Start copying' }).click();
  await expect(dialog(page)).toContainText('Closing the dialog does not stop the request');
  await page.keyboard.press('Escape');
  await code.fill('OTHER_BROKER');
  await code.press('Enter');
  await expect(page.getByText(/Start AutoTrade at NO_SUCH_BROKER: .*Unknown brokercode/)).toBeVisible();
  await expect(dialog(page)).toContainText('Start AutoTrade at OTHER_BROKER');
});

test('a stop whose dialog is closed during the request closes no other dialog', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const [systemid] = await program.practice.systemIds();
  const brokercode = await program.practice.brokerCode('Practice account, password');
  const settings = { scalingPercentage: 100, allow_short_options: 0, ignore_manual_trades_in_account: 1 };
  const account = { broker_accountnum: 'U1234567', broker_userid: 'trader-1', broker_password: 'CANARY-password' };
  await program.practice.sendAsOtherClient('startAutoTrade', {
    ...{ systemid, brokercode, join_trades_in_progress: 0 },
    ...settings,
    ...account,
  });
  await goTo(page, 'AutoTrade');
  const row = page.getByRole('grid', { name: 'Copies at brokers' }).getByRole('row', { name: /Practice account/ });
  await row.click({ timeout: 30_000 });
  await program.practice.addFault({ command: 'stopAutoTrade', kind: 'delay', count: 1, ms: 4_000 });
  await page.getByRole('button', { name: 'Stop…' }).click();
  await dialog(page)
    .getByRole('radio', { name: /Leave them in the account/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Send stop' }).click();
  await expect(dialog(page)).toContainText('Closing the dialog does not stop the request');
  await expect(dialog(page).getByRole('radio').first()).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByLabel('I have a code').fill('OTHER_BROKER');
  await page.getByLabel('I have a code').press('Enter');
  await expect(page.getByText('The platform confirmed the stop.')).toBeVisible();
  await expect(dialog(page)).toContainText('Start AutoTrade at OTHER_BROKER');
});

test('a dialog of the strategies is closed when another window changes the connection', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await goTo(page, 'Strategies');
  await page.getByRole('button', { name: 'New…' }).click({ timeout: 30_000 });
  await dialog(page).getByLabel('Name', { exact: true }).fill('Of the trader');
  const other = await program.openWindow();
  await useConnection(other, 'Practice (operator)');
  await expect(page).toHaveTitle(/PRACTICE/);
  await expect(dialog(page)).toHaveCount(0);
});

test('a staged order is not confirmed under the name of a strategy that another window chose', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible({ timeout: 30_000 });
  await fillTicket(page, { symbol: 'QCOM', quantity: '10', limit: '110', target: '140', stopLoss: '100' });
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  await expect(page.getByText(/Staged, not sent/).first()).toBeVisible();
  await page.locator('.dock-tab', { hasText: 'Staged' }).click();
  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(dialog(page)).toContainText('QCOM');
  const other = await program.openWindow();
  const strategies = other.getByRole('combobox', { name: 'Strategy', exact: true });
  await strategies.selectOption({ index: 1 }, { timeout: 30_000 });
  const name = (await strategies.locator('option:checked').textContent()) ?? '';
  await expect(page).toHaveTitle(new RegExp(name.replaceAll(/[^A-Za-z0-9 ]/g, '.')));
  await expect(dialog(page)).toHaveCount(0);
});

test('the menu of a row is closed when another window chooses another strategy', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const other = await program.openWindow();
  const strategies = other.getByRole('combobox', { name: 'Strategy', exact: true });
  await expect(strategies).toHaveValue(/./, { timeout: 30_000 });
  for (const [index, table] of ['Orders', 'Positions'].entries()) {
    const row = page.locator(`[role$="grid"][aria-label="${table}"] [role="row"][aria-selected]`).first();
    await row.click({ button: 'right', timeout: 30_000 });
    await expect(page.getByRole('menu')).toBeVisible();
    const before = await page.title();
    await strategies.selectOption({ index: 1 - index });
    await expect(page).not.toHaveTitle(before);
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});

test('a retention that another window lengthened is not shortened unasked', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await goTo(page, 'Settings');
  const keepReadings = (of: Page): Locator => of.getByRole('combobox', { name: 'Keep past readings' });
  const keepOrders = (of: Page): Locator => of.getByRole('combobox', { name: 'Keep ended orders' });
  for (const box of [keepReadings(page), keepOrders(page)]) {
    await box.selectOption('Three months');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(box).toHaveValue('92');
  }
  const other = await program.openWindow();
  await goTo(other, 'Settings');
  await expect(keepReadings(other)).toHaveValue('92');
  await keepReadings(other).selectOption('Everything');
  await expect(keepReadings(other)).toHaveValue('all');
  await keepOrders(page).selectOption('Six months');
  await expect(keepOrders(page)).toHaveValue('183');
  await expect(keepReadings(page)).toHaveValue('all');
  await expect(keepOrders(other)).toHaveValue('183');
});
