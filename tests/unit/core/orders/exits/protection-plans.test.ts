import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExitPlan, ExitRequest } from '#contract/model/exit.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { failed } from '#contract/outcome.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { words } from '#renderer/messages/words.ts';
import { DeskRig } from '../desk-rig.ts';
import { intent, record, seededRandom, startWall, systemId } from '../order-fixtures.ts';

const positionId = `${systemId}-AAPL-long`;
const position: Position = {
  id: positionId,
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity: '100',
  averagePrice: '150',
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: '0',
  unprotected: true,
  tradeIds: [],
};
const exit = (id: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
  record(id, { action: 'STC', quantity: '100', limit: '170', ...changes });
const stop = (id: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
  exit(id, { kind: 'stop', limit: null, stop: '145', ...changes });
const protectRequest = { kind: 'protect', systemId, positionId, stop: '140', target: null, duration: 'GTC' } as const;
const keepRequest = { kind: 'keep-overnight', systemId, positionId } as const;
const market = { kind: 'market' } as const;
const scaleOut = { kind: 'scale-out', systemId, positionId, price: market, duration: 'DAY' } as const;
const trimRequest = { kind: 'trim', systemId, positionId } as const;

let rig: DeskRig;
let exits: ExitDesk;
/** How many of the next readings fail. */
let failingReads = 0;
beforeEach(async () => {
  failingReads = 0;
  rig = new DeskRig();
  await rig.ready();
  rig.platform.obeysReplace = true;
  rig.positions = [position];
  exits = open();
});
afterEach(() => rig.dispose());

function open(): ExitDesk {
  return new ExitDesk({
    clock: rig.clock,
    log: { info: () => undefined, warn: () => undefined, error: (event) => rig.errors.push(event) },
    random: seededRandom(7),
    journal: rig.journal,
    profile: { id: 'practice', mode: 'PRACTICE' },
    accessLock: () => null,
    hasTargetList: () => false,
    mayHaveList: () => false,
    desk: rig.desk,
    desired: { set: () => Promise.resolve(failed('refused', 'Unknown API command.')) },
    positions: (id) => rig.desk.positions(id),
    readAgain: () => {
      if (failingReads-- > 0) return Promise.resolve(false);
      rig.positionsReadAt = Math.floor(rig.clock.now() / 1000) + 2;
      return Promise.resolve(true);
    },
    killReason: () => null,
    serviceClockOffsetMs: () => 0,
    cutInFlight: (afterMs) => rig.platform.cutInFlight(afterMs),
    paceMs: () => 1_000,
    changed: () => undefined,
    notify: () => undefined,
    endNotice: () => undefined,
    strategyName: (id) => id,
  });
}

function planOf(request: ExitRequest): ExitPlan {
  const outcome = exits.plan(request);
  if (!outcome.ok) throw new Error(words(outcome.failure.message));
  return outcome.value;
}

/** Executes the plan with its warnings confirmed. */
async function run(request: ExitRequest): Promise<void> {
  const { planId, checks } = planOf(request);
  const outcome = exits.execute(
    intent(1),
    planId,
    checks.map(({ code }) => code),
  );
  if (!outcome.ok) throw new Error(words(outcome.failure.message));
  await rig.clock.advance(0);
}

const tickets = (): Ticket[] => [...rig.journal.orders()].map(({ ticket }) => ticket);
const texts = (request: ExitRequest): string[] => planOf(request).steps.map(({ text }) => words(text));
const states = (): string[] => [...rig.journal.orders()].map(({ state }) => state);

describe('Protect', () => {
  it('adds the stop to the group of the target', async () => {
    rig.platform.add(exit('200', { ocaId: '77' }));
    await run(protectRequest);
    expect(tickets()).toMatchObject([{ price: { kind: 'stop', stop: '140' }, ocaGroupId: '77', replaces: null }]);
  });

  it.each([
    ['is not known', {}],
    ['would end with the day', { ocaId: '77', duration: 'DAY' }],
  ] as const)('enters the stop and the target in a new group if the group of the target %s', async (_, changes) => {
    rig.platform.add(exit('200', changes));
    await run(protectRequest);
    const [first, second] = tickets();
    expect(first).toMatchObject({ price: { kind: 'stop' }, duration: 'GTC', replaces: null });
    expect(second).toMatchObject({
      price: { kind: 'limit', limit: '170' },
      duration: 'GTC',
      replaces: { serviceId: '200', leaveOcaIntact: true },
    });
    expect(first?.ocaGroupId).not.toBeNull();
    expect(second?.ocaGroupId).toBe(first?.ocaGroupId);
  });

  it('does not touch the target while the outcome of the stop is unknown', async () => {
    rig.platform.add(exit('200'));
    rig.platform.outcomes.push({ kind: 'lost-before' });
    await run(protectRequest);
    expect(rig.submittedOwnIds()).toHaveLength(1);
    expect(exits.progress(systemId)).toMatchObject({ steps: [{ state: 'unclear' }, { state: 'skipped' }] });
  });

  it('enters one stop per target and one for the remaining quantity', () => {
    rig.platform.add(exit('200', { quantity: '50', ocaId: '77' }));
    rig.platform.add(exit('201', { quantity: '30', ocaId: '78', limit: '165' }));
    expect(texts(protectRequest)).toEqual([
      'Sell to close 50 AAPL at stop 140',
      'Sell to close 30 AAPL at stop 140',
      'Sell to close 20 AAPL at stop 140',
    ]);
  });

  it('enters one stop for two targets of one group, because only one of the group fills', async () => {
    rig.platform.add(exit('200', { quantity: '50', ocaId: '77' }));
    rig.platform.add(exit('201', { quantity: '50', ocaId: '77', limit: '180' }));
    await run(protectRequest);
    expect(tickets()).toMatchObject([
      { quantity: '50', ocaGroupId: '77' },
      { quantity: '50', ocaGroupId: null },
    ]);
    expect(rig.desk.positions(systemId)).toMatchObject([{ protectedQuantity: '100', unprotected: false }]);
  });

  it('leaves two targets in their group if the stop has another duration, and asks', () => {
    rig.platform.add(exit('200', { ocaId: '77' }));
    rig.platform.add(exit('201', { ocaId: '77', limit: '180' }));
    const { checks, steps } = planOf({ ...protectRequest, duration: 'DAY' });
    expect(steps.map(({ text }) => words(text))).toEqual(['Sell to close 100 AAPL at stop 140']);
    expect(checks.map(({ code, level }) => [code, level])).toEqual([['may-turn', 'warn']]);
  });

  describe('when the reading becomes too old during the run', () => {
    beforeEach(() => {
      rig.platform.add(exit('200', { quantity: '50', ocaId: '77' }));
      const release = rig.desk.onChange(() => {
        release();
        rig.positionsReadAt = Math.floor(rig.clock.now() / 1000) - 31;
      });
    });

    it('reads again after a failed reading, and then sends the stop', async () => {
      failingReads = 1;
      await run(protectRequest);
      await rig.clock.advance(2_000);
      expect(tickets().map(({ quantity }) => quantity)).toEqual(['50', '50']);
      expect(exits.progress(systemId)).toMatchObject({ state: 'done' });
    });

    it('names the failed readings when none succeeds', async () => {
      failingReads = 9;
      await run(protectRequest);
      await rig.clock.advance(16_999);
      expect(exits.progress(systemId)).toMatchObject({ state: 'running' });
      await rig.clock.advance(1);
      expect(exits.progress(systemId)).toMatchObject({
        state: 'incomplete',
        steps: [{ state: 'done' }, { state: 'failed', note: { code: 'exit.not-read' } }],
      });
      expect(failingReads).toBe(5);
      expect(rig.submittedOwnIds()).toHaveLength(1);
    });

    it('sends nothing more when the run was ended between two readings', async () => {
      failingReads = 1;
      await run(protectRequest);
      exits.close();
      await rig.clock.advance(20_000);
      expect(exits.progress(systemId)).toMatchObject({ steps: [{ state: 'done' }, { state: 'skipped' }] });
      expect(rig.submittedOwnIds()).toHaveLength(1);
    });
  });

  it('asks for a confirmation when an order of unknown outcome may be the stop', async () => {
    await rig.submit(
      1,
      { action: 'STC', price: { kind: 'stop', stop: '145' }, profitTarget: null, stopLoss: null },
      { kind: 'lost-before' },
    );
    expect(rig.desk.positions(systemId)).toMatchObject([{ coverKnown: false, unprotected: true }]);
    const { planId, checks } = planOf(protectRequest);
    expect(checks).toContainEqual(expect.objectContaining({ code: 'cover-unknown', level: 'warn' }));
    expect(exits.execute(intent(2), planId, [])).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  });
});

describe('an unreadable record in the working list', () => {
  it.each([
    ['makes the cover unknown if it may be the stop', {}, false],
    ['leaves the cover known if it opens a position', { action: 'BTO' as const }, undefined],
    ['leaves the cover known if it is of another symbol', { symbol: 'KO' }, undefined],
  ])('%s', (_what, changes, coverKnown) => {
    const one = { systemId, serviceId: '9', ownId: null, symbol: 'AAPL', action: null, postedAt: null, raw: '{}' };
    rig.platform.add(stop('9'));
    rig.platform.unreadable.set('9', { ...one, contradicts: false, problem: 'signal: quant', ...changes });
    expect(rig.desk.positions(systemId)[0]?.coverKnown).toBe(coverKnown);
  });
});

describe('exits beyond the position', () => {
  it('are reported, and one plan cancels the excess but not the stop', async () => {
    rig.platform.add(stop('200', { ocaId: '77' }));
    rig.platform.add(exit('201', { ocaId: '77' }));
    rig.platform.add(exit('202', { quantity: '40', ocaId: '78' }));
    expect(rig.desk.positions(systemId)).toMatchObject([{ exitsBeyond: '40' }]);
    await run(trimRequest);
    expect(rig.platform.sent.map(({ command, id }) => `${command} ${id}`)).toEqual(['cancelSignal 202']);
  });

  it('are canceled while order entry is locked, because no cancel is', async () => {
    rig.platform.add(stop('200', { ocaId: '77' }));
    rig.platform.add(exit('202', { quantity: '40', ocaId: '78' }));
    rig.entryLock = { code: 'entry.first-read-pending' };
    await run(trimRequest);
    expect(rig.platform.sent.map(({ command, id }) => `${command} ${id}`)).toEqual(['cancelSignal 202']);
  });

  it('include a stop larger than the position: the stop is reduced to the position size', () => {
    rig.platform.add(stop('200', { quantity: '150' }));
    expect(texts(trimRequest)).toEqual(['Sell to close 100 AAPL at stop 145, replaces order 200']);
  });

  it('include a second stop, which is reduced to what the first does not protect', () => {
    rig.platform.add(stop('200', { quantity: '60', ocaId: '77' }));
    rig.platform.add(stop('201', { quantity: '60', ocaId: '78', stop: '140' }));
    expect(texts(trimRequest)).toEqual(['Sell to close 40 AAPL at stop 140, replaces order 201']);
  });

  it('include a second stop with a target, which is canceled with the target', () => {
    rig.platform.add(stop('200', { quantity: '60', ocaId: '77' }));
    rig.platform.add(stop('201', { quantity: '60', ocaId: '78' }));
    rig.platform.add(exit('202', { quantity: '60', ocaId: '78' }));
    expect(texts(trimRequest)).toEqual([expect.stringContaining('Cancel')]);
    expect(planOf(trimRequest).checks.map(({ code, level, text }) => [code, level, words(text)])).toEqual([
      [
        'less-cover',
        'warn',
        'After this, stops cover 60 of 100. Now they cover 100. Protect the position again when this is done.',
      ],
    ]);
  });

  it('include a smaller stop listed before the full bracket: the bracket is retained', () => {
    rig.platform.add(stop('200', { quantity: '30', ocaId: '77' }));
    rig.platform.add(stop('201', { ocaId: '78' }));
    rig.platform.add(exit('202', { ocaId: '78' }));
    expect(texts(trimRequest)).toEqual(['Cancel STC 30 AAPL']);
    expect(planOf(trimRequest).checks).toEqual([]);
  });

  it('are not reported for orders that may share a group', () => {
    rig.platform.add(stop('200'));
    rig.platform.add(exit('201'));
    expect(rig.desk.positions(systemId)).toMatchObject([{ exitsBeyond: null }]);
  });
});

describe('the legs of an entry that is not filled, which the list shows as working', () => {
  beforeEach(async () => {
    rig.platform.add(stop('200', { ocaId: '77' }));
    await rig.submit(9, { quantity: '40' });
    const legs = rig.journal.order(intent(9))?.serviceIds;
    rig.platform.add(stop(legs?.stop ?? '', { quantity: '40' }));
    rig.platform.add(exit(legs?.target ?? '', { quantity: '40' }));
    rig.desk.listsChanged(systemId);
  });

  it('are no excess exits', () => {
    expect(rig.desk.positions(systemId)).toMatchObject([{ protectedQuantity: '100', exitsBeyond: null }]);
    expect(exits.plan(trimRequest)).toMatchObject({ ok: false, failure: { code: 'nothing-to-do' } });
  });

  const legStates = (): string[] =>
    rig
      .blotter()
      .filter(({ parentRowId }) => parentRowId === intent(9))
      .map(({ state }) => state);

  it('remain when the position is closed', async () => {
    const close = { kind: 'close', systemId, positionId, price: { kind: 'market' }, duration: 'DAY' } as const;
    expect(texts(close)).toEqual(['Sell to close 100 AAPL at market, replaces order 200']);
    await run(close);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done' });
    expect(tickets().find(({ action }) => action === 'STC')?.quantity).toBe('100');
    expect(legStates()).toEqual(['working', 'working']);
  });

  it('remain when the position is reversed', async () => {
    await run({ kind: 'reverse', systemId, positionId, duration: 'DAY' });
    rig.positions = [];
    for (const [id, { kind }] of rig.platform.signals)
      if (kind === 'market') rig.platform.set(id, { status: 'traded', tradedAt: startWall / 1000 });
    for (let step = 0; step < 30; step++) await rig.clock.advance(2_000);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done', residue: [] });
    expect(legStates()).toEqual(['working', 'working']);
  });
});

describe('the journal after an exit', () => {
  const requests: [string, Partial<Position>, string, ExitRequest][] = [
    ['of a part of a fraction', { quantity: '0.123456789' }, '145', { ...scaleOut, amount: { percent: 33 } }],
    ['whose listed price has more than nine decimals', {}, '145.30000000000001', keepRequest],
    ['in a symbol that cannot be typed', { symbol: 'Brk b' }, '145', { ...scaleOut, amount: { percent: 50 } }],
  ];
  it.each(requests)('can be read %s', async (_, changes, stopPrice, request) => {
    rig.positions = [{ ...position, ...changes }];
    rig.platform.add(stop('200', { stop: stopPrice, duration: 'DAY' }));
    await run(request);
    const written = [...rig.journal.orders()];
    expect(written.length).toBeGreaterThan(0);
    rig.restart();
    expect([...rig.journal.orders()].map(({ rowId }) => rowId)).toEqual(written.map(({ rowId }) => rowId));
  });
});

describe('Keep overnight', () => {
  const addStopAndTarget = (changes: Partial<CachedSignal> = {}): void => {
    rig.platform.add(stop('200', { duration: 'DAY', ocaId: '77', ...changes }));
    rig.platform.add(exit('201', { duration: 'DAY', ocaId: '77', ...changes }));
  };

  it('replaces the stop first, and sends the target once the stop is shown in the new group', async () => {
    addStopAndTarget();
    await run(keepRequest);
    const [target, replacement] = tickets();
    expect(replacement).toMatchObject({
      price: { kind: 'stop', stop: '145' },
      duration: 'GTC',
      replaces: { serviceId: '200', leaveOcaIntact: false },
    });
    expect(target).toMatchObject({ price: { kind: 'limit', limit: '170' }, duration: 'GTC', replaces: null });
    expect(replacement?.ocaGroupId).toBe(target?.ocaGroupId);
    expect(rig.submittedOwnIds()).toHaveLength(2);
    expect(exits.progress(systemId)).toMatchObject({ state: 'done' });
  });

  it('keeps the target on hold until one confirmation if no list shows the group', async () => {
    addStopAndTarget();
    rig.platform.showsGroups = false;
    await run(keepRequest);
    await rig.clock.advance(10_000);
    expect(exits.progress(systemId)).toMatchObject({
      state: 'incomplete',
      steps: [{ state: 'done' }, { state: 'skipped' }],
    });
    expect(rig.submittedOwnIds()).toHaveLength(1);
    const [row] = [...rig.journal.orders()].filter(({ state }) => state === 'HELD');
    expect(rig.desk.confirm(row?.rowId ?? '', ['same-order', 'equal-working', 'closing-more'])).toMatchObject({
      ok: true,
    });
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(2);
  });

  it('sends no target after a refused stop', async () => {
    addStopAndTarget();
    rig.platform.outcomes.push({ kind: 'refused', title: 'Unable to access this systemid' });
    await run(keepRequest);
    await rig.clock.advance(130_000);
    expect(states().sort()).toEqual(['ABANDONED', 'REJECTED']);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('leaves no target on hold when a flatten stops the plan', async () => {
    addStopAndTarget();
    rig.platform.showsGroups = false;
    await run(keepRequest);
    expect(states().sort()).toEqual(['ACKED', 'HELD']);
    exits.execute(intent(2), planOf({ kind: 'flatten', systemId }).planId, []);
    await rig.clock.advance(10_000);
    expect(states()).toContain('ABANDONED');
    expect(states()).not.toContain('HELD');
  });

  it('leaves no order on hold when a later one cannot be prepared', async () => {
    addStopAndTarget({ quantity: '50' });
    rig.platform.add(stop('202', { quantity: '50', stop: '140', ocaId: '77' }));
    const { planId } = planOf(keepRequest);
    const create = rig.journal.create.bind(rig.journal);
    vi.spyOn(rig.journal, 'create')
      .mockImplementationOnce(create)
      .mockImplementationOnce(() => {
        throw new JournalError({ code: 'journal.no-room' });
      });
    exits.execute(intent(1), planId, []);
    await rig.clock.advance(0);
    expect(states()).toEqual(['ABANDONED']);
    expect(rig.submittedOwnIds()).toEqual([]);
  });

  it('loses no order when the program is killed between stop and target', async () => {
    addStopAndTarget();
    rig.platform.outcomes.push({ kind: 'hang' });
    await run(keepRequest);
    rig.restart();
    await rig.ready();
    expect(states().sort()).toEqual(['HELD', 'UNKNOWN']);
    await rig.clock.advance(60_000);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('replaces a single target too if the group is unknown, but leaves several as they are', () => {
    addStopAndTarget({ ocaId: null });
    expect(texts(keepRequest)).toEqual([
      'Sell to close 100 AAPL at stop 145, replaces order 200',
      'Sell to close 100 AAPL at limit 170, replaces order 201',
    ]);
    rig.platform.add(exit('202', { quantity: '50', duration: 'DAY' }));
    expect(texts(keepRequest)).toHaveLength(1);
  });

  it('asks before it replaces a stop that shares a group with the stop of another symbol', () => {
    addStopAndTarget();
    rig.platform.add(stop('500', { symbol: 'MSFT', quantity: '2', ocaId: '77' }));
    const { planId, checks } = planOf(keepRequest);
    expect(checks).toContainEqual(expect.objectContaining({ code: 'group-elsewhere', level: 'warn' }));
    expect(exits.execute(intent(1), planId, [])).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  });

  it.each([
    ['an entry', { action: 'BTO', symbol: 'MSFT' }, 'MSFT'],
    ['a parked target', { status: 'waiting', parkedUntil: startWall / 1000 + 3_600 }, 'AAPL'],
  ] as const)('asks before it cancels %s in the group of the stop', (_, changes, symbols) => {
    addStopAndTarget();
    rig.platform.add(exit('500', { ocaId: '77', ...changes }));
    const text = { code: 'keep.group-elsewhere', symbols };
    expect(planOf(keepRequest).checks).toContainEqual(expect.objectContaining({ level: 'warn', text }));
  });

  it('does not ask about a group that it leaves as it is', () => {
    addStopAndTarget({ quantity: '50' });
    rig.platform.add(stop('202', { quantity: '50', ocaId: '78' }));
    rig.platform.add(stop('500', { symbol: 'MSFT', quantity: '2', ocaId: '78' }));
    expect(planOf(keepRequest).checks).not.toContainEqual(expect.objectContaining({ code: 'group-elsewhere' }));
  });

  it('enters a GTC stop again if it is in the group of a DAY stop that is replaced', () => {
    addStopAndTarget({ quantity: '50' });
    rig.platform.add(stop('202', { quantity: '50', stop: '140', ocaId: '77' }));
    expect(texts(keepRequest)).toEqual([
      'Sell to close 50 AAPL at stop 145, replaces order 200',
      'Sell to close 50 AAPL at stop 140',
      'Sell to close 50 AAPL at limit 170',
    ]);
  });

  it('enters the stop again, and the target as GTC, if a DAY target would take a GTC stop with it', () => {
    rig.platform.add(stop('200', { ocaId: '77' }));
    rig.platform.add(exit('201', { ocaId: '77', duration: 'DAY' }));
    expect(planOf(keepRequest).steps.map(({ text }) => words(text))).toEqual([
      'Sell to close 100 AAPL at stop 145, replaces order 200',
      'Sell to close 100 AAPL at limit 170',
    ]);
  });

  it('has nothing to do for GTC stops', () => {
    rig.platform.add(stop('200'));
    rig.platform.add(exit('201', { duration: 'DAY' }));
    expect(exits.plan(keepRequest)).toMatchObject({ ok: false, failure: { code: 'nothing-to-do' } });
  });
});
