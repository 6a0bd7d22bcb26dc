// The people of the private platform that the practice service seeds.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { takeGuidePicture } from './guide-picture.ts';
import { arrowTo, runPaletteCommand, switchToOperator, tabTo, typeInto } from './keyboard.ts';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'People' });
const person = (page: Page) => page.getByRole('region', { name: 'Person' });

test(
  'an operator finds, opens and exports people by mouse; an ordinary connection shows none',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(150_000);
    const page = await program.start();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'People' })).toHaveCount(0);
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Use Practice (operator)' }).click();
    await goTo(page, 'People');
    await expect(page.getByText('300 people')).toBeVisible({ timeout: 30_000 });
    await expect(grid(page)).not.toContainText(/\w\w\w@example\.com/);
    await expectNoViolation(page);

    const show = page.getByRole('combobox', { name: 'Show' });
    await show.selectOption({ label: 'Deleted (21)' });
    await expect(page.getByText('21 people')).toBeVisible();
    for (const name of ['Recurring billing off', 'Failing bills', 'Owns a strategy'])
      expect(await show.locator('option', { hasText: name }).innerText()).not.toContain('(0)');
    await show.selectOption({ label: await show.locator('option', { hasText: 'Owns a strategy' }).innerText() });
    await grid(page).getByRole('row').nth(1).click();
    await page.getByRole('radio', { name: 'Strategies', exact: true }).click();
    await expect(person(page)).toContainText('Requires credits');
    await page.getByRole('radio', { name: 'Profile' }).click();
    await expect(person(page)).toContainText('•••@example.com');

    await show.selectOption({ index: 0 });
    expect(await exportedCsv(page)).not.toMatch(/\w\w\w@example\.com/);
    await page.getByRole('button', { name: 'Show e-mail' }).click();
    await expect(person(page)).toContainText(/\w\w\w@example\.com/);
    expect(await exportedCsv(page)).toMatch(/\w\w\w@example\.com/);
    expect(await program.practice.countRequests(/\/platform\/apiv3\/\d+\/listAllPeople/)).toBe(1);

    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Use Practice', exact: true }).click();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'People' })).toHaveCount(0);
    await page.keyboard.press('Alt+7');
    await expect(page.getByRole('heading', { level: 1, name: 'People' })).toHaveCount(0);
  },
);

test('an operator browses people by the keyboard alone', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await switchToOperator(page);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'People' })).toBeVisible();
  await page.keyboard.press('Alt+7');
  await expect(page.getByText('300 people')).toBeVisible({ timeout: 30_000 });
  const filter = page.getByLabel('Filter people');
  await tabTo(page, filter);
  await page.keyboard.type('example');
  await expect(page.getByText('300 people')).toBeVisible();
  await tabTo(page, grid(page));
  await page.keyboard.press('Control+End');
  // The page shows the person in the row with the focus.
  const name = await grid(page).evaluate((element) => {
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    return active?.closest('[role="row"]')?.firstElementChild?.textContent ?? '';
  });
  await expect(person(page).getByRole('heading', { level: 2 })).toHaveText(name);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('a');
  await expect(person(page)).toContainText(/\w\w\w@example\.com/);
  await tabTo(page, page.getByRole('radio', { name: 'Profile' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Licenses' })).toBeChecked();
  // The chosen part is also shown for another person.
  const shown = await person(page).getByRole('heading', { level: 2 }).innerText();
  await tabTo(page, grid(page), 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(person(page).getByRole('heading', { level: 2 })).not.toHaveText(shown);
  await expect(page.getByRole('radio', { name: 'Licenses' })).toBeChecked();
});

test('an operator reads subscribers and stages the end of a subscription by keyboard alone', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await switchToOperator(page);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'People' })).toBeVisible();
  await runPaletteCommand(page, 'Subscribers…');
  const list = page.getByRole('grid', { name: 'Subscribers', exact: true });
  const details = page.getByRole('region', { name: 'Subscriber', exact: true });
  await expect(details).toContainText('•••@example.com', { timeout: 30_000 });
  await expect(page.getByText(/^Updated/).first()).toBeVisible();
  await expectNoViolation(page);

  // A figure above the list filters the list to the rows that the figure counts.
  const failing = page.getByRole('button', { name: /^Failed payments \d/ });
  await tabTo(page, failing);
  await page.keyboard.press('Enter');
  const count = /\d+/.exec(await failing.innerText())?.[0] ?? '';
  expect(Number(count)).toBeGreaterThan(0);
  await expect(page.getByText(new RegExp(`^${count} subscriptions?$`))).toBeVisible();
  // The details belong to a listed row.
  await expect(details.getByRole('term').filter({ hasText: 'Failed payments' }).locator('+ dd')).not.toHaveText('0');
  await takeGuidePicture(page, 'subscribers');

  const show = page.getByRole('combobox', { name: 'Show' });
  await tabTo(page, show, 'Shift+Tab');
  await page.keyboard.press('p');
  await expect(show.locator('option:checked')).toContainText('Private platform');
  await arrowTo(page, list, 'current', 'Yes');
  await page.keyboard.press('Space');
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add to the set' });
  const time = dialog.getByLabel('Ends at, New York time');
  await typeInto(page, time, '2027-11-07 01:30');
  await expect(dialog).toContainText('New York repeats this hour');
  await expect(add).toBeDisabled();
  await expectNoViolation(page);
  await typeInto(page, time, '2027-12-01 09:30');
  await expect(dialog).toContainText('Ends at 2027-12-01 09:30 ET');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('1 change is staged in People. Nothing was sent.')).toBeVisible();
  expect(await program.practice.countReceived('privateSubManagement_endSubscription')).toBe(0);

  await tabTo(page, page.getByRole('radio', { name: 'Details' }));
  await page.keyboard.press('ArrowRight');
  await expect(details).toContainText('In the first reading');
  await tabTo(page, page.getByRole('radio', { name: 'List', exact: true }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Nothing to compare')).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Alt+7');
  await tabTo(page, page.getByRole('radio', { name: 'People', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('grid', { name: /changes/i })).toContainText('2027-12-01 09:30');
});

async function exportedCsv(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export people' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, as filtered' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}
