import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExitPlan, ExitRequest } from '#contract/model/exit.ts';
import type { Position } from '#contract/model/trade.ts';
import { done, failed } from '#contract/outcome.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import type { ExitDeskDeps } from '#core/orders/exits/exit-desk-deps.ts';
import { DeskRig } from '../desk-rig.ts';
import { intent, record, seededRandom, systemId } from '../order-fixtures.ts';

const held: Position = {
  id: 'p1',
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity: '101',
  averagePrice: '150',
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: '60',
  unprotected: true,
  tradeIds: [],
};
const stop = record('201', { action: 'STC', quantity: '60', kind: 'stop', limit: null, stop: '145', ocaId: '77' });
const target = record('200', { action: 'STC', quantity: '60', limit: '160', ocaId: '77' });
const lone = record('202', { action: 'STC', quantity: '41', limit: '170' });
const market = { kind: 'market' as const };

let rig: DeskRig;
let exits: ExitDesk;
let lists: string[];
let refuseLists: boolean;
let killed: string | null;
/** What the read of a run shows. */
let clean: boolean;

const set: ExitDeskDeps['desired']['set'] = (_intent, _system, { kind }) => {
  lists.push(kind);
  if (refuseLists) return Promise.resolve(failed('refused', 'Unknown API command.'));
  const state = { systemId, confirmed: null, readBack: null, pending: null, text: '', alarm: null, readFailure: null };
  return Promise.resolve(done({ ...state, mode: kind === 'stop' ? ('off' as const) : ('maintaining' as const) }));
};

beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
  rig.positions = [held];
  for (const one of [stop, target, lone]) rig.platform.add(one);
  lists = [];
  refuseLists = false;
  killed = null;
  clean = true;
  exits = new ExitDesk({
    clock: rig.clock,
    log: { info: () => undefined, warn: () => undefined, error: (event) => rig.errors.push(event) },
    random: seededRandom(7),
    desk: rig.desk,
    desired: { set },
    positions: () => rig.positions,
    readAgain: () => Promise.resolve(clean),
    killed: () => killed,
    paceMs: () => 1_000,
    changed: () => undefined,
  });
});
afterEach(() => rig.dispose());

/** A minute in small steps: a run waits for several things one after the other. */
async function runOut(): Promise<void> {
  for (let step = 0; step < 30; step++) await rig.clock.advance(2_000);
}

function planOf(request: ExitRequest): ExitPlan {
  const outcome = exits.plan(request);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}
const base = { systemId, positionId: 'p1', duration: 'DAY' as const };

describe('plans', () => {
  it('close: replaces the first group, cancels the others, and says what it costs', () => {
    const plan = planOf({ ...base, kind: 'close', price: market });
    expect(plan.summary).toBe('Sell to close: 101 → 0 AAPL');
    expect(plan.steps.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'order: Sell to close 101 AAPL at market, in place of signal 201',
      'cancel: Cancel STC 41 AAPL',
    ]);
    expect([plan.requests, plan.seconds, plan.cancels]).toEqual([2, 2, 1]);
  });

  it('close at a price leaves the other orders and asks about them', () => {
    const plan = planOf({ ...base, kind: 'close', price: { kind: 'limit', limit: '155' } });
    expect(plan.steps).toHaveLength(1);
    expect(plan.checks).toContainEqual(expect.objectContaining({ code: 'exit-beside', level: 'warn' }));
  });

  it.each([
    [{ percent: 50 }, '50', '51'],
    [{ percent: 1 }, '1', '100'],
    [{ quantity: '71' }, '71', '30'],
  ])('scale out %j sells %s and makes what covers more than %s smaller', (amount, part, rest) => {
    const plan = planOf({ ...base, kind: 'scale-out', price: market, amount });
    expect(plan.steps[0]?.text).toBe(`Sell to close ${part} AAPL at market`);
    const resized = plan.steps.slice(1).map(({ text }) => text);
    const larger = [
      ['60', 'stop 145', '201'],
      ['60', 'limit 160', '200'],
      ['41', 'limit 170', '202'],
    ].filter(([quantity]) => Number(quantity) > Number(rest));
    expect(resized).toEqual(
      larger.map(([, at, id]) => `Sell to close ${rest} AAPL at ${at}, in place of signal ${id}`),
    );
  });

  it('reverse: cancels each group, then one request in which the opening waits for the closing', () => {
    const plan = planOf({ ...base, kind: 'reverse' });
    expect(plan.steps.map(({ kind, newRisk }) => [kind, newRisk])).toEqual([
      ['cancel', false],
      ['cancel', false],
      ['order', true],
    ]);
    rig.caps = { ...rig.caps, perOrder: { quantity: '100', value: null } };
    const capped = planOf({ ...base, kind: 'reverse' });
    expect(capped.checks).toContainEqual(expect.objectContaining({ code: 'cap-quantity', level: 'block' }));
    const execute = exits.execute(intent(1), capped.planId, ['against-position']);
    expect(execute).toMatchObject({ ok: false, failure: { code: 'blocked' } });
  });

  it('protect: only what no stop covers; the sides are checked', () => {
    const plan = planOf({ ...base, kind: 'protect', stop: '140', target: '170' });
    expect(plan.steps.map(({ text }) => text)).toEqual([
      'Sell to close 41 AAPL at stop 140',
      'Sell to close 41 AAPL at limit 170',
    ]);
    const wrong = exits.plan({ ...base, kind: 'protect', stop: '170', target: '140' });
    expect(wrong).toMatchObject({ failure: { code: 'not-possible' } });
    rig.positions = [{ ...held, protectedQuantity: '101', unprotected: false }];
    expect(exits.plan({ ...base, kind: 'protect', stop: '140', target: null })).toMatchObject({
      failure: { code: 'nothing-to-do' },
    });
  });

  it('refuses what is not there, and more than is held', () => {
    expect(exits.plan({ ...base, positionId: 'x', kind: 'reverse' })).toMatchObject({
      failure: { code: 'unknown-position' },
    });
    const more = exits.plan({ ...base, kind: 'scale-out', price: market, amount: { quantity: '102' } });
    expect(more).toMatchObject({ failure: { code: 'not-possible' } });
    rig.positions = [{ ...held, instrument: null }];
    expect(exits.plan({ ...base, kind: 'reverse' })).toMatchObject({ failure: { code: 'not-possible' } });
  });
});

describe('carrying out', () => {
  it('does what was shown, one step after the other, once for one press', async () => {
    const { planId } = planOf({ ...base, kind: 'close', price: market });
    expect(exits.execute(intent(1), planId, []).ok).toBe(true);
    expect(exits.execute(intent(1), planId, []).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['submitSignal', 'cancelSignal']);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done', steps: [{ state: 'done' }, { state: 'done' }] });
  });

  it('stops where an answer is lost, and does not send the rest', async () => {
    const { planId } = planOf({ ...base, kind: 'close', price: market });
    rig.platform.fates.push({ kind: 'lost-before' });
    exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    expect(exits.progress(systemId)).toMatchObject({
      state: 'incomplete',
      steps: [{ state: 'unclear' }, { state: 'skipped' }],
    });
    expect(rig.platform.sent).toHaveLength(1);
  });

  it('refuses a plan whose ground has changed, one that is not known, and everything under the kill switch', () => {
    const { planId } = planOf({ ...base, kind: 'close', price: market });
    rig.positions = [{ ...held, quantity: '100' }];
    expect(exits.execute(intent(1), planId, [])).toMatchObject({ failure: { code: 'outdated' } });
    expect(exits.execute(intent(1), 'x', [])).toMatchObject({ failure: { code: 'unknown-plan' } });
    killed = 'The kill switch is on: test.';
    expect(exits.execute(intent(1), planId, [])).toMatchObject({ failure: { code: 'killed' } });
    expect(rig.platform.sent).toEqual([]);
  });

  it('needs neither arming nor room under the caps', async () => {
    rig.caps = {
      ...rig.caps,
      perOrder: { quantity: '1', value: '1' },
      perDay: { count: 1, quantity: '1', value: '1' },
    };
    const { planId } = planOf({ ...base, kind: 'close', price: market });
    expect(exits.execute(intent(1), planId, []).ok).toBe(true);
    await rig.clock.advance(0);
    expect(exits.progress(systemId)?.state).toBe('done');
  });
});

describe('the panic plan', () => {
  const flatten = { kind: 'flatten' as const, systemId };

  it('asks for nothing to be held, cancels each group once, reads, and hands back when it is flat', async () => {
    const plan = planOf(flatten);
    expect(plan).toMatchObject({
      summary: 'Flatten 1 position, cancel 2 groups of orders',
      requests: 6,
      positions: 1,
      cancels: 2,
    });
    exits.execute(intent(1), plan.planId, []);
    rig.positions = [];
    await rig.clock.advance(0);
    for (const one of [stop, target]) rig.platform.set(one.serviceId, { status: 'canceled' });
    await runOut();
    expect(lists).toEqual(['flat', 'stop']);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
    expect(exits.progress(systemId)?.verifiedFlatAt).not.toBeNull();
  });

  it('closes order by order where the platform takes no list', async () => {
    refuseLists = true;
    exits.execute(intent(1), planOf(flatten).planId, []);
    await rig.clock.advance(0);
    rig.positions = [];
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    await runOut();
    const commands = rig.platform.sent.map(({ command }) => command);
    expect(commands).toEqual(['cancelSignal', 'cancelSignal', 'submitSignal']);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done' });
    expect(lists).toEqual(['flat']);
  });

  it('names what is left, leaves the list with the platform, and claims nothing', async () => {
    exits.execute(intent(1), planOf(flatten).planId, []);
    await runOut();
    expect(exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
    expect(exits.progress(systemId)?.residue).toContain('long 101 AAPL');
    expect(lists).toEqual(['flat']);
  });

  it('does not call flat what it could not read', async () => {
    clean = false;
    rig.positions = [];
    exits.execute(intent(1), planOf(flatten).planId, []);
    await rig.clock.advance(0);
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    await runOut();
    expect(exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null, residue: [] });
  });

  it('goes on with what is there now', () => {
    const { planId } = planOf(flatten);
    rig.positions = [{ ...held, quantity: '5' }];
    expect(exits.execute(intent(1), planId, []).ok).toBe(true);
  });
});
