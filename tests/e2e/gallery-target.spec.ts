import { openGallery } from './open-gallery.ts';
import { expect, test } from './program.ts';

test('Enter in the target table goes to the next row of the sort that is shown', async ({ program }) => {
  const page = await program.start();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'target' });
  const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  const head = editor.getByRole('columnheader', { name: 'Symbol' });
  await expect(async () => {
    if ((await head.getAttribute('aria-sort')) !== 'descending') await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending', { timeout: 500 });
  }).toPass();
  const symbolOf = (index: number) => editor.locator(`[aria-rowindex="${index}"] > [role="gridcell"]`).first();
  const [first, second] = [await symbolOf(2).innerText(), await symbolOf(3).innerText()];
  expect(first > second, `${first} is above ${second}`).toBe(true);

  await symbolOf(2).click();
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: `New quantity of ${first}` })).toHaveValue('7');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8');
  await expect(page.getByRole('textbox', { name: `New quantity of ${second}` })).toHaveValue('8');
});
