// The built-in connection of the operator of a private platform, on the practice service.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { tabTo } from './keyboard.ts';
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

test('the connection of the operator is chosen by the keyboard alone', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await page.keyboard.press('Alt+6');
  const use = page.getByRole('button', { name: 'Use Practice (operator)' });
  await expect(use).toBeVisible();
  await tabTo(page, use);
  await page.keyboard.press('Enter');
  await expect(platform(page)).toBeVisible();
  await expect(mode(page)).toHaveText('PRACTICE');
  if (test.info().project.name === 'electron-stand-in') return;
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
