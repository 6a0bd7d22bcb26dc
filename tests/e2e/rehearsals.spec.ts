// A live connection is a second practice service here; the program's own one is the rehearsal stage.
import { join } from 'node:path';
import { startAfar, stopAfar } from './afar-service.ts';
import { connect } from './connect.ts';
import { expect, test } from './program.ts';
import { fillTicket, goTo, sendOrder, signalRow } from './ticket.ts';

test('a bracket template runs on practice before its first live order, by keyboard', async ({ program }) => {
  test.setTimeout(180_000);
  const service = await startAfar(join(program.dataDir, 'afar'), '0');
  try {
    const page = await program.start();
    await connect(page, 'Afar', service);
    await goTo(page, 'Trade');
    await expect(signalRow(page, 'Working').first()).toBeVisible({ timeout: 60_000 });
    await fillTicket(page, { symbol: 'TXN', quantity: '10', limit: '200' });
    const preview = page.getByRole('region', { name: 'Preview' });
    const warning = preview.getByText('The bracket template "Standard" did not run on practice');
    await expect(warning).toBeVisible();
    await preview.getByRole('button', { name: 'Rehearse on practice' }).focus();
    await page.keyboard.press('Enter');
    const outcome = preview.getByRole('status');
    await expect(outcome).toContainText('On practice: Buy to open 10 TXN limit 200, working', { timeout: 60_000 });
    await expect(outcome).toContainText('Stop: Sell to close 10 TXN stop 196, pending parent');
    await expect(warning).toHaveCount(0);
    await expect(page.getByRole('status', { name: 'Mode' })).toHaveText('LIVE');
    if (process.env['STRATDESK_SHOT']) await page.screenshot({ path: process.env['STRATDESK_SHOT'] });
    await sendOrder(page);
    await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toHaveCount(1, { timeout: 60_000 });
    // Its outcome was beside the first live order, and later ones need nothing.
    await fillTicket(page, { symbol: 'TXN', quantity: '5', limit: '190' });
    await expect(preview.getByText('Buy to open: 0 → 5 TXN')).toBeVisible();
    await expect(preview.getByText('on practice')).toHaveCount(0);
  } finally {
    await stopAfar(service);
  }
});
