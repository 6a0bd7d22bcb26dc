// The live connection is a second practice service here. Rehearsals use the program's own service.
import { join } from 'node:path';
import { startRemote, stopRemote } from './remote-service.ts';
import { connect } from './connect.ts';
import { tabTo } from './keyboard.ts';
import { expect, test } from './program.ts';
import { fillTicket, goTo, sendOrder, signalRow } from './ticket.ts';

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

test('a bracket template runs on practice before its first live order, by keyboard', async ({ program }) => {
  test.setTimeout(180_000);
  const service = await startRemote(join(program.dataDir, 'afar'), '0');
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
    await sendOrder(page);
    await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toHaveCount(1, { timeout: 60_000 });
    // Later live orders of the template show no rehearsal and need none.
    await fillTicket(page, { symbol: 'TXN', quantity: '5', limit: '190' });
    await expect(preview.getByText('Buy to open: 0 → 5 TXN')).toBeVisible();
    await expect(preview.getByText('on practice')).toHaveCount(0);
  } finally {
    await stopRemote(service);
  }
});

test('an order entered by key is rehearsed on practice with the key R', async ({ program }) => {
  test.setTimeout(180_000);
  const service = await startRemote(join(program.dataDir, 'afar'), '0');
  try {
    const page = await program.start();
    await connect(page, 'Afar', service);
    await goTo(page, 'Trade');
    await expect(signalRow(page, 'Working').first()).toBeVisible({ timeout: 60_000 });
    await fillTicket(page, { symbol: 'TXN', quantity: '10', limit: '200' });
    // Keys of the desk do not act in a field.
    await page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).focus();
    await page.keyboard.press('Alt+b');
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('l');
    await page.keyboard.press('p');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('200');
    await page.keyboard.press('Tab');
    const warning = dialog.getByText('The bracket template "Standard" did not run on practice');
    await expect(warning).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Rehearse on practice' })).toHaveText(/R$/);
    await page.keyboard.press('r');
    const outcome = dialog.getByRole('status').filter({ hasText: 'On practice' });
    await expect(outcome).toContainText(/Buy to open [\d,]+ TXN limit 200, working/, { timeout: 60_000 });
    await expect(warning).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Send order' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(signalRow(page, 'TXN', 'LMT 200')).toHaveCount(0);
  } finally {
    await stopRemote(service);
  }
});

test('a target list runs on practice before it is sent, and its plan shows the outcome', async ({ program }) => {
  test.setTimeout(180_000);
  const service = await startRemote(join(program.dataDir, 'afar'), '0');
  try {
    const page = await program.start();
    await connect(page, 'Afar', service);
    await goTo(page, 'Trade');
    await expect(signalRow(page, 'Working').first()).toBeVisible({ timeout: 60_000 });
    await page.keyboard.press('Alt+G');
    const editor = page.getByRole('grid', { name: 'Target portfolio', exact: true });
    await expect(editor).toBeFocused();
    await expect(editor.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Add a symbol' })).toBeVisible();
    await page.keyboard.type('PEP');
    await tabTo(page, dialog.getByRole('textbox', { name: 'New quantity' }));
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    const warning = dialog.getByText('did not run on practice since it was last edited');
    await expect(warning).toBeVisible();
    await tabTo(page, dialog.getByRole('button', { name: 'Rehearse on practice' }));
    await page.keyboard.press('Enter');
    const outcome = dialog.getByRole('status', { name: 'Rehearsal' });
    // The market orders of the list fill at the next tick of the practice market, whose clock is
    // manual here.
    await expect(async () => {
      await program.practice.advance(1);
      await expect(outcome).toContainText(/all \d+ lines reached/, { timeout: 1_000 });
    }).toPass({ timeout: 90_000 });
    await expect(warning).toHaveCount(0);
    const row = dialog.getByRole('table', { name: 'What changes' }).getByRole('row').filter({ hasText: 'PEP' });
    await expect(row).toContainText(/30\s*Buy to open 30 at/);
    const boxes = dialog.getByRole('checkbox');
    // A reading that arrives during these steps can outdate the plan. The list is then reviewed
    // again.
    await expect(async () => {
      for (let at = 0; at < (await boxes.count()); at++) await boxes.nth(at).check({ timeout: 1_000 });
      await tabTo(page, dialog.getByRole('button', { name: 'Send list' }));
      await page.keyboard.press('Enter');
      await expect(page.getByText('The platform maintains the list.')).toBeVisible({ timeout: 15_000 });
    }).toPass({ timeout: 90_000 });
  } finally {
    await stopRemote(service);
  }
});
