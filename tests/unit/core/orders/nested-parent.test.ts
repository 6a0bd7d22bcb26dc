import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { DeskRig } from './desk-rig.ts';
import type { RequestOutcome } from './fake-platform.ts';
import { intent, record, systemId, ticket } from './order-fixtures.ts';

let rig: DeskRig;
/** The records of the lists. Tests replace this function to hide records. */
let listed: () => CachedSignal[];
beforeEach(async () => {
  rig = new DeskRig();
  const all = rig.platform.list.bind(rig.platform);
  listed = () => all(systemId);
  rig.platform.list = () => listed();
  await rig.ready();
});
afterEach(() => rig.dispose());

const exit = (): Partial<Ticket> => {
  const { action, quantity, symbol, instrument, duration } = ticket();
  const parent = { action, quantity, symbol, instrument, duration, price: { kind: 'stop' as const, stop: '151' } };
  return { action: 'STC', profitTarget: null, stopLoss: null, parent };
};
const submitExit = (...outcomes: RequestOutcome[]) => rig.submit(1, exit(), ...outcomes);
const parents = (): Signal[] => rig.blotter().filter(({ action }) => action === 'BTO');
const hideRecords = (): void => {
  listed = () => [];
};

describe('the row of a parent that was entered nested in an order', () => {
  it('exists as soon as the order is entered, with the order as its child', async () => {
    hideRecords();
    rig.platform.blocked = true;
    await submitExit();
    expect(parents()).toHaveLength(1);
    expect(parents()[0]).toMatchObject({ rowId: `${intent(1)}:parent`, state: 'queued', stop: '151', quantity: '100' });
    expect(rig.row(1)).toMatchObject({ parentRowId: `${intent(1)}:parent`, role: 'conditional', state: 'queued' });
  });

  it('exists exactly once after the answer, before and after a list shows it', async () => {
    const all = listed;
    hideRecords();
    await submitExit();
    const { parentOwnId, serviceIds } = rig.journal.order(intent(1))!;
    expect(serviceIds.parent).toMatch(/^\d+$/);
    const expected = { rowId: `${intent(1)}:parent`, serviceId: serviceIds.parent, ownId: parentOwnId, links: 'known' };
    expect(parents()).toEqual([expect.objectContaining({ ...expected, state: 'working' })]);
    expect(rig.row(1)).toMatchObject({
      state: 'waiting',
      cause: { code: 'parent-not-filled', byServiceId: serviceIds.parent },
    });
    listed = all;
    expect(parents()).toEqual([expect.objectContaining({ ...expected, state: 'working', name: 'Apple' })]);
    expect(rig.blotter()).toHaveLength(2);
  });

  it('exists after a restart, from the journal alone', async () => {
    hideRecords();
    await submitExit();
    rig.restart();
    expect(parents()).toEqual([expect.objectContaining({ rowId: `${intent(1)}:parent`, state: 'working' })]);
  });

  it('is unknown when the answer is lost, and working when a list names it', async () => {
    const all = listed;
    hideRecords();
    await submitExit({ kind: 'lost-after' });
    expect(parents()).toEqual([expect.objectContaining({ state: 'unknown', serviceId: null })]);
    listed = () => all().filter(({ action }) => action === 'BTO');
    expect(parents()).toEqual([expect.objectContaining({ state: 'working' })]);
    listed = all;
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(rig.journal.order(intent(1))?.serviceIds.parent).toBe(parents()[0]?.serviceId);
  });

  it.each([
    ['LANDED', 'working'],
    ['REJECTED', 'canceled'],
  ] as const)('makes the refused child %s when a list shows the parent as %s', async (state, status) => {
    rig.platform.onSend = () => {
      const ownId = rig.journal.order(intent(1))?.parentOwnId ?? '';
      rig.platform.add(record('160', { ownId, status, kind: 'stop', limit: null, stop: '151' }));
    };
    await submitExit({ kind: 'refused', title: 'Unknown typeofsymbol' });
    await rig.clock.advance(2_000);
    const alarm = state === 'LANDED' ? { code: 'alarm.refused-but-listed' } : null;
    expect(rig.journal.order(intent(1))).toMatchObject({ state, alarm });
    expect(parents()).toEqual([expect.objectContaining({ rowId: `${intent(1)}:parent`, state: status })]);
  });

  it('is matched by fingerprint, but never with a pre-existing match', async () => {
    rig.platform.showsOwnIds = false;
    const equal = { kind: 'stop', limit: null, stop: '151', postedAt: Math.floor(rig.clock.now() / 1000) } as const;
    rig.platform.add(record('150', equal));
    await submitExit({ kind: 'lost-after' });
    await rig.clock.advance(2_000);
    expect(rig.state(intent(1))).toBe('LANDED_PROBABLE');
    const { parent } = rig.journal.order(intent(1))!.serviceIds;
    expect(parent).not.toBe('150');
    expect(parents().map(({ rowId, serviceId }) => [rowId, serviceId])).toEqual(
      expect.arrayContaining([
        ['s150', '150'],
        [`${intent(1)}:parent`, parent],
      ]),
    );
  });

  it('is named in the text of its lost child if the lists hide the child and show no own ids', async () => {
    rig.platform.showsOwnIds = false;
    const all = listed;
    listed = () => all().filter(({ status }) => status !== 'waiting');
    const readPosted = rig.platform.readPosted.bind(rig.platform);
    rig.platform.readPosted = async (id, from, to) => {
      const reading = await readPosted(id, from, to);
      if (!reading.ok) return reading;
      return { ...reading, records: reading.records.filter(({ status }) => status !== 'waiting') };
    };
    await submitExit({ kind: 'lost-after' });
    await rig.clock.advance(130_000);
    expect(rig.journal.order(intent(1))).toMatchObject({
      state: 'PROBABLY_ABSENT',
      reason: { code: 'absent.parent-listed' },
    });
  });

  it('gets a notice for its fill', async () => {
    await submitExit();
    rig.desk.listsChanged(systemId);
    rig.platform.set(parents()[0]?.serviceId ?? '', { status: 'traded', tradedPrice: '151.02', tradedAt: 1 });
    rig.desk.listsChanged(systemId);
    expect(rig.notices.at(-1)).toMatchObject({
      title: { code: 'notice.leg-filled', leg: 'parent', action: 'BTO', quantity: '100', symbol: 'AAPL' },
      rowId: `${intent(1)}:parent`,
    });
  });
});

describe('canceling a nested parent', () => {
  it('uses the service id of the parent and also cancels the waiting child', async () => {
    hideRecords();
    await submitExit();
    const { serviceIds } = rig.journal.order(intent(1))!;
    const plan = rig.desk.planCancel(systemId, [`${intent(1)}:parent`]);
    expect(plan).toMatchObject({
      requests: 1,
      alsoCanceled: [intent(1)],
      label: { code: 'cancel.some', count: 2, total: 2, named: [{ action: 'BTO' }, { action: 'STC' }] },
    });
    rig.desk.cancel(intent(50), systemId, [`${intent(1)}:parent`]);
    await rig.clock.advance(0);
    expect(rig.platform.sent.at(-1)).toMatchObject({ command: 'cancelSignal', id: serviceIds.parent });
  });

  it('withdraws the whole order when nothing of it was sent', async () => {
    rig.desk.prepare(intent(1), ticket(exit()));
    expect(rig.desk.cancel(intent(50), systemId, [`${intent(1)}:parent`]).ok).toBe(true);
    expect(rig.state(intent(1))).toBe('ABANDONED');
    expect(rig.platform.sent).toEqual([]);
  });
});
