import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failed } from '#contract/outcome.ts';
import { HotkeyRunner } from '#renderer/app/hotkey-runner.ts';
import { demoGuard } from '#renderer/gallery/demo-desk.ts';
import { emptyDraft } from '#renderer/stores/ticket-draft.ts';
import { fakeApp } from './fake-app.ts';

const order = { ...emptyDraft, symbol: 'MSFT', quantity: '100', limit: '400', bracket: false };
let fake: ReturnType<typeof fakeApp>;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  await fake.settle();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

it.each<readonly [string, () => void]>([
  ['Flatten all', () => fake.app.exits.open({ kind: 'flatten' })],
  ['Cancel all', () => fake.app.cancels.ask(['r1'], true)],
])('an order that was prepared before %s is not offered after it', async (_, open) => {
  const { cancels, exits, quickOrder } = fake.app;
  quickOrder.open(order, 'Buy at limit MSFT');
  open();
  await fake.settle();
  exits.close();
  cancels.drop();
  await fake.settle();
  expect(quickOrder.title).toBeNull();
});

it.each<readonly [string, () => void | Promise<void>]>([
  [
    'another strategy was chosen',
    () => {
      const { strategies, strategy } = fake.app;
      strategy.choose(strategies.list.find(({ systemId }) => systemId !== strategy.systemId)?.systemId ?? '');
    },
  ],
  ['Flatten all was opened', () => fake.app.exits.open({ kind: 'flatten' })],
  ['Cancel all was opened', () => fake.app.cancels.ask(['r1'], true)],
  [
    'Flatten all was opened and closed',
    async () => {
      fake.app.exits.open({ kind: 'flatten' });
      await fake.settle();
      fake.app.exits.close();
    },
  ],
])('an order of an armed key that is refused after %s is a message, and is not shown', async (_, leave) => {
  const { cancels, exits, focusedRow, practice, quickOrder, ticket, toasts } = fake.app;
  practice.watch();
  focusedRow.focusPosition(null, 'MSFT');
  ticket.change({ symbol: 'MSFT', quantity: '100' });
  await fake.settle();
  const arming = { armed: true, since: 1, systemId: '131', idleAt: 9_999_999_999 } as const;
  fake.emit('desk.changed', { ...demoGuard, arming });
  const gate = Promise.withResolvers<unknown>();
  fake.answer('orders.submit', () => gate.promise);
  const runner = new HotkeyRunner(fake.app, { focusSymbol: async () => undefined, uuid: () => crypto.randomUUID() });
  const pressed = runner.run('buy-market', true);
  await leave();
  await fake.settle();
  gate.resolve(failed('blocked', 'Above the limit.'));
  await pressed;
  exits.close();
  cancels.drop();
  await fake.settle();
  expect(quickOrder.title).toBeNull();
  expect(toasts.list).toMatchObject([{ tone: 'danger', text: 'Buy at market MSFT: Above the limit.' }]);
});
