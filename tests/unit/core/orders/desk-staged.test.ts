import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JournalError } from '#core/sending/journal-error.ts';
import { DeskRig } from './desk-rig.ts';
import { longPosition } from './exits/exit-rig.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

describe('a staged order', () => {
  it('is HELD at once, remains HELD after a restart, and is sent only when confirmed', async () => {
    expect(rig.desk.prepare(intent(1), ticket())).toMatchObject({ ok: true, value: { rowId: intent(1) } });
    rig.restart();
    await rig.ready();
    await rig.clock.advance(60_000);
    expect(rig.platform.sent).toEqual([]);
    expect(rig.desk.staged(systemId)).toMatchObject([{ rowId: intent(1), state: 'held', journal: { staged: true } }]);
    expect(rig.desk.confirm(intent(1), []).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('ACKED');
    expect(rig.desk.staged(systemId)).toEqual([]);
    expect(rig.submittedOwnIds()).toEqual([rig.row(1)?.ownId]);
  });

  it.each(['sent', 'withdrawn'])('loses its on-hold notice when it is %s', async (end) => {
    rig.desk.prepare(intent(1), ticket());
    expect([...rig.shownNotices.values()]).toMatchObject([{ rowId: intent(1), title: { news: 'on-hold' } }]);
    if (end === 'sent') rig.desk.confirm(intent(1), []);
    else rig.desk.abandon(intent(1));
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe(end === 'sent' ? 'ACKED' : 'ABANDONED');
    expect([...rig.shownNotices.values()]).toEqual([]);
  });

  it('is reviewed with its own ticket, and is no duplicate of itself', () => {
    const prepared = ticket();
    rig.desk.prepare(intent(1), prepared);
    const review = rig.desk.review(intent(1));
    expect(review).toMatchObject({ ok: true, value: { ticket: prepared } });
    const codes = review.ok ? review.value.preview.checks.map(({ code }) => code) : [];
    expect(codes).not.toContain('same-order');
    expect(rig.desk.preview(prepared).checks.map(({ code }) => code)).toContain('same-order');
    expect(rig.desk.review(intent(9))).toMatchObject({ failure: { code: 'unknown-row' } });
    expect(rig.platform.sent).toEqual([]);
  });

  it('makes one row per intent, and a cancel withdraws that row', () => {
    const first = rig.desk.prepare(intent(1), ticket());
    expect(rig.desk.prepare(intent(1), ticket({ quantity: '7' }))).toMatchObject(first);
    rig.desk.cancel(intent(2), systemId, [intent(1)]);
    expect(rig.state(intent(1))).toBe('ABANDONED');
  });

  it('is withdrawn when its edited version is entered or staged, unless that version is refused', async () => {
    rig.desk.prepare(intent(1), ticket());
    const exit = ticket({ action: 'STC', profitTarget: null, stopLoss: null });
    const refused = rig.desk.submit(intent(2), exit, [], false, intent(1));
    expect(refused).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    expect(rig.state(intent(1))).toBe('HELD');
    expect(rig.desk.prepare(intent(3), ticket({ quantity: '7' }), intent(1)).ok).toBe(true);
    expect([rig.state(intent(1)), rig.state(intent(3))]).toEqual(['ABANDONED', 'HELD']);
    // The same ticket, entered again, is no duplicate of the staged order that it replaces.
    expect(rig.desk.submit(intent(4), ticket({ quantity: '7' }), [], false, intent(3)).ok).toBe(true);
    expect(rig.state(intent(3))).toBe('ABANDONED');
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toEqual([rig.row(4)?.ownId]);
  });

  it('puts its edited version on hold if the withdrawal cannot be written', async () => {
    rig.desk.prepare(intent(1), ticket());
    vi.spyOn(rig.journal, 'apply').mockImplementationOnce(() => {
      throw new JournalError({ code: 'journal.no-room' });
    });
    const outcome = rig.desk.submit(intent(2), ticket({ quantity: '7' }), [], false, intent(1));
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'journal' } });
    await rig.clock.advance(60_000);
    expect(rig.submittedOwnIds()).toEqual([]);
    expect([1, 2].map((number) => rig.state(intent(number)))).toEqual(['HELD', 'HELD']);
    expect(rig.row(2)?.journal?.text).toEqual({ code: 'order.on-hold', reason: { code: 'journal.no-room' } });
  });

  it('blocks its edited version if the staged order was sent already', async () => {
    rig.desk.prepare(intent(1), ticket());
    rig.desk.confirm(intent(1), []);
    await rig.clock.advance(0);
    const edited = ticket({ quantity: '7' });
    const refused = { ok: false, failure: { code: 'not-a-choice' } };
    expect(rig.desk.submit(intent(2), edited, [], false, intent(1))).toMatchObject(refused);
    expect(rig.desk.prepare(intent(2), edited, intent(1))).toMatchObject(refused);
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('can be prepared while entry is locked, but not confirmed', () => {
    rig.connection = { state: 'failing', text: 'No network.' };
    expect(rig.desk.prepare(intent(1), ticket()).ok).toBe(true);
    expect(rig.desk.confirm(intent(1), [])).toMatchObject({ ok: false, failure: { code: 'locked' } });
    expect(rig.state(intent(1))).toBe('HELD');
  });

  it('is checked again with the current warnings and caps', async () => {
    rig.desk.prepare(intent(1), ticket({ action: 'STC', profitTarget: null, stopLoss: null }));
    expect(rig.desk.confirm(intent(1), [])).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    expect(rig.desk.confirm(intent(1), ['nothing-to-close']).ok).toBe(true);
    rig.desk.prepare(intent(2), ticket());
    rig.caps = { ...rig.caps, perOrder: { quantity: '99', value: null } };
    expect(rig.desk.confirm(intent(2), [])).toMatchObject({ ok: false, failure: { code: 'blocked' } });
    expect(rig.decide(2, 'send-again')).toMatchObject({ ok: false, failure: { code: 'blocked' } });
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('asks before it closes a quantity that another exit may have closed since the last reading', async () => {
    const now = Math.floor(rig.clock.now() / 1000);
    rig.positions = [{ ...longPosition, quantity: '10' }];
    rig.positionsReadAt = now - 5;
    rig.desk.prepare(intent(1), ticket({ action: 'STC', quantity: '10', profitTarget: null, stopLoss: null }));
    const filled = { action: 'STC', quantity: '10', kind: 'stop', limit: null, stop: '145' } as const;
    rig.platform.add(record('201', { ...filled, status: 'traded', tradedAt: now - 2 }));
    const refused = rig.desk.confirm(intent(1), []);
    const warning = { code: 'exit.may-turn', free: '0', held: '0' };
    expect(refused).toMatchObject({ failure: { code: 'unconfirmed', message: { warning } } });
    expect(rig.desk.confirm(intent(1), ['may-turn']).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('is abandoned without a request, and only once', () => {
    rig.desk.prepare(intent(1), ticket());
    expect(rig.desk.abandon(intent(1)).ok).toBe(true);
    expect(rig.state(intent(1))).toBe('ABANDONED');
    expect(rig.desk.abandon(intent(1))).toMatchObject({ failure: { code: 'not-a-choice' } });
    expect(rig.desk.confirm(intent(1), [])).toMatchObject({ failure: { code: 'not-a-choice' } });
    expect(rig.desk.confirm(intent(9), [])).toMatchObject({ failure: { code: 'unknown-row' } });
    expect(rig.platform.sent).toEqual([]);
  });
});

describe('the order desk', () => {
  it('sends a nested parent under its own id, and a release time', async () => {
    const bodies: unknown[] = [];
    const send = rig.platform.send.bind(rig.platform);
    rig.platform.send = (request) => {
      bodies.push(request.body);
      return send(request);
    };
    const { action, quantity, symbol, instrument, duration } = ticket();
    const parent = { action, quantity, symbol, instrument, duration, price: { kind: 'stop' as const, stop: '151' } };
    const parkUntil = Math.floor(rig.clock.now() / 1000) + 600;
    const exit = { action: 'STC' as const, profitTarget: null, stopLoss: null };
    expect((await rig.submit(1, { ...exit, parent, parkUntil })).ok).toBe(true);
    const row = rig.journal.order(intent(1))!;
    expect(row.parentOwnId).toMatch(/^\d{15}$/);
    expect(row.parentOwnId).not.toBe(row.ownId);
    const nested = { signalid: row.parentOwnId, stop: '151', action: 'BTO' };
    expect(bodies[0]).toMatchObject({ signal: { conditionalUponSignal: nested, parkUntilSecs: String(parkUntil) } });
  });

  it('blocks two parents and a release time in the past', () => {
    const { action, quantity, symbol, instrument, duration, price } = ticket();
    const parent = { action, quantity, symbol, instrument, duration, price };
    const { checks } = rig.desk.preview(ticket({ parent, conditionalUpon: '5', parkUntil: 1 }));
    const codes = checks.filter(({ level }) => level === 'block').map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['two-parents', 'park-past']));
  });

  it("judges release and end of an order by the platform's clock", () => {
    const at = (hour: number, minute: number): number => Date.UTC(2026, 2, 2, hour + 5, minute) / 1000;
    const checks = (parkUntil: number | null) => rig.desk.preview(ticket({ duration: 'DAY', parkUntil })).checks;
    const isPast = (parkUntil: number): boolean => checks(parkUntil).some(({ code }) => code === 'park-past');
    const end = () => checks(null).find(({ code }) => code === 'protection-ends')?.text;
    expect([isPast(at(10, 0)), end()]).toMatchObject([false, { at: at(16, 5) }]);
    rig.serviceClockOffsetMs = 24 * 3_600_000;
    expect([isPast(at(10, 0)), end()]).toMatchObject([true, { at: at(16 + 24, 5) }]);
  });

  it('reserves a group id that orders can join, also after a restart', async () => {
    const reserved = rig.desk.reserveGroup(systemId);
    expect(reserved).toMatchObject({ ok: true, value: { ocaGroupId: expect.stringMatching(/^\d{15}$/) as string } });
    const group = reserved.ok ? reserved.value.ocaGroupId : '';
    rig.restart();
    await rig.ready();
    await rig.submit(1, { ocaGroupId: group, profitTarget: null, stopLoss: null });
    await rig.submit(2, { ocaGroupId: group, quantity: '7', profitTarget: null, stopLoss: null });
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['ACKED', 'ACKED']);
  });
});
