// Lists with unreadable records (order-safety 4.5): while such a record could belong to an order,
// the order is never reported absent.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { words } from '#renderer/messages/words.ts';
import { couldBe, type OrderTraits, type UnreadableSignal } from '#core/unreadable-signal.ts';
import { DeskRig } from './desk-rig.ts';
import { longPosition } from './exits/exit-rig.ts';
import { intent, record, startWall, systemId, ticket } from './order-fixtures.ts';

const unreadable = (changes: Partial<UnreadableSignal> = {}): UnreadableSignal => ({
  systemId,
  serviceId: null,
  ownId: null,
  symbol: null,
  action: null,
  postedAt: null,
  contradicts: false,
  problem: 'signal: quant',
  raw: '{}',
  ...changes,
});

describe('whether an unreadable record could belong to an order', () => {
  const order: OrderTraits = {
    systemId,
    symbol: 'AAPL',
    action: 'STO',
    serviceId: '155',
    ownId: '100000000000001',
    posted: { from: 1_000, to: 2_000 },
    otherIds: new Set(['77']),
  };

  it.each<[string, Partial<UnreadableSignal>, boolean]>([
    ['without any readable member', {}, true],
    ['with the service id', { serviceId: '155', symbol: 'MSFT' }, true],
    ['with another service id', { serviceId: '156' }, false],
    ['with the own id', { ownId: '100000000000001', postedAt: 1 }, true],
    ['with the own id as service id', { serviceId: '100000000000001' }, true],
    ['with another own id', { ownId: '100000000000002' }, false],
    ['in another symbol', { symbol: 'MSFT' }, false],
    ['in the same symbol, in lower case', { symbol: 'aapl' }, true],
    ['with another action', { action: 'BTO' }, false],
    ['with the other word for a short sale', { action: 'SSHORT' }, true],
    ['posted before the send', { postedAt: 999 }, false],
    ['posted after the send', { postedAt: 1_000 }, true],
    ['of another strategy', { systemId: '1' }, false],
  ])('a record %s', (_name, changes, expected) => {
    expect(couldBe(unreadable(changes), order)).toBe(expected);
  });

  it('a record with the id of another order could not belong to this order', () => {
    expect(couldBe(unreadable({ serviceId: '77' }), { ...order, serviceId: null })).toBe(false);
  });
});

describe('an UNKNOWN order whose record cannot be read', () => {
  let rig: DeskRig;
  beforeEach(async () => {
    rig = new DeskRig();
    rig.platform.showsOwnIds = false;
    await rig.ready();
  });
  afterEach(() => rig.dispose());

  const submitUnreadable = async (number: number, known: Partial<UnreadableSignal>): Promise<void> => {
    await rig.submit(number, { profitTarget: null, stopLoss: null }, { kind: 'lost-after' });
    const arrived = rig.platform.list(systemId).at(-1);
    rig.platform.unreadable.set(
      arrived?.serviceId ?? '',
      unreadable({ serviceId: arrived?.serviceId ?? '', ...known }),
    );
  };

  it('is never absent, and never sent again', async () => {
    await submitUnreadable(1, { symbol: 'AAPL', action: 'BTO', postedAt: startWall / 1000 });
    await rig.clock.advance(400_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('cannot be verified after two minutes, and the trader may decide', async () => {
    await submitUnreadable(1, {});
    await rig.clock.advance(119_000);
    expect(rig.row(1)?.journal?.choices).toEqual(['check-now']);
    await rig.clock.advance(11_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.row(1)?.journal).toMatchObject({
      text: { code: 'order.not-verifiable', until: null },
      choices: ['check-now', 'keep-waiting', 'check-by-cancelling', 'new-order'],
      typedConfirmation: 'two orders',
    });
    expect(rig.notices.at(-1)).toMatchObject({
      level: 'danger',
      title: { code: 'notice.order', news: 'not-verifiable' },
    });
    expect(rig.desk.unknownCount()).toBe(1);
    expect(rig.decide(1, 'keep-waiting').ok).toBe(true);
    expect(rig.decide(1, 'new-order', { intentId: intent(2), typed: 'yes' }).ok).toBe(false);
    expect(rig.decide(1, 'new-order', { intentId: intent(2), typed: 'two orders' }).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(2);
  });

  it('does not block its new order as a duplicate when the new order is confirmed after a hold', async () => {
    await submitUnreadable(1, {});
    await rig.clock.advance(130_000);
    rig.platform.blocked = true;
    expect(rig.decide(1, 'new-order', { intentId: intent(2), typed: 'two orders' }).ok).toBe(true);
    rig.desk.hold({ code: 'hold.connection-closed' });
    rig.platform.unblock();
    await rig.clock.advance(1_000);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['UNKNOWN', 'HELD']);
    expect(rig.desk.confirm(intent(2), []).ok).toBe(true);
    await rig.clock.advance(1_000);
    expect([rig.state(intent(2)), rig.submittedOwnIds().length]).toEqual(['ACKED', 2]);
    expect(await rig.submit(3, { profitTarget: null, stopLoss: null })).toMatchObject({
      failure: { code: 'duplicate' },
    });
  });

  it('is canceled by its own id when the trader checks by cancel', async () => {
    rig.platform.toUnreadable = ({ serviceId }) => unreadable({ serviceId });
    rig.platform.showsOwnIds = true;
    await rig.submit(1, {}, { kind: 'lost-after' });
    await rig.clock.advance(130_000);
    expect(rig.decide(1, 'check-by-cancelling').ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.row(1)?.state).toBe('canceled');
  });

  it('is found when the unreadable record shows the own id of the order', async () => {
    rig.platform.toUnreadable = ({ serviceId, ownId }) => unreadable({ serviceId, ownId });
    rig.platform.showsOwnIds = true;
    await rig.submit(1, {}, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'order.record-unreadable' });
  });

  it('is found when its record can be read again', async () => {
    await submitUnreadable(1, {});
    await rig.clock.advance(200_000);
    rig.platform.unreadable.clear();
    await rig.clock.advance(20_000);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
  });

  it('is absent when the unreadable record cannot belong to it', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    rig.platform.add(record('9', { symbol: 'MSFT' }));
    rig.platform.unreadable.set('9', unreadable({ serviceId: '9', symbol: 'MSFT' }));
    await rig.clock.advance(125_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });

  it('is not matched with a readable record while an unreadable record could also belong to it', async () => {
    await submitUnreadable(1, {});
    rig.platform.add(record('9', { postedAt: startWall / 1000 + 1 }));
    await rig.clock.advance(119_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
  });

  it('is not rejected by a refusal that the unreadable record could contradict', async () => {
    rig.platform.toUnreadable = ({ serviceId }) => unreadable({ serviceId });
    await rig.submit(1, {}, { kind: 'refused', title: 'Invalid quant', isCarriedOut: true });
    await rig.clock.advance(119_000);
    expect(rig.state(intent(1))).toBe('REJECTED_SOFT');
    await rig.clock.advance(81_000);
    expect(rig.row(1)?.journal).toMatchObject({
      state: 'UNKNOWN',
      text: { code: 'order.not-verifiable' },
      choices: ['check-now', 'keep-waiting', 'check-by-cancelling', 'new-order'],
    });
  });

  describe('after a refusal, the alarm that a refused order is listed', () => {
    const alarm = { code: 'alarm.refused-but-listed' };
    const refuse = async (): Promise<void> => {
      rig.platform.toUnreadable = ({ serviceId }) => unreadable({ serviceId });
      await rig.submit(1, {}, { kind: 'refused', title: 'Invalid quant', isCarriedOut: true });
      await rig.clock.advance(200_000);
      expect(rig.state(intent(1))).toBe('UNKNOWN');
    };

    it('is raised when a check finds the order by its members', async () => {
      await refuse();
      rig.platform.unreadable.clear();
      await rig.clock.advance(20_000);
      expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED_PROBABLE', alarm });
    });

    it('is raised when any reading shows the own id of the order', async () => {
      rig.platform.showsOwnIds = true;
      await refuse();
      rig.platform.unreadable.clear();
      rig.desk.listsChanged(systemId);
      expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED', alarm });
    });

    it('is raised when the cancel that checks the order comes too late', async () => {
      rig.platform.showsOwnIds = true;
      await refuse();
      for (const id of rig.platform.signals.keys())
        rig.platform.set(id, { status: 'traded', tradedAt: startWall / 1000 });
      expect(rig.decide(1, 'check-by-cancelling').ok).toBe(true);
      await rig.clock.advance(0);
      expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED', alarm });
    });

    it('is raised beside the alarm that the record with the own id of the order is unreadable', async () => {
      rig.platform.showsOwnIds = true;
      await refuse();
      rig.platform.toUnreadable = null;
      for (const { serviceId, ownId } of rig.platform.signals.values())
        rig.platform.unreadable.set(serviceId, unreadable({ serviceId, ownId }));
      await rig.clock.advance(20_000);
      const alarms = [{ code: 'order.record-unreadable' }, alarm];
      expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED', alarm: { code: 'order.alarms', alarms } });
    });
  });

  it('after a refusal, blocks an equal closing order only for a limited time', async () => {
    rig.positions = [longPosition];
    const close = { action: 'STC', price: { kind: 'market' }, profitTarget: null, stopLoss: null } as const;
    rig.platform.unreadable.set('9', unreadable());
    rig.platform.add(record('9', { symbol: 'MSFT' }));
    await rig.submit(1, close, { kind: 'refused', title: 'Invalid quant' });
    expect(await rig.submit(2, close)).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    await rig.clock.advance(130_000);
    const outcome = rig.desk.submit(intent(3), ticket(close), ['same-order', 'may-close-twice']);
    expect(outcome.ok).toBe(true);
  });
});

describe('an order with contradicting records in the list', () => {
  it('raises one alarm, and cannot be replaced until a list shows one record', async () => {
    const rig = new DeskRig();
    await rig.ready();
    await rig.submit(1, { profitTarget: null, stopLoss: null });
    const serviceId = rig.journal.order(intent(1))?.serviceIds.signal ?? '';
    rig.platform.unreadable.set(serviceId, unreadable({ serviceId, contradicts: true }));
    rig.desk.listsChanged(systemId);
    rig.desk.listsChanged(systemId);
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'order.contradicted', serviceId });
    expect(rig.notices.filter(({ title }) => words(title).startsWith('Contradicting records'))).toHaveLength(1);
    expect(rig.journal.events(intent(1)).at(-1)).toMatchObject({
      type: 'mirrored',
      evidence: { rule: 'contradicted' },
    });
    const replaces = { serviceId, leaveOcaIntact: true };
    const replacement = ticket({ replaces, quantity: '50', profitTarget: null, stopLoss: null });
    expect(rig.desk.preview(replacement).checks).toContainEqual(
      expect.objectContaining({ code: 'contradicted', level: 'block' }),
    );
    expect(rig.desk.submit(intent(2), replacement, []).ok).toBe(false);
    rig.platform.unreadable.clear();
    rig.desk.listsChanged(systemId);
    expect(rig.desk.preview(replacement).checks.map(({ code }) => code)).not.toContain('contradicted');
    await rig.dispose();
  });
});

describe('canceling unreadable records', () => {
  it('names every unreadable record, and cancels those with a readable id', async () => {
    const rig = new DeskRig();
    await rig.ready();
    rig.platform.add(record('9', { symbol: 'MSFT' }));
    rig.platform.unreadable.set('9', unreadable({ serviceId: '9', symbol: 'MSFT' }));
    rig.platform.add(record('10', { symbol: 'TSLA' }));
    rig.platform.unreadable.set('10', unreadable({ symbol: 'TSLA' }));
    rig.platform.add(record('11'));
    const shown = rig.desk.blotter(systemId, { text: '', scope: 'all' }).unreadable;
    expect(shown).toMatchObject([
      { rowId: 's9', symbol: 'MSFT', working: true, listedCount: 3 },
      { rowId: null, symbol: 'TSLA' },
    ]);
    const plan = rig.desk.planCancel(systemId, ['s9', 's11']);
    expect(plan).toMatchObject({ requests: 2, rowIds: ['s11', 's9'], unreached: [{ symbol: 'TSLA' }] });
    expect(words(plan.label)).toBe('Cancel BTO 100 AAPL and 1 unreadable order');
    rig.desk.cancel(intent(60), systemId, plan.rowIds);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    const canceled = rig.platform.sent.filter(({ command }) => command === 'cancelSignal').map(({ id }) => id);
    expect(canceled).toEqual(['11', '9']);
    await rig.dispose();
  });
});

// STRATDESK_PROMISES=full runs 2,000 cases.
const caseCount = process.env['STRATDESK_PROMISES'] === 'full' ? 2_000 : 200;

describe('over random lists', () => {
  it(`${caseCount} UNKNOWN orders with an unreadable record are never absent and never sent again`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          /** The readable members of the order's own record. */
          readable: fc.subarray(['serviceId', 'symbol', 'action', 'postedAt'] as const),
          outcome: fc.constantFrom('lost-after', 'garbage', 'late'),
          bracket: fc.boolean(),
          others: fc.array(fc.constantFrom('equal', 'foreign', 'unreadable'), { maxLength: 3 }),
          restartAfter: fc.option(fc.integer({ min: 1, max: 300 })),
        }),
        async ({ readable, outcome, bracket, others, restartAfter }) => {
          const rig = new DeskRig();
          try {
            await playUnreadable(rig, { readable, outcome, bracket, others, restartAfter });
          } finally {
            await rig.dispose();
          }
        },
      ),
      { numRuns: caseCount },
    );
  }, 300_000);
});

type Case = {
  readonly readable: readonly ('serviceId' | 'symbol' | 'action' | 'postedAt')[];
  readonly outcome: string;
  readonly bracket: boolean;
  readonly others: readonly string[];
  readonly restartAfter: number | null;
};

async function playUnreadable(rig: DeskRig, { readable, outcome, bracket, others, restartAfter }: Case): Promise<void> {
  const { platform } = rig;
  platform.showsOwnIds = false;
  await rig.ready();
  const before = startWall / 1000 - 3_600;
  for (const [at, kind] of others.entries()) {
    const id = String(10 + at);
    platform.add(record(id, { postedAt: before, symbol: kind === 'equal' ? 'AAPL' : 'MSFT' }));
    if (kind === 'unreadable') platform.unreadable.set(id, unreadable({ serviceId: id, postedAt: before }));
  }
  platform.toUnreadable = ({ serviceId, symbol, action, postedAt }) =>
    unreadable(
      Object.fromEntries(
        Object.entries({ serviceId, symbol, action, postedAt }).filter(([name]) =>
          readable.some((one) => one === name),
        ),
      ),
    );
  const legs = bracket ? {} : { profitTarget: null, stopLoss: null };
  await rig.submit(
    1,
    legs,
    outcome === 'late' ? { kind: 'late', ms: 3_000 } : { kind: outcome as 'garbage' | 'lost-after' },
  );
  if (restartAfter !== null) {
    await rig.clock.advance(restartAfter * 1_000);
    rig.restart();
    await rig.ready();
  }
  await rig.clock.advance(400_000);
  expect(['UNKNOWN', 'AMBIGUOUS', 'LANDED', 'LANDED_PROBABLE']).toContain(rig.state(intent(1)));
  expect(rig.submittedOwnIds()).toHaveLength(1);
}
