import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { words } from '#renderer/messages/words.ts';
import { DeskRig } from './desk-rig.ts';
import { intent, record, startWall, systemId, ticket } from './order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

/** The echo of a cancel as in platform-api, where an absent price is '0'. */
const canceledEcho = {
  symbol: 'AAPL',
  typeofsymbol: 'stock',
  action: 'BTO',
  quant: '100',
  market: '0',
  islimit: '150.100000000',
  stop: '0',
  gtc: '1',
  day: '0',
  systemid: systemId,
  killedwhen: '1772461900',
};

describe('a cancel', () => {
  const child = (role: string) => rig.blotter().find((one) => one.role === role)!;
  const enterAndFill = async (): Promise<void> => {
    await rig.submit(1);
    const { target, stop, ocaGroup, signal } = rig.journal.order(intent(1))!.serviceIds;
    rig.platform.set(signal!, { status: 'traded', tradedAt: Math.floor(rig.clock.now() / 1000), tradedPrice: '150.1' });
    const base = { ocaId: ocaGroup, action: 'STC' as const };
    rig.platform.add(record(target!, { ...base, limit: '160' }));
    rig.platform.add(record(stop!, { ...base, kind: 'stop', limit: null, stop: '145.5' }));
    rig.desk.listsChanged(systemId);
  };

  it('counts the stops that it removes, and names the entries whose cancel removes no stop', async () => {
    await enterAndFill();
    await rig.submit(2, { symbol: 'MSFT', stopLoss: null, profitTarget: null });
    const entry = rig.row(2)!.rowId;
    rig.platform.add(record('900', { symbol: 'KO', ocaId: child('stop').ocaGroupId }));
    const rows = [child('target').rowId, child('stop').rowId, entry, 's900'];
    const plan = rig.desk.planCancel(systemId, rows);
    expect(plan.stops).toEqual([{ rowId: child('stop').rowId, symbol: 'AAPL', quantity: '100' }]);
    expect(plan.entries).toEqual([entry]);
    expect(rig.desk.planCancel(systemId, plan.entries)).toMatchObject({ requests: 1, stops: [] });
  });

  it('shows what is canceled with an order, sends one request and shows the cause', async () => {
    await enterAndFill();
    const target = child('target');
    const plan = rig.desk.planCancel(systemId, [target.rowId]);
    expect(plan).toMatchObject({
      label: { code: 'cancel.some', count: 2, total: 3, named: [{ role: 'stop' }, { role: 'target' }] },
      requests: 1,
      alsoCanceled: [child('stop').rowId],
    });
    expect(rig.desk.planCancel(systemId, [target.rowId, child('stop').rowId]).requests).toBe(1);
    expect(rig.desk.cancel(intent(60), systemId, [target.rowId]).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.platform.sent.at(-1)).toEqual({ command: 'cancelSignal', id: target.serviceId, lane: 'cancel' });
    expect(child('target')).toMatchObject({ state: 'canceled', cause: { code: 'canceled-here', evidence: 'seen' } });
    expect(child('stop')).toMatchObject({
      state: 'canceled',
      cause: { code: 'sibling-canceled', byServiceId: target.serviceId },
    });
    expect(rig.desk.cancel(intent(60), systemId, [target.rowId]).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
  });

  it('of an entry cancels no leg of its own, because the entry may have filled meanwhile', async () => {
    await rig.submit(1);
    const plan = rig.desk.planCancel(systemId, [intent(1)]);
    const { target, stop, ocaGroup, signal } = rig.journal.order(intent(1))!.serviceIds;
    rig.platform.set(signal!, { status: 'traded', tradedAt: Math.floor(rig.clock.now() / 1000), tradedPrice: '150.1' });
    rig.platform.add(record(target!, { ocaId: ocaGroup, action: 'STC', limit: '160' }));
    rig.platform.add(record(stop!, { ocaId: ocaGroup, action: 'STC', kind: 'stop', limit: null, stop: '145.5' }));
    rig.desk.cancel(intent(60), systemId, plan.rowIds);
    await rig.clock.advance(0);
    expect(rig.platform.sent.filter(({ id }) => id === target || id === stop)).toEqual([]);
    rig.desk.listsChanged(systemId);
    const { requests, skipped } = rig.desk.planCancel(systemId, plan.rowIds);
    expect([requests, skipped.map(({ reason }) => (typeof reason === 'string' ? reason : reason.code))]).toEqual([
      0,
      ['cancel.ended', 'cancel.protects', 'cancel.protects'],
    ]);
  });

  it('of an entry cancels no stop that was entered to wait for it, because it may have filled meanwhile', async () => {
    const noBracket = { profitTarget: null, stopLoss: null };
    await rig.submit(1, noBracket);
    const entry = rig.row(1)?.serviceId ?? '';
    const stop = { ...noBracket, action: 'STC', price: { kind: 'stop', stop: '145' } } as const;
    await rig.submit(2, { ...stop, conditionalUpon: entry });
    await rig.submit(3, { ...noBracket, symbol: 'MSFT', conditionalUpon: entry });
    const waiting = [rig.row(2)?.serviceId ?? '', rig.row(3)?.serviceId ?? ''] as const;
    for (const id of waiting) rig.platform.set(id, { status: 'waiting', parentId: entry });
    const plan = rig.desk.planCancel(systemId, [intent(1)]);
    expect(plan.rowIds).toEqual([intent(1), intent(2), intent(3)]);
    rig.desk.cancel(intent(60), systemId, plan.rowIds);
    await rig.clock.advance(0);
    expect(rig.platform.sent.map(({ command, id }) => [command, id]).slice(3)).toEqual([
      ['cancelSignal', entry],
      ['cancelSignal', waiting[1]],
    ]);
  });

  it('names the stop that is canceled with a target, even if no list names their group', async () => {
    await rig.submit(1, {}, { kind: 'lost-after' });
    rig.platform.add(record('301', { action: 'STC', limit: '160' }));
    rig.platform.add(record('302', { action: 'STC', kind: 'stop', limit: null, stop: '145.5' }));
    await rig.clock.advance(2_000);
    const found = { target: '301', stop: '302', ocaGroup: null };
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'LANDED', serviceIds: found });
    const plan = rig.desk.planCancel(systemId, [child('target').rowId]);
    const stopRow = child('stop').rowId;
    expect(plan).toMatchObject({ alsoCanceled: [stopRow], stops: [{ rowId: stopRow, quantity: '100' }] });
    expect(rig.desk.planCancel(systemId, plan.rowIds).requests).toBe(2);
  });

  it('ends only one leg if both legs were entered to remain alive', async () => {
    expect(rig.desk.submit(intent(1), ticket({ keepBothAlive: true }), ['both-alive']).ok).toBe(true);
    await rig.clock.advance(0);
    expect(child('stop').ocaGroupId).toBeNull();
    expect(rig.desk.planCancel(systemId, [child('target').rowId])).toMatchObject({ alsoCanceled: [] });
  });

  it('is refused when its intent was used for other orders', async () => {
    await rig.submit(1);
    await rig.submit(2, { symbol: 'MSFT' });
    expect(rig.desk.cancel(intent(60), systemId, [intent(1)]).ok).toBe(true);
    const used = { ok: false, failure: { code: 'blocked', message: { code: 'order.intent-used' } } };
    expect(rig.desk.cancel(intent(60), systemId, [intent(2)])).toMatchObject(used);
    expect(rig.desk.cancel(intent(60), systemId, [intent(1), intent(2)])).toMatchObject(used);
    expect(rig.desk.cancel(intent(60), '4711', [intent(1)])).toMatchObject(used);
    expect(rig.desk.cancel(intent(1), systemId, [intent(2)])).toMatchObject(used);
    rig.desk.prepare(intent(3), ticket({ symbol: 'KO' }));
    expect(rig.desk.cancel(intent(60), systemId, [intent(3)])).toMatchObject(used);
    await rig.clock.advance(0);
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
    expect([rig.row(1)?.state, rig.row(2)?.state, rig.row(3)?.state]).toEqual(['canceled', 'working', 'held']);
  });

  it('that is repeated is answered as before, also after a restart', async () => {
    await rig.submit(1);
    rig.desk.prepare(intent(3), ticket({ symbol: 'KO' }));
    const rows = [intent(1), intent(3)];
    expect(rig.desk.cancel(intent(60), systemId, rows)).toMatchObject({ ok: true, value: { skipped: [] } });
    expect(rig.desk.cancel(intent(60), systemId, rows)).toMatchObject({ ok: true, value: { queued: [intent(1)] } });
    await rig.clock.advance(0);
    rig.restart();
    await rig.ready();
    expect(rig.desk.cancel(intent(60), systemId, rows)).toMatchObject({ ok: true, value: { queued: [intent(1)] } });
    await rig.clock.advance(0);
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
  });

  it('recognizes an option whose strike is echoed without its zeros', async () => {
    await rig.submit(1, { symbol: 'AAPL2617D260.00', instrument: 'option', stopLoss: null, profitTarget: null });
    rig.platform.cancelEcho = { ...canceledEcho, symbol: 'AAPL2617D260', typeofsymbol: 'option' };
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    await rig.clock.advance(0);
    expect(rig.notices.map(({ title }) => title)).not.toContainEqual({ code: 'notice.cancel', news: 'other-order' });
  });

  it.each([
    [{ symbol: 'MSFT' }, 'symbol AAPL → MSFT'],
    [{ action: 'STC' }, 'action BTO → STC'],
    [{ quant: '10' }, 'quantity 100 → 10'],
    [{ islimit: '151' }, 'limit 150.10 → 151'],
    [{ stop: '99' }, 'stop none → 99'],
    [{ market: '1' }, 'order type limit → market'],
    [{ gtc: '0', day: '1' }, 'time in force GTC → DAY'],
    [{ typeofsymbol: 'option' }, 'type stock → option'],
    [{ systemid: '1' }, 'strategy 94679653 → 1'],
  ])('alarms when the answer shows another order than was meant: %j', async (changes, text) => {
    await rig.submit(1);
    rig.platform.cancelEcho = { ...canceledEcho, ...changes };
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    await rig.clock.advance(0);
    expect(rig.notices.at(-1)).toMatchObject({
      level: 'danger',
      title: { code: 'notice.cancel', news: 'other-order' },
    });
    expect(words(rig.notices.at(-1)?.text ?? '')).toContain(text);
  });

  it.each([
    [{ tradedwhen: '1772461900' }, 'shows a fill.'],
    [{ tradeprice: '182.440000000' }, 'shows a fill at 182.440000000.'],
  ])('alarms when the answer confirms the cancel and shows a fill: %j', async (changes, text) => {
    await rig.submit(1);
    rig.platform.cancelEcho = { ...canceledEcho, ...changes };
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    await rig.clock.advance(0);
    expect([...rig.journal.cancels()][0]).toMatchObject({ state: 'CANCELED' });
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', title: { news: 'also-filled' } });
    expect(words(rig.notices.at(-1)?.text ?? '')).toContain(text);
  });

  it('does not alarm when the answer shows the order that was meant', async () => {
    await rig.submit(1);
    rig.platform.cancelEcho = canceledEcho;
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    await rig.clock.advance(0);
    expect([...rig.journal.cancels()][0]).toMatchObject({ state: 'CANCELED', meant: { symbol: 'AAPL' } });
    expect(rig.notices.filter(({ level }) => level === 'danger')).toEqual([]);
  });

  it('does not alarm when the answer shows another duration of a leg than the assumed one', async () => {
    await rig.submit(1, { duration: 'DAY' });
    const leg = rig.journal.order(intent(1))?.serviceIds.stop ?? '';
    const terms = { action: 'STC', quantity: '100', kind: 'stop', limit: null, stop: '145.5' } as const;
    rig.platform.add(record(leg, { ...terms, duration: null }));
    rig.platform.cancelEcho = { symbol: 'AAPL', action: 'STC', quant: '100', stop: '145.5', gtc: '1', day: '0' };
    rig.desk.cancel(intent(60), systemId, [`s${leg}`]);
    await rig.clock.advance(0);
    expect([...rig.journal.cancels()]).toMatchObject([{ state: 'CANCELED', meant: { stop: '145.5' } }]);
    expect(rig.notices.filter(({ level }) => level === 'danger')).toEqual([]);
  });

  it('with an unknown outcome is sent at most three times, and then the lists are read', async () => {
    await rig.submit(1);
    const lost = { kind: 'lost-before' } as const;
    rig.platform.outcomes.push(lost, lost, lost);
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(3);
    expect([...rig.journal.cancels()][0]).toMatchObject({ state: 'FAILED', attempts: 3 });
    expect(rig.notices.at(-1)).toMatchObject({
      level: 'danger',
      title: { code: 'notice.cancel', news: 'not-confirmed' },
    });
    const failed = rig.notices.at(-1)!.id;
    expect(rig.shownNotices.has(failed)).toBe(true);
    rig.platform.outcomes.push({ kind: 'lost-after' });
    rig.desk.cancel(intent(61), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect([...rig.journal.cancels()][1]).toMatchObject({ state: 'CANCELED', attempts: 2 });
    expect(rig.shownNotices.has(failed), 'the later cancel is confirmed').toBe(false);
  });

  it('that names the own id of an order is not confirmed by a list that shows no own ids', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'lost-after' });
    const lost = { kind: 'lost-before' } as const;
    rig.platform.outcomes.push(lost, lost, lost);
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect(rig.desk.cancels(intent(60))).toMatchObject([{ state: 'FAILED', attempts: 3 }]);
    const news = rig.notices.map(({ title }) => title);
    expect(news).toContainEqual({ code: 'notice.cancel', news: 'not-confirmed' });
  });

  it('that the platform refuses leaves the order working', async () => {
    await rig.submit(1);
    rig.platform.outcomes.push({ kind: 'refused', title: 'Unable to access this systemid' });
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect([...rig.journal.cancels()][0]).toMatchObject({ state: 'FAILED', attempts: 1 });
    expect(rig.row(1)?.state).toBe('working');
  });

  it.each([
    ['is not understood', { kind: 'garbage' }],
    ['is an error of the server', { kind: 'answered', body: '<html>', httpStatus: 502 }],
  ] as const)('whose answer %s is sent again, and confirmed by the second answer', async (_what, outcome) => {
    await rig.submit(1);
    rig.platform.outcomes.push(outcome);
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect([...rig.journal.cancels()][0]).toMatchObject({ state: 'CANCELED', attempts: 2 });
  });

  it('does not take a parked order for canceled if the working list leaves it out', async () => {
    const lost = { kind: 'lost-before' } as const;
    rig.platform.add(
      record('400', { status: 'waiting', inWorkingList: false, parkedUntil: startWall / 1000 + 86_400 }),
    );
    rig.platform.outcomes.push(lost, lost, lost);
    rig.desk.cancel(intent(21), systemId, ['s400']);
    for (let turn = 0; turn < 5; turn++) await rig.clock.advance(1);
    expect(rig.desk.cancels(intent(21))).toMatchObject([{ state: 'FAILED', attempts: 3 }]);
  });

  it('that was too late is reported', async () => {
    await rig.submit(1);
    const { signal } = rig.journal.order(intent(1))!.serviceIds;
    const before = rig.platform.signals.get(signal!)!;
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    rig.platform.signals.set(signal!, { ...before, status: 'traded', statusText: 'traded' });
    await rig.clock.advance(0);
    expect([...rig.journal.cancels()][0]?.state).toBe('TOO_LATE');
    expect(rig.platform.signals.get(signal!)?.status).toBe('traded');
  });

  it('is sent through every lock, and withdraws an unsent order without a request', async () => {
    await rig.submit(1);
    rig.platform.blocked = true;
    await rig.submit(2, { quantity: '2' });
    rig.connection = { state: 'failing', text: 'The service does not answer.' };
    rig.desk.hold('lost');
    expect(rig.desk.orderEntry(systemId).open).toBe(false);
    const outcome = rig.desk.cancel(intent(60), systemId, [intent(1), intent(2), 's999']);
    expect(outcome).toEqual({ ok: true, value: { queued: [intent(2), intent(1)], skipped: ['s999'] } });
    expect(rig.state(intent(2))).toBe('ABANDONED');
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.platform.sent.at(-1)?.command).toBe('cancelSignal');
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('is not sent again by a restart', async () => {
    await rig.submit(1);
    rig.platform.blocked = true;
    rig.desk.cancel(intent(60), systemId, [intent(1)]);
    rig.restart();
    expect([...rig.journal.cancels()][0]?.state).toBe('DROPPED');
    expect(rig.notices.at(-1)?.title).toEqual({ code: 'notice.cancel', news: 'not-finished' });
    rig.platform.unblock();
    await rig.ready();
    await rig.clock.advance(60_000);
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['submitSignal']);
  });
});

describe('if the journal cannot be written', () => {
  const failWrites = () =>
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
    });

  it('two cancels of an order withdraw it only once, and later events are still written', async () => {
    rig.desk.prepare(intent(1), ticket());
    await rig.submit(2, { quantity: '7' }, { kind: 'hang' });
    const failing = failWrites();
    for (const number of [60, 61]) expect(rig.desk.cancel(intent(number), systemId, [intent(1)]).ok).toBe(true);
    rig.platform.unblock();
    await rig.clock.advance(0);
    failing.mockRestore();
    await rig.clock.advance(6_000);
    expect(rig.state(intent(1))).toBe('ABANDONED');
    expect(rig.state(intent(2))).toBe('ACKED');
    const withdrawals = rig.journal.events(intent(1)).filter(({ type }) => type === 'abandoned');
    expect(withdrawals).toHaveLength(1);
    expect(rig.desk.orderEntry(systemId)).toEqual({ open: true });
  });
});

it('a cancel that is pressed while the connection closes is refused', async () => {
  await rig.submit(1);
  rig.platform.outcomes.push({ kind: 'hang' });
  await rig.submit(2, { symbol: 'MSFT' });
  const closing = rig.desk.close();
  const outcome = rig.desk.cancel(intent(3), systemId, [rig.row(1)!.rowId]);
  expect(outcome).toMatchObject({ failure: { code: 'blocked', message: { code: 'cancel.connection-closed' } } });
  expect([...rig.journal.cancels()]).toEqual([]);
  rig.platform.unblock();
  await closing;
});

describe('a reading of the order lists', () => {
  it('records fills of an entry and its legs, makes one notice of each, and never reverts a fill', async () => {
    await rig.submit(1);
    const { signal, target, ocaGroup } = rig.journal.order(intent(1))!.serviceIds;
    rig.platform.set(signal!, { status: 'traded', tradedAt: 5, tradedPrice: '150.05' });
    rig.platform.add(record(target!, { ocaId: ocaGroup, action: 'STC' }));
    rig.desk.listsChanged(systemId);
    expect(rig.notices.at(-1)).toMatchObject({ level: 'good', text: { code: 'notice.fill-price', price: '150.05' } });
    rig.platform.set(signal!, { status: 'working' });
    rig.desk.listsChanged(systemId);
    expect(rig.row(1)?.state).toBe('traded');
    rig.platform.set(target!, { status: 'traded', tradedPrice: '160.01' });
    rig.desk.listsChanged(systemId);
    expect(rig.notices.at(-1)).toMatchObject({
      title: { code: 'notice.leg-filled', leg: 'target', action: 'STC', quantity: '100', symbol: 'AAPL' },
      rowId: `s${target}`,
    });
    const count = rig.notices.length;
    rig.desk.listsChanged(systemId);
    expect(rig.notices).toHaveLength(count);
  });

  it.each([
    ['of the fill', startWall / 1000 - 172_800, startWall / 1000 - 172_800],
    ['of the reading if the record has none', null, startWall / 1000 + 60],
  ])('dates the notice of a fill by the time %s', async (_name, tradedAt, at) => {
    await rig.submit(1);
    rig.platform.set(rig.journal.order(intent(1))!.serviceIds.signal!, { status: 'traded', tradedAt });
    await rig.clock.advance(60_000);
    rig.desk.listsChanged(systemId);
    expect(rig.notices.at(-1)).toMatchObject({ announced: 'fill', at });
    expect(rig.row(1)?.endedAt).toBe(tradedAt);
  });

  it('alarms when both legs were filled (order-safety I2)', async () => {
    await rig.submit(1);
    const { target, stop, signal } = rig.journal.order(intent(1))!.serviceIds;
    for (const id of [target!, stop!]) rig.platform.add(record(id, { status: 'traded', action: 'STC' }));
    rig.platform.set(signal!, { status: 'traded' });
    rig.desk.listsChanged(systemId);
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'alarm.both-filled' });
    expect(rig.decide(1, 'acknowledge').ok).toBe(true);
    rig.desk.listsChanged(systemId);
    expect(rig.row(1)?.journal?.alarm).toBeNull();
  });
});
