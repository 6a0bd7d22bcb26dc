import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExitPlan, ExitRequest } from '#contract/model/exit.ts';
import { demoExitPlan } from '#renderer/gallery/demo-desk.ts';
import { demoProgress } from '#renderer/gallery/demo-exit.ts';
import { demoPositions } from '#renderer/gallery/demo-trades.ts';
import { ExitForm } from '#renderer/orders/positions/exit-form.svelte.ts';
import type { OpenedExit } from '#renderer/stores/exit-store.svelte.ts';
import { fakeApp } from './fake-app.ts';

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

const closeRequest = (positionId: string): ExitRequest => ({
  kind: 'close',
  systemId: '131',
  positionId,
  price: { kind: 'market' },
  duration: 'DAY',
});
const plan = (planId: string): ExitPlan => ({ ...demoExitPlan('131'), planId });

describe('the store of exits', () => {
  it('answers why the decision about an interrupted run was refused', async () => {
    const failure = { code: 'unknown-run', message: 'This run is no longer open.' };
    fake.answer('orders.resolve-exit', () => ({ ok: false, failure }));
    expect(await fake.app.exits.resolve('r1', 'dismiss')).toBe('This run is no longer open.');
    fake.answer('orders.resolve-exit', () => ({ ok: true, value: {} }));
    expect(await fake.app.exits.resolve('r1', 'dismiss')).toBeNull();
  });

  it('executes the plan on screen once for many presses', async () => {
    const { exits } = fake.app;
    await exits.ask(closeRequest('a'));
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.execute-exit', () => gate.promise);
    const presses = Array.from({ length: 50 }, () => exits.execute([]));
    gate.resolve({ ok: true, value: { planId: exits.plan?.planId } });
    expect((await Promise.all(presses)).filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(fake.calls('orders.execute-exit')).toHaveLength(1);
  });

  it('never executes the plan of an earlier request', async () => {
    const { exits } = fake.app;
    const slow = Promise.withResolvers<unknown>();
    fake.answer('orders.plan-exit', () => slow.promise);
    const first = exits.ask(closeRequest('a'));
    fake.answer('orders.plan-exit', () => ({ ok: true, value: plan('second') }));
    await exits.ask(closeRequest('b'));
    slow.resolve({ ok: true, value: plan('first') });
    expect(await first).toBeNull();
    expect(exits.plan?.planId).toBe('second');
  });

  it('keeps the plan on screen until the plan of a changed choice arrives, and sends nothing', async () => {
    const { exits } = fake.app;
    await exits.ask(closeRequest('a'));
    const before = exits.plan;
    const slow = Promise.withResolvers<unknown>();
    fake.answer('orders.plan-exit', () => slow.promise);
    const update = exits.update(closeRequest('b'));
    expect([exits.plan, exits.busy, await exits.execute([])]).toEqual([before, true, null]);
    slow.resolve({ ok: true, value: plan('second') });
    await update;
    expect(exits).toMatchObject({ busy: false, plan: { planId: 'second' } });
    expect(fake.calls('orders.execute-exit')).toHaveLength(0);
  });

  it('shows an accepted run in a close dialog that was opened meanwhile, not in a panic dialog', async () => {
    const { exits } = fake.app;
    const followedKind = async (opened: OpenedExit): Promise<string | undefined> => {
      exits.close();
      await exits.ask(closeRequest('a'));
      const { planId } = exits.plan ?? {};
      const gate = Promise.withResolvers<unknown>();
      fake.answer('orders.execute-exit', () => gate.promise);
      const press = exits.execute([]);
      exits.open(opened);
      gate.resolve({ ok: true, value: { planId } });
      await press;
      const run = demoProgress('131', 'running');
      fake.emit('exit.changed', { progress: run && { ...run, kind: 'close', planId: planId ?? '' }, unfinished: null });
      return exits.followedRun?.kind;
    };
    expect(await followedKind({ kind: 'close', positionId: 'b' })).toBe('close');
    expect(await followedKind({ kind: 'flatten', atOnce: true })).toBeUndefined();
    await exits.ask({ kind: 'flatten', systemId: '131' });
    expect(exits.atOnce).toBe(true);
  });

  it('plans again if core refuses the plan as outdated, and shows why', async () => {
    const { exits } = fake.app;
    await exits.ask(closeRequest('a'));
    const failure = { code: 'outdated', message: 'Something has changed.' };
    fake.answer('orders.execute-exit', () => ({ ok: false, failure }));
    fake.answer('orders.plan-exit', () => ({ ok: true, value: plan('again') }));
    await exits.execute([]);
    expect(exits).toMatchObject({ failure: 'Something has changed.', busy: false });
    expect(exits.plan?.planId).toBe('again');
  });

  it('shows a panic to its end, with what it did not close, in a dialog opened during the run', async () => {
    const { exits, strategy } = fake.app;
    const running = demoProgress(strategy.systemId ?? '', 'running');
    fake.emit('exit.changed', { progress: running, unfinished: null });
    await fake.settle();
    exits.open({ kind: 'flatten' });
    const ended = demoProgress(strategy.systemId ?? '', 'residue');
    fake.emit('exit.changed', { progress: ended, unfinished: null });
    await fake.settle();
    expect(exits.followedRun).toMatchObject({ state: 'incomplete', residue: ended?.residue });
    expect(exits.atOnce).toBe(false);
  });

  it('counts each opening, so that a flatten that is opened again makes a new dialog', () => {
    const { exits } = fake.app;
    exits.open({ kind: 'flatten' });
    const { openCount } = exits;
    exits.open({ kind: 'flatten' });
    expect(exits.openCount).toBe(openCount + 1);
  });

  it('shows a panic to its end if another window starts it while the dialog is open', async () => {
    const { exits, strategy } = fake.app;
    const { systemId } = strategy;
    exits.open({ kind: 'flatten' });
    for (const stage of ['running', 'residue'] as const) {
      fake.emit('exit.changed', { progress: demoProgress(systemId ?? '', stage), unfinished: null });
      await fake.settle();
    }
    expect(exits.followedRun?.state).toBe('incomplete');
  });

  it('does not block an exit of another strategy while an answer is pending', async () => {
    const { exits, strategy, strategies } = fake.app;
    const first = strategy.systemId ?? '';
    const other = strategies.list.find(({ systemId }) => systemId !== first)?.systemId ?? '';
    await exits.ask(closeRequest('a'));
    const gate = Promise.withResolvers<unknown>();
    fake.answer('orders.execute-exit', () => gate.promise);
    const pending = exits.execute([]);
    strategy.choose(other);
    await fake.settle();
    expect(exits).toMatchObject({ busy: false, state: 'ready' });
    fake.answer('orders.plan-exit', () => ({ ok: true, value: plan('other') }));
    await exits.ask({ ...closeRequest('b'), systemId: other });
    fake.answer('orders.execute-exit', () => ({ ok: true, value: { planId: 'other' } }));
    expect(await exits.execute([])).toMatchObject({ ok: true });
    expect(fake.calls('orders.execute-exit')).toHaveLength(2);
    gate.resolve({ ok: true, value: { planId: 'first' } });
    expect(await pending).toMatchObject({ ok: true });
    expect(exits.confirmed?.planId).toBe('other');
  });

  it('blocks a second exit of the same strategy while the answer to the first is pending', async () => {
    const { exits, strategy, strategies } = fake.app;
    const first = strategy.systemId ?? '';
    const other = strategies.list.find(({ systemId }) => systemId !== first)?.systemId ?? '';
    await exits.ask(closeRequest('a'));
    fake.answer('orders.execute-exit', () => new Promise(() => undefined));
    void exits.execute([]);
    for (const systemId of [other, first]) {
      strategy.choose(systemId);
      await fake.settle();
    }
    expect(exits.plan).toBeNull();
    await exits.ask(closeRequest('b'));
    expect(exits.busy).toBe(true);
    expect(await exits.execute([])).toBeNull();
    expect(fake.calls('orders.execute-exit')).toHaveLength(1);
  });

  it('closes the plan on screen when the strategy changes', async () => {
    const { exits, strategy, strategies } = fake.app;
    exits.open({ kind: 'flatten' });
    await exits.ask({ kind: 'flatten', systemId: strategy.systemId ?? '' });
    const other = strategies.list.find(({ systemId }) => systemId !== strategy.systemId);
    strategy.choose(other?.systemId ?? '');
    await fake.settle();
    expect(exits.opened).toBeNull();
    expect(exits.plan).toBeNull();
    expect(await exits.execute([])).toBeNull();
  });
});

describe('the form of an exit', () => {
  const [position] = demoPositions;
  const form = (kind: ExitForm['kind']) => new ExitForm(() => position ?? null, kind);

  it('makes no request until it is complete, and says what is wrong', () => {
    const protectForm = form('protect');
    expect(protectForm.request).toBeNull();
    protectForm.stop = '178.20';
    expect(protectForm.request).toMatchObject({ kind: 'protect', stop: '178.20', target: null, duration: 'GTC' });
    protectForm.target = '1e3';
    expect(protectForm.request).toBeNull();
    expect(protectForm.error('target')).toMatch(/exponent/);
  });

  it('closes a part by percent or by a typed quantity', () => {
    const partForm = form('scale-out');
    expect(partForm.request).toMatchObject({ amount: { percent: 50 }, price: { kind: 'market' } });
    partForm.amount = 'quantity';
    expect(partForm.request).toBeNull();
    partForm.quantity = '2k';
    partForm.atMarket = false;
    partForm.limit = '190,5';
    expect(partForm.request).toMatchObject({ amount: { quantity: '2000' }, price: { kind: 'limit', limit: '190.5' } });
  });
});
