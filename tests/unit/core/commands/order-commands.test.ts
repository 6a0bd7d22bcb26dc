import { expect, it } from 'vitest';
import { done } from '#contract/outcome.ts';
import { orderCommands } from '#core/commands/order-commands.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, ticket } from '../orders/order-fixtures.ts';

it('an order is not sent if the computer slept more than 15 seconds while its positions were read', async () => {
  const clock = new FakeClock();
  const sent: string[] = [];
  let readMs = 15_000;
  const session = {
    desk: {
      needsReading: () => true,
      ticketOf: () => ticket(),
      submit: () => done(sent.push('submit')),
      confirm: () => done(sent.push('confirm')),
      decide: () => done(sent.push('decide')),
    },
    sync: { readAgain: async () => clock.jumpWall(readMs) },
  };
  const parts = { ports: { clock }, sessions: { current: () => session } };
  const commands = orderCommands(parts as unknown as Parameters<typeof orderCommands>[0]);
  const sendAll = async () => [
    await commands['orders.submit']({ intentId: intent(1), ticket: ticket(), confirmed: [] }),
    await commands['orders.confirm']({ rowId: intent(1), confirmed: [] }),
    await commands['orders.decide']({ rowId: intent(1), choice: 'send-again' }),
  ];
  await sendAll();
  expect(sent).toEqual(['submit', 'confirm', 'decide']);
  readMs = 15_001;
  const message = { code: 'nothing-sent', reason: { code: 'hold.too-old', seconds: 15 } };
  const refusal = { failure: { code: 'locked', message } };
  expect(await sendAll()).toMatchObject([refusal, refusal, refusal]);
  expect(sent).toHaveLength(3);
  // A choice that sends nothing reads nothing.
  expect(await commands['orders.decide']({ rowId: intent(1), choice: 'acknowledge' })).toMatchObject({ ok: true });
});

it('an order is checked and submitted if its positions cannot be read within 13 seconds', async () => {
  const clock = new FakeClock();
  let submits = 0;
  const session = {
    desk: { needsReading: () => true, submit: () => done((submits += 1)) },
    sync: { readAgain: () => new Promise(() => undefined) },
  };
  const parts = { ports: { clock }, sessions: { current: () => session } };
  const commands = orderCommands(parts as unknown as Parameters<typeof orderCommands>[0]);
  const submitted = commands['orders.submit']({ intentId: intent(1), ticket: ticket(), confirmed: [] });
  await clock.advance(12_999);
  expect(submits).toBe(0);
  await clock.advance(1);
  expect(await submitted).toEqual(done(1));
});
