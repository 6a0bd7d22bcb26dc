import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab, like a trader without a mouse, until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 90; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`90 steps of ${key} did not reach ${String(target)}`);
}

/** Replaces the content of a field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/**
 * Presses the arrow keys in a grid until the row with all these texts has the focus. A list that is
 * still being read is searched again.
 */
export async function arrowTo(page: Page, grid: Locator, ...texts: readonly string[]): Promise<void> {
  await tabTo(page, grid);
  await expect(async () => {
    await page.keyboard.press('Control+Home');
    for (let last = await focusedRow(grid); !texts.every((text) => last.text.includes(text));) {
      await page.keyboard.press('ArrowDown');
      const next = await focusedRow(grid);
      if (next.index === last.index) throw new Error(`no row with ${texts.join(', ')}`);
      last = next;
    }
  }).toPass({ timeout: 20_000 });
}

const focusedRow = (grid: Locator): Promise<{ index: string; text: string }> =>
  grid.evaluate((element) => {
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const row = active?.closest('[role="row"]');
    return { index: row?.getAttribute('aria-rowindex') ?? '', text: row?.textContent ?? '' };
  });

/** Confirms a dialog with Enter; the button that confirms must have the focus. */
export async function confirmDialog(page: Page, title: RegExp | string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText(title);
  await expect(dialog.locator('button:focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
}

/** Confirms like `confirmDialog`, and again while the dialog shows a new warning with this text. */
export async function confirmDialogUntilSent(page: Page, title: RegExp | string, warning: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await confirmDialog(page, title);
  await expect(async () => {
    if (await dialog.getByText(warning).isVisible()) await confirmDialog(page, title);
    await expect(dialog).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

/**
 * Cancels every order, using the key for it. While stops are working, the dialog preselects
 * "Entries only". The other choice is all orders.
 */
export async function cancelAll(page: Page): Promise<void> {
  await page.keyboard.press('Alt+Shift+X');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Entries only' })).toBeChecked();
  await tabTo(page, dialog.getByRole('radio', { name: 'Entries only' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('alert')).toContainText('Working stops are canceled too');
  await tabTo(page, dialog.getByRole('button', { name: /^Cancel \d/ }));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/**
 * Runs a command of the command palette, which reaches every place of the program without a mouse.
 */
export async function runPaletteCommand(page: Page, words: string): Promise<void> {
  const box = page.getByPlaceholder('Type a command or a page…');
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(0);
}

/** Puts the connection *Practice (operator)* in use, on the page of settings. */
export async function switchToOperator(page: Page): Promise<void> {
  await page.keyboard.press('Alt+6');
  const useButton = page.getByRole('button', { name: 'Use Practice (operator)' });
  await expect(useButton).toBeVisible();
  await tabTo(page, useButton);
  await page.keyboard.press('Enter');
}
