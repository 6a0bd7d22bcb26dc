import { expect, test, type Program } from './program.ts';
import { fillTicket, sendOrder, signalRow } from './ticket.ts';

const bracketOrder = { symbol: 'TXN', quantity: '100', limit: '200', target: '220', stopLoss: '190' };

// No retries: a rare duplicate order must fail the test.
test.describe.configure({ retries: 0 });

/** Without the delay, the lists show the order before the window shows it as unknown. */
async function delayLists({ practice }: Program): Promise<void> {
  for (const command of ['retrieveSignalsWorking', 'retrieveSignalsAll'])
    await practice.addFault({ command, kind: 'delay', ms: 2_000, count: 4 });
}

test('after a kill between send and answer an order is unknown, then resolved, and sent once', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  // The service accepts the order and never answers.
  await program.practice.addFault({ command: 'submitSignal', kind: 'hang', count: 1, processed: true });
  await fillTicket(page, bracketOrder);
  await sendOrder(page);
  await expect.poll(() => program.practice.countReceived('submitSignal')).toBe(1);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200')).toContainText(/Submitted/);
  await program.kill();

  const restartedPage = await program.start();
  await delayLists(program);
  const row = signalRow(restartedPage, 'BTO', 'TXN', 'LMT 200').first();
  await expect(row).toContainText('Unknown');
  await expect(row).toContainText('Working');
  expect(await program.practice.countReceived('submitSignal')).toBe(0);
});

test('an order whose answer is lost is shown as unknown, matched by its own id, and sent once', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  await program.practice.setPrice('TXN', '210');
  await program.practice.addFault({ command: 'submitSignal', kind: 'dropAfter', count: 1 });
  await delayLists(program);
  await fillTicket(page, bracketOrder);
  await sendOrder(page);
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200').first()).toContainText('Unknown');
  await expect(signalRow(page, 'BTO', 'TXN', 'LMT 200').first()).toContainText('Working');
  expect(await program.practice.countReceived('submitSignal')).toBe(1);
});

test('a refused order is shown as rejected, and its details have the words of the platform', async ({ program }) => {
  const page = await program.start();
  await expect(signalRow(page, 'Working').first()).toBeVisible();
  // The symbol has no price from which a bracket could be computed.
  await page.getByRole('switch', { name: 'Bracket' }).click();
  await fillTicket(page, { symbol: 'NOSUCH', quantity: '1', kind: 'market' });
  await sendOrder(page);
  const row = signalRow(page, 'BTO', 'NOSUCH').first();
  await expect(row).toContainText('Rejected');
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('Unknown symbol');
});
