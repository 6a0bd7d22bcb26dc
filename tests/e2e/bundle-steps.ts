import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { runPaletteCommand } from './keyboard.ts';
import { expect } from './program.ts';

const bundleDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Open a review bundle' });

/** Makes a bundle of two strategies, writes it to `file`, and returns its bytes. */
export async function makeBundle(
  page: Page,
  [chosen, other]: readonly [string, string],
  file: string,
): Promise<Buffer> {
  await runPaletteCommand(page, 'Make a review bundle');
  const makeDialog = page.getByRole('dialog', { name: 'Make a review bundle' });
  await expect(makeDialog.getByRole('switch', { name: chosen })).toBeFocused();
  await makeDialog.getByRole('switch', { name: other }).press('Space');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    makeDialog.getByRole('button', { name: 'Make bundle' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^stratdesk-(practice|live)-review-\d{4}-\d\d-\d\d[.]stratreview$/);
  const bytes = readFileSync(await download.path());
  writeFileSync(file, bytes);
  await expect(page.getByText(/^Bundle created/)).toBeVisible();
  return bytes;
}

/** Opens the dialog for bundles, and returns it; `give` selects a file. */
export async function openBundleDialog(
  page: Page,
): Promise<{ dialog: Locator; give: (file: string) => Promise<void> }> {
  await runPaletteCommand(page, 'Open a review bundle');
  await expect(bundleDialog(page).getByRole('button', { name: 'Choose a file…' })).toBeFocused();
  return { dialog: bundleDialog(page), give: (file) => page.getByLabel('Bundle file').setInputFiles(file) };
}

/** Expects the mode and the banner of an open bundle of two strategies; returns the banner. */
export async function expectBundleShown(page: Page, mode: 'PRACTICE' | 'LIVE'): Promise<Locator> {
  const banner = page.getByRole('region', { name: 'Review bundle' });
  await expect(banner).toContainText(
    /read-only\.\s+Made\s.*\sET from \w+ \((practice|live)\),\s+2 strategies\.\s+Selected strategy last read .* ago\./s,
  );
  await expect(page.getByRole('status', { name: 'Mode' })).toHaveText(`REVIEW · ${mode}`);
  return banner;
}

/** Closes the bundle. */
export async function closeBundle(page: Page, mode: 'PRACTICE' | 'LIVE'): Promise<void> {
  const banner = page.getByRole('region', { name: 'Review bundle' });
  await banner.getByRole('button', { name: 'Close bundle' }).press('Enter');
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Mode' })).toHaveText(mode);
}
