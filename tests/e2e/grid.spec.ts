import type { Locator } from '@playwright/test';
import { expect, test } from './program.ts';
import { goTo, signalRow, signals } from './ticket.ts';

/**
 * The index or the text of the row with the focus, read in one call: between two calls a refresh or
 * a scroll may change both.
 */
const focusedRow = (grid: Locator, property: 'aria-rowindex' | 'text'): Promise<string | null> =>
  grid.evaluate((element, what) => {
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
    const row = active?.closest('[role="row"]') ?? null;
    return what === 'text' ? (row?.textContent ?? null) : (row?.getAttribute(what) ?? null);
  }, property);

async function centerOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Runs in the page: delays animation frames until the event `frames-go-on`. */
function holdFrames(): void {
  const originalRequest = requestAnimationFrame;
  const callbacks: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => callbacks.push(callback);
  const releaseFrames = (): void => {
    window.requestAnimationFrame = originalRequest;
    for (const callback of callbacks) originalRequest(callback);
  };
  addEventListener('frames-go-on', releaseFrames, { once: true });
}

test('by keyboard, the focus goes to the last and the first trade; only visible rows are built', async ({
  program,
}) => {
  const page = await program.start();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const rowCount = Number(await grid.getAttribute('aria-rowcount'));
  expect(rowCount).toBeGreaterThan(300);
  expect(await grid.getByRole('row').count()).toBeLessThan(80);

  await grid.getByRole('row').nth(1).click();
  await page.keyboard.press('Control+End');
  await expect.poll(() => focusedRow(grid, 'aria-rowindex')).toBe(String(rowCount));
  await expect(grid.locator(`[aria-rowindex="${rowCount}"]`)).toBeInViewport();
  await page.keyboard.press('Control+Home');
  await expect.poll(() => focusedRow(grid, 'aria-rowindex')).toMatch(/^[12]$/);

  // A change of the columns rebuilds every row. Until the next paint the grid must not point at an
  // element that was removed.
  const isDangling = (): Promise<boolean> =>
    grid.evaluate((element) => {
      const id = element.getAttribute('aria-activedescendant');
      return id !== null && document.getElementById(id) === null;
    });
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.evaluate(holdFrames);
  await page.getByRole('checkbox', { name: 'P/L', exact: true }).evaluate((box: HTMLInputElement) => box.click());
  expect(await isDangling()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('frames-go-on')));
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader', { name: 'P/L', exact: true })).toHaveCount(0);
  await expect.poll(() => focusedRow(grid, 'aria-rowindex')).toMatch(/^[12]$/);
});

test('sorting by profit puts the highest profit first, and on a second click the lowest', async ({ program }) => {
  const page = await program.start();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const header = grid.getByRole('columnheader', { name: 'P/L' });
  const headers = await grid.getByRole('columnheader').allTextContents();
  const column = headers.findIndex((text) => text.trim() === 'P/L') + 1;
  /** The profits of the first rows; fewer while the rows of a new sort are drawn. */
  const profits = async (): Promise<number[]> => {
    const cells = grid.locator(`[role="gridcell"]:nth-child(${column})`);
    const texts = (await cells.allTextContents()).slice(0, 6);
    return texts.map((text) => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')));
  };
  const isSorted = (values: readonly number[]) =>
    values.length === 6 && values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(async () => isSorted((await profits()).map((value) => -value))).toBe(true);
  await expect.poll(async () => (await profits())[0]).toBeGreaterThan(0);
  await header.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => isSorted(await profits())).toBe(true);
  await expect.poll(async () => (await profits())[0]).toBeLessThan(0);
});

test('the focus remains on its signal while the market moves and rows are refreshed', async ({ program }) => {
  const page = await program.start();
  const row = signalRow(page, 'Working').first();
  await expect(row).toBeVisible();
  // Ended orders come with the list of all signals, which is read after the list of working
  // signals. They can widen columns, which rebuilds every row.
  await expect(signalRow(page, 'Canceled').first()).toBeVisible();
  await row.click();
  const before = await focusedRow(signals(page), 'text');
  expect(before).toContain('Working');
  // A refresh changes texts, but not the elements of the rows. Otherwise a screen reader would lose
  // its position.
  const id = (await signals(page).getAttribute('aria-activedescendant')) ?? '';
  await expect.poll(() => program.practice.countReceived('retrieveSignalsWorking')).toBeGreaterThan(2);
  expect(await signals(page).getAttribute('aria-activedescendant')).toBe(id);
  // An external order that appears above the row does not change the element of the row either.
  const at = await focusedRow(signals(page), 'aria-rowindex');
  const [systemid] = await program.practice.systemIds();
  const order = { action: 'BTO', quant: 7, symbol: 'MSFT', typeofsymbol: 'stock', limit: 1.5, duration: 'GTC' };
  await program.practice.sendAsOtherClient('submitSignal', { systemid, signal: order });
  await expect(signalRow(page, 'BTO', '7', 'MSFT', 'LMT 1.5')).toBeVisible();
  expect(await focusedRow(signals(page), 'aria-rowindex')).not.toBe(at);
  expect(await focusedRow(signals(page), 'text')).toBe(before);
  expect(await signals(page).getAttribute('aria-activedescendant')).toBe(id);
  for (const price of ['211', '212', '213']) await program.practice.setPrice('AAPL', price);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focusedRow(signals(page), 'text')).toBe(before);
});

test('a press acts on the row that was shown under the pointer, not on the one that replaced it', async ({
  program,
}) => {
  const page = await program.start();
  await expect(signalRow(page, 'Canceled').first()).toBeVisible();
  const [systemid] = await program.practice.systemIds();
  const enterOrder = (limit: number): Promise<unknown> =>
    program.practice.sendAsOtherClient('submitSignal', {
      systemid,
      signal: { action: 'BTO', quant: 7, symbol: 'MSFT', typeofsymbol: 'stock', limit, duration: 'GTC' },
    });
  const workingCount = (): Promise<number> =>
    page.evaluate(() => Number(/(\d+) working/.exec(document.body.innerText)?.[1] ?? 'NaN'));
  const disRow = signalRow(page, 'Working', 'DIS', 'LMT');
  await expect(disRow).toHaveCount(1);

  // The list receives a new order above this row. The frame that would show the order is delayed.
  const before = await workingCount();
  const place = await centerOf(disRow);
  await page.evaluate(holdFrames);
  await enterOrder(1.5);
  await expect.poll(workingCount).toBe(before + 1);
  await page.mouse.click(place.x, place.y);
  expect(await focusedRow(signals(page), 'text')).toContain('DIS');
  await page.evaluate(() => dispatchEvent(new Event('frames-go-on')));
  await expect(signalRow(page, 'MSFT', 'LMT 1.5')).toBeVisible();
  await expect(disRow).toHaveAttribute('aria-selected', 'true');

  // A button whose row disappears during the press does nothing to the next row.
  await page.getByRole('radio', { name: 'Working', exact: true }).click();
  await expect(signalRow(page, 'Filled')).toHaveCount(0);
  const msftRow = signalRow(page, 'MSFT', 'LMT 1.5');
  const detailsPoint = await centerOf(msftRow.getByRole('button', { name: 'Details' }));
  await page.mouse.move(detailsPoint.x, detailsPoint.y);
  await page.mouse.down();
  await program.practice.cancelElsewhere('"MSFT"', '1.5');
  await expect(msftRow).toHaveCount(0);
  await page.mouse.up();
  await expect(signals(page).locator('.grid-focused')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await disRow.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('DIS');
});

test('the filter shows matching rows while typing, and their number', async ({ program }) => {
  const page = await program.start();
  await goTo(page, 'Review');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  const unfilteredRowCount = Number(await grid.getAttribute('aria-rowcount'));
  await page.getByRole('textbox', { name: /Filter/ }).fill('MSFT');
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(unfilteredRowCount);
  const rows = grid.getByRole('row');
  await expect(rows.nth(1)).toContainText('MSFT');
  const matchingCount = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await expect(page.getByText(new RegExp(`^${matchingCount} of [0-9,]+ trades$`))).toBeVisible();
  for (let at = 1; at < Math.min(5, await rows.count()); at++) await expect(rows.nth(at)).toContainText('MSFT');
});
