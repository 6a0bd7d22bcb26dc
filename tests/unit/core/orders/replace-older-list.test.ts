import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import { DeskRig } from './desk-rig.ts';
import { longPosition } from './exits/exit-rig.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';

const oldId = '148220811';
let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

const inHours = (hours: number): number => Math.floor(rig.clock.now() / 1000) + hours * 3_600;

/** A stop order that takes the place of `oldId` and is released in two hours. */
const parkedStop = () =>
  ({
    action: 'STC',
    price: { kind: 'stop', stop: '148' },
    profitTarget: null,
    stopLoss: null,
    parkUntil: inHours(2),
    replaces: { serviceId: oldId, leaveOcaIntact: true },
  }) as const;

/** Replaces the order with the warnings of its preview confirmed. No list is read after that. */
async function replace(changes: Partial<Ticket>): Promise<void> {
  const list = rig.platform.list(systemId);
  rig.platform.list = () => list;
  await rig.clock.advance(1_000);
  const order = ticket(changes);
  const warnings = rig.desk.preview(order).checks.filter(({ level }) => level === 'warn');
  const outcome = rig.desk.submit(
    intent(1),
    order,
    warnings.map(({ code }) => code),
  );
  expect(outcome).toMatchObject({ ok: true });
  await rig.clock.advance(0);
}

it('a parked stop is replaced although the lists still show the canceled one and its target', async () => {
  const parked = {
    action: 'STC',
    status: 'waiting',
    statusText: 'working',
    parkedUntil: inHours(2),
    ocaId: '7',
  } as const;
  rig.platform.add(record(oldId, { ...parked, kind: 'stop', stop: '147', limit: null }));
  rig.platform.add(record('148220812', { ...parked, limit: '160' }));
  rig.positions = [{ ...longPosition, quantity: '100' }];
  await replace(parkedStop());
  expect(rig.platform.sent.map(({ command }) => command)).toEqual(['cancelSignal', 'submitSignal']);
  expect(rig.state(intent(1))).toBe('ACKED');
});

it('a new release time is sent although the lists still show the old order with equal terms', async () => {
  await rig.submit(2, { parkUntil: inHours(2) });
  const serviceId = rig.row(2)?.serviceId ?? '';
  rig.platform.set(serviceId, { status: 'waiting', parkedUntil: inHours(2) });
  rig.desk.listsChanged(systemId);
  await replace({ parkUntil: inHours(3), replaces: { serviceId, leaveOcaIntact: true } });
  expect(rig.submittedOwnIds()).toHaveLength(2);
  expect(rig.state(intent(1))).toBe('ACKED');
});

it('a replacement that is withdrawn between its steps says that the cancel of the old order was requested', async () => {
  rig.platform.add(record(oldId, { status: 'waiting', statusText: 'working', parkedUntil: inHours(2) }));
  rig.platform.blocked = true;
  await replace({ price: { kind: 'limit', limit: '151' }, replaces: { serviceId: oldId, leaveOcaIntact: true } });
  expect(rig.decide(1, 'abandon')).toMatchObject({ ok: true });
  rig.platform.unblock();
  await rig.clock.advance(0);
  expect(rig.submittedOwnIds()).toEqual([]);
  const text = { code: 'replace.withdrawn', canceled: false };
  expect(rig.row(1)?.journal).toMatchObject({ state: 'ABANDONED', text });
  expect(rig.notices.at(-1)).toMatchObject({ title: { news: 'not-replaced' }, text });
});

describe('a replacement in two steps whose cancel takes 11 seconds', () => {
  const secondsAgo = (count: number): number => Math.floor(rig.clock.now() / 1000) - count;

  async function replaceSlowly(changes: Partial<Ticket>): Promise<void> {
    rig.platform.blocked = true;
    await replace(changes);
    await rig.clock.advance(11_000);
    rig.platform.unblock();
    await rig.clock.advance(0);
  }

  it('is sent although the working list is older than its limit by then', async () => {
    rig.platform.add(record(oldId, { status: 'waiting', statusText: 'working', parkedUntil: inHours(2) }));
    rig.workingReadAt = secondsAgo(25);
    await replaceSlowly({
      price: { kind: 'limit', limit: '151' },
      replaces: { serviceId: oldId, leaveOcaIntact: true },
    });
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['cancelSignal', 'submitSignal']);
  });

  it('reads the positions first if their reading would be too old when the new order is sent', async () => {
    rig.platform.add(record(oldId, { action: 'STC', kind: 'stop', stop: '147', limit: null }));
    rig.positions = [{ ...longPosition, quantity: '100' }];
    const stop = parkedStop();
    rig.positionsReadAt = secondsAgo(20);
    expect(rig.desk.needsReading(ticket(stop))).toBe(true);
    expect(rig.desk.needsReading(ticket({ ...stop, parkUntil: null }))).toBe(false);
    rig.positionsReadAt = secondsAgo(14);
    expect(rig.desk.needsReading(ticket(stop))).toBe(false);
    await replaceSlowly(stop);
    expect(rig.state(intent(1))).toBe('ACKED');
  });
});
