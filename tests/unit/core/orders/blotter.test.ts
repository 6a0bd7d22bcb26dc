import { words } from '#renderer/messages/words.ts';
import { describe, expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows, filterRows } from '#core/orders/blotter/blotter.ts';
import { planCancel } from '#core/orders/cancel/cancel-plan.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds, type OrderRow } from '#core/orders/journal/order-row.ts';
import { intent, newOrder, record, startWall, type ticket } from './order-fixtures.ts';

const at = startWall;
const created = (number: number, changes: Parameters<typeof ticket>[0] = {}): OrderRow =>
  reduce(null, { type: 'created', ...newOrder(number, changes), ownId: `17724618000000${number}` });
const apply = (row: OrderRow, ...events: OrderEvent[]): OrderRow => events.reduce(reduce, row);
const slot: OrderEvent = { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] };
const accepted = (serviceIds: Partial<OrderRow['serviceIds']>): OrderEvent => ({
  type: 'accepted',
  at,
  serviceIds: { ...noServiceIds, ...serviceIds },
  mirror: { status: 'working', tradedPrice: null, at: null },
  answer: [],
  alarm: null,
});
const bracket = (): OrderRow =>
  apply(created(1), slot, accepted({ signal: '155', target: '156', stop: '157', ocaGroup: '158' }));
const rows = (orders: readonly OrderRow[], records: readonly CachedSignal[]): Signal[] =>
  blotterRows({ rows: orders, cancels: [], records });
const byId = (signals: readonly Signal[], serviceId: string): Signal | undefined =>
  signals.find((signal) => signal.serviceId === serviceId);

describe('the signals blotter', () => {
  it('keeps a moved stop in the tree of its parent, also after a second move', () => {
    const replaces = (serviceId: string) => ({
      replaces: { serviceId, leaveOcaIntact: true },
      action: 'STC' as const,
      price: { kind: 'stop' as const, stop: '146' },
      profitTarget: null,
      stopLoss: null,
    });
    const first = apply(created(2, replaces('157')), slot, accepted({ signal: '160' }));
    const second = apply(created(3, replaces('160')), slot, accepted({ signal: '161' }));
    const found = rows([bracket(), first, { ...second, createdAt: at + 1 }], []);
    expect(byId(found, '160')).toMatchObject({ parentRowId: intent(1), role: 'stop' });
    expect(byId(found, '161')).toMatchObject({ parentRowId: intent(1), role: 'stop' });
    const loneReplacement = apply(created(2, replaces('900')), slot, accepted({ signal: '160' }));
    expect(byId(rows([bracket(), loneReplacement], [record('900')]), '160')).toMatchObject({
      parentRowId: null,
      role: 'order',
    });
  });

  it('shows each order once, whether or not the lists contain it', () => {
    const records = [record('155', { ownId: '177246180000001' }), record('156', { action: 'STC' }), record('900')];
    const found = rows([bracket()], records);
    expect(found.map(({ rowId }) => rowId).sort()).toEqual([intent(1), 's156', 's157', 's900'].sort());
    expect(byId(found, '900')).toMatchObject({ links: 'unknown', journal: null, parentRowId: null });
  });

  it('joins an unknown order to its record by own id before it is reconciled', () => {
    const unknown = apply(created(1), slot, { type: 'lost', at, reason: 'cut', answer: [] });
    const found = rows([unknown], [record('155', { ownId: unknown.ownId })]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ rowId: intent(1), serviceId: '155', state: 'unknown' });
  });

  it('shows that the filled target canceled the stop, deduced from the links', () => {
    const end = at / 1000 + 60;
    const found = rows(
      [bracket()],
      [
        record('155', { status: 'traded', tradedAt: at / 1000 + 9, tradedPrice: '150.05' }),
        record('156', { status: 'traded', action: 'STC', tradedAt: end, tradedPrice: '160' }),
        record('157', { status: 'canceled', action: 'STC', kind: 'stop', canceledAt: end }),
      ],
    );
    expect(byId(found, '155')).toMatchObject({ state: 'traded', cause: null, tradedPrice: '150.05' });
    expect(byId(found, '157')).toMatchObject({
      state: 'canceled',
      parentRowId: intent(1),
      cause: { code: 'sibling-filled', evidence: 'deduced', byServiceId: '156' },
    });
  });

  it('shows the bracket that was entered with an order whose legs no answer has named', () => {
    const [shown] = rows([apply(created(1), slot, accepted({ signal: '155' }))], []);
    expect(shown?.journal?.bracket).toEqual({ profitTarget: '160.00', stopLoss: '145.5', keepBothAlive: false });
    const [plain] = rows([created(1, { profitTarget: null, stopLoss: null })], []);
    expect(plain?.journal).not.toHaveProperty('bracket');
  });

  it('assumes the duration of a leg until a list shows it', () => {
    expect(byId(rows([bracket()], []), '157')).toMatchObject({ duration: 'GTC', durationAssumed: true });
    const withoutDuration = rows([bracket()], [record('157', { duration: null })]);
    expect(byId(withoutDuration, '157')).toMatchObject({ duration: 'GTC', durationAssumed: true });
    const shown = byId(rows([bracket()], [record('157', { duration: 'DAY' })]), '157');
    expect(shown).toMatchObject({ duration: 'DAY' });
    expect(shown).not.toHaveProperty('durationAssumed');
  });

  it('shows until when an order is parked', () => {
    const parkedUntil = at / 1000 + 60;
    expect(byId(rows([], [record('900', { status: 'waiting', parkedUntil })]), '900')).toMatchObject({ parkedUntil });
  });

  it('shows an unfilled parent, also an ended one, as the cause of the state of its legs', () => {
    const waiting = rows([bracket()], [record('155')]);
    expect(byId(waiting, '156')).toMatchObject({ state: 'waiting', cause: { code: 'parent-not-filled' } });
    const afterExpiry = rows([bracket()], [record('155', { status: 'expired', expiredAt: at / 1000 + 5 })]);
    expect(byId(afterExpiry, '155')?.cause).toMatchObject({ code: 'expired', evidence: 'seen' });
    expect(byId(afterExpiry, '156')).toMatchObject({
      state: 'canceled',
      cause: { code: 'parent-not-filled', byServiceId: '155' },
    });
  });

  it('shows a replacement as the cause, and an unknown cause if nothing explains the end', () => {
    const replacing = apply(
      created(2, { replaces: { serviceId: '155', leaveOcaIntact: true } }),
      slot,
      accepted({ signal: '170' }),
    );
    const canceled = { status: 'canceled', canceledAt: at / 1000 } as const;
    const found = rows(
      [replacing],
      [record('155', canceled), record('900', canceled), record('901', { unlisted: true })],
    );
    expect(byId(found, '155')?.cause).toMatchObject({ code: 'replaced', byServiceId: '170' });
    expect(byId(found, '900')?.cause).toMatchObject({ code: 'unknown', evidence: 'none' });
    expect(byId(found, '901')).toMatchObject({ state: 'unlisted', cause: { code: 'unknown' } });
  });

  it('shows a sibling as the cause if the replacement names the replaced sibling by own id', () => {
    const ownId = '177246180000077';
    const replaces = { serviceId: ownId, leaveOcaIntact: false };
    const replacing = apply(created(2, { replaces }), slot, accepted({ signal: '170' }));
    const canceled = { status: 'canceled', canceledAt: at / 1000, ocaId: '77' } as const;
    const found = rows([replacing], [record('155', { ...canceled, ownId }), record('156', canceled)]);
    expect(byId(found, '155')?.cause).toMatchObject({ code: 'replaced' });
    expect(byId(found, '156')?.cause).toMatchObject({ code: 'sibling-canceled', byServiceId: '155' });
  });

  it('shows no sibling as the cause in a bracket whose legs form no group', () => {
    const bothAlive = apply(
      created(1, { keepBothAlive: true }),
      slot,
      accepted({ signal: '155', target: '156', stop: '157', ocaGroup: null }),
    );
    const found = rows(
      [bothAlive],
      [
        record('155', { status: 'traded' }),
        record('156', { status: 'traded', action: 'STC' }),
        record('157', { status: 'canceled', action: 'STC' }),
      ],
    );
    expect(byId(found, '157')?.cause).toMatchObject({ code: 'unknown', evidence: 'none' });
    expect(
      planCancel(rows([bothAlive], [record('155'), record('156'), record('157')]), ['s156']).plan.alsoCanceled,
    ).toEqual([]);
  });

  it('attaches a conditional order to its parent, by service id or own id', () => {
    const child = apply(created(2, { conditionalUpon: '177246180000001' }), slot, accepted({ signal: '170' }));
    const found = rows([bracket(), child], [record('155'), record('170', { status: 'waiting' })]);
    expect(byId(found, '170')).toMatchObject({ parentRowId: intent(1), role: 'conditional', state: 'waiting' });
    const externalRows = rows(
      [],
      [record('300'), record('301', { parentId: '300', action: 'STC', status: 'waiting' })],
    );
    expect(byId(externalRows, '301')).toMatchObject({ parentRowId: 's300', links: 'known', role: 'target' });
  });

  it('lists a leg below each order that names it, whatever parent its record shows', () => {
    const otherOrder = apply(created(2), slot, accepted({ signal: '300', stop: '157' }));
    const conditionalOrder = apply(created(3, { conditionalUpon: '300' }), slot, accepted({ signal: '400' }));
    const legRecord = record('157', { parentId: '300', action: 'STC', kind: 'stop' });
    const found = rows([bracket(), otherOrder, conditionalOrder], [legRecord]);
    const legs = found.filter(({ serviceId }) => serviceId === '157');
    expect(legs.map(({ parentRowId }) => parentRowId)).toEqual([intent(1), intent(2)]);
    expect(byId(found, '400')?.parentRowId).toBe(intent(2));
  });

  it('filters by text and keeps the parents of the rows that match', () => {
    const found = rows(
      [bracket()],
      [record('155', { status: 'traded' }), record('156', { action: 'STC' }), record('900')],
    );
    const shown = filterRows(found, ' stc ', () => true);
    expect(shown.map(({ rowId }) => rowId).sort()).toEqual([intent(1), 's156', 's157'].sort());
  });

  it('lists working orders without their filled parent, and names it on the child', () => {
    const [target, external] = [record('156', { action: 'STC' }), record('900')];
    const listed = (entryStatus: 'traded' | 'working') =>
      rows([bracket()], [record('155', { status: entryStatus }), target, external]);
    const isWorking = ({ state }: Signal): boolean => state === 'working' || state === 'waiting';
    const shown = filterRows(listed('traded'), '', isWorking);
    expect(shown.map(({ rowId }) => rowId)).not.toContain(intent(1));
    expect(byId(shown, '156')).toMatchObject({
      parentRowId: intent(1),
      parent: { action: 'BTO', quantity: '100', symbol: 'AAPL', state: 'traded' },
    });
    expect(byId(shown, '900')).not.toHaveProperty('parent');
    const tree = filterRows(listed('working'), '', isWorking);
    expect(tree.map(({ rowId }) => rowId)).toContain(intent(1));
    expect(byId(tree, '156')).not.toHaveProperty('parent');
  });

  it('returns the same object for an unchanged row whose unchanged parent is filtered out', () => {
    const found = rows([bracket()], [record('155', { status: 'traded' }), record('156', { action: 'STC' })]);
    const isWorking = ({ state }: Signal): boolean => state === 'working';
    expect(byId(filterRows(found, '', isWorking), '156')).toBe(byId(filterRows(found, '', isWorking), '156'));
  });

  it('plans one request for a group, with the rows that it also cancels', () => {
    const found = rows([bracket()], [record('155')]);
    const { plan, requests } = planCancel(found, [intent(1)]);
    expect(plan).toMatchObject({ label: { code: 'cancel.some', count: 3, total: 3 }, requests: 1 });
    expect(words(plan.label)).toBe('Cancel 3 of 3 (BTO 100 AAPL, stop, target)');
    expect(requests[0]?.covers).toEqual(['s156', 's157']);
    const endedPlan = planCancel(rows([bracket()], [record('155', { status: 'traded' })]), [intent(1), 'x']);
    expect(endedPlan.plan.skipped.map(({ reason }) => reason)).toEqual([
      { code: 'cancel.ended', state: 'traded' },
      { code: 'cancel.not-listed' },
    ]);
  });

  it('returns the same object for an unchanged row, and rebuilds rows affected by a change', () => {
    const order = bracket();
    const endedRecord = record('901', { status: 'canceled' });
    const listed = [record('155'), record('156', { action: 'STC' }), record('157', { action: 'STC' }), endedRecord];
    const before = rows([order], listed);
    const unchanged = rows([order], listed);
    expect(unchanged).toEqual(before);
    for (const [index, signal] of unchanged.entries()) expect(signal).toBe(before[index]);

    const filled = record('156', { action: 'STC', status: 'traded' });
    const canceledStop = record('157', { action: 'STC', status: 'canceled' });
    const after = rows([order], [listed[0] ?? endedRecord, filled, canceledStop, endedRecord]);
    expect(byId(after, '157')?.cause).toMatchObject({ code: 'sibling-filled' });
    expect(byId(after, '901')).toBe(byId(before, '901'));
    expect(
      rows([structuredClone(order)], structuredClone([listed[0] ?? endedRecord, filled, canceledStop, endedRecord])),
    ).toEqual(after);
  });
});
