// What was typed or arranged in the instant before the window goes is there at the next start.
import { expect, test } from './program.ts';
import { signalRow, signals } from './ticket.ts';

test('a sort and a draft made just before the window is closed are there again', async ({ program }) => {
  const first = await program.start();
  await expect(signalRow(first, 'Working').first()).toBeVisible();
  const symbol = () => first.getByRole('form', { name: 'Order ticket' }).getByLabel('Symbol', { exact: true });
  await symbol().fill('KO');
  // Closed as a tab is, well within the time after which changes are written.
  await signals(first).getByRole('columnheader', { name: 'Symbol' }).click();
  await first.close({ runBeforeUnload: true });
  await program.close();

  const again = await program.start();
  await expect(signalRow(again, 'Working').first()).toBeVisible();
  await expect(again.getByRole('form', { name: 'Order ticket' }).getByLabel('Symbol', { exact: true })).toHaveValue(
    'KO',
  );
  const header = signals(again).getByRole('columnheader', { name: 'Symbol' });
  await expect(header).toHaveAttribute('aria-sort', /ascending|descending/);
});
