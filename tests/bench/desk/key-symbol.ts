import type { Page } from '@playwright/test';
import instruments from '#resources/practice/instruments.json' with { type: 'json' };

/** Puts another symbol into the ticket for every round, and the hand where keys of the desk act: they mean that symbol. */
export async function takeSymbol(page: Page, round: number): Promise<void> {
  const { stocks } = instruments;
  const symbol = stocks[round % stocks.length]?.symbol ?? '';
  await page.getByRole('form', { name: 'Order ticket' }).getByLabel('Symbol', { exact: true }).fill(symbol);
  await page.getByRole('navigation').getByRole('link', { name: 'Trade' }).focus();
}

/** The window has its signals: what is done from here on is done on a desk that knows what works. */
export const hasSignals = (page: Page): Promise<void> =>
  page.getByRole('treegrid', { name: 'Signals' }).getByRole('row').filter({ hasText: 'Working' }).first().waitFor();

/** So many signals are in the blotter, and painted. */
export async function hasManySignals(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Number(document.querySelector('[role="treegrid"][aria-label="Signals"]')?.getAttribute('aria-rowcount')) >=
      wanted,
    count,
    { timeout: 60_000 },
  );
  await page.getByRole('treegrid', { name: 'Signals' }).getByRole('row').nth(5).waitFor();
}
