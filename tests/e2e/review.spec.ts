import type { Locator, Page } from '@playwright/test';
import { tabTo } from './keyboard.ts';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

const performance = (page: Page): Locator => page.getByRole('region', { name: 'Performance review' });
const trades = (page: Page): Locator => page.getByRole('grid', { name: 'Trades', exact: true });

/** Opens the review of the first strategy, with all figures computed. */
async function openReview(page: Page): Promise<void> {
  await goTo(page, 'Review');
  await expect(trades(page).getByRole('row').nth(3)).toBeVisible();
  await page.locator('.dock-tab', { hasText: 'Performance' }).click();
  await expect(performance(page).getByRole('button', { name: /^Net profit [+−]/ })).toBeVisible();
  await expect(performance(page).getByRole('button', { name: /^Return [+−]/ })).toBeVisible();
}

/** Selects an option of a segmented control by keyboard. */
async function selectSegment(page: Page, group: string, name: string): Promise<void> {
  const segments = performance(page).getByRole('radiogroup', { name: group }).getByRole('radio');
  const wanted = performance(page).getByRole('radio', { name, exact: true });
  await tabTo(page, segments.and(page.locator('[tabindex="0"]')));
  for (let step = 0; step < 8 && (await wanted.getAttribute('aria-checked')) !== 'true'; step += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(wanted).toHaveAttribute('aria-checked', 'true');
}

/**
 * Opens the trades of the first group of a breakdown. The table must show as many trades as the
 * group has, and this drill-down must be its only filter.
 */
async function showFirstGroup(page: Page, kind: string, title: (group: string) => string): Promise<void> {
  await performance(page).getByRole('radio', { name: kind, exact: true }).click();
  const row = performance(page)
    .getByRole('table', { name: `Trades by ${kind.toLowerCase()}` })
    .locator('tbody tr')
    .first();
  const group = (await row.getByRole('button').textContent()) ?? '';
  const count = (await row.getByRole('cell').first().textContent()) ?? '';
  await row.getByRole('button').click();
  await expect(trades(page)).toBeFocused();
  const removeButton = page.getByRole('button', { name: /^Remove / });
  await expect(removeButton).toHaveAccessibleName(`Remove ${title(group)}`);
  await expect(page.getByText(`${count} trade${count === '1' ? '' : 's'}`, { exact: true })).toBeVisible();
}

test('a figure opens its formula, inputs and sample by keyboard, and returns the focus', async ({ program }) => {
  const page = await program.start();
  await openReview(page);
  const sharpe = performance(page).getByRole('button', { name: /^Sharpe ratio/ });
  await tabTo(page, performance(page).getByRole('button', { name: /^Change/ }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(sharpe).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sharpe ratio' });
  await expect(dialog).toContainText('÷ standard deviation');
  await expect(dialog).toContainText('returns per year');
  await expect(dialog).toContainText(/Sample\s*[\d,]{3,}/);
  await expect(dialog).toContainText(/Equity read\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ET/);
  await page.keyboard.press('Escape');
  await expect(sharpe).toBeFocused();
});

test('the keyboard leads from a month of the grid to its trades and on to their signals', async ({ program }) => {
  const page = await program.start();
  await openReview(page);
  await selectSegment(page, 'View', 'Months');
  const months = performance(page).getByRole('table', { name: /Returns by month/ });
  await tabTo(page, months.locator('[data-stop][tabindex="0"]'));
  await page.keyboard.press('ArrowDown');
  const cell = months.locator('[data-stop]:focus');
  const name = (await cell.getAttribute('aria-label')) ?? '';
  const [, month = '', year = ''] = /^(\w{3}) (\d{4}): [+−]?\d+\.\d\d %/.exec(name) ?? [];
  const monthNumber = String(
    ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].indexOf(month) + 1,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Closed in ${year}-${monthNumber.padStart(2, '0')}`)).toBeVisible();
  await expect(trades(page)).toBeFocused();
  const closedCells = trades(page).locator('[role="row"] [role="gridcell"]', { hasText: `${year}-` });
  await expect(closedCells.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Trade details' });
  await expect(details).toContainText(`Closed ${year}-${monthNumber.padStart(2, '0')}`);
  await expect(details.getByRole('grid', { name: 'Component orders' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: /^Remove Closed in/ }).click();
  await expect(page.getByText(/^Closed in/)).toHaveCount(0);
});

test('a drawdown opens the chart, a breakdown group opens its trades; a wrong period is refused', async ({
  program,
}) => {
  const page = await program.start();
  await openReview(page);
  await performance(page).getByRole('radio', { name: 'Months' }).click();
  await performance(page)
    .getByRole('button', { name: /^Drawdown of −/ })
    .first()
    .click();
  await expect(page.getByRole('application', { name: 'Equity curve' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'All', exact: true }).first()).toHaveAttribute('aria-checked', 'false');
  await page.locator('.dock-tab', { hasText: 'Performance' }).click();
  await performance(page).getByRole('radio', { name: 'Breakdown' }).click();
  await performance(page).getByRole('radio', { name: 'Side' }).click();
  await performance(page).getByRole('button', { name: 'long: show trades' }).click();
  await expect(trades(page).getByRole('gridcell', { name: 'Short' })).toHaveCount(0);
  await showFirstGroup(page, 'Weekday', (day) => `Opened on a ${day}`);
  await showFirstGroup(page, 'Hour', (hour) => `Opened ${hour}:00 to ${hour}:59 ET`);
  await performance(page).getByRole('button', { name: 'Selection…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Review selection' });
  await dialog.getByLabel('From (ET)').fill('2026-02-30');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog).toContainText('Type a day as 2026-03-02');
  await dialog.getByLabel('From (ET)').fill('2025-01-01');
  await dialog.getByLabel('Symbols').fill('nvda');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await performance(page).getByRole('radio', { name: 'Symbol' }).click();
  await expect(performance(page).getByRole('rowheader')).toHaveText(['NVDA']);
});

test('another strategy is drawn next to the curve, with its name and on the same scale', async ({ program }) => {
  const page = await program.start();
  await goTo(page, 'Review');
  await expect(trades(page).getByRole('row').nth(3)).toBeVisible();
  const chooser = page.getByRole('combobox', { name: 'Strategy' });
  const [first = '', second = ''] = await chooser.getByRole('option').allTextContents();
  const legend = page.getByRole('button', { name: /^With costs/ });
  await chooser.selectOption(second);
  await expect(legend).toBeVisible();
  await chooser.selectOption(first);
  await expect(legend).toBeVisible();

  await page.getByRole('button', { name: /^Compare/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare with' });
  await dialog.getByRole('switch', { name: second }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: new RegExp(`^${second} [\\d,]+`) })).toBeVisible();
  await page.getByRole('button', { name: 'Rebase to 100' }).click();
  await page.getByRole('radio', { name: '1M', exact: true }).click();
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  const points = page.getByRole('grid', { name: 'Equity points' });
  await expect(points.getByRole('columnheader', { name: second })).toBeVisible();
  await points.getByRole('columnheader', { name: 'Time (ET)' }).click();
  await expect(points.locator('[aria-rowindex="2"]')).toContainText('100.00');
});

test('the printed report of a period has a title, figures, chart, months, trades and as-of times', async ({
  program,
  host,
}) => {
  const page = await program.start();
  await openReview(page);
  const [equityTab, performanceTab] = ['Equity', 'Performance'].map((tab) =>
    page.locator('.dock-tab', { hasText: tab }),
  );
  const range = page.getByRole('radio', { name: '1M', exact: true });
  await equityTab?.click();
  await range.click();
  await performanceTab?.click();
  await performance(page).getByRole('combobox', { name: 'Period' }).selectOption('Last 12 months');
  const name = await page
    .getByRole('combobox', { name: 'Strategy' })
    .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent ?? '');
  await page.evaluate(() => {
    // The system's print dialog would wait for a person. The page to be printed is checked instead.
    window.print = () => document.documentElement.setAttribute('data-asked', 'print');
  });
  await performance(page).getByRole('button', { name: 'Print…' }).click();
  await expect(page.locator('html[data-asked=print]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(paper).toContainText(/PRACTICE · \d{4}-\d\d-\d\d → today · with costs · risk-free rate 0 %/);
  await expect(paper).toContainText('Sharpe ratio');
  await expect(paper.locator('canvas')).toBeVisible();
  await expect(paper).toContainText('Returns by month, %');
  await expect(paper.getByRole('row').nth(8)).toBeVisible();
  await expect(paper).toContainText(/Trades read \d{4}-\d\d-\d\d \d\d:\d\d:\d\d ET/);
  await expect(page.getByRole('main')).toBeHidden();
  if (host === 'browser') {
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0).toBeGreaterThan(0);
  } else await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(paper).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
  await equityTab?.click();
  await expect(range, 'the chart shows the range from before printing').toBeChecked();
});
