import type { ElementHandle, Locator, Page } from '@playwright/test';
import instruments from '#resources/practice/instruments.json' with { type: 'json' };

/** The symbol field of the ticket, and an element of the window where keys of the desk act. */
type Prepared = {
  readonly symbol: ElementHandle;
  readonly rest: ElementHandle;
  /** Stocks without an open position: a key on another one can need a confirmation. */
  readonly stocks: readonly string[];
};

const preparedPages = new WeakMap<Page, Prepared>();

/**
 * Enters another symbol in the ticket for every round, and focuses an element where keys of the
 * desk act on that symbol. Both elements are found once: among thousands of signals, finding them
 * by name takes the window ten milliseconds. Returns the symbol.
 */
export async function takeSymbol(page: Page, round: number): Promise<string> {
  const prepared = preparedPages.get(page) ?? (await prepare(page));
  preparedPages.set(page, prepared);
  const symbol = prepared.stocks[round % prepared.stocks.length] ?? '';
  await prepared.symbol.fill(symbol);
  await prepared.rest.focus();
  return symbol;
}

async function prepare(page: Page): Promise<Prepared> {
  // A key that sends needs a quantity in the ticket. A small one, because a large one of an
  // expensive stock is over the limit of the account and is shown instead of sent.
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Quantity', { exact: true }).fill('1');
  const symbol = ticket.getByLabel('Symbol', { exact: true });
  const rest = page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true });
  const cells = await page.getByRole('grid', { name: 'Positions' }).getByRole('gridcell').allTextContents();
  const stocks = instruments.stocks.map((stock) => stock.symbol).filter((name) => !cells.includes(name));
  return { symbol: await found(symbol), rest: await found(rest), stocks };
}

async function found(locator: Locator): Promise<ElementHandle> {
  const element = await locator.elementHandle();
  if (element === null) throw new Error('the window has no such element');
  return element;
}

/** The window has its signals and positions, so that keys act on a desk that knows both. */
export async function hasSignals(page: Page): Promise<void> {
  await page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('row')
    .filter({ hasText: 'Working' })
    .first()
    .waitFor();
  await page.getByRole('grid', { name: 'Positions' }).getByRole('row').nth(1).waitFor();
}

/** Waits until this many signals are painted in the blotter. */
export async function hasManySignals(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      Number(document.querySelector('[role="treegrid"][aria-label="Orders"]')?.getAttribute('aria-rowcount')) >= wanted,
    count,
    { timeout: 60_000 },
  );
  await page.getByRole('treegrid', { name: 'Orders' }).getByRole('row').nth(5).waitFor();
}
