import { openGallery } from './open-gallery.ts';
import { expect, test } from './gallery-page.ts';

const isDescending = ([first, second]: readonly [string, string]): boolean => first > second;

test('Enter in the target table goes to the next row of the sorted table', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target' });
  const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  const head = editor.getByRole('columnheader', { name: 'Symbol' });
  await expect(async () => {
    if ((await head.getAttribute('aria-sort')) !== 'descending') await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending', { timeout: 500 });
  }).toPass();
  const symbolOf = (index: number) => editor.locator(`[aria-rowindex="${index}"] > [role="gridcell"]`).first();
  const firstTwo = () => Promise.all([symbolOf(2).innerText(), symbolOf(3).innerText()]);
  // The header shows the new sort before the rows have moved.
  await expect.poll(async () => isDescending(await firstTwo())).toBe(true);
  const [first, second] = await firstTwo();

  await symbolOf(2).click();
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: `New quantity of ${first}` })).toHaveValue('7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8');
  await expect(page.getByRole('textbox', { name: `New quantity of ${second}` })).toHaveValue('8');
});

test('a quantity such as +50 for an added symbol is added to the position size', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-add' });
  const dialog = page.getByRole('dialog', { name: 'Add a symbol' });
  await dialog.getByRole('combobox', { name: 'Symbol' }).fill('AAPL');
  await dialog.getByRole('textbox', { name: 'New quantity' }).fill('+50');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = page
    .getByRole('grid', { name: 'Target portfolio', exact: true })
    .getByRole('row')
    .filter({ has: page.getByText('AAPL', { exact: true }) });
  await expect(row.getByRole('gridcell', { name: '150', exact: true })).toHaveCount(1);
});

test('typing after a click on the row that is being edited replaces its value', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target' });
  const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  const cell = editor.getByText('KO', { exact: true });
  const row = editor.getByRole('row').filter({ has: page.getByText('KO', { exact: true }) });
  const field = page.getByRole('textbox', { name: 'New quantity of KO' });
  await cell.click();
  await page.keyboard.type('100');
  await expect(field).toHaveValue('100');
  await cell.click();
  await page.keyboard.type('57');
  await expect(field).toHaveValue('57');
  await page.getByRole('button', { name: 'Lists…' }).click();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(row.getByRole('gridcell', { name: '57', exact: true })).toHaveCount(1);
});

test('the keys of the target table work while it is empty', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { route: 'trade', tab: 'Target', data: 'starting' });
  const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  await expect(editor.getByRole('gridcell')).toHaveCount(0);
  await editor.focus();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add a symbol' });
  await expect(dialog).toBeVisible();
  // A target list that is begun without the positions would close them.
  await expect(dialog.getByText('The positions were not read yet.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
});

test('the button that would replace a saved list of the same name says so', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-lists' });
  const dialog = page.getByRole('dialog', { name: 'Lists' });
  const name = dialog.getByRole('textbox', { name: 'Save the draft as' });
  await name.fill('Core 2');
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await name.fill(' Core ');
  await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeEnabled();
});

test('a plan shows the age of its own account figures, even if newer ones were read', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-review' });
  await expect(page.getByRole('dialog')).toContainText('Account figures: Updated 12 min ago');
});

test('a list can be compared with itself', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-lists' });
  const dialog = page.getByRole('dialog', { name: 'Lists' });
  await dialog.getByRole('combobox', { name: 'Compare' }).selectOption('Holdings');
  await dialog.getByRole('combobox', { name: 'With' }).selectOption('Holdings');
  await expect(dialog).toContainText('The lines are the same.');
});

test('a new quantity takes digits at the caret, and ArrowUp raises the quantity by 1', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target' });
  const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  await editor.getByText('KO', { exact: true }).click();
  await page.keyboard.type('1500');
  for (const key of ['Home', 'Delete', '2', '7']) await page.keyboard.press(key);
  const field = page.getByRole('textbox', { name: 'New quantity of KO' });
  await expect(field).toHaveValue('27500');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('0');
  await expect(field).toHaveValue('275010');
});

test('Enter chooses a suggested symbol and does not add it yet', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-add' });
  const dialog = page.getByRole('dialog', { name: 'Add a symbol' });
  const symbol = dialog.getByRole('combobox', { name: 'Symbol' });
  await dialog.getByRole('textbox', { name: 'New quantity' }).fill('50');
  await symbol.fill('AAP');
  await symbol.press('ArrowDown');
  await symbol.press('Enter');
  await expect(symbol).toHaveValue('AAPL');
  await expect(dialog).toBeVisible();
});

test('the spelling of an unknown symbol decides its type, until a type is chosen', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-add' });
  const dialog = page.getByRole('dialog', { name: 'Add a symbol' });
  const symbol = dialog.getByRole('combobox', { name: 'Symbol' });
  const type = dialog.getByRole('combobox', { name: 'Type' });
  await symbol.fill('EURJPY');
  await expect(type).toHaveValue('forex');
  await symbol.fill('AAPL');
  await expect(type).toHaveValue('stock');
  await type.selectOption('Future');
  await symbol.fill('EURJPY');
  await expect(type).toHaveValue('future');
});

test('the dialog for weights shows the age of the account figures', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target-weights' });
  const dialog = page.getByRole('dialog', { name: 'Weights' });
  await expect(dialog).toContainText(/Account figures: Updated .* ago/);
  await expect(dialog.getByRole('button', { name: 'Refresh' })).toBeVisible();
});
