// Settings → My profile: the form, the plan, and the password that is typed twice.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { tabTo, typeInto } from './keyboard.ts';
import { expect, test } from './program.ts';

// No retries: a rare second change must fail the test.
test.describe.configure({ retries: 0 });

const dialog = (page: Page): Locator => page.getByRole('dialog');
const field = (page: Page, name: string): Locator => dialog(page).getByLabel(name, { exact: true });

test('names and password are changed by the keyboard alone', { tag: '@host' }, async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  await page.keyboard.press('Alt+6');
  await tabTo(page, page.getByRole('button', { name: 'Change my profile…' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'Person id')).not.toHaveValue('');

  // A form without a new value, and then two passwords that differ, are refused and not sent.
  await tabTo(page, field(page, 'First name'));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toHaveText('Type at least one new value.');
  await typeInto(page, field(page, 'First name'), 'Ada');
  await typeInto(page, field(page, 'New password'), 'a-new-password');
  await typeInto(page, field(page, 'New password again'), 'another-password');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('The two passwords differ.')).toBeVisible();
  await expectNoViolation(page);
  await typeInto(page, field(page, 'New password again'), 'a-new-password');
  await page.keyboard.press('Enter');

  const changes = dialog(page).getByRole('table', { name: 'Changes' });
  await expect(changes).toContainText('not known → Ada');
  await expect(changes).not.toContainText('a-new-password');
  await expectNoViolation(page);
  const apply = dialog(page).getByRole('button', { name: 'Send change' });
  await expect(apply).toBeDisabled();
  for (const box of await dialog(page).getByRole('checkbox').all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('The platform confirmed the change of your profile.')).toBeVisible();
  await expect(page.getByText(/ · Confirmed$/)).toBeVisible();
  expect(await program.practice.countReceived('changePersonAttribute')).toBe(1);
});

test('by mouse, a refused change requires the password again', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  // The palette opens the form from another page. The typed text is saved without the password.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('My profile');
  await page.keyboard.press('Enter');
  await field(page, 'Last name').fill('Byron');
  await field(page, 'New password').fill('a-new-password');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Change my profile…' }).click();
  await expect(field(page, 'Last name')).toHaveValue('Byron');
  await expect(field(page, 'New password')).toHaveValue('');
  await field(page, 'Last name').fill('');
  await field(page, 'Person id').fill('999');
  await field(page, 'New password').fill('a-new-password');
  await field(page, 'New password again').fill('a-new-password');
  await dialog(page).getByRole('button', { name: 'Review plan' }).click();
  await expect(dialog(page).getByRole('table', { name: 'Changes' })).toBeVisible();
  for (const box of await dialog(page).getByRole('checkbox').all()) await box.check();
  await dialog(page).getByRole('button', { name: 'Send change' }).click();
  await expect(field(page, 'New password')).toHaveValue('');
  await expect(dialog(page).getByRole('alert')).toContainText('personid');
});
