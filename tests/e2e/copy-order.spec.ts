// An order of a subscribed strategy of the practice world, copied to the ticket of an own strategy.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { arrowTo, tabTo } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';
import { signals } from './ticket.ts';

test.describe.configure({ retries: 0 });

const strategyChoice = (page: Page): Locator => page.getByRole('combobox', { name: 'Strategy', exact: true });
const panel = (page: Page): Locator => page.getByRole('region', { name: 'Signals of the owner' });
const ticket = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' });
const dialog = (page: Page): Locator => page.getByRole('dialog');

/** The names of the subscribed strategy and of the person's own strategies. */
async function strategyNames({ practice }: Program): Promise<{ subscribedName: string; ownNames: readonly string[] }> {
  const { response } = (await practice.sendAsOtherClient('listAllSystems', {})) as {
    response: { systemName: string; creatorScreenName: string }[];
  };
  const creator = response[0]?.creatorScreenName;
  const ownNames = response.filter((one) => one.creatorScreenName === creator).map((one) => one.systemName);
  return { ownNames, subscribedName: response.find((one) => one.creatorScreenName !== creator)?.systemName ?? '' };
}

/** Chooses the subscribed strategy, and waits until the screen marks it as subscribed. */
async function openSubscribed(page: Page, subscribedName: string): Promise<void> {
  await strategyChoice(page).selectOption({ label: subscribedName });
  await expect(panel(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('banner').getByText('Subscribed')).toBeVisible();
}

test('by mouse, a working order is copied to the ticket of a chosen strategy, and not sent', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const { ownNames, subscribedName } = await strategyNames(program);
  await openSubscribed(page, subscribedName);
  await expect(page.getByRole('button', { name: /^Panic/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Arm/ })).toBeDisabled();
  await expectNoViolation(page);
  // A narrow window hides the state of the connection while there is no problem.
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await expect(page.getByTitle('The last request was answered.')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByTitle('The last request was answered.')).toBeHidden();
  await page.setViewportSize(size);
  const row = signals(page)
    .getByRole('row', { name: /Working/ })
    .first();
  const symbol = /[A-Z]{6}/.exec((await row.textContent()) ?? '')?.[0] ?? 'none';
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Copy to my strategy/ }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Copy to my strategy' })).toBeVisible();
  await expectNoViolation(page);
  await dialog(page)
    .getByLabel('My strategy')
    .selectOption({ label: ownNames[1] ?? '' });
  await dialog(page).getByRole('button', { name: 'Copy to the ticket' }).click();

  await expect(ticket(page).getByText(`Copied from ${subscribedName}`)).toBeVisible();
  await expect(strategyChoice(page).locator('option:checked')).toHaveText(ownNames[1] ?? '');
  await expect(ticket(page).getByLabel('Symbol', { exact: true })).toHaveValue(symbol);
  await expect(ticket(page).getByLabel('Quantity', { exact: true })).toBeFocused();
  expect(await program.practice.countReceived('submitSignal')).toBe(0);

  // With another symbol the ticket is no longer the copied order.
  await ticket(page).getByLabel('Symbol', { exact: true }).fill('MSFT');
  await expect(ticket(page).getByText('Copied from')).toHaveCount(0);
});

test('a filled order is copied by the keyboard alone', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const { ownNames, subscribedName } = await strategyNames(program);
  await tabTo(page, strategyChoice(page));
  await page.keyboard.type(subscribedName.slice(0, 5));
  await expect(panel(page)).toBeVisible({ timeout: 60_000 });
  const scope = page.getByRole('radiogroup', { name: 'Orders shown' }).getByRole('radio');
  await tabTo(page, scope.and(page.locator('[aria-checked="true"]')));
  if (!(await scope.nth(1).isChecked())) await page.keyboard.press('ArrowRight');
  await expect(scope.nth(1)).toBeChecked();
  await tabTo(page, signals(page));
  await expect(
    signals(page)
      .getByRole('row', { name: /Filled/ })
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await arrowTo(page, signals(page), 'Filled');
  await page.keyboard.press('t');
  await expect(dialog(page).getByLabel('My strategy')).toBeFocused();
  await tabTo(page, dialog(page).getByRole('button', { name: 'Copy to the ticket' }));
  await page.keyboard.press('Enter');
  await expect(ticket(page).getByText(`Copied from ${subscribedName}`)).toBeVisible();
  await expect(ticket(page).getByLabel('Quantity', { exact: true })).toBeFocused();
  await expect(page.getByText(`Copied to the ticket of ${ownNames[0] ?? ''}. Nothing was sent.`)).toBeVisible();
  expect(await program.practice.countReceived('submitSignal')).toBe(0);
});
