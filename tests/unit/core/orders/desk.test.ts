import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import { DeskRig } from './desk-rig.ts';
import { intent, record, startWall, systemId, ticket } from './order-fixtures.ts';
import { longPosition } from './exits/exit-rig.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

const noBracket = { profitTarget: null, stopLoss: null } as const;

describe('submitting (order-safety J1, J6, P4, P8)', () => {
  it('returns the row, sends once and shows the bracket at once', async () => {
    const outcome = await rig.submit(1);
    const ownId = outcome.ok ? outcome.value.ownId : '';
    expect(outcome).toEqual({
      ok: true,
      value: { rowId: intent(1), ownId: expect.stringMatching(/^[0-9]{15}$/) as string },
    });
    expect(rig.platform.sent).toEqual([{ command: 'submitSignal', id: ownId, lane: 'submit' }]);
    expect(rig.row(1)).toMatchObject({ state: 'working', links: 'known', journal: { state: 'ACKED', attempts: 1 } });
    const children = rig.blotter().filter(({ parentRowId }) => parentRowId === intent(1));
    expect(children.map(({ role, state, action, limit, stop }) => ({ role, state, action, limit, stop }))).toEqual([
      { role: 'target', state: 'waiting', action: 'STC', limit: '160.00', stop: null },
      { role: 'stop', state: 'waiting', action: 'STC', limit: null, stop: '145.5' },
    ]);
  });

  it('has SENDING on the disk when the first byte is sent (order-safety J1)', async () => {
    const seen: (string | undefined)[] = [];
    rig.platform.onSend = (id) => seen.push(rig.stateOnDisk(id));
    await rig.submit(1);
    await rig.submit(2, { quantity: '7' }, { kind: 'lost-after' });
    expect(seen).toEqual(['SENDING', 'SENDING']);
  });

  it('returns the same row and its time for a repeated intent and sends nothing (order-safety P4)', async () => {
    const first = await rig.submit(1);
    expect(first).not.toHaveProperty('value.enteredAt');
    const repeated = first.ok && { ok: true, value: { ...first.value, enteredAt: startWall / 1000 } };
    expect(await rig.submit(1, { quantity: '999' })).toEqual(repeated);
    await rig.clock.advance(60_000);
    rig.restart();
    await rig.ready();
    expect(await rig.submit(1)).toEqual(repeated);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('says that an order waits until it is sent', async () => {
    expect(rig.desk.hasWaiting()).toBe(false);
    const sent = [rig.submit(1, {}, { kind: 'hang' }), rig.submit(2, { quantity: '7' })];
    await rig.clock.advance(0);
    expect(rig.state(intent(2))).toBe('QUEUED');
    expect(rig.desk.hasWaiting()).toBe(true);
    rig.desk.hold({ code: 'hold.connection-closed' });
    expect(rig.desk.hasWaiting()).toBe(false);
    await Promise.all(sent);
  });

  it('sends prices and quantities character for character as they were typed', async () => {
    const bodies: unknown[] = [];
    const { send } = rig.platform;
    rig.platform.send = (request) => {
      bodies.push(request.body);
      return send.call(rig.platform, request);
    };
    await rig.submit(1, { price: { kind: 'limit', limit: '150.100' }, stopLoss: '145.50' });
    await rig.submit(2, { price: { kind: 'market' }, ...noBracket, keepBothAlive: true });
    expect(bodies[0]).toMatchObject({
      systemid: systemId,
      signal: { limit: '150.100', stoploss: '145.50', duration: 'GTC' },
    });
    expect(bodies[0]).not.toHaveProperty('signal.market');
    expect(bodies[1]).toMatchObject({ signal: { market: '1', forcenooca: '1' } });
    expect(bodies[1]).not.toHaveProperty('signal.limit');
  });

  it('has one mutating request in flight, cancels included (order-safety J6)', async () => {
    await rig.submit(1);
    const working = rig.platform.list(systemId)[0]!;
    rig.platform.outcomes.push({ kind: 'hang' });
    await rig.submit(2, { quantity: '2' });
    await rig.submit(3, { quantity: '3' });
    rig.desk.cancel(intent(50), systemId, [intent(1)]);
    await rig.clock.advance(0);
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['submitSignal', 'submitSignal']);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.platform.mostInFlight).toBe(1);
    expect(rig.submittedOwnIds()).toHaveLength(3);
    expect(rig.platform.signals.get(working.serviceId)?.status).toBe('canceled');
  });

  it('records an answer while the cache cannot be read', async () => {
    const { platform } = rig;
    const originalList = platform.list.bind(platform);
    platform.list = (id) => {
      if (platform.sent.some(({ command }) => command === 'submitSignal')) throw new Error('disk I/O error');
      return originalList(id);
    };
    await rig.submit(1, { ocaGroupId: '177246180012345' });
    expect(rig.state(intent(1))).toBe('ACKED');
    expect(rig.errors).toContain('prediction-threw');
    platform.list = originalList;
  });

  it('puts an order on hold after 15 seconds until it is confirmed again (order-safety P8)', async () => {
    rig.platform.blocked = true;
    await rig.submit(1);
    await rig.clock.advance(14_999);
    expect(rig.state(intent(1))).toBe('QUEUED');
    await rig.clock.advance(2);
    expect(rig.state(intent(1))).toBe('HELD');
    rig.platform.unblock();
    await rig.clock.advance(60_000);
    expect(rig.platform.sent).toEqual([]);
    expect(rig.row(1)?.journal?.choices).toEqual(['send-again', 'abandon']);
    expect(rig.decide(1, 'send-again').ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('ACKED');
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('puts an order on hold by the wall clock after the machine slept (order-safety P8)', async () => {
    rig.platform.blocked = true;
    await rig.submit(1);
    rig.clock.jumpWall(3_600_000);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('HELD');
    expect(rig.platform.sent).toEqual([]);
  });

  it('puts waiting orders on hold after a lost connection, also over a restart (order-safety P8)', async () => {
    rig.platform.blocked = true;
    await rig.submit(1);
    await rig.submit(2, { quantity: '2' });
    rig.desk.hold('the network was lost');
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['HELD', 'HELD']);
    rig.decide(1, 'abandon');
    expect(rig.state(intent(1))).toBe('ABANDONED');
    rig.restart();
    rig.platform.unblock();
    await rig.ready();
    await rig.clock.advance(60_000);
    expect(rig.state(intent(2))).toBe('HELD');
    expect(rig.platform.sent).toEqual([]);
  });

  it('offers to send an unsent order again under the same id', async () => {
    await rig.submit(1, {}, { kind: 'not-sent' });
    expect(rig.row(1)).toMatchObject({ state: 'not-sent', journal: { choices: ['send-again', 'abandon'] } });
    expect(rig.platform.sent).toEqual([]);
    rig.decide(1, 'send-again');
    await rig.clock.advance(0);
    expect(rig.row(1)).toMatchObject({ state: 'working', journal: { attempts: 2 } });
    expect(rig.submittedOwnIds()).toEqual([rig.row(1)?.ownId]);
  });

  it('makes an order unknown, and logs an error, if the client sent it without `beforeSend`', async () => {
    await rig.submit(1, {}, { kind: 'without-permission' });
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    expect(rig.errors).toContain('submit-without-permission');
  });
});

describe('locks and guards (order-safety J5, J10)', () => {
  it('lock order entry until one clean read after a start or a reconnect (order-safety J10)', async () => {
    rig.restart();
    rig.platform.readsFail = true;
    await rig.ready();
    expect(await rig.submit(1)).toMatchObject({ ok: false, failure: { code: 'locked' } });
    rig.platform.readsFail = false;
    await rig.clock.advance(2_000);
    expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
    rig.platform.readsFail = true;
    rig.desk.hold('reconnected');
    await rig.clock.advance(0);
    expect(rig.desk.orderEntry(systemId).open).toBe(false);
    rig.platform.readsFail = false;
    await rig.clock.advance(2_000);
    expect(rig.desk.orderEntry(systemId).open).toBe(true);
    rig.connection = { state: 'no-key', text: 'There is no key.' };
    expect(rig.desk.orderEntry(systemId)).toEqual({ open: false, reason: 'There is no key.' });
    expect(rig.submittedOwnIds()).toEqual([]);
  });

  it('lock new risk, but no exit, after the clock was set back to before the last reading', () => {
    rig.workingReadAt = startWall / 1000;
    rig.clock.jumpWall(-3_600_000);
    expect(rig.desk.orderEntry(systemId)).toEqual({
      open: false,
      reason: { code: 'entry.orders-too-old', seconds: null },
    });
    expect(rig.desk.orderEntry(systemId, 'reduces')).toEqual({ open: true });
    rig.workingReadAt = null;
    expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
  });

  it('are checked again just before an order is sent', async () => {
    rig.platform.blocked = true;
    await rig.submit(1);
    rig.connection = { state: 'failing', text: 'The service does not answer.' };
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('HELD');
  });

  it.each(['adds', 'reduces'] as const)(
    'lock entry of an order that %s risk after a failed write, until a write succeeds',
    async (effect) => {
      rig.platform.blocked = true;
      await rig.submit(1);
      vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
        throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
      });
      rig.platform.unblock();
      await rig.clock.advance(0);
      vi.restoreAllMocks();
      expect(rig.state(intent(1))).toBe('HELD');
      expect(rig.desk.orderEntry(systemId, effect).open).toBe(false);
      await rig.clock.advance(6_000);
      expect(rig.desk.orderEntry(systemId, effect)).toEqual({ open: true });
      expect(rig.submittedOwnIds()).toEqual([]);
    },
  );

  it('block an equal order while the first is open (order-safety J5)', async () => {
    await rig.submit(1, {}, { kind: 'lost-before' });
    expect(rig.desk.unknownCount()).toBe(1);
    const duplicate = await rig.submit(2, { price: { kind: 'limit', limit: '150.1' } });
    expect(duplicate).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    expect((await rig.submit(3, { quantity: '101' })).ok).toBe(true);
  });

  it('block an equal order whose option symbol has other trailing zeros (order-safety J5)', async () => {
    const option = { instrument: 'option', profitTarget: null, stopLoss: null } as const;
    await rig.submit(1, { ...option, symbol: 'MSFT1220J30.5' }, { kind: 'lost-before' });
    const duplicate = await rig.submit(2, { ...option, symbol: 'MSFT1220J30.50' });
    expect(duplicate).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
  });

  it('require a confirmation of every warning', async () => {
    const outcome = rig.desk.submit(intent(1), ticket({ action: 'STC', ...noBracket }), []);
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    expect(rig.desk.submit(intent(1), ticket({ action: 'STC', ...noBracket }), ['nothing-to-close']).ok).toBe(true);
  });

  it('treat the legs of a bracket as one group although no answer names it: duration and cancel', async () => {
    rig.platform.showsGroups = false;
    await rig.submit(1, { duration: 'DAY' });
    const [entry, target, stop] = rig.blotter().map(({ serviceId }) => serviceId ?? '');
    rig.platform.set(entry ?? '', { status: 'traded', inWorkingList: false, tradedAt: startWall / 1000 });
    const leg = { action: 'STC', duration: 'DAY' } as const;
    rig.platform.add(record(target ?? '', { ...leg, limit: '160' }));
    rig.platform.add(record(stop ?? '', { ...leg, kind: 'stop', limit: null, stop: '145.5' }));
    rig.positions = [longPosition];
    const replaces = { serviceId: stop ?? '', leaveOcaIntact: true };
    const moved = ticket({ ...noBracket, action: 'STC', price: { kind: 'stop', stop: '146' }, replaces });
    const blocks = (duration: 'DAY' | 'GTC') =>
      rig.desk.preview({ ...moved, duration }).checks.filter(({ level }) => level === 'block');
    expect(blocks('DAY')).toEqual([]);
    expect(blocks('GTC')).toMatchObject([{ code: 'mixed-durations' }]);
    const ending = { ...moved, duration: 'DAY', replaces: { ...replaces, leaveOcaIntact: false } } as const;
    const canceled = rig.desk.preview(ending).nodes.filter(({ effect }) => effect === 'canceled');
    expect(canceled.map(({ id }) => id).sort()).toEqual([`s${target ?? ''}`, `s${stop ?? ''}`].sort());
  });

  it('allow another duration for a waiting leg, because its replacement joins no group', async () => {
    rig.platform.showsGroups = false;
    await rig.submit(1, { duration: 'DAY' });
    const stop = rig.blotter().find(({ kind }) => kind === 'stop')?.serviceId ?? '';
    const replaces = { serviceId: stop, leaveOcaIntact: true };
    const moved = ticket({ ...noBracket, action: 'STC', price: { kind: 'stop', stop: '146' }, replaces });
    const { checks } = rig.desk.preview({ ...moved, duration: 'GTC' });
    expect(checks.map(({ code }) => code)).not.toContain('mixed-durations');
  });

  it('warn if a replacement of an entry leaves out a stop that was changed while it waited', async () => {
    await rig.submit(1);
    const { signal, stop } = rig.journal.order(intent(1))!.serviceIds;
    rig.platform.add(record(stop!, { action: 'STC', status: 'waiting', kind: 'stop', limit: null, stop: '145.5' }));
    const replaces = (serviceId: string | null) => ({ serviceId: serviceId!, leaveOcaIntact: true });
    const exit = { ...noBracket, action: 'STC', price: { kind: 'stop', stop: '146' } } as const;
    const codes = ['replace-two-steps', 'replace-ends-group'];
    rig.desk.submit(intent(2), ticket({ ...exit, conditionalUpon: signal, replaces: replaces(stop) }), codes);
    await rig.clock.advance(0);
    rig.platform.set(rig.row(2)!.serviceId!, { status: 'waiting', parentId: signal });
    expect(rig.row(2)).toMatchObject({ role: 'stop', state: 'waiting', parentRowId: intent(1) });
    const { checks } = rig.desk.preview(ticket({ ...noBracket, replaces: replaces(signal) }));
    const text = { code: 'replace.leaves-out', member: 'stop', value: '146' };
    expect(checks).toContainEqual({ code: 'replace-without-stop', level: 'warn', text, field: 'stopLoss' });
  });

  it('warn if an order waits for the fill of the order that is replaced', async () => {
    await rig.submit(1, noBracket);
    const serviceId = rig.row(1)?.serviceId ?? '';
    const stop = { ...noBracket, action: 'STC', price: { kind: 'stop', stop: '146' } } as const;
    await rig.submit(2, { ...stop, conditionalUpon: serviceId });
    rig.platform.set(rig.row(2)?.serviceId ?? '', { status: 'waiting', parentId: serviceId });
    const { checks } = rig.desk.preview(ticket({ ...noBracket, replaces: { serviceId, leaveOcaIntact: true } }));
    const text = { code: 'replace.ends-waiting', orders: 1 };
    expect(checks).toContainEqual({ code: 'replace-ends-waiting', level: 'warn', text, field: 'replaces' });
  });

  it.each([
    ['is being sent', { kind: 'hang' }],
    ['has no known outcome', { kind: 'lost-before' }],
  ] as const)('block another duration in a group while an order of it %s', async (_, outcome) => {
    const grouped = { ...noBracket, ocaGroupId: '177000000000001' };
    await rig.submit(1, { ...grouped, duration: 'DAY' }, outcome);
    const second = await rig.submit(2, { ...grouped, duration: 'GTC', price: { kind: 'stop', stop: '151' } });
    expect(second).toMatchObject({ ok: false, failure: { message: { reason: { code: 'check.mixed-durations' } } } });
    rig.platform.unblock();
  });

  it('block invalid orders regardless of confirmations', async () => {
    const confirmedCodes = ['target-side', 'stop-side', 'bracket-on-exit', 'cap-quantity'];
    rig.caps = { ...rig.caps, perOrder: { quantity: '1000', value: null } };
    const blocked = (changes: Partial<Ticket>) => rig.desk.submit(intent(9), ticket(changes), confirmedCodes);
    expect(blocked({ profitTarget: '150.00' })).toMatchObject({ failure: { code: 'blocked', field: 'profitTarget' } });
    expect(blocked({ stopLoss: '151' })).toMatchObject({ failure: { code: 'blocked', field: 'stopLoss' } });
    expect(blocked({ quantity: '1000001' })).toMatchObject({ failure: { code: 'blocked', field: 'quantity' } });
    expect(blocked({ action: 'STC' })).toMatchObject({ failure: { code: 'blocked' } });
    await rig.clock.advance(0);
    expect(rig.platform.sent).toEqual([]);
  });
});
