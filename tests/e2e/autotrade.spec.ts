// A strategy is copied at a broker: the copy is started with the wizard, changed and stopped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { takeGuidePicture } from './guide-picture.ts';
import { tabTo, typeInto } from './keyboard.ts';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

// No retries: if `startAutoTrade` is sent twice, even rarely, the test must fail.
test.describe.configure({ retries: 0 });

const password = 'CANARY-broker-password';
const accountNumber = 'U1234567';
const copies = (page: Page): Locator => page.getByRole('grid', { name: 'Copies at brokers' });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const stepOf = (page: Page): Locator => dialog(page).locator('[aria-current="step"]');

async function openBrokers(page: Page): Promise<void> {
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { name: 'AutoTrade' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start at Practice account, password' })).toBeEnabled({
    timeout: 30_000,
  });
}

/** Fills the account step: first with invalid values, then with valid ones. */
async function typeCredentials(page: Page): Promise<void> {
  const account = dialog(page).getByLabel('Account number');
  for (const [text, fault] of [
    ['123', '3 characters; 4 to 30 are allowed.'],
    ['1'.repeat(31), '31 characters; 4 to 30 are allowed.'],
    ['     ', 'It contains only blanks.'],
  ] as const) {
    await account.fill(text);
    await account.press('Enter');
    await expect(dialog(page).getByText(fault)).toBeVisible();
  }
  await account.fill(accountNumber);
  await dialog(page).getByLabel('Password').fill(password);
  await dialog(page).getByRole('button', { name: 'Show optional fields' }).press('Enter');
  await dialog(page).getByLabel('User id').fill('trader-1');
}

/** The paths of the files in the folder that contain one of the texts. */
const filesWith = (folder: string, texts: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)));

/** Chooses the radio with this text, using the keyboard. */
async function chooseRadio(page: Page, name: RegExp): Promise<void> {
  const radio = dialog(page).getByRole('radio', { name });
  await radio.focus();
  await page.keyboard.press('Space');
  await expect(radio).toBeChecked();
}

test('a copy is started by the keyboard alone, and its draft survives a restart without secrets', async ({
  program,
}) => {
  test.setTimeout(180_000);
  let page = await program.start();
  await openBrokers(page);
  await tabTo(page, page.getByRole('button', { name: 'Start at Practice account, password' }));
  await page.keyboard.press('Enter');

  // A missing or invalid value is named beside its field, and the wizard stays on its step.
  const scaling = () => dialog(page).getByLabel('Scaling', { exact: true });
  for (const text of ['0', '0.5', '1001', '1e3', '50 %']) {
    await typeInto(page, scaling(), text);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Whole percent from 1 to 1000, digits only.')).toBeVisible();
  }
  await expect(dialog(page).getByText('Choose one.')).toHaveCount(3);
  await typeInto(page, scaling(), '50');
  await chooseRadio(page, /Leave them out. The copy then differs/);
  await chooseRadio(page, /They are ignored/);
  await chooseRadio(page, /Join them/);
  await expect(dialog(page).getByText(/past trades would not be copied|No past trade with its fills/)).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(stepOf(page)).toHaveText(/Immediate trades/);
  await expect(dialog(page).getByText('An estimate; the service decides')).toBeVisible();
  await expectNoViolation(page);
  await takeGuidePicture(page, 'autotrade-trades-now');

  await dialog(page).getByRole('button', { name: 'Next' }).press('Enter');
  await expect(stepOf(page)).toHaveText(/Rehearse/);
  await expect(dialog(page).getByText('Fills at the broker')).toBeVisible();
  await expectNoViolation(page);
  await takeGuidePicture(page, 'autotrade-rehearse');
  await dialog(page).getByRole('button', { name: 'Next' }).press('Enter');
  await expect(stepOf(page)).toHaveText(/Account/);
  await typeCredentials(page);
  await expectNoViolation(page);

  // The wizard is closed with every field filled. A restart keeps the settings and no secret.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await program.close();
  // Only the preferences file and its backups contain the draft.
  const draftFiles = filesWith(program.dataDir, ['shortOptions']);
  expect(draftFiles.length).toBeGreaterThan(0);
  expect(draftFiles.filter((path) => !path.includes('preferences.json'))).toEqual([]);
  expect(filesWith(program.dataDir, [password, accountNumber, 'trader-1'])).toEqual([]);
  page = await program.start();
  await openBrokers(page);
  await page.getByRole('button', { name: 'Start at Practice account, password' }).press('Enter');
  await expect(scaling()).toHaveValue('50');
  await expect(dialog(page).getByRole('radio', { name: /Join them/ })).toBeChecked();
  await scaling().press('Enter');
  for (const step of [/Immediate trades/, /Rehearse/]) {
    await expect(stepOf(page)).toHaveText(step);
    await dialog(page).getByRole('button', { name: 'Next' }).press('Enter');
  }
  await expect(stepOf(page)).toHaveText(/Account/);
  await expect(dialog(page).getByLabel('Account number')).toHaveValue('');
  await expect(dialog(page).getByLabel('Password')).toHaveValue('');
  await expect(dialog(page).getByLabel('User id')).toHaveCount(0);
  await typeCredentials(page);
  await dialog(page).getByLabel('Account number').press('Enter');

  await expect(stepOf(page)).toHaveText(/Review/);
  const startButton = dialog(page).getByRole('button', { name: 'Start copying' });
  await expect(startButton).toBeDisabled();
  const checkbox = dialog(page).getByRole('checkbox');
  if ((await checkbox.count()) > 0) await checkbox.press('Space');
  await dialog(page).getByLabel('Type the last four characters of the account number').fill('4568');
  await expect(startButton).toBeDisabled();
  await dialog(page).getByLabel('Type the last four characters of the account number').fill('4567');
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(copies(page).getByRole('row', { name: /Linked/ })).toContainText('…4567');
  // The focus is on the new row, so that a further press does not open the wizard again.
  await expect(dialog(page)).toHaveCount(0);
  await expect(copies(page)).toBeFocused();
  await expect(page.getByRole('region', { name: 'Copy at the broker' })).toContainText('Linked.');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page.getByRole('list', { name: 'Brokers' }).locator('button:focus')).toHaveText('Start…');
  expect(await program.practice.countReceived('startAutoTrade')).toBe(1);
  expect(await page.content()).not.toContain(password);
  await program.close();
  expect(filesWith(program.dataDir, [password])).toEqual([]);
});

test('by mouse, a copy is changed, and the request to stop it is lost and sent again', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  await page.setViewportSize({ width: 1280, height: 800 });
  const code = await program.practice.brokerCode('Practice account, password');
  const [systemid] = await program.practice.systemIds();
  const started = await program.practice.sendAsOtherClient('startAutoTrade', {
    systemid,
    brokercode: code,
    scalingPercentage: 100,
    allow_short_options: 0,
    ignore_manual_trades_in_account: 1,
    join_trades_in_progress: 0,
    broker_accountnum: accountNumber,
    broker_userid: 'trader-1',
    broker_password: password,
  });
  expect(started).toMatchObject({ ok: '1' });
  await goTo(page, 'AutoTrade');
  const row = copies(page).getByRole('row', { name: /Practice account, password/ });
  await expect(row).toContainText('Set elsewhere', { timeout: 30_000 });
  await row.click();
  await expect(page.getByText('Not known. The platform has no command that returns them.')).toBeVisible();

  await page.getByRole('button', { name: 'Change settings…' }).click();
  await dialog(page).getByLabel('Scaling', { exact: true }).fill('40');
  await dialog(page)
    .getByRole('radio', { name: /Leave them out. The copy then differs/ })
    .click();
  await dialog(page)
    .getByRole('radio', { name: /They are ignored/ })
    .click();
  for (const step of [/Immediate trades/, /Rehearse/, /Review/]) {
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(stepOf(page)).toHaveText(step);
  }
  await expect(dialog(page).getByText('All of them are sent')).toBeVisible();
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByLabel(`Type the broker code ${code}`).fill(code);
  await dialog(page).getByRole('button', { name: 'Send change' }).click();
  await expect(row).toContainText('Linked');
  await expect(row).toContainText('40 %');

  await program.practice.addFault({ command: 'stopAutoTrade', kind: 'dropBefore', count: 1 });
  await page.getByRole('button', { name: 'Stop…' }).click();
  // The focus is on a radio, so that a key pressed too early does not close the dialog.
  await expect(dialog(page).getByRole('radio', { name: /Leave them in the account/ })).toBeFocused();
  await dialog(page)
    .getByRole('radio', { name: /Leave them in the account/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Send stop' }).click();
  await expect(row).toContainText('Stop without an answer');
  await expect(page.getByRole('alert').filter({ hasText: 'The strategy may still be copied.' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Send stop again…' }).click();
  await dialog(page)
    .getByRole('radio', { name: /Leave them in the account/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Send stop' }).click();
  await expect(row).toContainText('Stopped, positions left');
  await expect(copies(page)).toBeFocused();
  const stop = page.getByRole('button', { name: 'Stop…' });
  await expect(stop).toBeDisabled();
  await expect(stop).toHaveAccessibleDescription(/Stopped, positions left\. The copy has ended\./);
  expect(await program.practice.countReceived('stopAutoTrade')).toBe(2);
});

test(
  'after a refused start, the password has to be typed again before the next start',
  { tag: '@host' },
  async ({ program }) => {
    test.setTimeout(120_000);
    const page = await program.start();
    await openBrokers(page);
    await page.getByLabel('I have a code').fill('NO_SUCH_BROKER');
    await page.getByLabel('I have a code').press('Enter');
    await dialog(page).getByLabel('Scaling', { exact: true }).fill('50');
    for (const choice of [/Leave them out. The copy then differs/, /They are ignored/, /Leave them out until/])
      await chooseRadio(page, choice);
    for (const step of [/Immediate trades/, /Rehearse/, /Account/]) {
      await dialog(page).getByRole('button', { name: 'Next' }).click();
      await expect(stepOf(page)).toHaveText(step);
    }
    // The broker does not say what it needs, so nothing is required.
    await dialog(page).getByRole('button', { name: 'Show optional fields' }).click();
    await dialog(page).getByLabel('Account number').fill(accountNumber);
    await dialog(page).getByLabel('Password').fill(password);
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(stepOf(page)).toHaveText(/Review/);
    await dialog(page).getByRole('checkbox').check();
    await dialog(page).getByLabel('Type the broker code NO_SUCH_BROKER').fill('NO_SUCH_BROKER');
    await dialog(page).getByRole('button', { name: 'Start copying' }).click();

    await expect(stepOf(page)).toHaveText(/Account/);
    await expect(dialog(page).getByText('Unknown brokercode')).toBeVisible();
    await expect(dialog(page).getByLabel('Account number')).toHaveValue(accountNumber);
    await expect(dialog(page).getByLabel('Password')).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(dialog(page).getByText('Needed.', { exact: true })).toBeVisible();
    await dialog(page).getByLabel('Password').fill(password);
    await dialog(page).getByRole('button', { name: 'Next' }).click();
    await expect(stepOf(page)).toHaveText(/Review/);
    expect(await program.practice.countReceived('startAutoTrade')).toBe(1);
  },
);
