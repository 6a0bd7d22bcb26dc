import { words } from '#renderer/messages/words.ts';
import { absentVerdict, replacedStillWorksAlarm } from '#core/orders/reconcile/absent-verdict.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { shownWarnings } from '#renderer/plan/shown-warnings.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeskRig } from './desk-rig.ts';
import { longPosition } from './exits/exit-rig.ts';
import { intent, record, systemId } from './order-fixtures.ts';
import { recordProbe } from './record-probe.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

/** Submits an order that never arrives, and runs the whole poll schedule. */
async function loseOrder(changes = {}): Promise<void> {
  await rig.submit(1, changes, { kind: 'lost-before' });
  await rig.clock.advance(121_000);
  expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
}

const recordReuseRefused = (): void => recordProbe(rig.journal);

describe('choices for an order believed absent (order-safety 4.5)', () => {
  it('offers a resend under the same id only if the probe recorded that reuse is refused', async () => {
    await loseOrder();
    const withoutResend = ['check-now', 'keep-waiting', 'check-by-cancelling', 'new-order', 'acknowledge'];
    expect(rig.row(1)?.journal?.choices).toEqual(withoutResend);
    expect(rig.decide(1, 'send-again-same-id')).toMatchObject({ ok: false, failure: { code: 'not-a-choice' } });
    recordReuseRefused();
    expect(rig.row(1)?.journal?.choices).toContain('send-again-same-id');
  });

  it.each([
    ['it is acknowledged', () => rig.decide(1, 'acknowledge')],
    ['it is accepted when sent again', () => rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] })],
  ])('removes its notice when %s', async (_name, decide) => {
    recordReuseRefused();
    await loseOrder();
    expect([...rig.shownNotices.values()]).toMatchObject([{ level: 'danger', title: { news: 'not-found' } }]);
    expect(decide().ok).toBe(true);
    await rig.clock.advance(0);
    expect([...rig.shownNotices.values()]).toEqual([]);
  });

  it.each([
    ['DAY', 'in the session', 0, '2026-03-02 16:05:00'],
    ['DAY', 'on a Friday evening', 105, '2026-03-09 16:05:00'],
    ['GTC', 'in the session', 0, '2026-03-03 09:30:00'],
  ] as const)(
    'waits for a %s order, sent %s, until its end, and blocks a duplicate',
    async (duration, _, hours, end) => {
      rig.clock.jumpWall(hours * 3_600_000);
      await loseOrder({ duration });
      expect(rig.decide(1, 'keep-waiting').ok).toBe(true);
      expect(words(rig.row(1)?.journal?.text ?? '')).toContain(`The lists are checked until ${end} ET.`);
      expect(rig.desk.unknownCount()).toBe(1);
      expect(await rig.submit(2, { duration })).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    },
  );

  it('repeats a check by cancel that proved nothing: once, after T_late', async () => {
    await loseOrder();
    rig.decide(1, 'check-by-cancelling');
    await rig.clock.advance(0);
    const cancels = () => rig.platform.sent.filter(({ command }) => command === 'cancelSignal');
    expect(cancels().map(({ id }) => id)).toEqual([rig.row(1)?.ownId]);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    await rig.clock.advance(119_999);
    expect(cancels()).toHaveLength(1);
    await rig.clock.advance(1_000);
    expect(cancels()).toHaveLength(2);
    await rig.clock.advance(3_600_000);
    expect(cancels()).toHaveLength(2);
  });

  it('does not repeat a check by cancel that ends after the desk was closed', async () => {
    await loseOrder();
    rig.decide(1, 'check-by-cancelling');
    const closed = rig.desk.close();
    await rig.clock.advance(0);
    await closed;
    await rig.clock.advance(121_000);
    expect([...rig.journal.cancels()]).toHaveLength(1);
  });

  it('does not repeat a check by cancel of an order that was sent again in the meantime', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.decide(1, 'check-by-cancelling');
    await rig.clock.advance(119_000);
    rig.platform.readsFail = true;
    rig.platform.outcomes.push({ kind: 'lost-after' });
    expect(rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] }).ok).toBe(true);
    await rig.clock.advance(5_000);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    expect(rig.platform.sent.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
    expect([...rig.platform.signals.values()].map(({ status }) => status)).not.toContain('canceled');
  });

  it.each([
    ['working', 'canceled'],
    ['canceled', 'canceled'],
    ['traded', 'traded'],
  ] as const)('takes a cancel of a %s order as proof that the order arrived and is %s', async (status, shown) => {
    await loseOrder();
    const ownId = rig.row(1)!.ownId;
    // No list is read before the cancel is answered: only the cancel can find the order.
    rig.platform.add(record('199', { ownId, status, postedAt: 1, symbol: 'ZZZ' }));
    rig.decide(1, 'check-by-cancelling');
    await rig.clock.advance(0);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'LANDED', mirror: { status: shown } });
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('same id: keeps the pre-existing matches if the client sends again without `beforeSend`', async () => {
    rig.platform.add(record('150', { postedAt: 1_772_400_000 }));
    recordReuseRefused();
    await loseOrder();
    rig.platform.outcomes.push({ kind: 'without-permission' });
    expect(rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age', 'resend-price'] }).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.errors).toContain('submit-without-permission');
    expect(rig.journal.order(intent(1))).toMatchObject({ attempts: 2, preExistingMatches: ['150'] });
  });

  it('same id: resends after price and age are confirmed, and stays unknown when refused', async () => {
    recordReuseRefused();
    await loseOrder();
    expect(rig.decide(1, 'send-again-same-id')).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    expect(rig.submittedOwnIds()).toHaveLength(1);
    rig.platform.outcomes.push({ kind: 'refused', title: 'Duplicate signalid' });
    expect(rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] }).ok).toBe(true);
    await rig.clock.advance(0);
    const { ownId } = rig.row(1)!;
    expect(rig.submittedOwnIds()).toEqual([ownId, ownId]);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    // order-safety J3: the user's request is in the journal between the two sendings.
    const types = rig.journal.events(intent(1)).map(({ type }) => type);
    expect(types.indexOf('resend-asked')).toBeGreaterThan(types.indexOf('slot-free'));
    expect(types.indexOf('sent-again')).toBeGreaterThan(types.indexOf('resend-asked'));
    await rig.clock.advance(121_000);
    expect(rig.row(1)?.journal).toMatchObject({
      state: 'PROBABLY_ABSENT',
      alarm: { code: 'alarm.id-used' },
    });
  });

  it('same id: finds the order of the first sending by fingerprint after the second was refused', async () => {
    recordReuseRefused();
    rig.platform.showsOwnIds = false;
    await loseOrder();
    rig.platform.add(record('199', { postedAt: Math.floor(rig.clock.now() / 1000) }));
    rig.platform.outcomes.push({ kind: 'refused', title: 'Duplicate signalid' });
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    await rig.clock.advance(2_000);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'LANDED_PROBABLE', serviceIds: { signal: '199' } });
  });

  it('same id: counts as one order under the cap of the day, which refuses a second order', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.caps = { ...defaultCaps, perDay: { ...defaultCaps.perDay, count: 1 } };
    expect(await rig.submit(2, { symbol: 'MSFT' })).toMatchObject({ ok: false, failure: { code: 'blocked' } });
    expect(rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] }).ok).toBe(true);
    expect(rig.desk.riskUsed().day.count).toBe(1);
  });

  it('same id: is refused by a cap that was lowered in the meantime', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.caps = { ...defaultCaps, perOrder: { quantity: '1', value: null } };
    const outcome = rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'blocked' } });
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('same id: is sent only after the current warnings, shown in its review, are confirmed', async () => {
    recordReuseRefused();
    rig.positions = [longPosition];
    await loseOrder({ action: 'STC', profitTarget: null, stopLoss: null });
    rig.positions = [];
    const outcome = rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    const warning = { code: 'check.nothing-to-close' };
    expect(outcome).toMatchObject({ failure: { code: 'unconfirmed', message: { warning } } });
    expect(rig.journal.order(intent(1))?.resendAsked).not.toBe(true);
    const review = rig.desk.review(intent(1));
    const warnings = shownWarnings(review.ok ? review.value.preview.checks : []);
    expect(rig.decide(1, 'send-again-same-id', { confirmed: [...warnings, 'resend-age'] }).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(2);
  });

  it('same id: keeps looking for the order when its second sending is refused', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.platform.outcomes.push({ kind: 'refused', title: 'Unknown typeofsymbol' });
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    await rig.clock.advance(0);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    const text =
      'Sent again at 09:32:01 ET. That was refused: Unknown typeofsymbol · Refused. ' +
      'The order that was sent first may be working or filled. We are checking; do not enter it again.';
    expect(words(rig.row(1)?.journal?.text ?? '')).toBe(text);
    expect(words(rig.notices.at(-1)?.title ?? '')).toBe('No answer: BTO 100 AAPL');
    await rig.clock.advance(121_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    rig.platform.add(record('199', { ownId: rig.row(1)!.ownId, postedAt: Math.floor(rig.clock.now() / 1000) }));
    await rig.clock.advance(300_000);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED_PROBABLE', alarm: { code: 'alarm.appeared' } });
  });

  it('same id: says that the second sending was not made, and why', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.platform.outcomes.push({ kind: 'not-sent' });
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    await rig.clock.advance(0);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    expect(words(rig.row(1)?.journal?.text ?? '')).toBe(
      'Not sent again: Nothing answers at this address. The order that was sent first may be working or filled. ' +
        'We are checking; do not enter it again.',
    );
  });

  it('an order that was not sent at first is rejected when its second sending is refused', async () => {
    await rig.submit(1, {}, { kind: 'not-sent' });
    rig.platform.outcomes.push({ kind: 'refused', title: 'Unknown typeofsymbol' });
    rig.decide(1, 'send-again');
    await rig.clock.advance(2_000);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'REJECTED', attempts: 2 });
  });

  it('same id: finds the order of the first sending by its posting time, after the second was refused', async () => {
    recordReuseRefused();
    rig.platform.showsOwnIds = false;
    const postedAt = Math.floor(rig.clock.now() / 1000);
    await loseOrder();
    await rig.clock.advance(60_000);
    rig.platform.outcomes.push({ kind: 'refused', title: 'Duplicate signalid' });
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    rig.platform.add(record('199', { postedAt }));
    await rig.clock.advance(2_000);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'LANDED_PROBABLE', serviceIds: { signal: '199' } });
  });

  it('same id: an acknowledged order is unresolved again after a lost resend (order-safety P5)', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.decide(1, 'acknowledge');
    expect(rig.desk.unknownCount()).toBe(0);
    rig.platform.outcomes.push({ kind: 'lost-before' });
    expect(rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] }).ok).toBe(true);
    await rig.clock.advance(125_000);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'PROBABLY_ABSENT', attempts: 2 });
    expect(rig.row(1)?.journal?.choices).toContain('acknowledge');
    expect(rig.desk.unknownCount()).toBe(1);
    expect(await rig.submit(2)).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
  });

  it('same id: is accepted when the platform accepts the second sending', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    await rig.clock.advance(0);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'ACKED', attempts: 2 });
  });

  it('same id: is not sent after waiting fifteen seconds or after a restart', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.platform.blocked = true;
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    await rig.clock.advance(16_000);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'PROBABLY_ABSENT', resendAsked: false });
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    rig.restart();
    rig.platform.unblock();
    await rig.ready();
    await rig.clock.advance(60_000);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'PROBABLY_ABSENT', resendAsked: false });
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('same id: looks for the order again when the second request was not sent', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.platform.outcomes.push({ kind: 'not-sent' });
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    await rig.clock.advance(0);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'UNKNOWN', attempts: 2 });
    expect(rig.row(1)?.journal?.choices).toEqual(['check-now']);
  });

  it('an order whose connection failed twice was never sent, and can be sent once more', async () => {
    await rig.submit(1, {}, { kind: 'not-sent' });
    rig.platform.outcomes.push({ kind: 'not-sent' });
    rig.decide(1, 'send-again', { confirmed: ['resend-age'] });
    await rig.clock.advance(0);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'NOT_SENT', attempts: 2 });
    expect(rig.row(1)?.journal?.choices).toEqual(['send-again', 'abandon']);
    expect(rig.desk.unknownCount()).toBe(0);
  });

  it('same id: a cancel withdraws a waiting second sending, and the cancel itself is sent', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.platform.blocked = true;
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    expect(rig.desk.cancel(intent(60), systemId, [intent(1)]).ok).toBe(true);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'PROBABLY_ABSENT', resendAsked: false });
    const text = 'A cancel was requested, so the order was not sent again. It can still appear.';
    expect(words(rig.row(1)?.journal?.text ?? '')).toContain(text);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.platform.sent.at(-1)).toMatchObject({ command: 'cancelSignal', id: rig.row(1)?.ownId });
    expect(rig.submittedOwnIds()).toHaveLength(1);
  });

  it('same id: an order found while waiting to be resent stays found over a restart', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.platform.blocked = true;
    rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    rig.platform.add(record('155', { ownId: rig.row(1)!.ownId }));
    rig.desk.listsChanged(systemId);
    expect(rig.journal.order(intent(1))).toMatchObject({ state: 'LANDED_PROBABLE', resendAsked: false });
    rig.restart();
    rig.platform.unblock();
    await rig.ready();
    await rig.clock.advance(60_000);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    expect(rig.submittedOwnIds()).toHaveLength(1);
    expect(rig.errors).toEqual([]);
  });

  it('same id: is refused while an equal order is open (order-safety J5)', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.decide(1, 'acknowledge');
    await rig.submit(2, {}, { kind: 'hang' });
    const outcome = rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] });
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    expect(rig.submittedOwnIds()).toHaveLength(2);
  });

  it('same id: refuses an equal order while the second sending waits (order-safety J5)', async () => {
    recordReuseRefused();
    await loseOrder();
    rig.decide(1, 'acknowledge');
    rig.platform.blocked = true;
    expect(rig.decide(1, 'send-again-same-id', { confirmed: ['resend-age'] }).ok).toBe(true);
    expect(await rig.submit(2)).toMatchObject({ ok: false, failure: { code: 'duplicate' } });
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(2);
    expect(rig.state(intent(1))).toBe('ACKED');
  });

  it('check by cancel: never claims a record of another row (order-safety J7)', async () => {
    await rig.submit(2, { quantity: '7' });
    const claimed = rig.journal.order(intent(2))?.serviceIds.signal;
    await loseOrder();
    rig.platform.set(claimed!, { ownId: rig.row(1)!.ownId });
    rig.decide(1, 'check-by-cancelling');
    await rig.clock.advance(0);
    const ids = [1, 2].map((number) => rig.journal.order(intent(number))?.serviceIds.signal);
    expect(ids).toEqual([null, claimed]);
  });

  it('new order: needs the typed words and a new id, and keeps watching the old order', async () => {
    await loseOrder();
    expect(rig.decide(1, 'new-order', { intentId: intent(2), typed: 'yes' })).toMatchObject({
      ok: false,
      failure: { code: 'not-typed' },
    });
    expect(rig.submittedOwnIds()).toHaveLength(1);
    const outcome = rig.decide(1, 'new-order', { intentId: intent(2), typed: 'Two orders ' });
    expect(outcome).toEqual({ ok: true, value: { rowId: intent(2) } });
    await rig.clock.advance(0);
    expect(new Set(rig.submittedOwnIds()).size).toBe(2);
    expect(rig.journal.order(intent(1))).toMatchObject({ supersededBy: intent(2), acknowledged: true });
    expect(rig.row(1)?.journal?.choices).not.toContain('new-order');
    rig.platform.add(record('199', { ownId: rig.row(1)!.ownId, postedAt: Math.floor(rig.clock.now() / 1000) }));
    rig.desk.listsChanged(systemId);
    expect(rig.journal.order(intent(1))).toMatchObject({
      state: 'LANDED_PROBABLE',
      alarm: { code: 'alarm.appeared' },
    });
  });

  it('looks for the order every five minutes for a day, and then ends the watch', async () => {
    await loseOrder();
    const countBefore = rig.platform.readCount;
    await rig.clock.advance(300_000);
    expect(rig.platform.readCount).toBe(countBefore + 2);
    await rig.clock.advance(24 * 3_600_000);
    expect(rig.state(intent(1))).toBe('CLOSED_ABSENT');
    const countAtEnd = rig.platform.readCount;
    await rig.clock.advance(3_600_000);
    expect(rig.platform.readCount).toBe(countAtEnd);
  });

  it('alarms when the watch finds the order', async () => {
    await rig.submit(1, {}, { kind: 'late', ms: 200_000 });
    await rig.clock.advance(121_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
    await rig.clock.advance(400_000);
    expect(rig.row(1)?.journal).toMatchObject({
      state: 'LANDED_PROBABLE',
      alarm: { code: 'alarm.appeared' },
    });
  });
});

describe('two orders that match', () => {
  it('allows only a candidate to be picked', async () => {
    rig.platform.showsOwnIds = false;
    await rig.submit(1, {}, { kind: 'doubled' });
    await rig.clock.advance(2_000);
    const candidates = rig.row(1)?.journal?.candidates ?? [];
    expect(candidates).toHaveLength(2);
    expect(words(candidates[0]?.text ?? '')).toBe('BTO 100 AAPL at limit 150.10, working, posted at 09:30:00 ET');
    expect(rig.decide(1, 'pick', { serviceId: '1' })).toMatchObject({ failure: { code: 'unknown-candidate' } });
    const { serviceId } = candidates[1]!;
    expect(rig.decide(1, 'pick', { serviceId }).ok).toBe(true);
    expect(rig.row(1)).toMatchObject({ serviceId, journal: { state: 'LANDED_PROBABLE' } });
  });
});

describe('a lost replacement', () => {
  const oldRecord = record('150', { ownId: '177246180000009', postedAt: 1_772_400_000, limit: '149' });
  const replacing = { replaces: { serviceId: '150', leaveOcaIntact: true } };

  it('is done when the old order is canceled and the new one is listed', async () => {
    rig.platform.add(oldRecord);
    await rig.submit(1, replacing, { kind: 'lost-after' });
    rig.platform.set('150', { status: 'canceled' });
    await rig.clock.advance(2_000);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'LANDED', exposed: false, alarm: null });
  });

  it('is not done when the old order still works', async () => {
    rig.platform.add(oldRecord);
    await rig.submit(1, replacing, { kind: 'lost-before' });
    await rig.clock.advance(121_000);
    expect(rig.row(1)?.journal).toMatchObject({ state: 'PROBABLY_ABSENT', exposed: false, alarm: null });
    const reason = { code: 'absent.replace-not-done', old: { status: 'working' } };
    expect(rig.row(1)?.journal?.text).toMatchObject({ code: 'order.not-visible', reason });
  });

  it('alarms that the position is exposed, and allows entering the order again', async () => {
    rig.platform.add(oldRecord);
    await rig.submit(1, replacing, { kind: 'lost-before' });
    rig.platform.set('150', { status: 'canceled' });
    await rig.clock.advance(121_000);
    expect(rig.row(1)?.journal).toMatchObject({ exposed: true, typedConfirmation: 'enter again' });
    expect(rig.notices.map(({ level, text }) => ({ level, text }))).toContainEqual({
      level: 'danger',
      text: { code: 'alarm.replace-lost', old: 'canceled' },
    });
    rig.decide(1, 'new-order', { intentId: intent(2), typed: 'enter again' });
    await rig.clock.advance(0);
    expect(rig.journal.order(intent(2))).toMatchObject({ state: 'ACKED', ticket: { replaces: null } });
  });

  it('is judged by the list in which the old order has a known status', async () => {
    rig.platform.add(oldRecord);
    await rig.submit(1, replacing, { kind: 'lost-before' });
    const row = rig.journal.order(intent(1))!;
    const lists = (status: 'working' | 'canceled') => [record('150', { status: 'other' }), record('150', { status })];
    const window = { from: 0, to: 9_999_999_999 };
    const search = { row, records: lists('canceled'), claimed: new Set<string>(), window };
    expect(absentVerdict(row, search, 121, null)).toMatchObject({ exposed: true });
    expect(replacedStillWorksAlarm(row, lists('working'))).toEqual({ code: 'alarm.replaced-works' });
  });

  it('alarms when both orders are listed (order-safety I5)', async () => {
    rig.platform.add(oldRecord);
    await rig.submit(1, replacing, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.row(1)?.journal?.alarm).toEqual({ code: 'alarm.replaced-works' });
  });
});

describe('the preview compared with the answer', () => {
  it('records a leg that the platform did not create', async () => {
    await rig.submit(1, { profitTarget: null });
    expect(rig.row(1)?.journal?.previewDifferences).toEqual([]);
    rig.platform.namesStop = false;
    await rig.submit(2, { quantity: '7' });
    const misses = [{ code: 'preview.missed', member: 'stop', shown: false }];
    expect(rig.row(2)?.journal?.previewDifferences).toEqual(misses);
    expect(rig.wrongPredictions).toEqual(misses);
  });
});
