import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import { DeskRig } from './desk-rig.ts';
import type { Fate } from './fake-platform.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(async () => {
  rig.platform.unblock();
  await rig.desk.close();
  rig.journal.close();
  rmSync(rig.dataDir, { recursive: true });
});

const submit = async (number: number, changes: Partial<Ticket> = {}, ...fates: Fate[]) => {
  rig.platform.fates.push(...fates);
  const outcome = rig.desk.submit(intent(number), ticket(changes), ['same-order', 'equal-working']);
  await rig.clock.advance(0);
  return outcome;
};
const sell = { profitTarget: null, stopLoss: null } as const;
const blotter = () => rig.desk.blotter(systemId, { text: '', scope: 'all' }).signals;
const row = (number: number) => blotter().find(({ rowId }) => rowId === intent(number));

describe('submitting', () => {
  it('answers with the row, sends once and shows the bracket at once', async () => {
    const outcome = await submit(1);
    const ownId = outcome.ok ? outcome.value.ownId : '';
    expect(outcome).toEqual({
      ok: true,
      value: { rowId: intent(1), ownId: expect.stringMatching(/^[0-9]{15}$/) as string },
    });
    expect(rig.platform.sent).toEqual([{ command: 'submitSignal', id: ownId, lane: 'submit' }]);
    expect(row(1)).toMatchObject({ state: 'working', links: 'known', journal: { state: 'ACKED', attempts: 1 } });
    const children = blotter().filter(({ parentRowId }) => parentRowId === intent(1));
    expect(children.map(({ role, state, action, limit, stop }) => ({ role, state, action, limit, stop }))).toEqual([
      { role: 'target', state: 'waiting', action: 'STC', limit: '160.00', stop: null },
      { role: 'stop', state: 'waiting', action: 'STC', limit: null, stop: '145.5' },
    ]);
  });

  it('J1: SENDING is on the disk when the first byte leaves', async () => {
    const seen: (string | undefined)[] = [];
    rig.platform.probe = (id) => seen.push(rig.stateOnDisk(id));
    await submit(1);
    await submit(2, { quantity: '7' }, { kind: 'lost-after' });
    expect(seen).toEqual(['SENDING', 'SENDING']);
  });

  it('P4: the same intent again is the same row and sends nothing', async () => {
    const first = await submit(1);
    const again = await submit(1, { quantity: '999' });
    expect(again).toEqual(first);
    rig.restart();
    await rig.ready();
    expect(await submit(1)).toEqual(first);
    expect(rig.submits()).toHaveLength(1);
  });

  it('sends the texts character for character', async () => {
    const bodies: unknown[] = [];
    const { send } = rig.platform;
    rig.platform.send = (request) => {
      bodies.push(request.body);
      return send.call(rig.platform, request);
    };
    await submit(1, { price: { kind: 'limit', limit: '150.100' }, stopLoss: '145.50' });
    await submit(2, { price: { kind: 'market' }, ...sell, keepBothAlive: true });
    expect(bodies[0]).toMatchObject({
      systemid: systemId,
      signal: { limit: '150.100', stoploss: '145.50', duration: 'GTC' },
    });
    expect(bodies[0]).not.toHaveProperty('signal.market');
    expect(bodies[1]).toMatchObject({ signal: { market: '1', forcenooca: '1' } });
    expect(bodies[1]).not.toHaveProperty('signal.limit');
  });

  it('J6: one mutating request in flight, cancels included', async () => {
    await submit(1);
    const working = rig.platform.list(systemId)[0]!;
    rig.platform.fates.push({ kind: 'hang' });
    await submit(2, { quantity: '2' });
    await submit(3, { quantity: '3' });
    rig.desk.cancel(intent(50), systemId, [intent(1)]);
    await rig.clock.advance(0);
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['submitSignal', 'submitSignal']);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.platform.mostInFlight).toBe(1);
    expect(rig.submits()).toHaveLength(3);
    expect(rig.platform.signals.get(working.serviceId)?.status).toBe('canceled');
  });

  it('P8: holds what waited longer than fifteen seconds, and sends it only when told again', async () => {
    rig.platform.blocked = true;
    await submit(1);
    await rig.clock.advance(14_999);
    expect(rig.state(intent(1))).toBe('QUEUED');
    await rig.clock.advance(2);
    expect(rig.state(intent(1))).toBe('HELD');
    rig.platform.unblock();
    await rig.clock.advance(60_000);
    expect(rig.platform.sent).toEqual([]);
    expect(row(1)?.journal?.choices).toEqual(['send-again', 'abandon']);
    expect(rig.desk.decide(intent(1), 'send-again').ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('ACKED');
    expect(rig.submits()).toHaveLength(1);
  });

  it('P8: a machine that slept holds it by the wall clock', async () => {
    rig.platform.blocked = true;
    await submit(1);
    rig.clock.jumpWall(3_600_000);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('HELD');
    expect(rig.platform.sent).toEqual([]);
  });

  it('P8: a restart and a lost connection hold what waits', async () => {
    rig.platform.blocked = true;
    await submit(1);
    await submit(2, { quantity: '2' });
    rig.desk.hold('the network was lost');
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['HELD', 'HELD']);
    rig.desk.decide(intent(1), 'abandon');
    expect(rig.state(intent(1))).toBe('ABANDONED');
    rig.restart();
    rig.platform.unblock();
    await rig.ready();
    await rig.clock.advance(60_000);
    expect(rig.state(intent(2))).toBe('HELD');
    expect(rig.platform.sent).toEqual([]);
  });

  it('proves that nothing left and offers it again under the same id', async () => {
    await submit(1, {}, { kind: 'not-sent' });
    expect(row(1)).toMatchObject({ state: 'not-sent', journal: { choices: ['send-again', 'abandon'] } });
    expect(rig.platform.sent).toEqual([]);
    rig.desk.decide(intent(1), 'send-again');
    await rig.clock.advance(0);
    expect(row(1)).toMatchObject({ state: 'working', journal: { attempts: 2 } });
    expect(rig.submits()).toEqual([row(1)?.ownId]);
  });

  it('does not trust a layer that sends without asking', async () => {
    await submit(1, {}, { kind: 'never-asks' });
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.errors).toContain('submit-without-permission');
  });
});

describe('locks and guards', () => {
  it('J10: locked until one clean read, again after a reconnect, and with the reason of the connection', async () => {
    rig.restart();
    rig.platform.readsFail = true;
    await rig.ready();
    expect(await submit(1)).toMatchObject({ ok: false, failure: { code: 'locked' } });
    rig.platform.readsFail = false;
    await rig.clock.advance(2_000);
    expect(rig.desk.entry(systemId)).toEqual({ open: true });
    rig.platform.readsFail = true;
    rig.desk.hold('reconnected');
    await rig.clock.advance(0);
    expect(rig.desk.entry(systemId).open).toBe(false);
    rig.platform.readsFail = false;
    await rig.clock.advance(2_000);
    expect(rig.desk.entry(systemId).open).toBe(true);
    rig.connection = { state: 'no-key', text: 'There is no key.' };
    expect(rig.desk.entry(systemId)).toEqual({ open: false, reason: 'There is no key.' });
    expect(rig.submits()).toEqual([]);
  });

  it('looks at the lock once more when the slot is free', async () => {
    rig.platform.blocked = true;
    await submit(1);
    rig.connection = { state: 'failing', text: 'The service does not answer.' };
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('HELD');
  });

  it('J5: an equal order is barred while the first is open', async () => {
    await submit(1, {}, { kind: 'lost-before' });
    expect(rig.desk.unknownCount()).toBe(1);
    const twin = await submit(2, { price: { kind: 'limit', limit: '150.1' } });
    expect(twin).toMatchObject({ ok: false, failure: { code: 'twin' } });
    expect((await submit(3, { quantity: '101' })).ok).toBe(true);
  });

  it('asks for a confirmation of every warning', async () => {
    const outcome = rig.desk.submit(intent(1), ticket({ action: 'STC', ...sell }), []);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    expect(rig.desk.submit(intent(1), ticket({ action: 'STC', ...sell }), ['nothing-to-close']).ok).toBe(true);
  });

  it('blocks what can not be right, whatever is confirmed', async () => {
    const all = ['target-side', 'stop-side', 'bracket-on-exit', 'cap-quantity'];
    const blocked = (changes: Partial<Ticket>) => rig.desk.submit(intent(9), ticket(changes), all);
    expect(blocked({ profitTarget: '150.00' })).toMatchObject({ failure: { code: 'blocked', field: 'profitTarget' } });
    expect(blocked({ stopLoss: '151' })).toMatchObject({ failure: { code: 'blocked', field: 'stopLoss' } });
    expect(blocked({ quantity: '1000001' })).toMatchObject({ failure: { code: 'blocked', field: 'quantity' } });
    expect(blocked({ action: 'STC' })).toMatchObject({ failure: { code: 'blocked' } });
    await rig.clock.advance(0);
    expect(rig.platform.sent).toEqual([]);
  });
});

describe('reconciling a lost answer', () => {
  it('finds by own id after two seconds', async () => {
    await submit(1, {}, { kind: 'lost-after' });
    expect(row(1)).toMatchObject({ state: 'unknown', journal: { state: 'UNKNOWN', choices: ['check-now'] } });
    expect(row(1)?.journal?.text).toBe(
      'Sent at 09:30:00 ET, no answer. It may be working or filled. We are checking; do not enter it again.',
    );
    await rig.clock.advance(1_999);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    await rig.clock.advance(1);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(rig.desk.unknownCount()).toBe(0);
    expect(rig.submits()).toHaveLength(1);
  });

  it('finds by fingerprint where lists show no own ids', async () => {
    rig.platform.showsOwnIds = false;
    await submit(1, {}, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    expect(row(1)?.journal?.text).toContain('does not confirm it is this one');
  });

  it('finds an order that was traded at once, which the working list misses', async () => {
    rig.platform.showsOwnIds = false;
    await submit(1, {}, { kind: 'lost-after' });
    const [landed] = rig.platform.list(systemId);
    rig.platform.set(landed!.serviceId, { status: 'traded', tradedAt: 1, tradedPrice: '150' });
    await rig.clock.advance(2_000);
    expect(row(1)).toMatchObject({ state: 'traded', tradedPrice: '150' });
  });

  it('never takes an equal order that was there before', async () => {
    rig.platform.showsOwnIds = false;
    rig.platform.add(record('154', { postedAt: Math.floor(rig.clock.now() / 1000) - 5 }));
    await submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(119_999);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
  });

  it('leaves two equal orders to the user', async () => {
    rig.platform.showsOwnIds = false;
    await submit(1, {}, { kind: 'doubled' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('AMBIGUOUS');
    expect(rig.desk.unknownCount()).toBe(1);
  });

  it('sees an order that the service took twice, and alarms', async () => {
    await submit(1, {}, { kind: 'doubled' });
    await rig.clock.advance(2_000);
    expect(row(1)?.journal?.alarm).toContain('2 orders');
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', rowId: intent(1) });
  });

  it('J11: says probably absent only after two minutes and clean reads of both lists made after them', async () => {
    await submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(119_000);
    rig.platform.readsFail = true;
    await rig.clock.advance(25_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    rig.platform.readsFail = false;
    await rig.clock.advance(20_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    expect(row(1)?.journal).toMatchObject({ text: 'Not visible after 2 minutes. It can still appear.' });
    expect(rig.desk.unknownCount()).toBe(1);
    expect(await submit(2)).toMatchObject({ failure: { code: 'twin' } });
    expect(rig.desk.decide(intent(1), 'acknowledge').ok).toBe(true);
    expect(rig.desk.unknownCount()).toBe(0);
    expect((await submit(2)).ok).toBe(true);
  });

  it('J11: reaches a verdict within T_late + 10 s while the service answers', async () => {
    await submit(1, {}, { kind: 'lost-before' });
    await rig.clock.advance(130_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });

  it('notices an order that appears after it was believed lost', async () => {
    await submit(1, {}, { kind: 'late', ms: 500_000 });
    await rig.clock.advance(400_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    await rig.clock.advance(200_000);
    rig.desk.evidence(systemId);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', text: 'An order believed lost has appeared.' });
  });

  it('ends the watch after a day and still takes it if it appears', async () => {
    await submit(1, {}, { kind: 'late', ms: 100_000_000 });
    await rig.clock.advance(86_401_000);
    rig.desk.evidence(systemId);
    expect(rig.state(intent(1))).toBe('CLOSED_ABSENT');
    await rig.clock.advance(20_000_000);
    rig.desk.evidence(systemId);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
  });

  it('proves a refusal by one read of the working list', async () => {
    await submit(1, {}, { kind: 'refused', title: 'Unknown typeofsymbol' });
    await rig.clock.advance(0);
    expect(row(1)).toMatchObject({
      state: 'rejected',
      journal: { state: 'REJECTED', answer: ['Unknown typeofsymbol', 'Refused.'] },
    });
    await submit(2, { quantity: '2' }, { kind: 'refused', title: 'Unknown typeofsymbol', lands: true });
    await rig.clock.advance(0);
    expect(row(2)).toMatchObject({ state: 'working', journal: { state: 'LANDED' } });
    expect(row(2)?.journal?.alarm).toContain('refused');
  });

  it('a crash between send and answer is unknown, then what it became; nothing is sent twice', async () => {
    rig.platform.fates.push({ kind: 'hang' });
    await submit(1);
    expect(rig.state(intent(1))).toBe('SENDING');
    rig.restart();
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.desk.unknownCount()).toBe(1);
    rig.platform.add(record('155', { ownId: rig.journal.order(intent(1))!.ownId }));
    await rig.ready();
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(rig.submits()).toHaveLength(1);
  });

  it('gives an order of an earlier run the whole time again', async () => {
    await submit(1, {}, { kind: 'lost-before' });
    rig.clock.jumpWall(7_200_000);
    rig.restart();
    await rig.clock.advance(119_000);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });
});

describe('cancels', () => {
  const childOf = (role: string) => blotter().find((one) => one.role === role)!;
  const filled = async (): Promise<void> => {
    await submit(1);
    const { target, stop, ocaGroup, signal } = rig.journal.order(intent(1))!.serviceIds;
    rig.platform.set(signal!, { status: 'traded', tradedAt: Math.floor(rig.clock.now() / 1000), tradedPrice: '150.1' });
    const base = { ocaId: ocaGroup, action: 'STC' as const };
    rig.platform.add(record(target!, { ...base, limit: '160' }));
    rig.platform.add(record(stop!, { ...base, kind: 'stop', limit: null, stop: '145.5' }));
    rig.desk.evidence(systemId);
  };

  it('says what dies with it, sends one request and shows why', async () => {
    await filled();
    const target = childOf('target');
    const plan = rig.desk.planCancel(systemId, [target.rowId]);
    expect(plan).toMatchObject({
      label: 'Cancel 2 of 3 (stop, target)',
      requests: 1,
      alsoCanceled: [childOf('stop').rowId],
    });
    expect(rig.desk.planCancel(systemId, [target.rowId, childOf('stop').rowId]).requests).toBe(1);
    expect(rig.desk.cancel(intent(60), systemId, [target.rowId]).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.platform.sent.at(-1)).toEqual({ command: 'cancelSignal', id: target.serviceId, lane: 'cancel' });
    expect(childOf('target')).toMatchObject({ state: 'canceled', cause: { code: 'canceled-here', evidence: 'seen' } });
    expect(childOf('stop')).toMatchObject({
      state: 'canceled',
      cause: { code: 'sibling-canceled', byServiceId: target.serviceId },
    });
    expect(rig.desk.cancel(intent(60), systemId, [target.rowId]).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
  });

  it('repeats an unclear cancel at most three times and then reads', async () => {
    await submit(1);
    const lost = { kind: 'lost-before' } as const;
    rig.platform.fates.push(lost, lost, lost);
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(3);
    expect([...rig.journal.cancels()][0]).toMatchObject({ state: 'FAILED', attempts: 3 });
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', title: 'A cancel was not confirmed' });
    rig.platform.fates.push({ kind: 'lost-after' });
    rig.desk.cancel(intent(61), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect([...rig.journal.cancels()][1]).toMatchObject({ state: 'CANCELED', attempts: 2 });
  });

  it('says that it was too late', async () => {
    await submit(1);
    const { signal } = rig.journal.order(intent(1))!.serviceIds;
    const before = rig.platform.signals.get(signal!)!;
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    rig.platform.signals.set(signal!, { ...before, status: 'traded', statusText: 'traded' });
    await rig.clock.advance(0);
    expect([...rig.journal.cancels()][0]?.state).toBe('TOO_LATE');
    expect(rig.platform.signals.get(signal!)?.status).toBe('traded');
  });

  it('goes through every lock, and an order that never left is withdrawn without a request', async () => {
    await submit(1);
    rig.platform.blocked = true;
    await submit(2, { quantity: '2' });
    rig.connection = { state: 'failing', text: 'The service does not answer.' };
    rig.desk.hold('lost');
    expect(rig.desk.entry(systemId).open).toBe(false);
    const outcome = rig.desk.cancel(intent(60), systemId, [intent(1), intent(2), 's999']);
    expect(outcome).toEqual({ ok: true, value: { queued: [intent(2), intent(1)], skipped: ['s999'] } });
    expect(rig.state(intent(2))).toBe('ABANDONED');
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.platform.sent.at(-1)?.command).toBe('cancelSignal');
    expect(rig.submits()).toHaveLength(1);
  });

  it('is not sent again by a restart', async () => {
    await submit(1);
    rig.platform.blocked = true;
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    rig.restart();
    expect([...rig.journal.cancels()][0]?.state).toBe('DROPPED');
    expect(rig.notices.at(-1)?.title).toBe('A cancel was not finished');
  });
});

describe('evidence', () => {
  it('mirrors fills, tells about the entry and its children, and never goes back', async () => {
    await submit(1);
    const { signal, target, ocaGroup } = rig.journal.order(intent(1))!.serviceIds;
    rig.platform.set(signal!, { status: 'traded', tradedAt: 5, tradedPrice: '150.05' });
    rig.platform.add(record(target!, { ocaId: ocaGroup, action: 'STC' }));
    rig.desk.evidence(systemId);
    expect(rig.notices.at(-1)).toMatchObject({ level: 'good', text: 'Traded at 150.05.' });
    rig.platform.set(signal!, { status: 'working' });
    rig.desk.evidence(systemId);
    expect(row(1)?.state).toBe('traded');
    rig.platform.set(target!, { status: 'traded', tradedPrice: '160.01' });
    rig.desk.evidence(systemId);
    expect(rig.notices.at(-1)).toMatchObject({ title: 'Profit target filled: STC 100 AAPL', rowId: `s${target}` });
    const count = rig.notices.length;
    rig.desk.evidence(systemId);
    expect(rig.notices).toHaveLength(count);
  });

  it('alarms when both children were filled (I2)', async () => {
    await submit(1);
    const { target, stop, signal } = rig.journal.order(intent(1))!.serviceIds;
    for (const id of [target!, stop!]) rig.platform.add(record(id, { status: 'traded', action: 'STC' }));
    rig.platform.set(signal!, { status: 'traded' });
    rig.desk.evidence(systemId);
    expect(row(1)?.journal?.alarm).toContain('both filled');
    expect(rig.desk.decide(intent(1), 'acknowledge').ok).toBe(true);
    rig.desk.evidence(systemId);
    expect(row(1)?.journal?.alarm).toBeNull();
  });
});

describe('any course of events (J1–J7, P1, P3)', () => {
  const fate: fc.Arbitrary<Fate> = fc.oneof(
    fc.constantFrom<Fate>(
      { kind: 'ok' },
      { kind: 'lost-before' },
      { kind: 'lost-after' },
      { kind: 'garbage' },
      { kind: 'not-sent' },
    ),
    fc.integer({ min: 100, max: 300_000 }).map((ms): Fate => ({ kind: 'late', ms })),
    fc.boolean().map((lands): Fate => ({ kind: 'refused', title: 'Unknown typeofsymbol', lands })),
  );
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('submit' as const),
        intent: fc.nat(9),
        size: fc.integer({ min: 1, max: 4 }),
        fate,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }) },
    fc.record({ do: fc.constant('restart' as const) }),
    fc.record({ do: fc.constant('cancel' as const), intent: fc.nat(9), fate }),
    fc.record({ do: fc.constantFrom('send-again' as const, 'acknowledge' as const), intent: fc.nat(9) }),
    fc.record({ do: fc.constant('evidence' as const) }),
    fc.record({ do: fc.constant('hide-ids' as const) }),
  );

  it('keeps every promise', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const other = new DeskRig();
        other.platform.probe = (id) => {
          if (!id.startsWith('155')) expect(other.stateOnDisk(id)).toBe('SENDING');
        };
        await other.ready();
        let cancels = 100;
        for (const one of steps) {
          if (one.do === 'submit') {
            other.platform.fates.push(one.fate);
            other.desk.submit(intent(one.intent), ticket({ quantity: String(one.size) }), [
              'same-order',
              'equal-working',
            ]);
            await other.clock.advance(0);
            other.platform.fates.length = 0;
          } else if (one.do === 'wait') await other.clock.advance(one.ms);
          else if (one.do === 'restart') {
            other.restart();
            await other.ready();
          } else if (one.do === 'cancel') {
            other.desk.cancel(intent(++cancels), systemId, [intent(one.intent)]);
            await other.clock.advance(0);
          } else if (one.do === 'evidence') other.desk.evidence(systemId);
          else if (one.do === 'hide-ids') other.platform.showsOwnIds = false;
          else other.desk.decide(intent(one.intent), one.do);
        }
        await other.clock.advance(400_000);
        other.desk.evidence(systemId);
        await other.clock.advance(0);
        promises(other);
        await other.desk.close();
        other.journal.close();
        rmSync(other.dataDir, { recursive: true });
      }),
      { numRuns: 500 },
    );
  });

  function promises(other: DeskRig): void {
    const rows = [...other.journal.orders()];
    // P3: at most one request under an own id, unless the user confirmed it again.
    for (const one of rows) {
      const requests = other.submits().filter((id) => id === one.ownId).length;
      expect(requests).toBeLessThanOrEqual(one.attempts);
      const confirms = other.journal.events(one.rowId).filter(({ type }) => type === 'confirmed').length;
      expect(one.attempts).toBeLessThanOrEqual(confirms + 1);
    }
    expect(new Set(rows.map(({ ownId }) => ownId)).size).toBe(rows.length);
    expect(other.platform.mostInFlight).toBeLessThanOrEqual(1);
    // J7: no record in two rows.
    const claimed = rows.flatMap(({ serviceIds }) => [serviceIds.signal, serviceIds.target, serviceIds.stop]);
    const ids = claimed.filter((id) => id !== null);
    expect(new Set(ids).size).toBe(ids.length);
    // P1: what the service took is open or landed here, never closed as if it were not there.
    for (const signal of other.platform.signals.values()) {
      if (signal.ownId === null) continue;
      const mine = rows.find(({ ownId }) => ownId === signal.ownId);
      expect(['ACKED', 'LANDED', 'LANDED_PROBABLE']).toContain(mine?.state);
    }
    expect(rows.filter(({ state }) => state === 'SENDING' || state === 'UNKNOWN')).toEqual([]);
  }
});
