// The whole review without a network and without a mouse. The service is stopped before the review
// begins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startRemote, stopRemote } from './remote-service.ts';
import { connect } from './connect.ts';
import { openBundleDialog, expectBundleShown, closeBundle, makeBundle } from './bundle-steps.ts';
import { runPaletteCommand, tabTo, typeInto } from './keyboard.ts';
import { expect, test, type Program } from './program.ts';
import { goTo, signals } from './ticket.ts';

const performance = (page: Page): Locator => page.getByRole('region', { name: 'Performance review' });
const trades = (page: Page): Locator => page.getByRole('grid', { name: 'Trades', exact: true });
const details = (page: Page): Locator => page.getByRole('region', { name: 'Trade details' });

test.use({ actionTimeout: 10_000 });

/** Selects an option of a segmented control with the arrow keys. */
async function selectSegment(page: Page, group: Locator, name: string): Promise<void> {
  const wanted = group.getByRole('radio', { name, exact: true });
  await tabTo(page, group.locator('[role="radio"][tabindex="0"]'));
  for (let step = 0; step < 8 && (await wanted.getAttribute('aria-checked')) !== 'true'; step += 1)
    await page.keyboard.press('ArrowRight');
  await expect(wanted).toHaveAttribute('aria-checked', 'true');
}

/** Presses an arrow key until the focused element has this name. */
async function arrowUntil(page: Page, arrow: string, within: Locator, name: RegExp): Promise<void> {
  const focused = within.locator('[data-stop]:focus');
  for (let step = 0; step < 16 && !name.test((await focused.getAttribute('aria-label')) ?? ''); step += 1)
    await page.keyboard.press(arrow);
  expect(await focused.getAttribute('aria-label')).toMatch(name);
}

/** Reads both strategies and one time window of past signals. The service must be running. */
async function readAll(page: Page, program: Program, names: readonly string[]): Promise<void> {
  const chart = page.getByRole('region', { name: 'Equity chart' });
  for (const name of names) {
    await page.getByRole('combobox', { name: 'Strategy' }).selectOption(name);
    await program.advanceClockUntil(2, async () => {
      await expect(chart.getByText(/^Updated \d+ s ago/)).toBeVisible({ timeout: 100 });
      await expect(trades(page).getByRole('row').nth(12)).toBeVisible({ timeout: 100 });
    });
  }
  await runPaletteCommand(page, 'Review: Day');
  const day = page.getByRole('textbox', { name: 'New York day' });
  await day.fill('2026-02-11');
  await day.press('Enter');
  // Past signals are read in time windows, newest first. The first one contains this day.
  const closingOrder = page.getByRole('listitem').filter({ hasText: /STC[^]*JPM/ });
  await program.advanceClockUntil(2, () => expect(closingOrder).toBeVisible({ timeout: 100 }));
}

test('an offline review by keyboard: compare, drill down, annotate, export, bundle, history', async ({
  program,
  host,
}) => {
  test.skip(
    host !== 'browser',
    'The window and core are the same on every host; what differs between hosts has its own tests.',
  );
  test.setTimeout(240_000);
  const service = await startRemote(join(program.dataDir, 'afar'), '0');
  let page = await program.startWithMovableClock();
  try {
    await connect(page, 'Afar', service);
    await expect(page.getByRole('status', { name: 'Mode' })).toHaveText('LIVE');
    await goTo(page, 'Review');
    const chooser = page.getByRole('combobox', { name: 'Strategy' });
    await expect(chooser.getByRole('option').nth(1)).toBeAttached();
    const [first = '', second = ''] = await chooser.getByRole('option').allTextContents();
    await readAll(page, program, [second, first]);
    await program.close();
    await stopRemote(service);
    page = await program.start();

    // Comparison with another strategy on the chart.
    await runPaletteCommand(page, 'Review');
    await expect(page.getByRole('button', { name: /^With costs/ })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: /^Compare/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('switch', { name: second }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: new RegExp(`^${second} [\\d,]+`) })).toBeVisible();

    // From a bar of the histogram to exactly its trades.
    await runPaletteCommand(page, 'Review: Performance');
    const views = performance(page).getByRole('radiogroup', { name: 'View' });
    await selectSegment(page, views, 'Distribution');
    await tabTo(page, performance(page).getByRole('application', { name: /^Distribution of profits/ }));
    const summary = performance(page)
      .getByText(/^[\d,]+ trades?, [\d,]+ dollars a bar$|dollars: [\d,]+ trades?$/)
      .first();
    await page.keyboard.press('Home');
    await expect(summary).toHaveText(/: [\d,]+ trades?$/);
    const [, count = ''] = /: ([\d,]+ trades?)$/.exec((await summary.textContent())?.trim() ?? '') ?? [];
    await page.keyboard.press('Enter');
    await expect(trades(page)).toBeFocused();
    await expect(page.getByText(/^P\/L below/)).toBeVisible();
    await expect(page.getByText(count, { exact: true })).toBeVisible();

    // From the last month of the grid to its trades, to the signals of one trade, and to the row of
    // its last signal in the blotter.
    await runPaletteCommand(page, 'Review: Performance');
    await selectSegment(page, views, 'Months');
    const months = performance(page).getByRole('table', { name: /Returns by month/ });
    await tabTo(page, months.locator('[data-stop][tabindex="0"]'));
    await arrowUntil(page, 'ArrowDown', months, /\b2026\b/);
    await arrowUntil(page, 'ArrowRight', months, /^Feb 2026/);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Closed in 2026-02')).toBeVisible();
    await expect(trades(page)).toBeFocused();
    // Until the filter is applied, the second row shows a time of another month.
    await expect(trades(page).getByRole('row').nth(2)).toContainText(/2026-02-\d\d \d\d:\d\d/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const components = details(page).getByRole('grid', { name: 'Component orders' });
    // The last signal of the trade, which closed it.
    const last = components.getByRole('row').last().getByRole('gridcell').last();
    const serviceId = (await last.textContent()) ?? '';
    expect(serviceId).toMatch(/^\d{6,}$/);
    await tabTo(page, components);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await expect(signals(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(serviceId);
    await page.keyboard.press('Escape');

    // A note and a tag, a filter by the tag, and the filter saved.
    await runPaletteCommand(page, 'Review');
    await runPaletteCommand(page, 'Review: Trades');
    await tabTo(page, trades(page));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await typeInto(page, details(page).getByRole('textbox', { name: 'Note' }), 'Written on the train');
    await typeInto(page, details(page).getByRole('textbox', { name: 'Tags' }), 'train');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('The note was saved.')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Filter…' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Tags (match all)' }), 'train');
    await typeInto(page, page.getByRole('dialog').getByRole('textbox', { name: 'Save filter as' }), 'On the train');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 trade', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

    // The filtered export, checked by the content of the file.
    await tabTo(page, page.getByRole('button', { name: 'Export trades' }));
    const download = page.waitForEvent('download', { timeout: 15_000 });
    await page.keyboard.press('Enter');
    const json = page.getByRole('menuitem', { name: 'JSON, as filtered' });
    await expect(json).toBeVisible();
    for (let step = 0; step < 4 && (await json.getAttribute('data-highlighted')) === null; step += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const exported = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as Record<string, unknown>[];
    expect(exported).toMatchObject([{ mode: 'LIVE', tags: 'train', note: 'Written on the train' }]);

    // The review is saved as a bundle. The opened bundle is read-only and contains the note. After
    // it is closed, the trader's own desk is shown again.
    const file = join(program.dataDir, 'train.stratreview');
    await makeBundle(page, [first, second], file);
    await (await openBundleDialog(page)).give(file);
    await expectBundleShown(page, 'LIVE');
    await runPaletteCommand(page, 'Review: Trades');
    await tabTo(page, page.getByRole('button', { name: 'Saved', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'On the train', exact: true }).press('Enter');
    await expect(page.getByText('1 trade', { exact: true })).toBeVisible();
    await tabTo(page, trades(page));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(details(page)).toContainText('Written on the train');
    await expect(details(page).getByRole('textbox')).toHaveCount(0);
    await closeBundle(page, 'LIVE');

    // The time machine, one reading back.
    await runPaletteCommand(page, 'Review: Time machine');
    await tabTo(page, page.getByRole('listbox', { name: /^Past readings/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(/^As of 20\d\d.* past reading$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^Current account · as of 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d ET$/)).toBeVisible();
  } finally {
    await stopRemote(service);
  }
});
