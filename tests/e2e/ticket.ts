import { expect, type Locator, type Page } from '@playwright/test';

export type Order = {
  readonly action?: string;
  readonly symbol: string;
  readonly quantity: string;
  readonly kind?: 'market' | 'limit' | 'stop';
  readonly limit?: string;
  readonly stop?: string;
  readonly target?: string;
  readonly stopLoss?: string;
};

/** Fills the fields of the ticket, found by their accessible names. */
export async function fillTicket(page: Page, order: Order): Promise<void> {
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Action', { exact: true }).selectOption(order.action ?? 'BTO');
  await ticket.getByLabel('Symbol', { exact: true }).fill(order.symbol);
  await ticket.getByLabel('Quantity', { exact: true }).fill(order.quantity);
  await ticket.getByLabel('Order type', { exact: true }).selectOption(order.kind ?? 'limit');
  if (order.limit !== undefined) await ticket.getByLabel('Limit price', { exact: true }).fill(order.limit);
  if (order.stop !== undefined) await ticket.getByLabel('Stop price', { exact: true }).fill(order.stop);
  if (order.target !== undefined) await ticket.getByLabel('Profit target', { exact: true }).fill(order.target);
  if (order.stopLoss !== undefined) await ticket.getByLabel('Stop loss', { exact: true }).fill(order.stopLoss);
}

/** Sends the content of the ticket, through the confirmation. */
export async function sendOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Send|Replace) order$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Replace) order$/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Confirms the dialog. A reading between the plan and the press can change what was planned. The
 * dialog then shows `refused`, nothing is sent, and the function confirms again.
 */
export async function confirmUntilSent(page: Page, name: string, refused: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const confirmButton = dialog.getByRole('button', { name });
  await confirmButton.click();
  await expect(async () => {
    if (await dialog.getByText(refused).isVisible()) await confirmButton.click();
    await expect(dialog).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

/** The table of the signals blotter. */
export const signals = (page: Page): Locator => page.getByRole('treegrid', { name: 'Orders' });

/** The row of the signals blotter that contains all of these texts. */
export function signalRow(page: Page, ...texts: readonly (string | RegExp)[]): Locator {
  return texts.reduce<Locator>((rows, text) => rows.filter({ hasText: text }), signals(page).getByRole('row'));
}

/** Selects the row by mouse. Tries again if the row moves before the click. */
export async function selectRow(row: Locator): Promise<void> {
  await expect(async () => {
    await row.click();
    await expect(row).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
  }).toPass();
}

export const goTo = (page: Page, view: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click();
