import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { violationsOf } from './accessibility.ts';
import { inRepository } from './hosts.ts';
import { expect, test } from './program.ts';
import { fillTicket, goTo, signalRow } from './ticket.ts';

const views = ['Trade', 'Review', 'Strategies', 'AutoTrade', 'Activity', 'Settings'] as const;

/** Pictures for the README: `STRATDESK_PICTURES=1` writes them to docs/images. */
const takesPictures = process.env['STRATDESK_PICTURES'] === '1';

for (const theme of ['dark', 'light'] as const) {
  test(`every view, ${theme} theme, fits the window and has no accessibility violation`, async ({ program, host }) => {
    test.skip(host === 'electron-stand-in', 'the same page and browser as in the browser host');
    const page = await program.start();
    await page.emulateMedia({ colorScheme: theme });
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    const order = { symbol: 'AAPL', quantity: '100', limit: '262', target: '274', stopLoss: '256.50' };
    await fillTicket(page, order);
    await expect(page.getByText('Buy to open: 0 → 100 AAPL')).toBeVisible();
    for (const view of views) {
      await goTo(page, view);
      await expect(page.getByRole('main')).toBeVisible();
      if (view === 'Review')
        await expect(page.getByRole('grid', { name: 'Trades' }).getByRole('row').nth(3)).toBeVisible();
      if (view === 'Strategies') await expect(page.getByText('Annual Return').first()).toBeVisible();
      if (view === 'AutoTrade') await expect(page.getByRole('heading', { name: 'Practice Brokerage' })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${view} is wider than the window`).toBeLessThanOrEqual(0);
      // Names, roles and order are the same in both themes; only contrast can differ.
      const rules = theme === 'dark' ? undefined : ['color-contrast'];
      expect(await violationsOf(page, rules), view).toEqual([]);
      if (takesPictures && host === 'browser')
        await page.screenshot({ path: inRepository(`docs/images/${view.toLowerCase()}-${theme}.png`) });
    }
  });
}

test('by keyboard, the palette opens Review, and from there the plan that cancels all orders', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Review');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Equity chart' })).toBeVisible();
  // The palette takes letters at once, also those typed before the next frame.
  const keepsFirstLetters = await page.evaluate(async () => {
    const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
    await Promise.resolve();
    return document.activeElement?.getAttribute('role') === 'combobox';
  });
  expect(keepsFirstLetters).toBe(true);
  // Orders can be canceled from a page without a blotter.
  await page.keyboard.type('Cancel all orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Cancel / })).toBeVisible();
});

test(
  'the API key of a connection is in no file, in no log and not in the page',
  { tag: '@host' },
  async ({ program }) => {
    const canary = 'CANARY4f81c2e7b6';
    const page = await program.start();
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Add connection' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Canary');
    await page.getByLabel('Address', { exact: true }).fill('https://127.0.0.1:9');
    await page.getByLabel(/^API key/).fill(canary);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText(/No answer from this address|not reached|refused/i).first()).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Canary', { exact: true })).toBeVisible();
    await goTo(page, 'Activity');
    expect(await page.content()).not.toContain(canary);
    await program.close();
    const forms = [canary, Buffer.from(canary).toString('base64'), Buffer.from(canary).toString('hex')];
    for (const file of files(program.dataDir)) {
      const bytes = readFileSync(file).toString('latin1');
      for (const form of forms) expect(bytes.includes(form), `${form} in ${file}`).toBe(false);
      expect(readFileSync(file).includes(Buffer.from(canary, 'utf16le')), `utf-16 in ${file}`).toBe(false);
    }
  },
);

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

test('Delete and Backspace on the tab of a panel close no panel', async ({ program }) => {
  const page = await program.start();
  const tabs = page.getByRole('region', { name: 'Trade workspace' }).getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  const names = await tabs.allTextContents();
  for (const key of ['Delete', 'Backspace']) {
    await tabs.filter({ hasText: 'Orders' }).first().focus();
    await page.keyboard.press(key);
    await expect(tabs).toHaveText(names);
  }
  await expect(page.getByRole('treegrid', { name: 'Orders' })).toBeVisible();
});
