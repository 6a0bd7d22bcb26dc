// The target portfolio: the editor, its plan, the list that is sent, and the draft.
import type { Locator, Page } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { takeGuidePicture } from './guide-picture.ts';
import { arrowTo, tabTo } from './keyboard.ts';
import { expect, test } from './program.ts';

// No retries: if a list is ever sent twice, the test must fail.
test.describe.configure({ retries: 0 });

const editor = (page: Page): Locator => page.getByRole('grid', { name: 'Target portfolio', exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const rowOf = (page: Page, symbol: string): Locator =>
  editor(page)
    .getByRole('row')
    .filter({ has: page.getByText(symbol, { exact: true }) });

/** Opens the editor and returns the symbols of its rows. */
async function openEditor(page: Page): Promise<string[]> {
  await page.keyboard.press('Alt+G');
  await expect(editor(page)).toBeFocused();
  await expect(editor(page).getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  const symbols = editor(page).getByRole('row').locator('> [role="gridcell"]:nth-child(1)');
  let texts: string[] = [];
  await expect(async () => {
    texts = (await symbols.allTextContents()).map((text) => text.trim());
    expect(texts).not.toContain('');
    expect(texts).not.toEqual([]);
  }).toPass();
  return texts;
}

test('a list is edited, reviewed and sent by the keyboard alone, and the positions reach it', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const [first = '', second = ''] = await openEditor(page);
  await expectNoViolation(page);

  // Typing a number starts a new quantity. After the first change, the other positions are listed
  // as unchanged.
  await arrowTo(page, editor(page), first);
  await page.keyboard.type('7');
  const firstField = page.getByRole('textbox', { name: `New quantity of ${first}` });
  await expect(firstField).toBeFocused();
  await expect(firstField).toHaveValue('7');
  await expect(rowOf(page, first)).toContainText('7');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toBeFocused();
  await expect(rowOf(page, second)).toContainText('= unchanged');

  // The arrow keys step from the size of the position.
  await arrowTo(page, editor(page), second);
  await page.keyboard.press('Enter');
  const secondField = page.getByRole('textbox', { name: `New quantity of ${second}` });
  await expect(secondField).toHaveValue('');
  const size = (await program.practice.positionSizes())[second] ?? 0;
  expect(size).not.toBe(0);
  await page.keyboard.press('ArrowUp');
  await expect(secondField).toHaveValue(String(size + 1));
  await page.keyboard.press('ArrowDown');
  await expect(secondField).toHaveValue(String(size));
  await page.keyboard.press('Escape');

  // The second position is left out, and a new symbol is added.
  await arrowTo(page, editor(page), second);
  await page.keyboard.press('Delete');
  await expect(rowOf(page, second)).toContainText('left out');
  await page.keyboard.press('n');
  await expect(dialog(page).getByRole('heading', { name: 'Add a symbol' })).toBeVisible();
  await page.keyboard.type('PEP');
  await tabTo(page, dialog(page).getByRole('textbox', { name: 'New quantity' }));
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Whole units only.');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(rowOf(page, 'PEP')).toContainText('+ opens');

  await takeGuidePicture(page, 'target-editor');
  await page.keyboard.press('Control+Enter');
  const plan = dialog(page).getByRole('table', { name: 'What changes' });
  await expect(plan.getByRole('row').filter({ hasText: second })).toContainText('left out');
  await expect(plan.getByRole('row').filter({ hasText: 'PEP' })).toContainText('Buy to open 30');
  await takeGuidePicture(page, 'target-review');
  await expectNoViolation(page);
  const send = dialog(page).getByRole('button', { name: 'Send list' });
  await expect(send).toBeDisabled();
  // Each warning has its own box.
  const boxes = dialog(page).getByRole('checkbox');
  for (let at = 0; at < (await boxes.count()); at++) {
    await tabTo(page, boxes.nth(at));
    await page.keyboard.press('Space');
    if (at < (await boxes.count()) - 1) await expect(send).toBeDisabled();
  }
  await expect(dialog(page)).toContainText(`leaves out 1 position, which closes it: ${second}`);
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('The platform maintains the list.')).toBeVisible();
  await expect(editor(page)).toBeFocused();
  expect(await program.practice.countReceived('setDesiredPositions')).toBe(1);

  // Market orders fill at the next tick of the practice market.
  await program.practice.advance(5);
  await expect(rowOf(page, 'PEP')).toContainText('= unchanged', { timeout: 60_000 });
  await expect(rowOf(page, first)).toContainText('= unchanged', { timeout: 60_000 });
  await expect(page.getByRole('status', { name: 'Mode of the target portfolio' })).toContainText('3 lines');
  const outcome = page.getByRole('region', { name: 'Outcome of the list' });
  await expect(outcome.getByRole('status')).toContainText(/^Reached at \d/);
  await outcome.getByRole('button', { name: 'Fills' }).focus();
  await page.keyboard.press('Enter');
  const fills = outcome.getByRole('table', { name: 'Fills of the list' });
  await expect(fills.getByRole('row').filter({ hasText: 'PEP' })).toContainText('Buy to open 30 at');
  await expect(fills.getByRole('row').filter({ hasText: second })).toContainText('reached');
  await expectNoViolation(page);
  await editor(page).focus();
  // A further Enter edits, and sends nothing.
  await page.keyboard.press('Enter');
  expect(await program.practice.countReceived('setDesiredPositions')).toBe(1);
  await page.keyboard.press('Escape');

  // Another program sets another list. The screen shows both, and the trader can use the list of
  // the platform.
  const [systemid] = await program.practice.systemIds();
  const positions = [{ symbol: 'PEP', typeofsymbol: 'stock', quant: '31' }];
  await program.practice.sendAsOtherClient('setDesiredPositions', { systemid, positions });
  await page.getByRole('tabpanel', { name: 'Target' }).getByRole('button', { name: 'Refresh' }).press('Enter');
  const diff = page.getByRole('region', { name: 'Two target lists' });
  await expect(diff.getByRole('row').filter({ hasText: 'PEP' })).toContainText(/30.*31.*different/, {
    timeout: 30_000,
  });
  await expect(diff.getByRole('row').filter({ hasText: first })).toContainText('not listed');
  await expectNoViolation(page);
  await takeGuidePicture(page, 'target-two-lists');
  await diff.getByRole('button', { name: 'Send ours again…' }).press('Enter');
  await expect(dialog(page).getByRole('table', { name: 'What changes' })).toContainText('PEP');
  await page.keyboard.press('Escape');
  await diff.getByRole('button', { name: 'Use the list of the platform' }).press('Enter');
  await expect(diff).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Mode of the target portfolio' })).toContainText('Confirmed: 1 line,');
  expect(await program.practice.countReceived('setDesiredPositions')).toBe(2);
});

test('the review of a list remains until its request is answered', async ({ program }) => {
  test.setTimeout(120_000);
  const page = await program.start();
  const [first = ''] = await openEditor(page);
  await rowOf(page, first).click();
  await page.keyboard.type('x2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Review list…' }).click();
  await expect(dialog(page).getByRole('table', { name: 'What changes' })).toContainText(first);
  for (const box of await dialog(page).getByRole('checkbox').all()) await box.check();
  await program.practice.addFault({ command: 'setDesiredPositions', kind: 'delay', count: 1, ms: 4_000 });
  await dialog(page).getByRole('button', { name: 'Send list' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Sending…' })).toBeVisible();
  expect(await dialog(page).getByText('Esc cancels').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('button', { name: 'Sending…' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(page.getByText('The platform maintains the list.')).toBeVisible({ timeout: 30_000 });
  await expect(dialog(page)).toHaveCount(0);
});

test('a draft survives a restart, which sends nothing; Esc closes the plan', async ({ program }) => {
  test.setTimeout(120_000);
  const firstPage = await program.start();
  const [first = ''] = await openEditor(firstPage);
  await rowOf(firstPage, first).click();
  await firstPage.keyboard.type('x2');
  await firstPage.keyboard.press('Enter');
  await firstPage.getByRole('button', { name: 'Lists…' }).click();
  await dialog(firstPage).getByRole('textbox', { name: 'Save the draft as' }).fill('Doubled');
  await firstPage.keyboard.press('Enter');
  await expect(dialog(firstPage).getByRole('list', { name: 'Named lists' })).toContainText('Doubled');
  // Two lists are compared, and a past reading is loaded.
  await dialog(firstPage).getByRole('combobox', { name: 'With' }).selectOption('Holdings');
  await expect(dialog(firstPage)).toContainText(/1 of \d+ symbols differs/);
  const compared = dialog(firstPage).getByRole('row').filter({ hasText: 'different' });
  await expect(compared).toContainText(first);
  await dialog(firstPage).getByRole('combobox', { name: 'Past reading' }).selectOption({ index: 1 });
  await expect(dialog(firstPage).getByRole('button', { name: /^Load Holdings of / })).toBeEnabled();
  await expectNoViolation(firstPage);
  await dialog(firstPage)
    .getByRole('button', { name: /^Load Holdings of / })
    .click();
  await expect(rowOf(firstPage, first)).toContainText('= unchanged');
  await firstPage.keyboard.press('Control+z');
  await expect(rowOf(firstPage, first)).toContainText('~ changes size');
  await program.close();

  const page = await program.start();
  await openEditor(page);
  await expect(rowOf(page, first)).toContainText('~ changes size');
  await page.getByRole('button', { name: 'Review list…' }).click();
  await expect(dialog(page).getByRole('table', { name: 'What changes' })).toContainText(first);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('tabpanel', { name: 'Target' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Clear' }).click();
  await expect(page.getByRole('button', { name: 'Review list…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Lists…' }).click();
  await dialog(page).getByRole('button', { name: 'Load Doubled' }).click();
  await expect(rowOf(page, first)).toContainText('~ changes size');
  expect(await program.practice.countReceived('setDesiredPositions')).toBe(0);
});
