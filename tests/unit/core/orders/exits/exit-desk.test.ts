import { words } from '#renderer/messages/words.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intent, record, startWall, systemId } from '../order-fixtures.ts';
import { positionRequest, longPosition, market, stop, ExitRig } from './exit-rig.ts';

let rig: ExitRig;
beforeEach(async () => {
  rig = await ExitRig.start();
});
afterEach(() => rig.dispose());

/** Quantities of the closing market orders that the platform has. */
const sold = (): string[] =>
  [...rig.platform.signals.values()].flatMap(({ action, kind, quantity }) =>
    action === 'STC' && kind === 'market' ? [quantity] : [],
  );

describe('plans', () => {
  it('close: cancels targets without a stop, replaces each stop, then closes the uncovered part', () => {
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(words(plan.summary)).toBe('Sell to close: 101 → 0 AAPL');
    expect(plan.steps.map(({ kind, text }) => `${kind}: ${words(text)}`)).toEqual([
      'cancel: Cancel STC 41 AAPL',
      'read: Read orders and positions',
      'order: Sell to close 60 AAPL at market, replaces order 201',
      'order: Sell to close 41 AAPL at market',
    ]);
    const rows = plan.rows.map(({ symbol, size, canceledStopQuantity, requests, seconds }) => [
      symbol,
      size,
      canceledStopQuantity,
      requests,
      seconds,
    ]);
    expect(rows).toEqual([
      ['AAPL', '41', null, 1, 1],
      [null, null, null, 2, 3],
      ['AAPL', '60', '60', 1, 4],
      ['AAPL', '41', null, 1, 5],
    ]);
  });

  it('close with several groups: never exceeds the position, and cancels a stop in excess of it', () => {
    rig.platform.add({ ...stop, serviceId: '301', quantity: '60', ocaId: '88' });
    rig.platform.add({ ...stop, serviceId: '302', quantity: '10', ocaId: '89' });
    const texts = rig.planOf({ ...positionRequest, kind: 'close', price: market }).steps.map(({ text }) => words(text));
    expect(texts).toEqual([
      'Cancel STC 41 AAPL',
      'Cancel STC 10 AAPL',
      'Read orders and positions',
      'Sell to close 60 AAPL at market, replaces order 201',
      'Sell to close 41 AAPL at market, replaces order 301',
    ]);
  });

  it('close: replaces the stop of a bracket whose group no list names', async () => {
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    await rig.submit(1, {}, { kind: 'lost-after' });
    rig.platform.add(record('301', { action: 'STC', limit: '160' }));
    rig.platform.add({ ...stop, serviceId: '302', ocaId: null, quantity: '100', stop: '145.5' });
    await rig.clock.advance(2_000);
    expect(rig.journal.order(intent(1))).toMatchObject({ serviceIds: { target: '301', stop: '302', ocaGroup: null } });
    const entry = rig.row(1)?.serviceId ?? '';
    rig.platform.set(entry, { status: 'traded', tradedAt: Math.floor(rig.clock.now() / 1000), tradedPrice: '150.1' });
    rig.positions = [{ ...longPosition, quantity: '100' }];
    await rig.clock.advance(60_000);
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(plan.steps.map(({ text }) => words(text))).toEqual(['Sell to close 100 AAPL at market, replaces order 302']);
    rig.exits.execute(intent(2), plan.planId, []);
    await rig.runToEnd();
    expect(sold()).toEqual(['100']);
  });

  it('close: asks before it cancels orders of another symbol in the group of an exit', () => {
    rig.platform.add({ ...stop, serviceId: '500', symbol: 'MSFT', quantity: '2' });
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    const asked = { code: 'group-elsewhere', level: 'warn', text: { code: 'exit.group-elsewhere', symbols: 'MSFT' } };
    expect(plan.checks).toContainEqual(expect.objectContaining(asked));
  });

  it('close: asks before it cancels an entry in the group of an exit', () => {
    rig.platform.add(record('500', { symbol: 'MSFT', ocaId: '77' }));
    const { checks } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    const text = { code: 'exit.group-elsewhere', symbols: 'MSFT' };
    expect(checks).toContainEqual(expect.objectContaining({ level: 'warn', text }));
  });

  it.each([
    ['AAPL', 'STC', true],
    [null, null, true],
    ['AAPL', 'BTO', false],
    ['KO', 'STC', false],
  ] as const)('ask about an unreadable order of %s, action %s: %s', (symbol, action, isAsked) => {
    rig.platform.add(record('500', { symbol: 'ODD' }));
    rig.platform.unreadable.set('500', {
      ...{ systemId, serviceId: '500', ownId: null, symbol, action, postedAt: null },
      ...{ contradicts: false, problem: 'signal: quant', raw: '{}' },
    });
    const warning = { code: 'unreadable-exit', level: 'warn', text: { code: 'exit.unreadable-exit', symbol: 'AAPL' } };
    for (const plan of [
      rig.planOf({ ...positionRequest, kind: 'close', price: market }),
      rig.planOf({ ...positionRequest, kind: 'close', price: { kind: 'limit', limit: '155' } }),
      rig.planOf({ ...positionRequest, kind: 'reverse' }),
      rig.planOf({ ...positionRequest, kind: 'scale-out', price: market, amount: { percent: 50 } }),
    ]) {
      const found = plan.checks.filter(({ code }) => code === 'unreadable-exit');
      expect(found).toEqual(isAsked ? [expect.objectContaining(warning)] : []);
    }
  });

  it('close: sends exactly the position size, fractions included', () => {
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.positions = [{ ...longPosition, quantity: '0.375' }];
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(plan.steps.map(({ text }) => words(text))).toEqual(['Sell to close 0.375 AAPL at market']);
  });

  it('close at a price: keeps the other orders and asks about them', () => {
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: { kind: 'limit', limit: '155' } });
    expect(plan.steps).toHaveLength(1);
    expect(plan.checks).toContainEqual(expect.objectContaining({ code: 'may-turn', level: 'warn' }));
  });

  it.each([
    [{ percent: 50 }, '50', '51'],
    [{ percent: 1 }, '1', '100'],
    [{ quantity: '71' }, '71', '30'],
  ])('scale out %j: first reduces exits larger than the remaining size, then sells %s', (amount, part, rest) => {
    const plan = rig.planOf({ ...positionRequest, kind: 'scale-out', price: market, amount });
    const larger = [
      ['60', 'stop 145', '201'],
      ['60', 'limit 160', '200'],
      ['41', 'limit 170', '202'],
    ].filter(([quantity]) => Number(quantity) > Number(rest));
    expect(plan.steps.map(({ text }) => words(text))).toEqual([
      ...larger.map(([, at, id]) => `Sell to close ${rest} AAPL at ${at}, replaces order ${id}`),
      `Sell to close ${part} AAPL at market`,
    ]);
  });

  it('reverse: closes the position, reads that it is closed, then enters new risk with a bracket', () => {
    const plan = rig.planOf({ ...positionRequest, kind: 'reverse', stopLoss: '170', profitTarget: '120' });
    expect(plan.steps.map(({ kind, newRisk }) => [kind, newRisk])).toEqual([
      ['cancel', false],
      ['read', false],
      ['order', false],
      ['order', false],
      ['read', false],
      ['order', true],
    ]);
    rig.caps = { ...rig.caps, perOrder: { quantity: '100', value: null } };
    const capped = rig.planOf({ ...positionRequest, kind: 'reverse' });
    expect(capped.checks).toContainEqual(expect.objectContaining({ code: 'cap-quantity', level: 'block' }));
    const outcome = rig.exits.execute(intent(1), capped.planId, []);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'blocked' } });
  });

  it('close in a closed market: asks for a confirmation and names the opening time', () => {
    rig.clock.jumpWall(12 * 3_600_000);
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    const text = { code: 'exit.market-closed', at: Date.UTC(2026, 2, 3, 14, 30) / 1000 };
    expect(plan.checks).toContainEqual(expect.objectContaining({ code: 'market-closed', level: 'warn', text }));
  });

  it('close and protect: first end the target list that the platform maintains', () => {
    rig.entryLock = { code: 'desired.maintaining' };
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(plan.steps[0]).toMatchObject({ kind: 'stop-list', text: { code: 'exit.stop-first' } });
    expect(rig.planOf({ ...positionRequest, kind: 'protect', stop: '140', target: null }).steps[0]).toMatchObject({
      kind: 'stop-list',
    });
  });

  it('protect: covers only the unprotected quantity and checks the side of each price', () => {
    const plan = rig.planOf({ ...positionRequest, kind: 'protect', stop: '140', target: '170' });
    expect(plan.steps.map(({ text }) => words(text))).toEqual([
      'Sell to close 41 AAPL at stop 140',
      'Sell to close 41 AAPL at limit 170, replaces order 202',
    ]);
    expect(plan.checks).toContainEqual(expect.objectContaining({ code: 'target-exists', level: 'note' }));
    const wrong = rig.exits.plan({ ...positionRequest, kind: 'protect', stop: '170', target: '140' });
    expect(wrong).toMatchObject({ failure: { code: 'not-possible' } });
    rig.positions = [{ ...longPosition, protectedQuantity: '101', unprotected: false }];
    expect(rig.exits.plan({ ...positionRequest, kind: 'protect', stop: '140', target: null })).toMatchObject({
      failure: { code: 'nothing-to-do' },
    });
  });

  it('flatten: closes what an entry opened that filled after the positions were read', async () => {
    const seconds = Math.floor(rig.clock.now() / 1000);
    rig.positions = [];
    rig.positionsReadAt = seconds - 20;
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    const request = { kind: 'flatten' as const, systemId };
    expect(rig.exits.plan(request)).toMatchObject({ failure: { code: 'nothing-to-do' } });
    rig.platform.add(record('500'));
    rig.platform.set('500', { status: 'traded', tradedAt: seconds - 5, tradedPrice: '150' });
    const { planId, steps } = rig.planOf(request);
    expect(steps.map(({ kind }) => kind)).toEqual(['flat-list', 'read', 'stop-list']);
    rig.exits.execute(intent(1), planId, []);
    await rig.runToEnd();
    expect(rig.lists).toEqual(['flat', 'stop']);
  });

  it('flatten: reads the positions if they were never read, and does not call the strategy flat', () => {
    rig.positions = [];
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.hasReadPositions = false;
    expect(rig.planOf({ kind: 'flatten', systemId }).steps.map(({ kind }) => kind)).toEqual(['read']);
  });

  it('refuses an unknown position and a quantity above the position size', () => {
    expect(rig.exits.plan({ ...positionRequest, positionId: 'x', kind: 'reverse' })).toMatchObject({
      failure: { code: 'unknown-position' },
    });
    const more = rig.exits.plan({ ...positionRequest, kind: 'scale-out', price: market, amount: { quantity: '102' } });
    expect(more).toMatchObject({ failure: { code: 'not-possible' } });
    rig.positions = [{ ...longPosition, instrument: null }];
    expect(rig.exits.plan({ ...positionRequest, kind: 'reverse' })).toMatchObject({
      failure: { code: 'not-possible' },
    });
  });
});

describe('execution', () => {
  it('executes the shown plan step by step, once for one intent', async () => {
    const { planId } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(rig.exits.execute(intent(1), planId, []).ok).toBe(true);
    expect(rig.exits.execute(intent(1), planId, []).ok).toBe(true);
    await rig.runToEnd();
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['cancelSignal', 'submitSignal', 'submitSignal']);
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done' });
    const closes = [...rig.platform.signals.values()].filter(
      ({ kind, status }) => kind === 'market' && status === 'working',
    );
    expect(closes.map(({ quantity, duration }) => `${quantity} ${duration}`)).toEqual(['60 GTC', '41 GTC']);
  });

  it('refuses a plan whose intent was used for another plan or for an order', async () => {
    const close = { ...positionRequest, kind: 'close' as const, price: market };
    expect(rig.exits.execute(intent(1), rig.planOf(close).planId, []).ok).toBe(true);
    await rig.runToEnd();
    await rig.submit(9, { symbol: 'MSFT' });
    const sentBefore = rig.platform.sent.length;
    const { planId } = rig.planOf({ kind: 'flatten', systemId });
    const used = { ok: false, failure: { code: 'blocked', message: { code: 'order.intent-used' } } };
    for (const number of [1, 9]) expect(rig.exits.execute(intent(number), planId, [])).toMatchObject(used);
    await rig.runToEnd();
    expect(rig.platform.sent).toHaveLength(sentBefore);
  });

  it('scale out: reads the positions again if their last reading is old, and does not ask', async () => {
    rig.positions = [{ ...longPosition, quantity: '70' }];
    rig.platform.set('202', { status: 'canceled' });
    const { planId } = rig.planOf({ ...positionRequest, kind: 'scale-out', price: market, amount: { quantity: '30' } });
    rig.positionsReadAt = Math.floor(rig.clock.now() / 1000) - 31;
    expect(rig.exits.execute(intent(1), planId, []).ok).toBe(true);
    await rig.runToEnd();
    expect(sold()).toEqual(['30']);
  });

  it('reads the positions before a close if a stop that left the working list may have filled', async () => {
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.positions = [{ ...longPosition, quantity: '60' }];
    rig.platform.set('201', { ...stop, unlisted: true, inWorkingList: false, postedAt: startWall / 1000 - 3_600 });
    rig.positionsReadAt = startWall / 1000 - 2;
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(plan.steps.map(({ text }) => words(text))).toEqual(['Sell to close 60 AAPL at market']);
    rig.onRead = () => {
      rig.positions = [];
    };
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.runToEnd();
    expect(sold()).toEqual([]);
    expect(rig.exits.progress(systemId)?.steps[0]).toMatchObject({ note: { code: 'exit.nothing-left' } });
  });

  it('scale out: fails if no list shows the replacement in the group, and asks at the second try', async () => {
    const scaleOut = { ...positionRequest, kind: 'scale-out' as const, price: market, amount: { percent: 50 } };
    rig.platform.listsReplacementInGroup = false;
    rig.platform.set('202', { status: 'canceled' });
    expect(rig.exits.execute(intent(1), rig.planOf(scaleOut).planId, []).ok).toBe(true);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.steps.map(({ state }) => state)).toEqual(['done', 'failed', 'skipped']);
    const secondPlan = rig.planOf(scaleOut);
    expect(secondPlan.checks).toContainEqual(expect.objectContaining({ code: 'may-turn', level: 'warn' }));
    expect(rig.exits.execute(intent(2), secondPlan.planId, ['may-turn']).ok).toBe(true);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.steps.map(({ state }) => state)).not.toContain('failed');
  });

  it('scale out of a position with two brackets: asks once, then sells half of it', async () => {
    rig.positions = [{ ...longPosition, quantity: '100' }];
    rig.platform.set('202', { status: 'canceled' });
    for (const [id, ocaId] of [
      ['201', '77'],
      ['301', '88'],
    ] as const) {
      rig.platform.add({ ...stop, serviceId: id, quantity: '50', ocaId });
      rig.platform.add(record(`${id}9`, { action: 'STC', quantity: '50', limit: '160', ocaId }));
    }
    rig.platform.set('200', { status: 'canceled' });
    const scaleOut = { ...positionRequest, kind: 'scale-out' as const, price: market, amount: { percent: 50 } };
    const plan = rig.planOf(scaleOut);
    const text = { code: 'exit.may-turn', free: '0', held: '100' };
    expect(plan.checks).toContainEqual({ code: 'may-turn', level: 'warn', field: 'quantity', text });
    expect(rig.exits.execute(intent(1), plan.planId, [])).toMatchObject({ failure: { code: 'unconfirmed' } });
    expect(rig.exits.execute(intent(2), plan.planId, ['may-turn']).ok).toBe(true);
    await rig.runToEnd();
    expect(sold()).toEqual(['50']);
    expect(rig.exits.progress(systemId)?.state).toBe('done');
  });

  it('scale out: asks nothing if enough quantity is free once the exits are reduced', () => {
    rig.platform.set('202', { status: 'canceled' });
    const plan = rig.planOf({ ...positionRequest, kind: 'scale-out', price: market, amount: { percent: 50 } });
    expect(plan.checks.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('a close that can sell only a part does not replace the stop of the remaining part', async () => {
    rig.positions = [{ ...longPosition, quantity: '60' }];
    rig.platform.set('202', { status: 'canceled' });
    const close = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    // The fill is later than every reading, so the position may not include it yet.
    const later = Math.floor(rig.clock.now() / 1000) + 3_600;
    rig.platform.add(record('300', { action: 'STC', quantity: '59', status: 'traded', tradedAt: later }));
    await rig.clock.advance(60_000);
    expect(rig.exits.execute(intent(1), close.planId, []).ok).toBe(true);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.steps).toContainEqual(
      expect.objectContaining({ state: 'failed', note: { code: 'exit.keeps-stop', free: '1' } }),
    );
    expect(rig.platform.signals.get('201')?.status).toBe('working');
  });

  it('sends a close without a reading only at the second press, with one confirmation', async () => {
    rig.readsSucceed = false;
    rig.positionsReadAt = Math.floor(rig.clock.now() / 1000) - 31;
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    const close = { ...positionRequest, kind: 'close' as const, price: market };
    expect(rig.exits.execute(intent(1), rig.planOf(close).planId, []).ok).toBe(true);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.steps).toMatchObject([{ state: 'failed', note: { code: 'exit.not-read' } }]);
    const secondPlan = rig.planOf(close);
    expect(secondPlan.checks).toContainEqual(expect.objectContaining({ code: 'may-turn', level: 'warn' }));
    expect(rig.exits.execute(intent(2), secondPlan.planId, [])).toMatchObject({ failure: { code: 'unconfirmed' } });
    expect(rig.exits.execute(intent(3), secondPlan.planId, ['may-turn']).ok).toBe(true);
    await rig.runToEnd();
    expect(sold()).toEqual(['101']);
  });

  it('sends a close while the strategy cannot be read, after one confirmation that names the data age', async () => {
    rig.connection = { state: 'unread', text: 'No answer.', since: 0 };
    rig.readsSucceed = false;
    rig.positionsReadAt = Math.floor(rig.clock.now() / 1000) - 40;
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    const warned = plan.checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
    expect(warned).toEqual(['rests-on-old-data']);
    expect(rig.exits.execute(intent(1), plan.planId, warned).ok).toBe(true);
    await rig.runToEnd();
    expect(sold()).toEqual(['101']);
  });

  it('stops at a lost answer and does not send the remaining steps', async () => {
    const { planId } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'lost-before' });
    rig.exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    expect(rig.exits.progress(systemId)).toMatchObject({
      state: 'incomplete',
      steps: [{ state: 'done' }, { state: 'done' }, { state: 'unclear' }, { state: 'skipped' }],
    });
    expect(rig.platform.sent).toHaveLength(2);
  });

  it.each(['close', 'reverse'] as const)('%s: shows the profit of the position once', (kind) => {
    rig.positions = [{ ...longPosition, profit: '500' }];
    const request = kind === 'close' ? { kind, price: market } : { kind };
    const { rows } = rig.planOf({ ...positionRequest, ...request });
    expect(rows.flatMap(({ profit }) => profit ?? [])).toEqual(['500']);
  });

  it('executes a plan if only the profit of its position has changed', async () => {
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    rig.positions = [{ ...longPosition, profit: '-120' }];
    expect(rig.exits.execute(intent(1), plan.planId, [])).toMatchObject({ ok: true });
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.state).toBe('done');
  });

  it('refuses an outdated plan and an unknown one', () => {
    const { planId } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    rig.positions = [{ ...longPosition, quantity: '100' }];
    expect(rig.exits.execute(intent(1), planId, [])).toMatchObject({ failure: { code: 'outdated' } });
    expect(rig.exits.execute(intent(1), 'x', [])).toMatchObject({ failure: { code: 'unknown-plan' } });
    expect(rig.platform.sent).toEqual([]);
  });

  it('refuses a plan whose close would cancel an order that joined the group since', () => {
    const { planId } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    rig.platform.add({ ...stop, serviceId: '500', symbol: 'MSFT', quantity: '2' });
    expect(rig.exits.execute(intent(1), planId, [])).toMatchObject({ failure: { code: 'outdated' } });
    expect(rig.platform.sent).toEqual([]);
  });

  it('flattens a list that may still open positions, although no position is open', async () => {
    rig.positions = [];
    rig.platform.signals.clear();
    rig.entryLock = { code: 'entry.first-read-pending' };
    const plan = rig.planOf({ kind: 'flatten', systemId });
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.runToEnd();
    expect(rig.lists).toEqual(['flat', 'stop']);
  });

  it('flattens a list that was set elsewhere, which a close of one position leaves', async () => {
    rig.isListSetElsewhere = true;
    const closing = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(closing.steps.map(({ kind }) => kind)).not.toContain('stop-list');
    rig.clock.jumpWall(12 * 3_600_000);
    expect(rig.planOf({ kind: 'flatten', systemId }).steps[0]).toMatchObject({ kind: 'stop-list' });
    rig.positions = [];
    rig.platform.signals.clear();
    rig.exits.execute(intent(1), rig.planOf({ kind: 'flatten', systemId }).planId, []);
    await rig.runToEnd();
    expect(rig.lists).toEqual(['flat', 'stop']);
  });

  it('sends no list of its own while an open trade cannot be read: its market may be closed', () => {
    rig.positions = [];
    rig.platform.signals.clear();
    rig.entryLock = { code: 'entry.first-read-pending' };
    rig.hasUnreadableTrades = true;
    expect(rig.exits.plan({ kind: 'flatten', systemId })).not.toMatchObject({
      value: { steps: expect.arrayContaining([expect.objectContaining({ kind: 'flat-list' })]) as unknown },
    });
  });

  it('closes and flattens but does not reverse while the kill switch is on', async () => {
    rig.killReason = { code: 'kill.on', reason: 'drill' };
    const plan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(plan.checks).toContainEqual(expect.objectContaining({ level: 'note', text: { code: 'kill.reduces-only' } }));
    expect(rig.exits.execute(intent(1), plan.planId, []).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['cancelSignal', 'submitSignal', 'submitSignal']);
    expect(rig.planOf({ kind: 'flatten', systemId }).checks).toMatchObject([{ text: { code: 'kill.reduces-only' } }]);
    expect(rig.exits.plan({ ...positionRequest, kind: 'reverse' })).toMatchObject({
      failure: { code: 'not-possible' },
    });
  });

  it('needs no arming and ignores the caps', async () => {
    rig.caps = {
      ...rig.caps,
      perOrder: { quantity: '1', value: '1' },
      perDay: { count: 1, quantity: '1', value: '1' },
    };
    const { planId } = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(rig.exits.execute(intent(1), planId, []).ok).toBe(true);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)?.state).toBe('done');
  });
});
