import { words } from '#renderer/messages/words.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
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
let killed: Text | null;
let marketOffsetMs: number;
/** What the read of a run shows. */
let clean: boolean;

const set: ExitDeskDeps['desired']['set'] = (_intent, _system, { kind }) => {
  lists.push(kind);
  if (refuseLists) return Promise.resolve(failed('refused', 'Unknown API command.'));
  const facts = { confirmed: null, readBack: null, pending: null, text: '', alarm: null, lock: null };
  const state = { systemId, ...facts, readFailure: null };
  return Promise.resolve(done({ ...state, mode: kind === 'stop' ? ('off' as const) : ('maintaining' as const) }));
};

beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
  rig.platform.replaces = true;
  rig.positions = [held];
  for (const one of [stop, target, lone]) rig.platform.add(one);
  lists = [];
  refuseLists = false;
  killed = null;
  clean = true;
  marketOffsetMs = 0;
  exits = openExits();
});
const openExits = (): ExitDesk =>
  new ExitDesk({
    clock: rig.clock,
    journal: rig.journal,
    profile: { id: 'practice', mode: 'PRACTICE' },
    denied: () => null,
    engaged: () => rig.engaged !== null || (lists.at(-1) === 'flat' && !refuseLists),
    log: { info: () => undefined, warn: () => undefined, error: (event) => rig.errors.push(event) },
    random: seededRandom(7),
    desk: rig.desk,
    desired: { set },
    positions: () => rig.positions,
    readAgain: () => {
      if (clean) rig.positionsReadAt = Math.floor(rig.clock.now() / 1000) + 2;
      return Promise.resolve(clean);
    },
    killed: () => killed,
    marketOffsetMs: () => marketOffsetMs,
    cutInFlight: (afterMs) => rig.platform.cutInFlight(afterMs),
    paceMs: () => 1_000,
    changed: () => undefined,
  });
afterEach(() => rig.dispose());

/** A minute in small steps: a run waits for several things one after the other. */
async function runOut(): Promise<void> {
  for (let step = 0; step < 30; step++) await rig.clock.advance(2_000);
}

function planOf(request: ExitRequest): ExitPlan {
  const outcome = exits.plan(request);
  if (!outcome.ok) throw new Error(words(outcome.failure.message));
  return outcome.value;
}
const base = { systemId, positionId: 'p1', duration: 'DAY' as const };

describe('the panic plan', () => {
  const flatten = { kind: 'flatten' as const, systemId };
  const evening = 12 * 3_600_000;
  const entry = record('400', { action: 'BTO', symbol: 'MSFT', quantity: '7' });
  const texts = (plan: ExitPlan): string[] => plan.steps.map(({ text }) => words(text));
  const states = (...ids: string[]): (string | undefined)[] => ids.map((id) => rig.platform.signals.get(id)?.status);

  it('closes open markets by one flat list and cancels each stop once its position is closed', async () => {
    rig.platform.add(entry);
    const plan = planOf(flatten);
    expect(texts(plan)).toEqual([
      'Close at market (flatten)',
      'Cancel BTO 7 MSFT',
      'Read until closed; then cancel the exits that are left',
      'Resume order entry once it is flat (stop)',
    ]);
    expect(plan.rows[0]).toMatchObject({ symbol: 'AAPL', size: '101', stopLost: '60', trades: { state: 'open' } });
    exits.execute(intent(1), plan.planId, []);
    await rig.clock.advance(0);
    expect([lists, states('400', '201', '200', '202')]).toEqual([
      ['flat'],
      ['canceled', 'working', 'working', 'working'],
    ]);
    rig.positions = [];
    await runOut();
    expect(states('201', '200', '202')).toEqual(['canceled', 'canceled', 'canceled']);
    expect(lists).toEqual(['flat', 'stop']);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
    expect(exits.progress(systemId)?.verifiedFlatAt).not.toBeNull();
  });

  it('sends no flat list in a closed market, cancels entries and retains all stops', async () => {
    rig.clock.jumpWall(evening);
    rig.platform.add(entry);
    const plan = planOf(flatten);
    expect(texts(plan)).toEqual(['Cancel BTO 7 MSFT', 'Read until closed; then cancel the exits that are left']);
    expect(plan).toMatchObject({
      flatAtOpen: false,
      rows: [{}, {}, { step: '', stopLost: null, trades: { state: 'opens' } }],
    });
    exits.execute(intent(1), plan.planId, []);
    await runOut();
    expect([lists, states('400', '201', '200', '202')]).toEqual([[], ['canceled', 'working', 'working', 'working']]);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done' });
  });

  it('counts an unknown type or exchange as closed and closes open markets by orders', async () => {
    rig.positions = [held, { ...held, id: 'p2', symbol: 'BBU6', instrument: 'future', quantity: '2' }];
    rig.platform.add(
      record('500', { action: 'STC', symbol: 'BBU6', quantity: '2', kind: 'stop', limit: null, stop: '9' }),
    );
    const plan = planOf(flatten);
    expect(texts(plan)).toContain('Sell to close 60 AAPL at market, replaces order 201');
    expect(plan.rows.at(-1)).toMatchObject({ symbol: 'BBU6', step: '', trades: { state: 'unknown' } });
    exits.execute(intent(1), plan.planId, []);
    await runOut();
    expect([lists, states('500', '201')]).toEqual([[], ['working', 'canceled']]);
  });

  it('does not close a position that shares a group with the stop of a retained one', async () => {
    rig.positions = [held, { ...held, id: 'p2', symbol: 'BBU6', instrument: 'future', quantity: '2' }];
    rig.platform.add({ ...stop, serviceId: '500', symbol: 'BBU6', quantity: '2' });
    const plan = planOf(flatten);
    expect(plan.checks).toMatchObject([{ level: 'note', text: { code: 'exit.kept-with-group', symbol: 'AAPL' } }]);
    exits.execute(intent(1), plan.planId, []);
    await runOut();
    expect([lists, states('500', '201')]).toEqual([[], ['working', 'working']]);
  });

  it('does not cancel an exit while its group contains the stop of an open position', async () => {
    const other = { ...held, id: 'p2', symbol: 'MSFT', quantity: '2' };
    rig.positions = [held, other];
    rig.platform.add({ ...stop, serviceId: '500', symbol: 'MSFT', quantity: '2' });
    exits.execute(intent(1), planOf(flatten).planId, []);
    rig.positions = [other];
    await rig.clock.advance(8_000);
    expect(states('500', '201')).toEqual(['working', 'working']);
    rig.positions = [];
    await runOut();
    expect(states('500', '201')).toEqual(['canceled', 'canceled']);
  });

  it('waits for the next open if that was ticked, and cancels the stops after it', async () => {
    rig.clock.jumpWall(evening);
    const plan = planOf({ ...flatten, flatAtOpen: true });
    expect(plan).toMatchObject({ flatAtOpen: true, rows: [{ symbol: 'AAPL', stopLost: '60' }, {}, {}] });
    exits.execute(intent(1), plan.planId, []);
    await runOut();
    expect([lists, states('201')]).toEqual([['flat'], ['working']]);
    rig.positions = [];
    await rig.clock.advance(14 * 3_600_000);
    expect([lists, states('201', '202')]).toEqual([
      ['flat', 'stop'],
      ['canceled', 'canceled'],
    ]);
  });

  it.each([0, 5])('ends once its flat list was ended, after %i minutes', async (minutes) => {
    rig.clock.jumpWall(evening);
    exits.execute(intent(1), planOf({ ...flatten, flatAtOpen: true }).planId, []);
    await rig.clock.advance(minutes * 60_000);
    expect(exits.progress(systemId)?.state).toBe('running');
    await set(intent(2), systemId, { kind: 'stop' });
    await rig.clock.advance(2_000);
    expect(exits.progress(systemId)?.state).toBe('incomplete');
    expect(exits.progress(systemId)?.steps.at(-1)?.note).toEqual({ code: 'exit.list-ended' });
    expect([lists, states('201')]).toEqual([['flat', 'stop'], ['working']]);
  });

  it('names an entry in the group of a retained stop and does not cancel it', () => {
    rig.clock.jumpWall(evening);
    rig.platform.add({ ...entry, ocaId: '77' });
    const plan = planOf(flatten);
    expect(plan.cancels).toBe(0);
    expect(plan.checks).toMatchObject([{ level: 'note', text: { code: 'exit.entry-kept', symbol: 'MSFT' } }]);
  });

  it('closes order by order when the platform refuses the list', async () => {
    refuseLists = true;
    exits.execute(intent(1), planOf(flatten).planId, []);
    await rig.clock.advance(0);
    const commands = rig.platform.sent.map(({ command }) => command);
    expect(commands).toEqual(['cancelSignal', 'submitSignal', 'submitSignal']);
    rig.positions = [];
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    await runOut();
    expect(exits.progress(systemId)).toMatchObject({ state: 'done' });
    expect(lists).toEqual(['flat']);
  });

  it('names what remains with its stop, leaves the list on and reports no verified flat', async () => {
    exits.execute(intent(1), planOf(flatten).planId, []);
    await runOut();
    expect(exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
    expect(exits.progress(systemId)?.residue.map(words)).toContain('long 101 AAPL');
    expect([lists, states('201')]).toEqual([['flat'], ['working']]);
  });

  it('does not report flat when the read failed', async () => {
    clean = false;
    rig.positions = [];
    exits.execute(intent(1), planOf(flatten).planId, []);
    await runOut();
    expect(exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
    expect(lists).not.toContain('stop');
  });

  it('is planned on the current state and stops a running plan', async () => {
    const close = planOf({ ...base, kind: 'close', price: market });
    rig.platform.fates.push({ kind: 'hang' });
    exits.execute(intent(1), close.planId, []);
    await rig.clock.advance(0);
    rig.positions = [{ ...held, quantity: '5' }];
    expect(exits.execute(intent(2), planOf(flatten).planId, []).ok).toBe(true);
    rig.platform.unblock();
    await runOut();
    expect(lists).toEqual(['flat']);
    expect(rig.submits()).toEqual([]);
  });

  it.each([0, 3_000, 4_999])('waits at most 5 s for an order in flight, answered after %i ms or never', async (ms) => {
    await rig.submit(9, { action: 'BTO', symbol: 'MSFT', quantity: '7' }, { kind: 'hang' });
    exits.execute(intent(1), planOf(flatten).planId, []);
    await rig.clock.advance(ms);
    expect(lists).toEqual([]);
    if (ms === 3_000) rig.platform.unblock();
    await rig.clock.advance(5_000 - ms);
    expect(lists).toEqual(['flat']);
    expect(rig.row(9)?.state).toBe(ms === 3_000 ? 'working' : 'unknown');
    expect(rig.submits()).toHaveLength(1);
  });

  it('uses the clock of the platform to decide which markets are open', () => {
    expect(planOf(flatten).steps[0]).toMatchObject({ kind: 'flat-list' });
    marketOffsetMs = evening;
    expect(planOf(flatten).rows.at(-1)).toMatchObject({ step: '', trades: { state: 'opens' } });
  });
});

describe('an exit without an answer', () => {
  it('never blocks an exit: flat stays on for two minutes, a second close needs one confirm', async () => {
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.positionsReadAt = null;
    exits.execute(intent(1), planOf({ ...base, kind: 'close', price: market }).planId, []);
    rig.platform.fates.push({ kind: 'lost-before' });
    await rig.clock.advance(0);
    rig.positionsReadAt = null;
    const again = planOf({ ...base, kind: 'close', price: market });
    expect(again.checks).toContainEqual(expect.objectContaining({ code: 'exit-unknown', level: 'block' }));
    expect(exits.execute(intent(3), planOf({ kind: 'flatten', systemId }).planId, []).ok).toBe(true);
    rig.positions = [];
    await rig.clock.advance(60_000);
    expect(lists).toEqual(['flat']);
    await rig.clock.advance(120_000);
    expect(lists).toEqual(['flat', 'stop']);
    rig.positions = [held];
    rig.positionsReadAt = null;
    const late = planOf({ ...base, kind: 'close', price: market });
    expect(late.checks).toContainEqual(expect.objectContaining({ code: 'may-close-twice', level: 'warn' }));
    expect(exits.execute(intent(4), late.planId, ['may-close-twice']).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.submits()).toHaveLength(2);
  });
});

describe('a run that the end of the program interrupted', () => {
  it.each([1, 2, 3])(
    'interrupted in request %i is shown, does not continue alone and resumes as a new plan',
    async (cut) => {
      const { planId } = planOf({ ...base, kind: 'close', price: market });
      for (let before = 1; before < cut; before++) rig.platform.fates.push({ kind: 'ok' });
      rig.platform.fates.push({ kind: 'hang' });
      exits.execute(intent(1), planId, []);
      await rig.clock.advance(0);
      const sent = rig.platform.sent.length;
      exits.close();
      rig.restart();
      await rig.ready();
      exits = openExits();
      await runOut();
      expect(rig.submits().length + rig.platform.sent.filter(({ command }) => command === 'cancelSignal').length).toBe(
        sent,
      );
      const unfinished = exits.unfinished(systemId);
      expect(unfinished).toMatchObject({ runId: intent(1), kind: 'close' });
      expect(unfinished?.steps.filter(({ state }) => state === 'running')).toHaveLength(1);
      const resumed = exits.plan({ kind: 'resume', systemId, runId: intent(1) });
      expect(resumed).toMatchObject({ ok: true, value: { kind: 'close' } });
      rig.platform.unblock();
    },
  );

  it('that is a reversal with its old side closed resumes with the entry alone', async () => {
    const { planId } = planOf({ ...base, kind: 'reverse' });
    exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    exits.close();
    exits = openExits();
    rig.positions = [];
    const resumed = exits.plan({ kind: 'resume', systemId, runId: intent(1) });
    if (!resumed.ok) throw new Error(words(resumed.failure.message));
    expect(resumed.value.steps).toMatchObject([{ kind: 'order', newRisk: true }]);
    expect(words(resumed.value.steps[0]?.text ?? '')).toBe('Sell to open 101 AAPL at market');
  });

  it('that the trader has decided on is not asked about again', () => {
    const { planId } = planOf({ kind: 'flatten', systemId });
    exits.execute(intent(1), planId, []);
    exits.close();
    exits = openExits();
    expect(exits.unfinished(systemId)).toMatchObject({ kind: 'flatten' });
    expect(exits.resolve({ systemId, runId: intent(1), choice: 'protect' }).ok).toBe(true);
    exits = openExits();
    expect(exits.unfinished(systemId)).toBeNull();
  });
});
