import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { askForBundle, bundleBanner, closeBundle, makeBundle } from './bundle-steps.ts';
import { expect, Program, test } from './program.ts';
import { goTo, signalRow } from './ticket.ts';

const trades = (page: Page): Locator => page.getByRole('grid', { name: 'Trades', exact: true });
const performance = (page: Page): Locator => page.getByRole('region', { name: 'Performance review' });
const details = (page: Page): Locator => page.getByRole('region', { name: 'Trade details' });
const chooser = (page: Page): Locator => page.getByRole('combobox', { name: 'Strategy' });
const names = (page: Page): Promise<string[]> => chooser(page).getByRole('option').allTextContents();

/** Every figure of a strategy's review, once its trades are read and the figures are computed. */
async function figures(page: Page, name: string): Promise<string[]> {
  await chooser(page).selectOption(name);
  await page.locator('.dock-tab', { hasText: 'Performance' }).click();
  await expect(performance(page).getByRole('button', { name: /^Trades \d{3}/ })).toBeVisible();
  await expect(performance(page).getByRole('button', { name: /^Return [+−]/ })).toBeVisible();
  // Figures are computed one after the other. They are complete when nothing changes any more.
  let shown: string[] = [];
  await expect(async () => {
    const before = shown;
    shown = await performance(page).getByRole('button', { name: /\d/ }).allInnerTexts();
    expect(shown.length).toBeGreaterThan(30);
    expect(shown).toEqual(before);
  }).toPass({ intervals: [400], timeout: 20_000 });
  return shown;
}

/** Opens the newest trade by keyboard. */
async function openTrade(page: Page): Promise<void> {
  await trades(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details(page)).toBeVisible();
}

test(
  'one file moves two strategies with a note to another machine, which shows them read-only',
  { tag: '@host' },
  async ({ program, host, browser }) => {
    const file = join(program.dataDir, 'given.stratreview');
    const mine = await program.start();
    await expect(signalRow(mine, 'Working').first()).toBeVisible();
    await goTo(mine, 'Review');
    await expect(trades(mine).getByRole('row').nth(12)).toBeVisible();
    const [first = '', second = ''] = await names(mine);
    const secondFigures = await figures(mine, second);
    const firstFigures = await figures(mine, first);
    await openTrade(mine);
    await details(mine).getByRole('textbox', { name: 'Note' }).fill('Sold into the gap, as planned.');
    await details(mine).getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await expect(mine.getByText('The note was saved.')).toBeVisible();

    const bundle = await makeBundle(mine, [first, second], file);
    await program.close();

    const machine = new Program(host, browser);
    try {
      const theirs = await machine.start({ args: ['--practice-clock=manual', '--practice-seed=9'] });
      await expect(signalRow(theirs, 'Working').first()).toBeVisible();
      await goTo(theirs, 'Review');
      await expect(trades(theirs).getByRole('row').nth(12)).toBeVisible();
      const before = { names: await names(theirs), figures: await figures(theirs, first) };
      expect(before.figures).not.toEqual(firstFigures);

      const { dialog, give } = await askForBundle(theirs);
      bundle[bundle.length >> 1] = (bundle[bundle.length >> 1] ?? 0) ^ 1;
      writeFileSync(`${file}.altered`, bundle);
      await give(`${file}.altered`);
      await expect(dialog.getByRole('alert')).toContainText('was altered or damaged after it was made');
      await give(file);
      await bundleBanner(theirs, 'PRACTICE');
      expect(await names(theirs)).toEqual([first, second]);
      expect(await figures(theirs, second)).toEqual(secondFigures);
      expect(await figures(theirs, first)).toEqual(firstFigures);
      await openTrade(theirs);
      await expect(details(theirs)).toContainText('Sold into the gap, as planned.');
      await expect(details(theirs).getByRole('textbox')).toHaveCount(0);
      await theirs.locator('.dock-tab', { hasText: 'Time machine' }).click();
      await expect(
        theirs.getByRole('region', { name: /Account as of|Past account|Time machine/ }).first(),
      ).toBeVisible();

      await goTo(theirs, 'Trade');
      await expect(theirs.getByRole('form', { name: 'Order ticket' })).toContainText(
        'A review bundle is shown, which is read-only',
      );
      await expect(theirs.getByRole('button', { name: 'Send order' })).toBeDisabled();
      await expect(theirs.getByRole('button', { name: 'Panic: hold to flatten all' })).toBeDisabled();
      await theirs.getByRole('button', { name: 'Cancel all' }).click();
      await expect(theirs.getByRole('dialog').getByRole('alert')).toContainText('read-only');
      await theirs.keyboard.press('Escape');

      await closeBundle(theirs, 'PRACTICE');
      await expect(signalRow(theirs, 'Working').first()).toBeVisible();
      await goTo(theirs, 'Review');
      expect({ names: await names(theirs), figures: await figures(theirs, first) }).toEqual(before);
      await openTrade(theirs);
      await expect(details(theirs).getByRole('textbox', { name: 'Note' })).toHaveValue('');
    } finally {
      await machine.dispose();
    }
    expect(machine.pageErrors).toEqual([]);
  },
);
