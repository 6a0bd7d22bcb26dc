// A CSV with weights becomes a target portfolio, and its orders fill. One test pastes the CSV by
// keyboard. The other opens it as a file by mouse, as the operator of the private platform.
import type { Locator, Page } from '@playwright/test';
import { tabTo } from './keyboard.ts';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

// No retries: a rare second list must fail the test.
test.describe.configure({ retries: 0 });

/** A list with decimal commas and semicolons, in which one weight is a formula. */
const csv = '\uFEFFTicker;Weight\r\nKO;12,5\r\nPEP;-7,25 %\r\nMSFT;=1+1\r\nXOM;0\r\n';

const editor = (page: Page): Locator => page.getByRole('grid', { name: 'Target portfolio', exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const rowOf = (page: Page, symbol: string): Locator =>
  editor(page)
    .getByRole('row')
    .filter({ has: page.getByText(symbol, { exact: true }) });

/** How the keyboard, or the mouse, operates the screen. */
type InputDevice = {
  readonly begin: (page: Page) => Promise<void>;
  readonly press: (page: Page, target: Locator) => Promise<void>;
  readonly openImport: (page: Page) => Promise<void>;
  readonly enterList: (page: Page) => Promise<void>;
  readonly review: (page: Page) => Promise<void>;
};

const keyboard: InputDevice = {
  begin: (page) => page.keyboard.press('Alt+G'),
  press: async (page, target) => {
    await tabTo(page, target);
    await page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  },
  openImport: async (page) => {
    await tabTo(page, page.getByRole('button', { name: 'More', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Set to holdings' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  },
  enterList: async (page) => {
    await expect(dialog(page).getByRole('textbox', { name: 'List' })).toBeFocused();
    await page.keyboard.insertText(csv);
  },
  review: (page) => page.keyboard.press('Control+Enter'),
};
const mouse: InputDevice = {
  begin: async (page) => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Use Practice (operator)' }).click();
    await expect(page.getByRole('banner').getByTitle(/operator of the private platform/)).toBeVisible();
    await goTo(page, 'Trade');
    await page.getByRole('tab', { name: 'Target' }).click();
  },
  press: (_, target) => target.click(),
  openImport: async (page) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import a list…' }).click();
  },
  enterList: async (page) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: 'Choose file…' }).click();
    await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    // The file field is emptied, because it would otherwise not report the same file again.
    await expect(dialog(page).getByLabel('File with a list')).toHaveValue('');
  },
  review: (page) => page.getByRole('button', { name: 'Review list…' }).click(),
};

for (const [name, device] of Object.entries({ keyboard, mouse }))
  test(
    `with the ${name}, CSV weights are planned, sent and reached, each fill as predicted`,
    { tag: name === 'mouse' ? '@host' : [] },
    async ({ program }) => {
      test.setTimeout(150_000);
      const page = await program.start();
      await device.begin(page);
      await expect(editor(page).getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });

      await device.openImport(page);
      await device.enterList(page);
      const next = dialog(page).getByRole('button', { name: 'Set weights…' });
      await expect(next).toBeDisabled();
      await device.press(page, dialog(page).getByRole('checkbox', { name: /^Leave out line 4: weight "=1\+1"/ }));
      await device.press(page, next);

      const weights = dialog(page).getByRole('table', { name: 'Weights' });
      await expect(weights).toContainText('net 5.25 %, gross 19.75 %');
      await device.press(page, dialog(page).getByRole('button', { name: 'Set units' }));
      await expect(dialog(page)).toHaveCount(0);
      await expect(rowOf(page, 'KO')).toContainText('12.5 %');

      await device.review(page);
      const plan = dialog(page).getByRole('table', { name: 'What changes' });
      const orderOf = async (symbol: string): Promise<string> =>
        (await plan.getByRole('row').filter({ hasText: symbol }).getByRole('cell').nth(2).textContent())?.trim() ?? '';
      const [bought, sold] = [await orderOf('KO'), await orderOf('PEP')];
      expect(bought).toMatch(/^Buy to open [1-9][0-9]*$/);
      expect(sold).toMatch(/^Sell to open [1-9][0-9]*$/);
      for (const box of await dialog(page).getByRole('checkbox').all()) await device.press(page, box);
      await device.press(page, dialog(page).getByRole('button', { name: 'Send list' }));
      await expect(page.getByText('The platform maintains the list.')).toBeVisible();
      expect(await program.practice.countReceived('setDesiredPositions')).toBe(1);

      await program.practice.advance(5);
      const units = (order: string): number => Number(order.replace(/\D/g, ''));
      await expect
        .poll(() => program.practice.positionSizes(), { timeout: 30_000 })
        .toEqual({ KO: units(bought), PEP: -units(sold) });
      for (const symbol of ['KO', 'PEP'])
        await expect(rowOf(page, symbol)).toContainText('= unchanged', { timeout: 60_000 });
      expect(await program.practice.countReceived('setDesiredPositions')).toBe(1);
    },
  );
