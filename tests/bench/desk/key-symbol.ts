import type { ElementHandle, Locator, Page } from '@playwright/test';
import instruments from '#resources/practice/instruments.json' with { type: 'json' };

/** The symbol field of the ticket, and an element that takes no text, where the order keys act. */
type Prepared = {
  readonly symbol: ElementHandle;
  readonly focusTarget: ElementHandle;
  /** Stocks without an open position. A key on a stock with a position can need a confirmation. */
  readonly stocks: readonly string[];
};

const preparedPages = new WeakMap<Page, Prepared>();

/**
 * Enters another symbol in the ticket for every round, and focuses an element where the order keys
 * act on that symbol. Both elements are found once: among thousands of signals, finding them
 * by name takes the window ten milliseconds. Returns the symbol.
 */
export async function enterSymbol(page: Page, round: number): Promise<string> {
  const prepared = preparedPages.get(page) ?? (await prepare(page));
  preparedPages.set(page, prepared);
  const symbol = prepared.stocks[round % prepared.stocks.length] ?? '';
  await prepared.symbol.fill(symbol);
  await prepared.focusTarget.focus();
  return symbol;
}

async function prepare(page: Page): Promise<Prepared> {
  // A key that sends needs a quantity in the ticket. The quantity is small, because a large order
  // in an expensive stock exceeds the limit of the account and is shown instead of sent.
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Quantity', { exact: true }).fill('1');
  const symbol = ticket.getByLabel('Symbol', { exact: true });
  const focusTarget = page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true });
  const cells = await page.getByRole('grid', { name: 'Positions' }).getByRole('gridcell').allTextContents();
  const stocks = instruments.stocks.map((stock) => stock.symbol).filter((name) => !cells.includes(name));
  return { symbol: await handleOf(symbol), focusTarget: await handleOf(focusTarget), stocks };
}

async function handleOf(locator: Locator): Promise<ElementHandle> {
  const element = await locator.elementHandle();
  if (element === null) throw new Error('the window has no such element');
  return element;
}

/** Waits until the window shows its signals and positions. */
export async function waitForSignals(page: Page): Promise<void> {
  await page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: 'Working' })
    .first()
    .waitFor();
  await page.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1).waitFor();
}

/** Waits until the blotter lists this many signals, and the first rows are painted. */
export async function waitForManySignals(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Number(document.querySelector('[role="treegrid"][aria-label="Orders"]')?.getAttribute('aria-rowcount')) >= wanted,
    count,
    { timeout: 60_000 },
  );
  await page.getByRole('treegrid', { name: 'Orders' }).getByRole('row').nth(5).waitFor();
}
