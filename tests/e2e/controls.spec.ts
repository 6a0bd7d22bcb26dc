import { expect, test } from './program.ts';
import { goTo, signalRow } from './ticket.ts';

test('buttons of the order sheet act on its order; the kill switch banner remains on other pages', async ({
  program,
}) => {
  const page = await program.start();
  const row = signalRow(page, 'Working').first();
  await expect(row).toBeVisible();
  const dialog = page.getByRole('dialog');

  // The sheet closes before its buttons act, but they act on the order that it showed.
  await row.dblclick();
  await dialog.getByRole('button', { name: 'Cancel…' }).click();
  await expect(dialog).toContainText(/Cancel/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await row.dblclick();
  const title = await dialog.getByRole('heading').first().textContent();
  await dialog.getByRole('button', { name: 'Replace…' }).click();
  await expect(dialog).toHaveCount(0);
  const symbol = await page.getByLabel('Symbol').first().inputValue();
  expect(title).toContain(symbol);
  expect(symbol).not.toBe('');

  // The footer counts the rows that match the filter.
  const totals = page
    .getByRole('treegrid', { name: 'Orders' })
    .locator('xpath=..')
    .getByText(/[0-9]+ working/);
  await expect(totals).toBeVisible();
  await page.getByLabel('Filter orders').fill('no such symbol');
  await expect(totals).toHaveCount(0);
  await page.getByLabel('Filter orders').fill('');

  await page.getByRole('navigation').getByRole('link', { name: 'Trade', exact: true }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Alt+Shift+K');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Buy at market');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('protect this');
  await expect(page.getByRole('option', { name: /Protect this position/ })).toContainText('Alt+P');
  await page.keyboard.press('Escape');

  // A tooltip names the effect of a control, for the pointer and for the keyboard.
  const kill = page.getByRole('button', { name: 'Kill switch' });
  const tip = page.getByRole('tooltip');
  await kill.hover();
  await expect(tip).toHaveText(/Refuses new risk until it is released/);
  await page.mouse.move(0, 400);
  await expect(tip).toHaveCount(0);
  const panic = page.getByRole('button', { name: /^Panic/ });
  await panic.hover();
  await expect(tip).toBeVisible();
  await panic.evaluate((button) => button.removeAttribute('title'));
  await page.mouse.move(0, 400);
  await expect(tip).toHaveCount(0);
  await expect(panic, 'a title that ended meanwhile is not restored').not.toHaveAttribute('title');
  await page.getByRole('button', { name: /^Arm/ }).focus();
  await page.keyboard.press('Tab');
  await expect(kill).toBeFocused();
  await expect(tip).toHaveText(/Refuses new risk/);
  await expect(kill).toHaveAccessibleDescription(/Refuses new risk/);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await kill.click();
  for (const name of ['Review', 'Settings', 'Trade'] as const) {
    await goTo(page, name);
    await expect(page.getByRole('alert', { name: 'Kill switch' })).toContainText('New risk is refused');
  }
  await page.getByRole('button', { name: 'Release…' }).click();
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('alert', { name: 'Kill switch' })).toHaveCount(0);
});

test(
  'a failure of the window is an alarm on every page until Dismiss or a reload of the window',
  { tag: '@host' },
  async ({ program }) => {
    const page = await program.start();
    const alarm = page.getByRole('alert', { name: 'Failure of this window' });
    await expect(signalRow(page, 'Working').first()).toBeVisible();
    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('first');
      });
    });
    await expect(alarm).toContainText('TypeError: first');
    await goTo(page, 'Review');
    await expect(alarm).toBeVisible();
    await alarm.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alarm).toHaveCount(0);

    await page.evaluate(() => void Promise.reject(new Error('not caught')));
    await expect(alarm).toContainText('Error: not caught');
    await alarm.getByRole('button', { name: 'Reload window' }).click();
    await expect(alarm).toHaveCount(0);
    await goTo(page, 'Trade');
    await expect(signalRow(page, 'Working').first()).toBeVisible();

    // The window reports the two errors that were thrown here, and nothing else.
    expect(program.pageErrors.splice(0)).toEqual(['TypeError: first', 'Error: not caught']);
  },
);
