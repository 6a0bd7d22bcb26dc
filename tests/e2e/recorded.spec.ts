// The screen shows recorded answers with the oddities that platform-notes describe.
// tests/hosts/recorded-answers.test.ts lists the files of these answers.
import { recordedService } from '#tests/fixtures/recorded-service.ts';
import { connect } from './connect.ts';
import { expect, test } from './program.ts';
import { goTo, signalRow, signals } from './ticket.ts';

test('recorded market orders, options, fills better than a limit, and HTML in names are shown', async ({ program }) => {
  const service = await recordedService();
  try {
    const page = await program.start();
    await connect(page, 'Recorded', { baseUrl: service.baseUrl, apikey: 'recorded-key' });
    await goTo(page, 'Trade');
    // A price of zero means no price.
    await expect(signalRow(page, 'SSHORT', 'AAPL', 'MKT', 'DAY', 'Working')).toBeVisible();
    await expect(signalRow(page, 'CSCO1220V19', 'LMT', '0.35', 'GTC', 'Working')).toBeVisible();
    await expect(signalRow(page, 'AAPL', 'STP', '200', 'GTC')).toBeVisible();
    await expect(signalRow(page, 'MSFT', 'LMT', '400', 'Parked')).toBeVisible();
    await expect(signalRow(page, 'IBM', 'MKT', 'Working')).toBeVisible();
    // No answer with open trades is recorded for this strategy: the screen must show that they were
    // not read, not that there are none.
    const unread = /^Unknown: positions (not read yet|could not be read)\./;
    await expect(page.getByRole('tabpanel', { name: 'Positions' }).getByText(unread)).toBeVisible();
    await page.getByRole('radio', { name: 'All', exact: true }).click();
    await expect(signalRow(page, 'XOM', /LMT 73\.98(?!0)/, '74.09', 'Filled')).toBeVisible();
    await expect(signalRow(page, 'XOM', 'Canceled')).toBeVisible();
    await expect(signals(page).locator('b, i')).toHaveCount(0);
    await expect(page.getByRole('option', { name: 'Signals & <i>more</i>' }).first()).toBeAttached();
    if (process.env['STRATDESK_PICTURES'] === '1') await page.screenshot({ path: 'test-results/recorded.png' });
  } finally {
    await service.close();
  }
});
