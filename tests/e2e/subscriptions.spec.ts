// Joining and leaving a strategy of another person: the roster, the plans, and the list.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { takeGuidePicture } from './guide-picture.ts';
import { arrowTo, tabTo } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';

// No retries: a rare second subscription must fail the test.
test.describe.configure({ retries: 0 });

const listOf = (page: Page, name: string): Locator => page.getByRole('grid', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const sheet = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Opens a list of the Strategies page by the keyboard. */
async function openList(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Alt+3');
  await tabTo(page, page.getByRole('radio', { checked: true }).and(page.locator('.segment')));
  for (let step = 0; step < 3 && !(await page.getByRole('radio', { name }).isChecked()); step++)
    await page.keyboard.press('ArrowRight');
  await expect(listOf(page, name)).toBeVisible();
}

/** The name of a strategy that is alive and belongs to another person. */
async function strategyOfAnother({ practice }: Program): Promise<string> {
  const { response } = (await practice.sendAsOtherClient('getSystemRoster', {})) as {
    response: { system_id: string; system_name: string; isAlive: string }[];
  };
  const ownIds = await practice.systemIds();
  const found = response.find(({ system_id: id, isAlive }) => !ownIds.includes(id) && isAlive === '1');
  if (found === undefined) throw new Error('no strategy of another person');
  return found.system_name;
}

/**
 * Sends by Enter. If a reading came between the plan and Enter, the plan is refused, nothing is
 * sent, and the plan is shown again.
 */
async function sendByEnter(page: Page): Promise<void> {
  const refused = dialog(page).getByText('Review it again. Nothing was sent.');
  await page.keyboard.press('Enter');
  await expect(async () => {
    if (await refused.isVisible()) await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
}

test(
  'a subscription to a strategy of the roster is started and ended by the keyboard alone',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(120_000);
    const page = await program.start();
    const name = await strategyOfAnother(program);
    await openList(page, 'Roster');
    await expect(listOf(page, 'Roster').getByText(name)).toBeVisible({ timeout: 30_000 });
    await arrowTo(page, listOf(page, 'Roster'), name);
    const terms = sheet(page, 'Strategy of the roster');
    await expect(terms.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(terms.getByRole('list', { name: 'What a subscription opens' })).toContainText('Equity');
    await expect(terms.getByRole('list', { name: 'What only the owner sees' })).toContainText('Statistics');
    await expectNoViolation(page);
    await tabTo(page, terms.getByRole('button', { name: 'Subscribe…' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('table', { name: 'What begins' })).toContainText('from today');
    await takeGuidePicture(page, 'subscribe-review');
    await expectNoViolation(page);

    // Esc sends nothing, and the focus returns to the button.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    expect(await program.practice.countReceived('subscribeToStrategy')).toBe(0);
    await expect(terms.getByRole('button', { name: 'Subscribe…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Subscribe', exact: true })).toBeFocused();
    await sendByEnter(page);

    const row = listOf(page, 'Subscriptions').getByRole('row', { name });
    await expect(row).toContainText('Current');
    await expect(page.getByText(`The platform confirmed the subscription to ${name}.`)).toBeVisible();
    await expect(listOf(page, 'Subscriptions')).toBeFocused();
    await expect(sheet(page, 'Subscription').getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(sheet(page, 'Subscription').getByRole('button', { name: 'Set up AutoTrade…' })).toBeEnabled();
    await expect(page.getByText(/^Fees \$[\d.,]+ a month$/)).toBeVisible();
    await takeGuidePicture(page, 'subscriptions');
    await expectNoViolation(page);
    // A further Enter must not subscribe again.
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);

    await page.keyboard.press('x');
    await expect(dialog(page).getByRole('table', { name: 'What ends' })).toContainText('ends at once');
    await expectNoViolation(page);
    await expect(dialog(page).getByRole('button', { name: 'End subscription' })).toBeFocused();
    await sendByEnter(page);
    await expect(row).toContainText('Ended');
    await expect(listOf(page, 'Subscriptions')).toBeFocused();
    const endButton = sheet(page, 'Subscription').getByRole('button', { name: 'End…' });
    await expect(endButton).toBeDisabled();
    await expect(endButton).toHaveAccessibleDescription(/Ended/);
    await page.keyboard.press('x');
    await expect(dialog(page)).toHaveCount(0);
    expect(await program.practice.countReceived('subscribeToStrategy')).toBe(1);
    expect(await program.practice.countReceived('unsubscribeFromStrategy')).toBe(1);
  },
);

test('a subscription whose answer is lost is proven by the list of strategies', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const name = await strategyOfAnother(program);
  await openList(page, 'Roster');
  await listOf(page, 'Roster').getByText(name).click({ timeout: 30_000 });
  await program.practice.addFault({ command: 'subscribeToStrategy', kind: 'dropAfter', count: 1 });
  await sheet(page, 'Strategy of the roster').getByRole('button', { name: 'Subscribe…' }).click();
  await dialog(page).getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(page.getByText(`The subscription to ${name} has no clear answer`)).toBeVisible();
  const row = listOf(page, 'Subscriptions').getByRole('row', { name });
  await expect(row).toContainText('Current', { timeout: 30_000 });
  expect(await program.practice.countReceived('subscribeToStrategy')).toBe(1);

  // A subscribed strategy is not offered again, and can be copied.
  await sheet(page, 'Subscription').getByRole('button', { name: 'Set up AutoTrade…' }).click();
  await expect(page.getByRole('heading', { name: `Brokers for ${name}` })).toBeVisible();
  await openList(page, 'Roster');
  await listOf(page, 'Roster').getByText(name).click({ timeout: 30_000 });
  const button = sheet(page, 'Strategy of the roster').getByRole('button', { name: 'Subscribe…' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('You subscribe to it already.');

  // The answer to the end of the subscription is lost in the same way, and the same list proves the
  // end.
  await page.getByText('Subscriptions', { exact: true }).click();
  await row.click();
  await program.practice.addFault({ command: 'unsubscribeFromStrategy', kind: 'dropAfter', count: 1 });
  await sheet(page, 'Subscription').getByRole('button', { name: 'End…' }).click();
  await dialog(page).getByRole('button', { name: 'End subscription' }).click();
  await expect(row).toContainText('Ended', { timeout: 30_000 });
  expect(await program.practice.countReceived('unsubscribeFromStrategy')).toBe(1);
});

test('when the end of a subscription is refused, the values named in the refusal are offered', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const name = await strategyOfAnother(program);
  await openList(page, 'Roster');
  await listOf(page, 'Roster').getByText(name).click({ timeout: 30_000 });
  await sheet(page, 'Strategy of the roster').getByRole('button', { name: 'Subscribe…' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Subscribe', exact: true })).toBeFocused();
  await sendByEnter(page);
  await expect(listOf(page, 'Subscriptions').getByRole('row', { name })).toContainText('Current');
  await expect(listOf(page, 'Subscriptions')).toBeFocused();

  await program.practice.setSwitches({ unsubscribeImmediate: 'refuse', missingPositions: 'refuse' });
  await page.keyboard.press('x');
  const endButton = dialog(page).getByRole('button', { name: 'End subscription' });
  const endingField = dialog(page).getByLabel('How it ends');
  const positionsField = dialog(page).getByLabel('Positions and orders at brokers');
  await expect(endButton).toBeFocused();
  await expect(endingField).toHaveCount(0);
  await expect(async () => {
    await endButton.press('Enter');
    await expect(dialog(page).getByText('must be one of these')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });

  await expect(endingField).toHaveValue('unsubscribe_immediate');
  await expect(endingField).toHaveAccessibleDescription(/Named by the platform in its refusal of/);
  await expect(positionsField).toHaveValue('');
  await endingField.press('ArrowDown');
  await expect(endingField).toHaveValue('unsubscribe_at_period_end');
  await expect(dialog(page).getByRole('table', { name: 'What ends' })).toContainText(
    'ends with the value unsubscribe_at_period_end',
  );
  await expect(endButton).toBeEnabled();
  await expect(endingField).toBeFocused();
  await expectNoViolation(page);
  await positionsField.press('ArrowDown');
  await expect(dialog(page).getByRole('table', { name: 'What ends' })).toContainText('leave_untouched');
  await expect(endButton).toBeEnabled();
  await expect(positionsField).toBeFocused();
  await tabTo(page, endButton);
  await sendByEnter(page);
  await expect(page.getByText(`The platform confirmed the end of the subscription to ${name}.`)).toBeVisible();
  expect(await program.practice.countReceived('unsubscribeFromStrategy')).toBe(2);
});
