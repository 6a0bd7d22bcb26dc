// The built-in connection of the operator of a private platform, on the practice service.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { arrowTo, tabTo, typeInto, useOperator } from './keyboard.ts';
import { expect, test } from './program.ts';
import { fillTicket, goTo, sendOrder, signalRow } from './ticket.ts';

const mode = (page: Page) => page.getByRole('status', { name: 'Mode' });
const platform = (page: Page) => page.getByRole('banner').getByText(/^Platform \d+$/);

test('an order is sent as the operator of the private platform, and Practice is unchanged after', async ({
  program,
}) => {
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
  // Three are the trader's own; the others belong to members of the platform.
  await expect(page.getByRole('grid', { name: 'Strategies' }).getByRole('row').nth(5)).toBeVisible();

  await goTo(page, 'Trade');
  await fillTicket(page, { symbol: 'KO', quantity: '7', limit: '1' });
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'KO', 'LMT 1').first()).toContainText('Working', { timeout: 30_000 });
  expect(await program.practice.received('submitSignal')).toBe(1);
  expect(await program.practice.receivedAt(/\/platform\/apiv3\/\d+\/submitSignal/)).toBe(1);

  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Use Practice', exact: true }).click();
  await expect(platform(page)).toHaveCount(0);
});

test('the operator creates, clones and edits a strategy by the keyboard alone', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await useOperator(page);
  await expect(platform(page)).toBeVisible();
  await expect(mode(page)).toHaveText('PRACTICE');
  await hasNoViolation(page);

  await page.keyboard.press('Alt+3');
  const list = page.getByRole('grid', { name: 'Strategies', exact: true });
  const dialog = page.getByRole('dialog');
  const details = page.getByRole('region', { name: 'Strategy details' });
  await arrowTo(page, list, 'Harbor Trend');
  await expect(details.getByRole('button', { name: 'Clone…' })).toBeEnabled({ timeout: 30_000 });
  const [systemid] = await program.practice.systemIds();
  const { response } = (await program.practice.elsewhere('getSystemDetails', { systemid })) as {
    response: { ownerpersonid: string };
  };
  await page.keyboard.press('n');
  await typeInto(page, dialog.getByLabel('Owner (person id)'), response.ownerpersonid);
  await typeInto(page, dialog.getByLabel('Name'), 'Of the operator');
  await typeInto(page, dialog.getByLabel('Description'), 'A first try');
  await typeInto(page, dialog.getByLabel('Starting capital'), '50,000');
  await page.keyboard.press('Enter');
  await confirmAll(page);
  await expect(details.getByRole('heading', { name: 'Of the operator', exact: true })).toBeVisible();

  await arrowTo(page, list, 'Harbor Trend');
  await expect(details.getByRole('button', { name: 'Clone…' })).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press('c');
  await typeInto(page, dialog.getByLabel('Name'), 'Cloned by the operator');
  await page.keyboard.press('Enter');
  await confirmAll(page);
  await expect(details.getByRole('heading', { name: 'Cloned by the operator', exact: true })).toBeVisible();

  await expect(details.getByRole('button', { name: 'Edit…' })).toBeEnabled({ timeout: 30_000 });
  await arrowTo(page, list, 'Cloned by the operator');
  await page.keyboard.press('e');
  await typeInto(page, dialog.getByLabel('Free trial, days'), '21');
  await page.keyboard.press('Enter');
  await confirmAll(page);
  await expect(details.getByText('Free trial, days', { exact: false }).first()).toContainText('→ 21');
  expect(await program.practice.receivedAt(/\/platform\/apiv3\/\d+\/createNewSystem/)).toBe(2);
  expect(await program.practice.receivedAt(/\/platform\/apiv3\/\d+\/changeSystemAttribute/)).toBe(2);
  expect(await program.practice.receivedAt(/\/world\/apiv3\/(?:createNewSystem|changeSystemAttribute)/)).toBe(0);
});

/** Ticks every warning of the plan, and sends it. */
async function confirmAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table').first()).toBeVisible();
  for (const tick of await dialog.getByRole('checkbox').all()) {
    await tabTo(page, tick);
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/** The page is the same on each host, so one host checks it. */
async function hasNoViolation(page: Page): Promise<void> {
  if (test.info().project.name === 'electron-stand-in') return;
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  expect((await axe.analyze()).violations.map(({ id }) => id)).toEqual([]);
}
