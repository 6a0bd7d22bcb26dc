// Symbols of one option contract, written in different ways, in hotkeys.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyOrder } from '#renderer/app/hotkey-orders.ts';
import { HotkeyRunner } from '#renderer/app/hotkey-runner.ts';
import { demoPositions } from '#renderer/gallery/demo-trades.ts';
import { demoSignals } from '#renderer/gallery/demo-signals.ts';
import { fakeApp } from '../stores/fake-app.ts';

const typedSymbol = 'MSFT2620C400.50';
const listedSymbol = 'MSFT2620C400.5';

let fake: ReturnType<typeof fakeApp>;
let runner: HotkeyRunner;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  const [working] = demoSignals.filter(({ state }) => state === 'working');
  const [held] = demoPositions.filter(({ side }) => side === 'long');
  if (working === undefined || held === undefined)
    throw new Error('the demo data has no working order or no long position');
  const signals = [typedSymbol, listedSymbol].map((symbol) => ({
    ...working,
    rowId: symbol,
    symbol,
    kind: 'limit' as const,
  }));
  fake.answer('signals.list', () => ({ ok: true, value: { signals, total: 2, revision: 9 } }));
  fake.answer('positions.list', () => ({ ok: true, value: [{ ...held, symbol: listedSymbol, instrument: 'option' }] }));
  fake.app.signals.reload();
  fake.app.positions.reload();
  await fake.settle();
  runner = new HotkeyRunner(fake.app, { focusSymbol: async () => undefined, uuid: () => crypto.randomUUID() });
  fake.app.ticket.change({ symbol: typedSymbol, quantity: '1' });
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

it('a sell key closes the position of the contract, and opens no other side', async () => {
  await runner.run('sell-market', false);
  expect(fake.app.quickOrder.ticket.draft).toMatchObject({ action: 'STC', symbol: typedSymbol });
});

it('a sell key closes the position of a symbol that was typed in full-width letters', async () => {
  fake.app.ticket.change({
    symbol: '\uff2d\uff33\uff26\uff34\uff12\uff16\uff12\uff10\uff23\uff14\uff10\uff10\uff0e\uff15',
  });
  expect(fake.app.ticket.draft.symbol).toBe(listedSymbol);
  await runner.run('sell-market', false);
  expect(fake.app.quickOrder.ticket.draft).toMatchObject({ action: 'STC', symbol: listedSymbol });
});

it('the key that cancels the orders of a symbol cancels all orders of the contract', async () => {
  await runner.run('cancel-symbol', true);
  expect(fake.calls('orders.cancel')).toMatchObject([{ rowIds: [typedSymbol, listedSymbol] }]);
});

it('the key that closes finds the position of the contract', async () => {
  await runner.run('close', true);
  expect(fake.calls('orders.execute-exit')).toHaveLength(1);
});

it('a limit key starts from the last fill of the contract', async () => {
  const signals = demoSignals.slice(0, 1).map((one) => ({ ...one, symbol: listedSymbol, tradedPrice: '12.4' }));
  fake.answer('signals.list', () => ({ ok: true, value: { signals, total: 1, revision: 10 } }));
  fake.app.signals.reload();
  await fake.settle();
  const limitOf = (symbol: string): string => keyOrder('buy-limit', symbol, fake.app).limit;
  expect(limitOf(typedSymbol)).toBe(limitOf(listedSymbol));
  expect(limitOf(typedSymbol)).toMatch(/^12[.]/);
});
