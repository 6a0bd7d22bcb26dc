import { words } from '#renderer/messages/words.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExitPlan } from '#contract/model/exit.ts';
import { intent, record, startWall, systemId, ticket } from '../order-fixtures.ts';
import { positionRequest, longPosition, market, stop, ExitRig } from './exit-rig.ts';

let rig: ExitRig;
beforeEach(async () => {
  rig = await ExitRig.start();
});
afterEach(() => rig.dispose());

describe('the panic plan', () => {
  const flatten = { kind: 'flatten' as const, systemId };
  const msToEvening = 12 * 3_600_000;
  const entry = record('400', { action: 'BTO', symbol: 'MSFT', quantity: '7' });
  const texts = (plan: ExitPlan): string[] => plan.steps.map(({ text }) => words(text));
  const states = (...ids: string[]): (string | undefined)[] => ids.map((id) => rig.platform.signals.get(id)?.status);

  it('closes positions in open markets with one target list, then cancels their stops', async () => {
    rig.platform.add(entry);
    const plan = rig.planOf(flatten);
    expect(texts(plan)).toEqual([
      'Close at market (flatten)',
      'Cancel BTO 7 MSFT',
      'Read positions until they are closed; then cancel the exits that are left',
      'Resume order entry once the strategy is flat (stop)',
    ]);
    expect(plan.rows[0]).toMatchObject({
      symbol: 'AAPL',
      size: '101',
      canceledStopQuantity: '60',
      tradingTime: { state: 'open' },
    });
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.clock.advance(0);
    expect([rig.lists, states('400', '201', '200', '202')]).toEqual([
      ['flat'],
      ['canceled', 'working', 'working', 'working'],
    ]);
    rig.positions = [];
    await rig.runToEnd();
    expect(states('201', '200', '202')).toEqual(['canceled', 'canceled', 'canceled']);
    expect(rig.lists).toEqual(['flat', 'stop']);
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
    expect(rig.exits.progress(systemId)?.verifiedFlatAt).not.toBeNull();
  });

  it('counts only the smaller of two stops in one group as lost, because only one of them fills', () => {
    rig.platform.add({ ...stop, serviceId: '203', quantity: '30', stop: '140' });
    expect(rig.planOf(flatten).rows[0]).toMatchObject({ symbol: 'AAPL', canceledStopQuantity: '30' });
    const rows = rig.planOf({ ...positionRequest, kind: 'close', price: market }).rows;
    expect(
      rows.map(({ canceledStopQuantity }) => canceledStopQuantity).filter((quantity) => quantity !== null),
    ).toEqual(['30']);
  });

  it('sends no flat list in a closed market, cancels entries and retains all stops', async () => {
    rig.clock.jumpWall(msToEvening);
    rig.platform.add(entry);
    const plan = rig.planOf(flatten);
    expect(texts(plan)).toEqual([
      'Cancel BTO 7 MSFT',
      'Read positions until they are closed; then cancel the exits that are left',
    ]);
    expect(plan).toMatchObject({
      flatAtOpen: false,
      rows: [{}, {}, { step: '', canceledStopQuantity: null, tradingTime: { state: 'closed' } }],
    });
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.runToEnd();
    expect([rig.lists, states('400', '201', '200', '202')]).toEqual([
      [],
      ['canceled', 'working', 'working', 'working'],
    ]);
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done' });
  });

  it('treats an unknown market as closed, and closes positions in other markets order by order', async () => {
    rig.positions = [longPosition, { ...longPosition, id: 'p2', symbol: 'BBU6', instrument: 'future', quantity: '2' }];
    rig.platform.add(
      record('500', { action: 'STC', symbol: 'BBU6', quantity: '2', kind: 'stop', limit: null, stop: '9' }),
    );
    const plan = rig.planOf(flatten);
    expect(texts(plan)).toContain('Sell to close 60 AAPL at market, replaces order 201');
    expect(plan.rows.at(-1)).toMatchObject({ symbol: 'BBU6', step: '', tradingTime: { state: 'unknown' } });
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.runToEnd();
    expect([rig.lists, states('500', '201')]).toEqual([[], ['working', 'canceled']]);
  });

  it('does not close a position that shares a group with the stop of a retained position', async () => {
    rig.positions = [longPosition, { ...longPosition, id: 'p2', symbol: 'BBU6', instrument: 'future', quantity: '2' }];
    rig.platform.add({ ...stop, serviceId: '500', symbol: 'BBU6', quantity: '2' });
    const plan = rig.planOf(flatten);
    expect(plan.checks).toMatchObject([{ level: 'note', text: { code: 'exit.retained-with-group', symbol: 'AAPL' } }]);
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.runToEnd();
    expect([rig.lists, states('500', '201')]).toEqual([[], ['working', 'working']]);
  });

  it('does not cancel an exit while its group contains the stop of an open position', async () => {
    const other = { ...longPosition, id: 'p2', symbol: 'MSFT', quantity: '2' };
    rig.positions = [longPosition, other];
    rig.platform.add({ ...stop, serviceId: '500', symbol: 'MSFT', quantity: '2' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    rig.positions = [other];
    await rig.clock.advance(8_000);
    expect(states('500', '201')).toEqual(['working', 'working']);
    rig.positions = [];
    await rig.runToEnd();
    expect(states('500', '201')).toEqual(['canceled', 'canceled']);
  });

  it('waits for the next market open if the trader chose so, and then cancels the stops', async () => {
    rig.clock.jumpWall(msToEvening);
    const plan = rig.planOf({ ...flatten, flatAtOpen: true });
    expect(plan).toMatchObject({ flatAtOpen: true, rows: [{ symbol: 'AAPL', canceledStopQuantity: '60' }, {}, {}] });
    rig.exits.execute(intent(1), plan.planId, []);
    await rig.runToEnd();
    expect([rig.lists, states('201')]).toEqual([['flat'], ['working']]);
    rig.positions = [];
    await rig.clock.advance(14 * 3_600_000);
    expect([rig.lists, states('201', '202')]).toEqual([
      ['flat', 'stop'],
      ['canceled', 'canceled'],
    ]);
  });

  it('reads at the next market open even if the monotonic clock stopped during a sleep', async () => {
    rig.clock.jumpWall(msToEvening);
    rig.exits.execute(intent(1), rig.planOf({ ...flatten, flatAtOpen: true }).planId, []);
    await rig.runToEnd();
    rig.positions = [];
    rig.clock.jumpWall(9 * 3_600_000);
    // The plan began at 21:30 in New York. After nine hours of sleep, the time is 6:31.
    await rig.clock.advance(2 * 3_600_000 + 50 * 60_000);
    expect([rig.lists, states('201'), rig.exits.isRunning]).toEqual([['flat'], ['working'], true]);
    await rig.clock.advance(11 * 60_000);
    expect([rig.lists, states('201', '202')]).toEqual([
      ['flat', 'stop'],
      ['canceled', 'canceled'],
    ]);
    await rig.runToEnd();
    expect(rig.exits.isRunning).toBe(false);
  });

  it.each([0, 5])('ends, incomplete, when the trader ends its flat list after %i minutes', async (minutes) => {
    rig.clock.jumpWall(msToEvening);
    rig.exits.execute(intent(1), rig.planOf({ ...flatten, flatAtOpen: true }).planId, []);
    await rig.clock.advance(minutes * 60_000);
    expect(rig.exits.progress(systemId)?.state).toBe('running');
    await rig.setTargetList(intent(2), systemId, { kind: 'stop' });
    await rig.clock.advance(2_000);
    expect(rig.exits.progress(systemId)?.state).toBe('incomplete');
    expect(rig.exits.progress(systemId)?.steps.at(-1)?.note).toEqual({ code: 'exit.list-ended' });
    expect([rig.lists, states('201')]).toEqual([['flat', 'stop'], ['working']]);
  });

  it('names an entry in the group of a retained stop and does not cancel it', () => {
    rig.clock.jumpWall(msToEvening);
    rig.platform.add({ ...entry, ocaId: '77' });
    const plan = rig.planOf(flatten);
    expect(plan.cancels).toBe(0);
    expect(plan.checks).toMatchObject([{ level: 'note', text: { code: 'exit.entry-retained', symbol: 'MSFT' } }]);
  });

  it.each([
    ['is parked', { status: 'waiting', parkedUntil: startWall / 1000 + 86_400 }],
    ['no list shows', { unlisted: true }],
    ['may be working', {}],
  ] as const)('does not cancel an entry in the group of a stop that %s', async (_, changes) => {
    rig.clock.jumpWall(msToEvening);
    for (const id of ['200', '201', '202']) rig.platform.set(id, { status: 'canceled', inWorkingList: false });
    rig.platform.add({ ...entry, ocaId: '88' });
    if (Object.keys(changes).length > 0) rig.platform.add({ ...stop, serviceId: '501', ocaId: '88', ...changes });
    else {
      const order = { action: 'STC', quantity: '60', price: { kind: 'stop', stop: '144' }, ocaGroupId: '88' } as const;
      await rig.submit(8, { ...order, profitTarget: null, stopLoss: null }, { kind: 'lost-after' });
      expect(rig.state(intent(8))).toBe('UNKNOWN');
    }
    expect(rig.planOf(flatten)).toMatchObject({ cancels: 0, checks: [{ text: { code: 'exit.entry-retained' } }] });
  });

  it('closes order by order when the platform refuses the list', async () => {
    rig.refuseLists = true;
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.clock.advance(0);
    const commands = rig.platform.sent.map(({ command }) => command);
    expect(commands).toEqual(['cancelSignal', 'submitSignal', 'submitSignal']);
    rig.positions = [];
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done' });
    expect(rig.lists).toEqual(['flat']);
  });

  it('ends an earlier list before the closing orders when the platform refuses the flat list', async () => {
    rig.entryLock = { code: 'desired.maintaining' };
    rig.refuseFlat = true;
    rig.onList = (kind) => {
      if (kind === 'stop') rig.entryLock = null;
    };
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.runToEnd();
    expect(rig.lists).toEqual(['flat', 'stop']);
    expect(rig.submittedOwnIds()).toHaveLength(2);
  });

  it('continues with the next closing order even if the orders cannot be read to prove a refusal', async () => {
    rig.refuseLists = true;
    rig.platform.readsFail = true;
    rig.platform.outcomes.push({ kind: 'ok' }, { kind: 'refused', title: 'Invalid quant' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.runToEnd();
    expect(rig.submittedOwnIds()).toHaveLength(1);
    await rig.runToEnd();
    await rig.runToEnd();
    expect(rig.submittedOwnIds()).toHaveLength(2);
    const closes = rig.exits
      .progress(systemId)
      ?.steps.filter(({ id }) => id.startsWith('c'))
      .slice(-2);
    expect(closes?.map(({ state }) => state)).toEqual(['unclear', 'done']);
  });

  it('names the remaining position, keeps its stop and the flat list, and does not report flat', async () => {
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
    expect(rig.exits.progress(systemId)?.residue.map(words)).toContain('long 101 AAPL');
    expect([rig.lists, states('201')]).toEqual([['flat'], ['working']]);
  });

  it('does not report flat when the read failed', async () => {
    rig.readsSucceed = false;
    rig.positions = [];
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.runToEnd();
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
    expect(rig.lists).not.toContain('stop');
  });

  it('is planned on the current state and stops a running plan', async () => {
    const close = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    rig.platform.outcomes.push({ kind: 'hang' });
    rig.exits.execute(intent(1), close.planId, []);
    await rig.clock.advance(0);
    rig.positions = [{ ...longPosition, quantity: '5' }];
    expect(rig.exits.execute(intent(2), rig.planOf(flatten).planId, []).ok).toBe(true);
    rig.platform.unblock();
    await rig.runToEnd();
    expect(rig.lists).toEqual(['flat']);
    expect(rig.submittedOwnIds()).toEqual([]);
  });

  it.each([
    ['is answered after 3 s', true],
    ['is never answered', false],
  ])('waits at most 5 s for an order in flight that %s', async (_, isAnswered) => {
    await rig.submit(9, { action: 'BTO', symbol: 'MSFT', quantity: '7' }, { kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.clock.advance(3_000);
    expect(rig.lists).toEqual([]);
    if (isAnswered) rig.platform.unblock();
    else {
      await rig.clock.advance(1_999);
      expect(rig.lists).toEqual([]);
    }
    await rig.clock.advance(2_000);
    expect(rig.lists).toEqual(['flat']);
    expect(rig.row(9)?.state).toBe(isAnswered ? 'canceled' : 'unknown');
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  const entryTerms = { action: 'BTO', profitTarget: null, stopLoss: null } as const;

  it('cancels an entry in flight in the symbol of a retained position', async () => {
    rig.clock.jumpWall(msToEvening);
    await rig.submit(9, { ...entryTerms, quantity: '7' }, { kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.clock.advance(1_000);
    rig.platform.unblock();
    await rig.runToEnd();
    expect(rig.row(9)?.state).toBe('canceled');
    expect(states('201', '200', '202')).toEqual(['working', 'working', 'working']);
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
  });

  it('does not cancel an entry in flight in the group of a retained stop', async () => {
    rig.clock.jumpWall(msToEvening);
    await rig.submit(9, { ...entryTerms, quantity: '7', ocaGroupId: '77' }, { kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    rig.platform.unblock();
    await rig.runToEnd();
    expect([rig.row(9)?.state, ...states('201', '200')]).toEqual(['working', 'working', 'working']);
  });

  it('names an entry in flight whose cancel is refused, instead of reporting the panic as done', async () => {
    rig.clock.jumpWall(msToEvening);
    await rig.submit(9, { ...entryTerms, quantity: '7' }, { kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.runToEnd();
    expect(rig.row(9)?.state).toBe('unknown');
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
    expect(rig.exits.progress(systemId)?.state).toBe('incomplete');
    expect(rig.exits.progress(systemId)?.residue.map(words)).toEqual([expect.stringContaining('7 AAPL')]);
  });

  describe('with a parked entry whose cancel gets no answer', () => {
    const loseAnswers = (times: number): void => {
      rig.platform.outcomes.push(...Array.from({ length: times }, () => ({ kind: 'lost-before' }) as const));
    };
    const panic = async (): Promise<void> => {
      const parkedUntil = Math.floor(rig.clock.now() / 1000) + 86_400;
      const parked = { symbol: 'MSFT', quantity: '7', status: 'waiting', inWorkingList: false, parkedUntil } as const;
      rig.platform.add(record('400', parked));
      rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
      await rig.clock.advance(0);
      for (const id of ['200', '201', '202']) rig.platform.set(id, { status: 'canceled' });
      rig.positions = [];
      await rig.runToEnd();
    };

    it('cancels the entry again after a read, and is done', async () => {
      loseAnswers(3);
      await panic();
      expect(states('400')).toEqual(['canceled']);
      expect(rig.lists).toEqual(['flat', 'stop']);
      expect(rig.exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
    });

    it('names the entry, keeps the flat list, and does not report flat', async () => {
      loseAnswers(50);
      await panic();
      expect(states('400')).toEqual(['waiting']);
      expect(rig.lists).toEqual(['flat']);
      expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete', verifiedFlatAt: null });
      expect(rig.exits.progress(systemId)?.residue.map(words)).toEqual([expect.stringContaining('7 MSFT')]);
    });
  });

  it('is not done while the list could not be ended', async () => {
    rig.refuseStop = true;
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.clock.advance(0);
    rig.positions = [];
    await rig.runToEnd();
    expect(rig.lists).toEqual(['flat', 'stop']);
    expect(rig.exits.progress(systemId)).toMatchObject({ state: 'incomplete', residue: [] });
  });

  it('does not touch an entry that the trader sends after the panic began', async () => {
    rig.clock.jumpWall(msToEvening);
    await rig.submit(9, { ...entryTerms, quantity: '7' }, { kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    await rig.submit(10, { ...entryTerms, quantity: '8' });
    rig.platform.unblock();
    await rig.runToEnd();
    expect([rig.row(9)?.state, rig.row(10)?.state]).toEqual(['canceled', 'working']);
    expect(rig.exits.progress(systemId)?.state).toBe('done');
  });

  it('withdraws a queued entry without waiting for the answer to the order in flight', async () => {
    rig.clock.jumpWall(msToEvening);
    await rig.submit(9, { ...entryTerms, symbol: 'KO', quantity: '1' }, { kind: 'hang' });
    await rig.submit(10, { ...entryTerms, symbol: 'MSFT', quantity: '7' });
    expect(rig.row(10)?.state).toBe('queued');
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    rig.platform.unblock();
    await rig.runToEnd();
    expect(rig.row(10)?.state).toBe('abandoned');
    expect(rig.submittedOwnIds()).toHaveLength(1);
    expect(rig.exits.progress(systemId)?.state).toBe('done');
  });

  it.each(['without a flat list', 'with a flat list'])(
    'withdraws the second step of a replacement, %s',
    async (how) => {
      if (how === 'without a flat list') rig.clock.jumpWall(msToEvening);
      const parkedUntil = Math.floor(rig.clock.now() / 1000) + 7_200;
      const oldRecord = record('300', { symbol: 'MSFT', status: 'waiting', statusText: 'working', parkedUntil });
      rig.platform.add(oldRecord);
      rig.desk.watch(systemId);
      await rig.clock.advance(5_000);
      const replaces = { serviceId: '300', leaveOcaIntact: true };
      rig.platform.outcomes.push({ kind: 'hang' });
      const order = ticket({ ...entryTerms, symbol: 'MSFT', quantity: '7', replaces });
      const { checks } = rig.desk.preview(order);
      rig.desk.submit(
        intent(9),
        order,
        checks.map(({ code }) => code),
      );
      await rig.clock.advance(0);
      expect(rig.row(9)?.state).toBe('held');
      rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
      rig.platform.unblock();
      if (how === 'with a flat list') rig.positions = [];
      await rig.runToEnd();
      expect([rig.row(9)?.state, rig.submittedOwnIds().length]).toEqual(['abandoned', 0]);
      expect(rig.exits.progress(systemId)?.state).toBe('done');
    },
  );

  it('is possible while only an entry in flight remains', async () => {
    rig.positions = [];
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    await rig.submit(9, { ...entryTerms, symbol: 'MSFT', quantity: '7' }, { kind: 'hang' });
    rig.exits.execute(intent(1), rig.planOf(flatten).planId, []);
    rig.platform.unblock();
    await rig.runToEnd();
    expect(rig.row(9)?.state).toBe('canceled');
    expect(rig.exits.progress(systemId)?.state).toBe('done');
  });

  it('uses the clock of the platform to decide which markets are open', () => {
    expect(rig.planOf(flatten).steps[0]).toMatchObject({ kind: 'flat-list' });
    rig.serviceClockOffsetMs = msToEvening;
    expect(rig.planOf(flatten).rows.at(-1)).toMatchObject({ step: '', tradingTime: { state: 'closed' } });
  });
});

describe('an exit without an answer', () => {
  it('blocks a second close, later only warns, and delays the end of a flat list by two minutes', async () => {
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.positionsReadAt = null;
    rig.exits.execute(intent(1), rig.planOf({ ...positionRequest, kind: 'close', price: market }).planId, []);
    rig.platform.outcomes.push({ kind: 'lost-before' });
    await rig.clock.advance(0);
    rig.positionsReadAt = null;
    const secondPlan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(secondPlan.checks).toContainEqual(expect.objectContaining({ code: 'exit-unknown', level: 'block' }));
    expect(rig.exits.execute(intent(3), rig.planOf({ kind: 'flatten', systemId }).planId, []).ok).toBe(true);
    rig.positions = [];
    await rig.clock.advance(60_000);
    expect(rig.lists).toEqual(['flat']);
    await rig.clock.advance(120_000);
    expect(rig.lists).toEqual(['flat', 'stop']);
    rig.positions = [longPosition];
    rig.positionsReadAt = null;
    const laterPlan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(laterPlan.checks).toContainEqual(expect.objectContaining({ code: 'may-close-twice', level: 'warn' }));
    expect(rig.exits.execute(intent(4), laterPlan.planId, ['may-close-twice']).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(2);
  });

  it('asks about a second close, and ends the flat list in time, although the clock was set back', async () => {
    rig.clock.jumpWall(7_200_000);
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.exits.execute(intent(1), rig.planOf({ ...positionRequest, kind: 'close', price: market }).planId, []);
    rig.platform.outcomes.push({ kind: 'lost-before' });
    await rig.clock.advance(0);
    rig.clock.jumpWall(-3_600_000);
    rig.positionsReadAt = null;
    const secondPlan = rig.planOf({ ...positionRequest, kind: 'close', price: market });
    expect(secondPlan.checks).toContainEqual(expect.objectContaining({ code: 'may-close-twice', level: 'warn' }));
    rig.exits.execute(intent(3), rig.planOf({ kind: 'flatten', systemId }).planId, []);
    rig.positions = [];
    await rig.clock.advance(119_000);
    expect(rig.lists).toEqual(['flat']);
    await rig.clock.advance(21_000);
    expect(rig.lists).toEqual(['flat', 'stop']);
  });

  it('ends the flat list after the wait also if only the last reading shows the strategy flat', async () => {
    rig.clock.jumpWall(7_200_000);
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    rig.exits.execute(intent(1), rig.planOf({ ...positionRequest, kind: 'close', price: market }).planId, []);
    rig.platform.outcomes.push({ kind: 'lost-before' });
    await rig.clock.advance(300_000);
    expect(rig.desk.signals(systemId).map(({ state }) => state)).toContain('absent');
    // The clock is set back, so the exit may again be taken for one that was just sent.
    rig.clock.jumpWall(-3_600_000);
    rig.exits.execute(intent(3), rig.planOf({ kind: 'flatten', systemId }).planId, []);
    await rig.clock.advance(20_000);
    rig.positions = [];
    await rig.clock.advance(120_000);
    expect(rig.exits.progress(systemId)?.residue).toEqual([]);
    expect(rig.lists).toEqual(['flat', 'stop']);
  });

  it('blocks a third close while the second may still appear, even after the clock was set back', async () => {
    rig.clock.jumpWall(7_200_000);
    for (const { serviceId } of rig.platform.list(systemId)) rig.platform.set(serviceId, { status: 'canceled' });
    const close = { action: 'STC', quantity: '101', profitTarget: null, stopLoss: null } as const;
    await rig.submit(1, close, { kind: 'lost-before' });
    rig.clock.jumpWall(-3_600_000);
    rig.platform.outcomes.push({ kind: 'lost-before' });
    const second = ticket({ ...close, price: { kind: 'limit', limit: '160' } });
    expect(rig.desk.submit(intent(2), second, ['may-close-twice']).ok).toBe(true);
    await rig.clock.advance(0);
    const third = ticket({ ...close, price: { kind: 'limit', limit: '161' } });
    expect(rig.desk.preview(third).checks).toContainEqual(expect.objectContaining({ code: 'exit-unknown' }));
    await rig.clock.advance(120_000);
    expect(rig.desk.preview(third).checks).toContainEqual(expect.objectContaining({ code: 'may-close-twice' }));
  });
});
