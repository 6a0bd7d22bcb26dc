import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openBundleDialog, expectBundleShown, closeBundle, makeBundle } from './bundle-steps.ts';
import { expect, Program, test } from './program.ts';
import { goTo, signalRow } from './ticket.ts';

const trades = (page: Page): Locator => page.getByRole('grid', { name: 'Trades', exact: true });
const performance = (page: Page): Locator => page.getByRole('region', { name: 'Performance review' });
const details = (page: Page): Locator => page.getByRole('region', { name: 'Trade details' });
const chooser = (page: Page): Locator => page.getByRole('combobox', { name: 'Strategy' });
const names = (page: Page): Promise<string[]> => chooser(page).getByRole('option').allTextContents();

/** Selects a strategy, and returns every figure of its review once all figures are computed. */
async function readFigures(page: Page, name: string): Promise<string[]> {
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
    const ownPage = await program.start();
    await expect(signalRow(ownPage, 'Working').first()).toBeVisible();
    await goTo(ownPage, 'Review');
    await expect(trades(ownPage).getByRole('row').nth(12)).toBeVisible();
    const [first = '', second = ''] = await names(ownPage);
    const secondFigures = await readFigures(ownPage, second);
    const firstFigures = await readFigures(ownPage, first);
    await openTrade(ownPage);
    await details(ownPage).getByRole('textbox', { name: 'Note' }).fill('Sold into the gap, as planned.');
    await details(ownPage).getByRole('textbox', { name: 'Note' }).press('Control+Enter');
    await expect(ownPage.getByText('The note was saved.')).toBeVisible();

    const bundle = await makeBundle(ownPage, [first, second], file);
    await program.close();

    const otherProgram = new Program(host, browser);
    try {
      const otherPage = await otherProgram.start({ args: ['--practice-clock=manual', '--practice-seed=9'] });
      await expect(signalRow(otherPage, 'Working').first()).toBeVisible();
      await goTo(otherPage, 'Review');
      await expect(trades(otherPage).getByRole('row').nth(12)).toBeVisible();
      const before = { names: await names(otherPage), figures: await readFigures(otherPage, first) };
      expect(before.figures).not.toEqual(firstFigures);

      const { dialog, give } = await openBundleDialog(otherPage);
      bundle[bundle.length >> 1] = (bundle[bundle.length >> 1] ?? 0) ^ 1;
      writeFileSync(`${file}.altered`, bundle);
      await give(`${file}.altered`);
      await expect(dialog.getByRole('alert')).toContainText('was altered or damaged after it was made');
      await give(file);
      await expectBundleShown(otherPage, 'PRACTICE');
      expect(await names(otherPage)).toEqual([first, second]);
      expect(await readFigures(otherPage, second)).toEqual(secondFigures);
      expect(await readFigures(otherPage, first)).toEqual(firstFigures);
      await openTrade(otherPage);
      await expect(details(otherPage)).toContainText('Sold into the gap, as planned.');
      await expect(details(otherPage).getByRole('textbox')).toHaveCount(0);
      await otherPage.locator('.dock-tab', { hasText: 'Time machine' }).click();
      await expect(
        otherPage.getByRole('region', { name: /Account as of|Past account|Time machine/ }).first(),
      ).toBeVisible();

      await goTo(otherPage, 'Trade');
      await expect(otherPage.getByRole('form', { name: 'Order ticket' })).toContainText(
        'A review bundle is shown, which is read-only',
      );
      await expect(otherPage.getByRole('button', { name: 'Send order' })).toBeDisabled();
      await expect(otherPage.getByRole('button', { name: 'Panic: hold to flatten all' })).toBeDisabled();
      await otherPage.getByRole('button', { name: 'Cancel all' }).click();
      await expect(otherPage.getByRole('dialog').getByRole('alert')).toContainText('read-only');
      await otherPage.keyboard.press('Escape');

      await closeBundle(otherPage, 'PRACTICE');
      await expect(signalRow(otherPage, 'Working').first()).toBeVisible();
      await goTo(otherPage, 'Review');
      expect({ names: await names(otherPage), figures: await readFigures(otherPage, first) }).toEqual(before);
      await openTrade(otherPage);
      await expect(details(otherPage).getByRole('textbox', { name: 'Note' })).toHaveValue('');
    } finally {
      await otherProgram.dispose();
    }
    expect(otherProgram.pageErrors).toEqual([]);
  },
);
