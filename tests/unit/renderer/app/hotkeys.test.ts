import { demoUnreadable } from '#renderer/gallery/demo-unreadable.ts';
import { activeSymbol } from '#renderer/stores/active-symbol.ts';
import type { Signal } from '#contract/model/signal.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tick } from 'svelte';
import { HotkeyRunner } from '#renderer/app/hotkey-runner.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoStrategyState } from '#renderer/gallery/demo-status.ts';
import { demoExitPlan, demoGuard } from '#renderer/gallery/demo-desk.ts';
import { demoSignals } from '#renderer/gallery/demo-signals.ts';
import { demoProgress } from '#renderer/gallery/demo-exit.ts';
import { canCancel } from '#renderer/orders/signal-text.ts';
import { emptyDraft } from '#renderer/stores/ticket-draft.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { fakeApp } from '../stores/fake-app.ts';

const order = {
  symbol: 'MSFT',
  quantity: '100',
  kind: 'limit',
  limit: '400',
  stopLoss: '390',
  profitTarget: '420',
} as const;

const armed = {
  ...demoGuard,
  arming: { armed: true, since: 1, systemId: '131', idleAt: 9_999_999_999 },
} as const;

describe('a hotkey', () => {
  let fake: ReturnType<typeof fakeApp>;
  let runner: HotkeyRunner;
  beforeEach(async () => {
    vi.useFakeTimers();
    fake = fakeApp();
    fake.app.practice.watch();
    runner = new HotkeyRunner(fake.app, { focusSymbol: async () => undefined, uuid: () => crypto.randomUUID() });
    await fake.settle();
    fake.app.focusedRow.focusPosition(null, 'MSFT');
    fake.app.ticket.change({ symbol: 'MSFT', quantity: '100' });
  });
  afterEach(() => {
    fake.dispose();
    vi.useRealTimers();
  });

  it('set to "Preview" shows the order and sends nothing', async () => {
    await runner.run('buy-market', false);
    expect(fake.app.quickOrder.title).toMatch(/Buy at market MSFT/);
    expect(fake.app.quickOrder.ticket.draft).toMatchObject({
      action: 'BTO',
      symbol: 'MSFT',
      kind: 'market',
      quantity: '100',
    });
    expect(fake.calls('orders.submit')).toEqual([]);
  });

  it('set to "Send at once" previews an order that adds risk if the desk is not armed', async () => {
    await runner.run('buy-market', true);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(fake.app.quickOrder.title).not.toBeNull();
  });

  it('set to "Send at once" sends one order without a preview on an armed desk', async () => {
    fake.emit('desk.changed', armed);
    await runner.run('buy-market', true);
    expect(fake.calls('orders.submit')).toMatchObject([{ direct: true, confirmed: [], ticket: { symbol: 'MSFT' } }]);
    expect(fake.app.quickOrder.title).toBeNull();
  });

  it('pressed while another one is not finished does nothing, and says so once', async () => {
    fake.emit('desk.changed', armed);
    const first = runner.run('buy-market', true);
    await runner.run('sell-market', true);
    await runner.run('sell-market', false);
    const busy = 'Nothing was done: the previous hotkey is still running.';
    expect(fake.app.toasts.list.map(({ text }) => text)).toEqual([busy]);
    await first;
    expect(fake.calls('orders.submit')).toMatchObject([{ ticket: { action: 'BTO' } }]);
    expect(fake.app.quickOrder.title).toBeNull();
    expect(fake.app.toasts.list.map(({ text }) => text)).toEqual([busy, 'Submitted: Buy to open 100 MSFT at market.']);
  });

  it.each([
    ['buy-limit', true],
    ['buy-limit', false],
    ['repeat', false],
    ['change', false],
  ] as const)(
    'does nothing, and says so, while the order of a closed preview is being sent: %s, send %s',
    async (verb, send) => {
      const { quickOrder, toasts } = fake.app;
      fake.emit('desk.changed', armed);
      await runner.run('buy-market', false);
      await fake.settle(300);
      const gate = Promise.withResolvers<unknown>();
      fake.answer('orders.submit', () => gate.promise);
      const sent = quickOrder.send();
      quickOrder.drop();
      await runner.run(verb, send);
      expect(toasts.list.map(({ text }) => text)).toEqual(['Nothing was done: the previous hotkey is still running.']);
      gate.resolve({ ok: true, value: { rowId: 'r', ownId: '1' } });
      await sent;
      expect(fake.calls('orders.submit')).toHaveLength(1);
      await runner.run(verb, false);
      expect(quickOrder.title).not.toBeNull();
    },
  );

  it('set to "Send at once" takes symbol and quantity from the ticket, not the clicked row', async () => {
    fake.emit('desk.changed', armed);
    fake.app.ticket.change({ symbol: 'MSFT', quantity: '5' });
    fake.app.focusedRow.focusPosition(null, 'MCD');
    await runner.run('buy-market', true);
    const ticket = { symbol: 'MSFT', quantity: '5' };
    expect(fake.calls('orders.submit')).toMatchObject([{ direct: true, ticket }]);
    expect(fake.app.toasts.list.at(-1)?.text).toBe('Submitted: Buy to open 5 MSFT at market.');
    await runner.run('buy-market', false);
    expect(fake.app.quickOrder.ticket.draft.symbol).toBe('MCD');
  });

  it('acts on the symbol of the row chosen with Enter until the ticket has another symbol', async () => {
    const { focusedRow, ticket } = fake.app;
    const { symbolChangeCount } = ticket;
    focusedRow.choose({ symbol: 'AAPL', positionId: null, signalRowId: null, symbolChangeCount });
    ticket.change({ quantity: '5' });
    expect(activeSymbol(fake.app)).toBe('AAPL');
    ticket.change({ symbol: 'TSLA' });
    expect(activeSymbol(fake.app)).toBe('TSLA');
    // The trader typed the first symbol again, and means it.
    ticket.change({ symbol: 'MSFT' });
    expect(activeSymbol(fake.app)).toBe('MSFT');
  });

  it('set to "Send at once" previews the order if the ticket has no quantity', async () => {
    fake.emit('desk.changed', armed);
    fake.app.ticket.change({ quantity: '' });
    await runner.run('buy-market', true);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(fake.app.quickOrder.title).toMatch(/MSFT/);
  });

  it('previews a sale if the positions were never read', async () => {
    fake.emit('desk.changed', armed);
    const facts = demoStrategyState('91000001', demoDefaults);
    fake.emit('strategy.changed', { ...facts, tradesOpen: { ...facts.tradesOpen, readAt: null } });
    await fake.settle();
    await runner.run('sell-market', true);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(fake.app.quickOrder.title).toMatch(/Sell at market MSFT/);
  });

  it('does nothing on presses during a send', async () => {
    fake.emit('desk.changed', armed);
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.submit', () => gate.promise);
    const presses = Array.from({ length: 1_000 }, () => runner.run('buy-market', true));
    gate.resolve({ ok: true, value: { rowId: 'r', ownId: '1' } });
    await Promise.all(presses);
    expect(fake.calls('orders.submit')).toHaveLength(1);
    console.log('P4: 1,000 presses of a key set to Send at once, before its order is answered: 1 order');
  });

  it('previews an entry whose bracket has no base price', async () => {
    fake.emit('desk.changed', armed);
    fake.app.ticket.change({ symbol: 'NOPE', quantity: '1' });
    await runner.run('buy-market', true);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect([...fake.app.quickOrder.ticket.read.missing.values()].join()).toMatch(/bracket/i);
  });

  it('previews an entry whose template has no price for its stop', async () => {
    fake.emit('desk.changed', armed);
    const stopAtZero = { unit: 'percent', amount: '100' } as const;
    const template = { id: 'one', name: 'One', stop: stopAtZero, target: { unit: 'percent', amount: '1' } } as const;
    fake.app.ticket.settings.saveTemplates([template]);
    await runner.run('buy-market', true);
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(fake.app.quickOrder.title).toMatch(/Buy at market MSFT/);
    expect([...fake.app.quickOrder.ticket.read.missing.values()].join()).toMatch(/no stop price/);
  });

  it('for the kill switch does not wait for a hotkey that is still running', async () => {
    fake.emit('desk.changed', armed);
    fake.answer('orders.submit', () => Promise.withResolvers<unknown>().promise);
    void runner.run('buy-market', true);
    await runner.run('kill', false);
    expect(fake.calls('risk.kill')).toHaveLength(1);
  });

  it.each(['flatten', 'cancel-all'] as const)('for %s shows its plan while another hotkey sends', async (verb) => {
    fake.emit('desk.changed', armed);
    fake.answer('orders.submit', () => Promise.withResolvers<unknown>().promise);
    void runner.run('sell-market', true);
    await runner.run(verb, false);
    const { cancels, exits, toasts } = fake.app;
    expect(verb === 'flatten' ? exits.opened?.kind : cancels.rowIds).toBeTruthy();
    expect(toasts.list).toEqual([]);
  });

  it.each([{ kind: 'flatten' }, { kind: 'resume', runId: 'r1' }] as const)(
    'keeps the plan of $kind that was opened while an exit was planned',
    async (opened) => {
      const { exits, ticket } = fake.app;
      ticket.change({ symbol: 'AAPL' });
      const gate = Promise.withResolvers<unknown>();
      fake.answer('orders.plan-exit', () => gate.promise);
      const pressed = runner.run('close', true);
      exits.open(opened);
      gate.resolve({ ok: false, failure: { code: 'not-possible', message: 'Not possible.' } });
      await pressed;
      expect([exits.opened, exits.isRunOpened]).toEqual([opened, true]);
    },
  );

  it('keeps the "Cancel all" plan that was opened while an exit was planned', async () => {
    const { cancels, exits, ticket, toasts } = fake.app;
    ticket.change({ symbol: 'AAPL' });
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.plan-exit', () => gate.promise);
    const pressed = runner.run('close', true);
    await runner.run('cancel-all', false);
    gate.resolve({ ok: false, failure: { code: 'not-possible', message: 'Not possible.' } });
    await pressed;
    expect(cancels.rowIds).toBeTruthy();
    expect(exits.opened).toBeNull();
    expect(toasts.list.at(-1)?.text).toBe('The plan of this exit is not shown: another plan is open.');
  });

  it('shows the flatten plan that was opened while an exit was sent, not the steps of that exit', async () => {
    const { exits, ticket } = fake.app;
    ticket.change({ symbol: 'AAPL' });
    const plan = { ...demoExitPlan('131'), checks: [] };
    const running = demoProgress('131', 'running');
    const progress = running && { ...running, kind: 'close', planId: plan.planId };
    fake.answer('orders.plan-exit', () => ({ ok: true, value: plan }));
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.execute-exit', () => gate.promise);
    const pressed = runner.run('close', true);
    await vi.advanceTimersByTimeAsync(0);
    expect(fake.calls('orders.execute-exit')).toHaveLength(1);
    await runner.run('flatten', false);
    fake.emit('exit.changed', { progress, unfinished: null });
    gate.resolve({ ok: true, value: { planId: plan.planId } });
    await pressed;
    expect(exits.opened).toEqual({ kind: 'flatten' });
    expect(exits.followedRun).toBeNull();
  });

  it('keeps the "Cancel all" plan that was opened while other orders were canceled', async () => {
    const { cancels, focusedRow, signals } = fake.app;
    const gate = Promise.withResolvers<unknown>();
    const [first] = (signals.list ?? []).filter(canCancel);
    focusedRow.selectSignals([first?.rowId ?? '']);
    fake.answer('orders.cancel', () => gate.promise);
    const pressed = runner.run('cancel-selected', true);
    await runner.run('cancel-all', false);
    const plannedRowIds = cancels.rowIds;
    gate.resolve({ ok: false, failure: { code: 'unconfirmed', message: 'Stops.' } });
    await pressed;
    expect(cancels.rowIds).toEqual(plannedRowIds);
    expect(cancels.all).toBe(true);
  });

  it('previews an order that needs a confirmation', async () => {
    fake.emit('desk.changed', armed);
    const failure = { code: 'unconfirmed', message: 'The same order was sent 3 s ago.' };
    fake.answer('orders.submit', () => ({ ok: false, failure }));
    await runner.run('buy-market', true);
    expect(fake.app.quickOrder.failure).toBe('The same order was sent 3 s ago.');
    expect(fake.app.quickOrder.title).not.toBeNull();
  });

  it('for an exit does not say that there is no position if positions were never read', async () => {
    const facts = demoStrategyState('91000001', demoDefaults);
    fake.answer('positions.list', () => ({ ok: true, value: [] }));
    fake.emit('strategy.changed', { ...facts, tradesOpen: { ...facts.tradesOpen, readAt: null } });
    await fake.settle();
    await runner.run('close', false);
    await runner.run('close', true);
    const unknown = 'Unknown: positions not read yet.';
    expect(fake.app.toasts.list.map(({ text }) => text)).toEqual([unknown, unknown]);
  });

  it('for flatten says why there is no plan without a strategy', async () => {
    fake.answer('strategies.list', () => ({ ok: true, value: { readAt: 1, failure: null, strategies: [] } }));
    fake.app.strategies.reload();
    await fake.settle();
    await runner.run('flatten', false);
    expect(fake.app.exits.opened).toBeNull();
    expect(fake.app.toasts.list.at(-1)?.text).toBe('No strategy is selected.');
  });

  it('makes only the closing order while there is an opposite position', async () => {
    fake.app.focusedRow.focusPosition(null, 'AAPL');
    await runner.run('sell-market', false);
    expect(fake.app.quickOrder.ticket.draft.action).toBe('STC');
    fake.app.quickOrder.drop();
    fake.app.focusedRow.focusPosition(null, 'CAT');
    await runner.run('buy-market', false);
    expect(fake.app.quickOrder.ticket.draft.action).toBe('BTC');
  });

  it('sends exits and cancels without arming', async () => {
    fake.app.ticket.change({ symbol: 'AAPL' });
    await runner.run('close', true);
    expect(fake.calls('orders.execute-exit')).toHaveLength(1);
    expect(fake.app.toasts.list.at(-1)?.text).toMatch(/^Submitted: STC [0-9,]+ [A-Z]+ MKT DAY[.]$/);
    const [first] = fake.app.signals.list?.filter(({ state }) => state === 'working') ?? [];
    fake.app.focusedRow.selectSignals([first?.rowId ?? 'none']);
    await runner.run('cancel-selected', true);
    expect(fake.calls('orders.cancel')).toHaveLength(1);
    expect(fake.app.toasts.list.at(-1)?.text).toMatch(/^Cancel submitted: [A-Z]+ [0-9,]+ [A-Z]+ (LMT|STP) [0-9.]+/);
  });

  it.each(['accepted', 'refused'])(
    'leaves the dialog of another strategy unchanged when an exit is %s late',
    async (end) => {
      const { exits, strategies, strategy, ticket, toasts } = fake.app;
      ticket.change({ symbol: 'AAPL' });
      const gate = Promise.withResolvers<unknown>();
      fake.answer('orders.execute-exit', () => gate.promise);
      const pressed = runner.run('close', true);
      await fake.settle();
      strategy.choose(strategies.list.find(({ systemId }) => systemId !== strategy.systemId)?.systemId ?? '');
      await fake.settle();
      exits.open({ kind: 'flatten' });
      const failure = { code: 'busy', message: 'Another plan runs.' };
      gate.resolve(end === 'accepted' ? { ok: true, value: { planId: 'p' } } : { ok: false, failure });
      await pressed;
      expect(exits.opened).toEqual({ kind: 'flatten' });
      expect(toasts.list.at(-1)?.text).toMatch(end === 'accepted' ? /^Submitted: / : /^Another plan runs/);
    },
  );

  it('for "Cancel all" asks for confirmation if a stop is working', async () => {
    await runner.run('cancel-all', true);
    expect(fake.calls('orders.cancel')).toHaveLength(0);
    expect(fake.app.cancels.rowIds).not.toBeNull();
  });

  it('for "Cancel all" sends once, even while another hotkey sends', async () => {
    const signals = demoSignals.filter(({ kind }) => kind !== 'stop');
    fake.answer('signals.list', () => {
      return { ok: true, value: { signals, total: signals.length, revision: 1, unreadable: [] } };
    });
    fake.app.signals.reload();
    await fake.settle();
    fake.emit('desk.changed', armed);
    fake.answer('orders.submit', () => Promise.withResolvers<unknown>().promise);
    void runner.run('sell-market', true);
    const first = runner.run('cancel-all', true);
    await runner.run('cancel-all', true);
    await first;
    expect(fake.calls('orders.cancel')).toHaveLength(1);
  });

  it('for "Cancel all" includes a working order that cannot be read, and asks for confirmation', async () => {
    const unreadable = [{ ...demoUnreadable, rowId: 's:155', working: true }];
    fake.answer('signals.list', () => ({ ok: true, value: { signals: [], total: 0, revision: 1, unreadable } }));
    fake.app.signals.reload();
    await fake.settle();
    await runner.run('cancel-all', true);
    expect(fake.app.cancels.rowIds).toEqual(['s:155']);
    expect(fake.calls('orders.cancel')).toHaveLength(0);
  });

  it('reverses with the bracket of hotkey entries', async () => {
    fake.emit('desk.changed', armed);
    fake.app.ticket.change({ symbol: 'AAPL' });
    await runner.run('reverse', true);
    const bracket = { duration: 'GTC', stopLoss: '187.68', profitTarget: '176.64' };
    expect(fake.calls('orders.plan-exit').at(-1)).toMatchObject({ request: { kind: 'reverse', ...bracket } });
    expect(fake.calls('orders.execute-exit')).toHaveLength(1);
  });

  it('previews a reversal whose template has no price for its stop', async () => {
    fake.emit('desk.changed', armed);
    const stop = { unit: 'percent', amount: '100' } as const;
    fake.app.ticket.settings.saveTemplates([{ id: 'one', name: 'One', stop, target: null }]);
    fake.app.ticket.change({ symbol: 'CAT' });
    await runner.run('reverse', true);
    expect(fake.app.exits.opened).toMatchObject({ kind: 'reverse', bracket: null });
    expect(fake.calls('orders.execute-exit')).toEqual([]);
  });

  it('previews a reversal with its bracket if the desk is not armed', async () => {
    fake.app.ticket.change({ symbol: 'AAPL' });
    await runner.run('reverse', true);
    const bracket = { stopLoss: '187.68', profitTarget: '176.64' };
    expect(fake.app.exits.opened).toMatchObject({ kind: 'reverse', bracket });
    expect(fake.calls('orders.execute-exit')).toEqual([]);
  });

  it('for flatten and repeat never sends at once', async () => {
    fake.emit('desk.changed', armed);
    await runner.run('flatten', true);
    expect(fake.app.exits.opened).toEqual({ kind: 'flatten' });
    await runner.run('repeat', true);
    expect(fake.app.quickOrder.title).toBe('Repeat the last order');
    expect(fake.calls('orders.submit')).toEqual([]);
    expect(fake.calls('orders.execute-exit')).toEqual([]);
  });

  it('takes the last order and price from ended orders too while the blotter shows only working ones', async () => {
    const [entry] = fake.app.signals.list?.filter(({ state }) => state === 'working') ?? [];
    if (entry?.journal == null) throw new Error('no own order');
    const journal = { ...entry.journal, createdAt: 9_000_000_000 };
    const filled = { ...entry, rowId: 'last', serviceId: '1', symbol: 'MSFT', quantity: '7', journal } as const;
    const list: Signal[] = [entry, { ...filled, state: 'traded', tradedPrice: '472', endedAt: 9_000_000_000 }];
    const scoped = (input: unknown): readonly Signal[] =>
      (input as { scope: string }).scope === 'all' ? list : list.filter(({ state }) => state !== 'traded');
    fake.answer('signals.list', (input) => ({ ok: true, value: { signals: scoped(input), total: 2, revision: 1 } }));
    fake.app.signals.scope = 'live';
    fake.app.signals.reload();
    await fake.settle();
    await runner.run('repeat', false);
    expect(fake.app.quickOrder.ticket.draft).toMatchObject({ symbol: 'MSFT', quantity: '7' });
    fake.app.quickOrder.drop();
    await runner.run('buy-limit', false);
    expect(fake.app.quickOrder.ticket.draft.limit).toBe('472');
  });

  it('does not change the ticket when it opens a quick order', async () => {
    fake.app.ticket.change({ symbol: 'JPM', quantity: '7' });
    await runner.run('buy-limit', false);
    fake.app.quickOrder.amend({ quantity: '300' });
    fake.app.quickOrder.drop();
    expect(fake.app.ticket.draft).toMatchObject({ symbol: 'JPM', quantity: '7' });
  });

  it('does not move a quick order to the ticket while it is being sent', async () => {
    const { quickOrder, ticket } = fake.app;
    await runner.run('buy-market', false);
    await fake.settle(300);
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.submit', () => gate.promise);
    const sent = quickOrder.send();
    expect(quickOrder.sending).toBe(true);
    expect(quickOrder.moveTo(ticket)).toBe(false);
    expect([ticket.draft.kind, quickOrder.title]).toEqual(['limit', 'Buy at market MSFT']);
    gate.resolve({ ok: true, value: { rowId: 'r', ownId: '1' } });
    await sent;
    await runner.run('buy-market', false);
    expect(quickOrder.moveTo(ticket)).toBe(true);
    expect([ticket.draft.kind, quickOrder.title]).toEqual(['market', null]);
  });

  it('is no longer the origin of its order once the order is moved to the ticket', async () => {
    const { quickOrder, ticket } = fake.app;
    fake.emit('desk.changed', armed);
    fake.answer('orders.submit', () => ({ ok: false, failure: { code: 'unconfirmed', message: 'Not rehearsed.' } }));
    await runner.run('buy-market', true);
    expect(quickOrder.ticket.draft.hotkey).not.toBeNull();
    quickOrder.moveTo(ticket);
    expect([ticket.draft.symbol, ticket.draft.hotkey]).toEqual(['MSFT', null]);
  });

  it('makes one order for each quick order in 10,000 random double and triple presses', async () => {
    const random = seededNumbers(20_260_302);
    const randomBelow = (limit: number): number => Math.floor(random() * limit);
    const gates: (() => void)[] = [];
    fake.answer('orders.submit', () => {
      const gate = Promise.withResolvers<unknown>();
      gates.push(() => gate.resolve({ ok: true, value: { rowId: 'r', ownId: '1' } }));
      return gate.promise;
    });
    for (let round = 0; round < 10_000; round++) {
      fake.app.quickOrder.open({ ...emptyDraft, ...order }, 'Buy MSFT');
      while (!fake.app.quickOrder.ticket.isPreviewCurrent) await tick();
      const presses = Array.from({ length: 2 + randomBelow(2) }, async () => {
        for (let wait = randomBelow(4); wait > 0; wait--) await Promise.resolve();
        return fake.app.quickOrder.send();
      });
      let isOver = false;
      void Promise.all(presses).then(() => (isOver = true));
      for (let wait = randomBelow(12); wait > 0; wait--) await Promise.resolve();
      while (!isOver) {
        gates.shift()?.();
        await Promise.resolve();
      }
      fake.app.quickOrder.drop();
    }
    const intents = fake.calls('orders.submit').map((input) => (input as { intentId: string }).intentId);
    console.log(`P4: 10,000 random double presses: ${intents.length} orders, ${new Set(intents).size} intents`);
    expect(new Set(intents).size).toBe(intents.length);
    expect(intents).toHaveLength(10_000);
  }, 30_000);

  it('sends one order for a thousand presses of Enter', async () => {
    await runner.run('buy-market', false);
    await fake.settle(300);
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => fake.app.quickOrder.send()));
    expect(outcomes.filter((one) => one !== null)).toHaveLength(1);
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });
});
