// The roster: watched strategies, a comparison side by side, and the payments of the
// subscriptions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { arrowTo, tabTo, typeInto } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';
import { goTo } from './ticket.ts';

const roster = (page: Page): Locator => page.getByRole('grid', { name: 'Roster', exact: true });
const comparison = (page: Page): Locator => page.getByRole('region', { name: 'Comparison' });
const cell = (page: Page, label: string, at: number): Locator =>
  comparison(page).getByRole('row', { name: label }).getByRole('cell').nth(at);

type Terms = { readonly system_name: string; readonly monthlyFee: string; readonly freeTrialPeriodDays: string };

/** The strategies of others, as the platform lists them. */
async function strategiesOfOthers({ practice }: Program): Promise<readonly Terms[]> {
  const { response } = (await practice.sendAsOtherClient('getSystemRoster', {})) as {
    response: (Terms & { ownerpersonid: string })[];
  };
  const ownPersonId = response[0]?.ownerpersonid;
  return response.filter(({ ownerpersonid }) => ownerpersonid !== ownPersonId);
}

test('strategies are watched and compared by keyboard, and watched ones survive a restart', async ({ program }) => {
  test.setTimeout(180_000);
  const page = await program.start();
  const [first, second] = await strategiesOfOthers(program);
  if (first === undefined || second === undefined) throw new Error('the roster is too short');
  await page.keyboard.press('Alt+3');
  await tabTo(page, page.getByRole('radio', { checked: true }).and(page.locator('.segment')));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Subscribers' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(roster(page).getByText(first.system_name)).toBeVisible({ timeout: 30_000 });
  await arrowTo(page, roster(page), first.system_name);
  await page.keyboard.press('w');
  await expect(roster(page).getByRole('row', { name: first.system_name })).toContainText('Watched');
  await page.keyboard.press('c');
  await expect(page.getByText('on another strategy to compare the two')).toBeVisible();
  await arrowTo(page, roster(page), second.system_name);
  await page.keyboard.press('c');

  await expect(comparison(page).getByRole('columnheader', { name: first.system_name })).toBeVisible();
  await expect(cell(page, 'Monthly fee', 0)).toHaveText(`$${first.monthlyFee}.00`);
  await expect(cell(page, 'Fee a year', 1)).toContainText((12 * Number(second.monthlyFee)).toLocaleString('en'));
  await expect(cell(page, 'Fee a year, share of my capital', 0)).toHaveText('–');
  await typeInto(page, comparison(page).getByLabel('My capital'), '20000');
  const share = ((12 * Number(first.monthlyFee) * 100) / 20_000).toFixed(2);
  await expect(cell(page, 'Fee a year, share of my capital', 0)).toHaveText(`${share} %`);
  await expectNoViolation(page);
  await tabTo(page, comparison(page).getByRole('button', { name: 'End the comparison' }));
  await page.keyboard.press('Enter');
  await expect(comparison(page)).toHaveCount(0);

  // The program stores a change after a moment.
  await expect.poll(() => readFileSync(join(program.dataDir, 'preferences.json'), 'utf8')).toContain('roster.watch');
  await program.close();
  const newPage = await program.start();
  await goTo(newPage, 'Strategies');
  await newPage.getByRole('radio', { name: 'Roster' }).click();
  await expect(roster(newPage).getByRole('row', { name: first.system_name })).toContainText('Watched', {
    timeout: 30_000,
  });
  await newPage.getByRole('button', { name: 'Watched only (1)' }).click();
  await expect(roster(newPage).getByRole('row')).toHaveCount(2);
});

test('by mouse, the comparison leads to a subscription, and the calendar shows its payments', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const list = await strategiesOfOthers(program);
  // The trader already subscribes to one of them.
  const [wanted, other] = list.filter(({ system_name: name }) => name !== 'Basis & Carry FX');
  if (wanted === undefined || other === undefined) throw new Error('the roster is too short');
  await goTo(page, 'Strategies');
  await page.getByRole('radio', { name: 'Roster' }).click();
  const sheet = page.getByRole('region', { name: 'Strategy of the roster' });
  for (const { system_name: name } of [wanted, other]) {
    await roster(page).getByText(name).click({ timeout: 30_000 });
    await expect(sheet.getByRole('heading', { name })).toBeVisible();
    await sheet.getByRole('button', { name: 'Compare' }).click();
  }
  await comparison(page)
    .getByRole('button', { name: `Subscribe to ${wanted.system_name}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Subscribe', exact: true }).click();
  const calendar = page.getByRole('region', { name: /Renewals of the next 12 months/ });
  await expect(calendar.getByRole('row', { name: wanted.system_name }).first()).toContainText(
    `$${wanted.monthlyFee}.00`,
  );
  await expect(calendar.getByText('Payments not known here: Basis & Carry FX.')).toBeVisible();
  await expectNoViolation(page);
});
