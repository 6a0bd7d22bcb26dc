import { words } from '#renderer/messages/words.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { DeskRig } from './desk-rig.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
  rig.platform.showsOwnIds = false;
});
afterEach(() => rig.dispose());

/** A poll: the lists were read, and the desk processes them. */
const poll = (): void => rig.desk.listsChanged(systemId);
const alarm = (number = 1): string | null => {
  const found = rig.row(number)?.journal?.alarm ?? null;
  return found === null ? null : words(found);
};
const addExternal = (serviceId: string, changes: Partial<CachedSignal> = {}): void =>
  rig.platform.add(record(serviceId, { postedAt: Math.floor(rig.clock.now() / 1000), ...changes }));

describe('an order that the network doubles while the lists show no own ids (exception of P1)', () => {
  it('raises an alarm on the row and in a notice at the next poll, even after a good answer', async () => {
    await rig.submit(1, {}, { kind: 'doubled', answered: true });
    expect(rig.state(intent(1))).toBe('ACKED');
    poll();
    expect(alarm()).toMatch(/^Order \d+ matches this order in every visible detail, and only one was sent from here\./);
    expect(rig.row(1)?.journal?.choices).toEqual(['acknowledge']);
    expect(rig.notices.at(-1)).toMatchObject({ level: 'danger', rowId: intent(1), text: { code: 'alarm.copies' } });
  });

  it('keeps the notice of the alarm after the fill and after a restart, until it is acknowledged', async () => {
    await rig.submit(1, {}, { kind: 'doubled', answered: true });
    poll();
    rig.platform.set(rig.journal.order(intent(1))!.serviceIds.signal!, { status: 'traded', tradedAt: 5 });
    poll();
    const alarmShown = { level: 'danger', rowId: intent(1), text: { code: 'alarm.copies' } };
    const shown = (): Notice[] => [...rig.shownNotices.values()];
    expect(shown()).toMatchObject([alarmShown, { level: 'good', announced: 'fill', rowId: intent(1) }]);
    rig.shownNotices.clear();
    rig.restart();
    expect(shown()).toMatchObject([alarmShown]);
    expect(rig.decide(1, 'acknowledge').ok).toBe(true);
    expect(shown()).toEqual([]);
    rig.restart();
    expect(shown()).toEqual([]);
  });

  it('raises an alarm when the answer was lost and the second copy is listed later', async () => {
    await rig.submit(1, {}, { kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    poll();
    expect(alarm()).toBeNull();
    addExternal('155999999');
    poll();
    expect(alarm()).toContain('Order 155999999 matches');
  });

  it('raises an alarm once: acknowledged copies are not reported again, a third copy is', async () => {
    await rig.submit(1, {}, { kind: 'doubled', answered: true });
    poll();
    expect(rig.decide(1, 'acknowledge').ok).toBe(true);
    poll();
    expect(alarm()).toBeNull();
    addExternal('155999999');
    poll();
    expect(alarm()).toContain('155999999');
  });

  it('raises an alarm together with another alarm of the row', async () => {
    await rig.submit(1, { profitTarget: '160', stopLoss: '145' }, { kind: 'doubled', answered: true });
    const { target, stop } = rig.journal.order(intent(1))?.serviceIds ?? {};
    for (const [id, kind] of [[target, 'limit'] as const, [stop, 'stop'] as const])
      rig.platform.add(record(id ?? '', { action: 'STC', kind, status: 'traded', tradedAt: 1 }));
    poll();
    expect(alarm()).toContain('matches this order');
    expect(alarm()).toContain('Target and stop were both filled');
  });

  it('raises an alarm if it is an exit, although an old bracket has legs that were never listed', async () => {
    await rig.submit(1, { profitTarget: '160', stopLoss: '145' }, { kind: 'lost-after' });
    const all = rig.platform.list.bind(rig.platform);
    rig.platform.list = (id) => all(id).filter(({ action }) => action !== 'STC');
    await rig.clock.advance(120_000);
    expect(rig.journal.order(intent(1))?.serviceIds).toMatchObject({ target: null, stop: null });
    await rig.clock.advance(86_400_000);
    rig.platform.list = all;
    const exit = { action: 'STC', profitTarget: null, stopLoss: null } as const;
    rig.platform.outcomes.push({ kind: 'doubled', answered: true });
    expect(rig.desk.submit(intent(2), ticket(exit), ['nothing-to-close', 'against-position']).ok).toBe(true);
    await rig.clock.advance(0);
    poll();
    expect(alarm(2)).toContain('matches this order');
  });
});

it.each([
  [true, 'The platform has 2 orders under this'],
  [false, 'Order 155999999 matches this order'],
])(
  'a copy first listed after the cancel of the order raises an alarm (lists show own ids: %s)',
  async (showsOwnIds, text) => {
    rig.platform.showsOwnIds = showsOwnIds;
    await rig.submit(1);
    const listed = rig.platform.list(systemId)[0]!;
    rig.platform.add({ ...listed, status: 'canceled', canceledAt: 1, inWorkingList: false });
    poll();
    expect(rig.journal.order(intent(1))?.mirror?.status).toBe('canceled');
    expect(alarm()).toBeNull();
    await rig.clock.advance(3_600_000);
    rig.platform.add({ ...listed, serviceId: '155999999' });
    poll();
    expect(alarm()).toContain(text);
  },
);

describe('the alarm of an unexplained copy of an order', () => {
  const expectNoAlarm = async (): Promise<void> => {
    poll();
    await rig.clock.advance(2_000);
    poll();
    expect(alarm()).toBeNull();
  };

  it('is not raised for an equal order that was listed before the send', async () => {
    addExternal('154');
    await rig.submit(1);
    await expectNoAlarm();
  });

  it.each<[string, Partial<CachedSignal>]>([
    ['of another price', { limit: '150.11' }],
    ['of another quantity', { quantity: '99' }],
    ['posted long before this order', { postedAt: 1 }],
    ['that names another own id', { ownId: '177246180000002' }],
  ])('is not raised for an order %s', async (_, changes) => {
    await rig.submit(1);
    addExternal('155999999', changes);
    await expectNoAlarm();
  });

  it('is not raised for an equal own order, answered or still unknown', async () => {
    await rig.submit(1);
    await rig.submit(2);
    await expectNoAlarm();
    await rig.submit(3, {}, { kind: 'lost-after' });
    poll();
    expect([alarm(1), alarm(2), alarm(3)]).toEqual([null, null, null]);
    await rig.clock.advance(2_000);
    expect(rig.state(intent(3))).toBe('LANDED_PROBABLE');
    await expectNoAlarm();
  });

  it('is not raised for the other of two candidates after the user picked one', async () => {
    await rig.submit(1, {}, { kind: 'doubled' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('AMBIGUOUS');
    const [first] = rig.row(1)?.journal?.candidates ?? [];
    expect(rig.decide(1, 'pick', { serviceId: first?.serviceId ?? '' }).ok).toBe(true);
    await expectNoAlarm();
  });
});
