// The built-in connection of the operator of a private platform, on the practice service.
import type { Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { takeGuidePicture } from './guide-picture.ts';
import { arrowTo, switchToOperator, tabTo, typeInto } from './keyboard.ts';
import { expect, test } from './program.ts';
import { fillTicket, goTo, sendOrder, signalRow } from './ticket.ts';

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

const mode = (page: Page) => page.getByRole('status', { name: 'Mode' });
const platform = (page: Page) => page.getByRole('banner').getByTitle(/operator of the private platform \d+/);

test(
  'an order is sent over the connection Practice (operator), and not over Practice',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(120_000);
    const page = await program.start();
    await expect(platform(page)).toHaveCount(0);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Use Practice (operator)' }).click();
    await expect(platform(page)).toBeVisible();
    await expect(mode(page)).toHaveText('PRACTICE');
    await goTo(page, 'Strategies');
    await expect(page.getByRole('radio', { name: 'My strategies' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Roster' })).toHaveCount(0);
    // Three strategies are the trader's own; the others belong to other people of the platform.
    await expect(page.getByRole('grid', { name: 'Strategies' }).getByRole('row').nth(5)).toBeVisible();

    await goTo(page, 'Trade');
    await fillTicket(page, { symbol: 'KO', quantity: '7', limit: '1' });
    await sendOrder(page);
    await expect(signalRow(page, 'BTO', 'KO', 'LMT 1').first()).toContainText('Working', { timeout: 30_000 });
    expect(await program.practice.countReceived('submitSignal')).toBe(1);
    expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/submitSignal/)).toBe(1);

    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Use Practice', exact: true }).click();
    await expect(platform(page)).toHaveCount(0);
  },
);

test('the operator creates, clones and edits a strategy by the keyboard alone', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await switchToOperator(page);
  await expect(platform(page)).toBeVisible();
  await expect(mode(page)).toHaveText('PRACTICE');
  await expectNoViolation(page);

  await page.keyboard.press('Alt+3');
  const list = page.getByRole('grid', { name: 'Strategies', exact: true });
  const dialog = page.getByRole('dialog');
  const details = page.getByRole('region', { name: 'Strategy details' });
  await arrowTo(page, list, 'Harbor Trend');
  await expect(details.getByRole('button', { name: 'Clone…' })).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press('n');
  await typeInto(page, dialog.getByLabel('Owner (person id)'), await program.practice.ownPersonId());
  await typeInto(page, dialog.getByLabel('Name'), 'Of the operator');
  await typeInto(page, dialog.getByLabel('Description'), 'A first try');
  await typeInto(page, dialog.getByLabel('Starting capital'), '50,000');
  await page.keyboard.press('Enter');
  await confirmAll(page);
  await expect(details.getByRole('heading', { name: 'Of the operator', exact: true })).toBeVisible();

  await arrowTo(page, list, 'Harbor Trend');
  await expect(details.getByRole('heading', { name: /^Harbor Trend/ })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Clone…' })).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press('c');
  await typeInto(page, dialog.getByLabel('Name'), 'Cloned by the operator');
  await page.keyboard.press('Enter');
  await confirmAll(page);
  await expect(details.getByRole('heading', { name: 'Cloned by the operator', exact: true })).toBeVisible();

  await arrowTo(page, list, 'Cloned by the operator');
  await expect(details.getByRole('heading', { name: 'Cloned by the operator', exact: true })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Edit…' })).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press('e');
  await typeInto(page, dialog.getByLabel('Free trial, days'), '21');
  await page.keyboard.press('Enter');
  await confirmAll(page);
  await expect(details.getByText('Free trial, days', { exact: false }).first()).toContainText('→ 21');
  expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/createNewSystem/)).toBe(2);
  expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/changeSystemAttribute/)).toBe(2);
  expect(await program.practice.countRequests(/\/world\/apiv3\/(?:createNewSystem|changeSystemAttribute)/)).toBe(0);
});

test('by mouse, the operator creates and clones a strategy, and copies one at a broker', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Use Practice (operator)' }).click();
  await expect(platform(page)).toBeVisible();
  await goTo(page, 'Strategies');
  const list = page.getByRole('grid', { name: 'Strategies', exact: true });
  const details = page.getByRole('region', { name: 'Strategy details' });
  const dialog = page.getByRole('dialog');
  await list.getByText('Harbor Trend').first().click();
  await expect(details.getByRole('button', { name: 'Clone…' })).toBeEnabled({ timeout: 30_000 });
  await page.getByRole('button', { name: 'New…' }).click();
  await dialog.getByLabel('Owner (person id)').fill(await program.practice.ownPersonId());
  await dialog.getByLabel('Name').fill('Of the mouse');
  await dialog.getByLabel('Description').fill('A first try');
  await dialog.getByLabel('Starting capital').fill('50,000');
  await clickThrough(page);
  await expect(details.getByRole('heading', { name: 'Of the mouse', exact: true })).toBeVisible();

  await list.getByText('Harbor Trend').first().click();
  await details.getByRole('button', { name: 'Clone…' }).click({ timeout: 30_000 });
  await dialog.getByLabel('Name').fill('Cloned by the mouse');
  await clickThrough(page);
  await expect(details.getByRole('heading', { name: 'Cloned by the mouse', exact: true })).toBeVisible();
  expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/createNewSystem/)).toBe(2);

  await goTo(page, 'AutoTrade');
  const start = page.getByRole('button', { name: 'Start at Practice account, password' });
  await start.click({ timeout: 30_000 });
  await dialog.getByLabel('Scaling', { exact: true }).fill('50');
  for (const name of [/Leave them out. The copy then differs/, /They are ignored/, /Join them/]) {
    const choice = dialog.getByRole('radio', { name });
    await choice.click();
    await expect(choice).toBeChecked();
  }
  for (const step of [/Immediate trades/, /Rehearse/, /Account/]) {
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expect(dialog.locator('[aria-current="step"]')).toHaveText(step);
  }
  await dialog.getByLabel('Account number').fill('U1234567');
  await dialog.getByLabel('Password').fill('CANARY-broker-password');
  await dialog.getByRole('button', { name: 'Show optional fields' }).click();
  await dialog.getByLabel('User id').fill('trader-1');
  await dialog.getByRole('button', { name: 'Next' }).click();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByLabel('Type the last four characters of the account number').fill('4567');
  await dialog.getByRole('button', { name: 'Start copying' }).click();
  const copies = page.getByRole('grid', { name: 'Copies at brokers' });
  await expect(copies.getByRole('row', { name: /Linked/ })).toContainText('…4567');
  expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/startAutoTrade/)).toBe(1);
});

test('the operator starts a copy for another person by keyboard, and stops it by mouse', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await switchToOperator(page);
  await expect(platform(page)).toBeVisible();
  await page.keyboard.press('Alt+4');
  const person = page.getByRole('combobox', { name: 'Account of' });
  await expect(person).toHaveValue('The owner');
  await tabTo(page, person);
  await page.keyboard.type('nobody has this name');
  await expect(page.getByText('No person has this name or id.')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('a');
  const first = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first();
  await expect(first).toBeVisible();
  const name = await first.locator('b').innerText();
  const id = /\d+$/.exec(await first.innerText())?.[0] ?? '';
  await page.keyboard.press('ArrowDown');
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(person).toHaveValue(name);
  const start = page.getByRole('button', { name: 'Start at Practice account, password' });
  await expect(start).toBeEnabled({ timeout: 30_000 });
  await tabTo(page, start);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await typeInto(page, dialog.getByLabel('Scaling', { exact: true }), '50');
  for (const label of [/Leave them out. The copy then differs/, /They are ignored/, /Join them/]) {
    const choice = dialog.getByRole('radio', { name: label });
    await choice.focus();
    await page.keyboard.press('Space');
    await expect(choice).toBeChecked();
  }
  for (const step of [/Immediate trades/, /Rehearse/, /Account/]) {
    await dialog.getByRole('button', { name: 'Next' }).press('Enter');
    await expect(dialog.locator('[aria-current="step"]')).toHaveText(step);
  }
  await typeInto(page, dialog.getByLabel('Account number'), 'U7654321');
  await typeInto(page, dialog.getByLabel('Password'), 'CANARY-broker-password');
  await tabTo(page, dialog.getByRole('button', { name: 'Show optional fields' }));
  await page.keyboard.press('Enter');
  await typeInto(page, dialog.getByLabel('User id'), 'member-1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(`in the account of ${name}, person ${id}`)).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) {
    await box.focus();
    await page.keyboard.press('Space');
  }
  await typeInto(page, dialog.getByLabel('Type the last four characters of the account number'), '4321');
  await page.keyboard.press('Enter');
  const copies = page.getByRole('grid', { name: 'Copies at brokers' });
  await expect(copies.getByRole('row', { name: /Linked/ })).toContainText(name, { timeout: 30_000 });
  expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/startAutoTrade/)).toBe(1);

  await copies.getByText(name).click();
  const details = page.getByRole('region', { name: 'Copy at the broker' });
  await expect(details.getByText(`${name}, person ${id}`)).toBeVisible();
  await takeGuidePicture(page, 'autotrade-person');
  await details.getByRole('button', { name: 'Stop…' }).click();
  await dialog.getByRole('radio', { name: /Leave them in the account/ }).click();
  await dialog.getByRole('button', { name: 'Send stop' }).click();
  await expect(copies.getByRole('row', { name: /Stopped/ })).toContainText(name);
});

/** By mouse: opens the plan, checks the box of every warning, and sends the plan. */
async function clickThrough(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Review/ }).click();
  await expect(dialog.getByRole('table').first()).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await dialog.getByRole('button', { name: /^(Create|Clone|Send)/ }).click();
  await expect(dialog).toHaveCount(0);
}

/** By keyboard: checks the box of every warning of the plan, and sends the plan. */
async function confirmAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table').first()).toBeVisible();
  for (const box of await dialog.getByRole('checkbox').all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}
