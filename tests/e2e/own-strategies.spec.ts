// Creating, cloning, changing and undoing an own strategy: the forms, the plans, and the list.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { takeGuidePicture } from './guide-picture.ts';
import { arrowTo, tabTo, typeInto } from './keyboard.ts';
import { expect, test } from './program.ts';

// No retries: a rare second strategy must fail the test.
test.describe.configure({ retries: 0 });

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Strategies', exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const details = (page: Page): Locator => page.getByRole('region', { name: 'Strategy details' });
const heading = (page: Page, name: string): Locator => details(page).getByRole('heading', { name, exact: true });

/** Checks the box of every warning of the plan by the keyboard. */
async function checkAllBoxes(page: Page): Promise<void> {
  const boxes = dialog(page).getByRole('checkbox');
  for (const box of await boxes.all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
}

test('a strategy is created and cloned, and a change is made and undone, by the keyboard alone', async ({
  program,
}) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await page.keyboard.press('Alt+3');
  await arrowTo(page, list(page), 'Harbor Trend');
  await expect(details(page).getByRole('button', { name: 'Edit…' })).toBeEnabled({ timeout: 30_000 });

  // A name of two characters is refused at its field, and nothing is sent.
  await page.keyboard.press('n');
  await expect(dialog(page).getByRole('heading', { name: 'New strategy' })).toBeVisible();
  await expect(dialog(page).getByLabel('Owner (person id)')).not.toHaveValue('');
  await typeInto(page, dialog(page).getByLabel('Name'), '日本');
  await expect(dialog(page).getByText('Name: 3 to 40 characters.')).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await typeInto(page, dialog(page).getByLabel('Name'), 'Fresh start');
  await typeInto(page, dialog(page).getByLabel('Description'), 'A first try');
  await typeInto(page, dialog(page).getByLabel('Starting capital'), '50,000');

  // Esc keeps the draft.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await tabTo(page, list(page));
  await page.keyboard.press('n');
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Fresh start');
  await tabTo(page, dialog(page).getByLabel('Name'));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('table', { name: 'Created with' })).toContainText('$50,000');
  await takeGuidePicture(page, 'new-strategy-review');
  await expectNoViolation(page);
  await expect(dialog(page).getByRole('button', { name: 'Create strategy' })).toBeDisabled();
  expect(await program.practice.countReceived('createNewSystem')).toBe(0);
  await checkAllBoxes(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('The platform confirmed the new strategy.')).toBeVisible();
  await expect(list(page).getByRole('row', { name: 'Fresh start' })).toBeVisible();
  await expect(heading(page, 'Fresh start')).toBeVisible();

  // A clone: two requests, and the second one sets what the first cannot.
  await arrowTo(page, list(page), 'Harbor Trend');
  await expect(details(page).getByRole('button', { name: 'Clone…' })).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press('c');
  await typeInto(page, dialog(page).getByLabel('Name'), 'Harbor again');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('table', { name: 'Then set' })).toBeVisible();
  await checkAllBoxes(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('The platform confirmed the clone.')).toBeVisible();
  await expect(heading(page, 'Harbor again')).toBeVisible();
  expect(await program.practice.countReceived('createNewSystem')).toBe(2);
  expect(await program.practice.countReceived('changeSystemAttribute')).toBe(1);

  // An edit sends only the members that differ.
  await arrowTo(page, list(page), 'Harbor again');
  await expect(details(page).getByRole('button', { name: 'Edit…' })).toBeEnabled({ timeout: 30_000 });
  await page.keyboard.press('e');
  await typeInto(page, dialog(page).getByLabel('Free trial, days'), '21');
  await page.keyboard.press('Enter');
  const changes = dialog(page).getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row')).toHaveCount(2);
  await expect(changes).toContainText('→ 21');
  await expect(dialog(page).getByRole('button', { name: 'Send change' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(details(page).getByText('Free trial, days', { exact: false }).first()).toContainText('→ 21');
  await expectNoViolation(page);

  const undo = details(page).getByRole('button', { name: /^Undo Free trial, days/ });
  await tabTo(page, undo);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByLabel('Name'));
  await page.keyboard.press('Enter');
  await expect(changes).toContainText('21 →');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(details(page).getByRole('button', { name: /^Undo Free trial, days 21 →/ })).toBeVisible();
});

test(
  'by mouse, warnings are confirmed; the next read of the details proves an unanswered change',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(120_000);
    const page = await program.start();
    await page
      .getByRole('link', { name: 'Strategies' })
      .or(page.getByRole('button', { name: 'Strategies' }))
      .first()
      .click();
    await list(page).getByText('Harbor Trend').first().click();
    await details(page).getByRole('button', { name: 'Edit…' }).click({ timeout: 30_000 });
    await dialog(page).getByLabel('Starting capital').fill('123,000');
    await dialog(page).getByLabel('Short description').fill('Another short text');
    await dialog(page).getByRole('button', { name: 'Review plan' }).click();
    await expect(dialog(page).getByText(/^The whole equity curve moves/)).toBeVisible();
    await expect(dialog(page).locator('ins').first()).toContainText('Another');
    await takeGuidePicture(page, 'edit-strategy-review');
    const sendButton = dialog(page).getByRole('button', { name: 'Send change' });
    await expect(sendButton).toBeDisabled();
    for (const box of await dialog(page).getByRole('checkbox').all()) await box.check();
    await program.practice.addFault({ command: 'changeSystemAttribute', kind: 'dropAfter', count: 1 });
    await sendButton.click();
    await expect(page.getByText('The change has no clear answer.')).toBeVisible();
    await expect(details(page).getByText(/Starting capital .*→ \$123,000/)).toContainText('Confirmed', {
      timeout: 30_000,
    });
    expect(await program.practice.countReceived('changeSystemAttribute')).toBe(1);

    // A strategy with open positions cannot be ended. One press opens the plan that closes them.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Edit Harbor Trend');
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('Alive').selectOption('no');
    await dialog(page).getByRole('button', { name: 'Review plan' }).click();
    await expect(dialog(page).getByText(/^Blocked: /)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Flatten…' }).click();
    await expect(page.getByRole('dialog', { name: /^Flatten/ })).toBeVisible();
    expect(await program.practice.countReceived('changeSystemAttribute')).toBe(1);
  },
);

test('a clone that a kill interrupted between its two acts is finished by the keyboard', async ({ program }) => {
  test.setTimeout(240_000);
  let page = await program.startWithMovableClock();
  await page.keyboard.press('Alt+3');
  await list(page).getByText('Harbor Trend').first().click();
  await details(page).getByRole('button', { name: 'Clone…' }).click({ timeout: 30_000 });
  await dialog(page).getByLabel('Name').fill('Harbor half');
  await dialog(page).getByLabel('Monthly fee').fill('77');
  await dialog(page).getByRole('button', { name: 'Review plan' }).click();
  await expect(dialog(page).getByRole('table', { name: 'Then set' })).toContainText('$77');
  for (const box of await dialog(page).getByRole('checkbox').all()) await box.check();
  // The second act waits for a reading of the new strategy, and this reading never ends.
  await program.practice.addFault({ command: 'getSystemDetails', kind: 'hang', count: 20 });
  await dialog(page).getByRole('button', { name: 'Create clone' }).click();
  await expect.poll(() => program.practice.countReceived('createNewSystem')).toBe(1);
  // The list is read only after earlier reads have reached their time limit.
  await program.advanceClockUntil(2, () =>
    expect(list(page).getByRole('row', { name: 'Harbor half' })).toBeVisible({ timeout: 500 }),
  );
  await program.kill();

  page = await program.start();
  expect(await program.practice.countReceived('changeSystemAttribute')).toBe(0);
  await page.keyboard.press('Alt+3');
  await arrowTo(page, list(page), 'Harbor half');
  const continueButton = details(page).getByRole('button', { name: 'Continue…' });
  await expect(continueButton).toBeEnabled({ timeout: 30_000 });
  await expectNoViolation(page);
  await tabTo(page, continueButton);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Monthly fee')).toHaveValue('77');
  await tabTo(page, dialog(page).getByLabel('Monthly fee'));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('table', { name: 'Changes' })).toContainText('→ $77');
  await checkAllBoxes(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(details(page).getByText('Monthly fee', { exact: false }).first()).toContainText('$77');
  await expect(continueButton).toHaveCount(0);
  expect(await program.practice.countReceived('createNewSystem')).toBe(0);
  expect(await program.practice.countReceived('changeSystemAttribute')).toBe(1);
});
