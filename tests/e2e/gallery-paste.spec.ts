import type { Locator } from '@playwright/test';
import { openGallery } from './open-gallery.ts';
import { expect, test } from './gallery-page.ts';

type Clipboard = { readonly text?: string; readonly files: readonly { name: string; type: string; content: string }[] };

const picture = { name: 'image.png', type: 'image/png', content: '\u0089PNG' };

/** Pastes a clipboard with its content in several forms. False if the page handled the paste. */
const paste = (target: Locator, clipboard: Clipboard): Promise<boolean> =>
  target.evaluate((element, { text, files }) => {
    const data = new DataTransfer();
    if (text !== undefined) data.setData('text/plain', text);
    for (const { name, type, content } of files) data.items.add(new File([content], name, { type }));
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    return element.dispatchEvent(event);
  }, clipboard);

test('cells of a spreadsheet are pasted as text, although they are copied as a picture too', async ({
  gallery: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
  const list = page.getByRole('dialog', { name: 'Import a list' }).getByRole('textbox', { name: 'List' });

  await openGallery(page, { case: 'target' });
  await paste(editor, { text: 'symbol\tquantity\nQQQ\t31\n', files: [picture] });
  await expect(list).toHaveValue(/QQQ/);

  await openGallery(page, { case: 'target' });
  const file = { name: 'list.csv', type: 'text/csv', content: 'symbol,quantity\nIWM,47\n' };
  await paste(editor, { text: '/home/trader/list.csv', files: [file] });
  await expect(list).toHaveValue(/IWM/);

  await openGallery(page, { case: 'target' });
  await paste(editor, { files: [picture] });
  await expect(page.getByText('This is no list. A list is text or a text file.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openGallery(page, { case: 'target' });
  await paste(editor, { files: [{ ...file, content: 'x'.repeat(1024 * 1024 + 1) }] });
  await expect(page.getByText('The file is larger than 1 MB.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openGallery(page, { case: 'review-note-conflict' });
  const note = page.getByRole('textbox', { name: 'Note of the day', exact: true });
  expect(await paste(note, { text: 'AAPL\t31', files: [picture] }), 'the field takes the text').toBe(true);
  expect(await paste(note, { files: [picture] }), 'the note takes the picture').toBe(false);
});

test('too many ids for one set of changes are refused at their field, and remain in it', async ({ gallery: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'people-add-user-delete' });
  const ids = page.getByRole('dialog').getByLabel('Person ids');
  const text = Array.from({ length: 5_001 }, (_, at) => String(1_000_000 + at)).join(' ');
  await ids.fill(text);
  await expect(ids).toHaveAccessibleDescription('These are 5001 changes. A set has at most 5000.');
  await expect(ids).toHaveValue(text);
  await expect(page.getByRole('button', { name: 'Add to the set' })).toBeDisabled();
});

test('symbols typed in full-width letters select trades in Performance, as in every other field', async ({
  gallery: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openGallery(page, { case: 'performance' });
  await page.getByRole('button', { name: 'Selection…' }).click();
  await page.getByRole('textbox', { name: 'Symbols' }).fill('ｉｂｍ，＠ＥＳＨ６');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('region', { name: 'Performance review' })).toContainText('IBM, @ESH6');
});
