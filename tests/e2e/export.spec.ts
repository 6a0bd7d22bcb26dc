import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './program.ts';
import { goTo, signalRow } from './ticket.ts';

/** Presses Export and a format; resolves with the file that the host saves. */
async function readExport(page: Page, button: string, format: 'CSV' | 'JSON'): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: button, exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: `${format}, as filtered` }).click()),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('a table is exported whole, or as it is filtered', { tag: '@host' }, async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  // The open trades are read first, then all trades.
  await expect(grid.getByRole('row').nth(12)).toBeVisible();
  const all = await readExport(page, 'Export trades', 'JSON');
  expect(all.name).toMatch(/^stratdesk-practice-trades-\d+-\d{4}-\d\d-\d\d[.]json$/);
  const rows: unknown = JSON.parse(all.text);
  const count = Number(((await page.getByText(/^[\d,]+ trades$/).textContent()) ?? '').replace(/\D/g, ''));
  expect(count).toBeGreaterThan(100);
  expect(rows).toHaveLength(count);
  await page.getByRole('radio', { name: 'Open', exact: true }).click();
  await expect(page.getByText(/^[\d,]+ trades?$/)).not.toHaveText(`${count.toLocaleString('en-US')} trades`);
  const open = await readExport(page, 'Export trades', 'CSV');
  const lines = open.text.trim().split('\r\n');
  expect(lines[0]).toContain('Mode,Strategy,Trade,State,Side,Symbol');
  expect(lines[0]).toContain('Opened (ET),Opened (UTC)');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/^PRACTICE,\d+,\d+,open,/);
});
