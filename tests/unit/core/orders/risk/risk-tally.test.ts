import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { RiskTally } from '#core/orders/risk/risk-tally.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { newOrder, startWall } from '../order-fixtures.ts';

/** A tally that records which rows it valued. Each row is one share at ten dollars. */
function rig() {
  const clock = new FakeClock(startWall);
  const valued: OrderRow[] = [];
  const tally = new RiskTally(clock, (row) => {
    valued.push(row);
    return { quantity: new Big(1), value: new Big(10) };
  });
  return { clock, valued, tally };
}

const created = (number: number): OrderRow =>
  reduce(null, { type: 'created', ...newOrder(number), ownId: `17724618000000${number}` });
const dayMs = 24 * 60 * 60 * 1000;
const slot: OrderEvent = { type: 'slot-free', at: startWall, monotonic: 1, preExistingMatches: [] };
const notSent: OrderEvent = { type: 'not-sent', at: startWall, reason: 'no connection' };

describe('the tally of new risk', () => {
  it('counts only the last state of a row that changed several times before the tally is read', () => {
    const { tally, valued } = rig();
    const queued = created(1);
    const sending = reduce(queued, slot);
    for (const row of [queued, sending]) tally.rowChanged(row);
    expect(tally.day()).toMatchObject({ count: 1, quantity: '1', value: '10' });
    expect(valued).toEqual([sending]);
  });

  it('does not value an order that was reported as not sent before the tally is read', () => {
    const { tally, valued } = rig();
    const queued = created(1);
    const sending = reduce(queued, slot);
    for (const row of [queued, sending, reduce(sending, notSent)]) tally.rowChanged(row);
    expect(tally.day().count).toBe(0);
    expect(valued).toEqual([]);
  });

  it('counts an order at the time of its last confirmation', async () => {
    const { clock, tally } = rig();
    const held = reduce(created(1), { type: 'held', at: startWall, reason: 'no connection' });
    tally.rowChanged(created(1));
    tally.rowChanged(held);
    await clock.advance(90_000);
    tally.rowChanged(reduce(held, { type: 'confirmed', at: clock.now() }));
    expect(tally.minute().count).toBe(1);
    await clock.advance(60_000);
    expect(tally.minute().count).toBe(0);
    expect(tally.day().count).toBe(1);
  });

  it('keeps the minute of a confirmation when the wall clock jumps before a later change', async () => {
    const { clock, tally } = rig();
    const queued = created(1);
    tally.rowChanged(queued);
    await clock.advance(50_000);
    clock.jumpWall(-3_600_000);
    tally.rowChanged(reduce(queued, slot));
    expect(tally.minute().count).toBe(1);
    await clock.advance(10_000);
    expect(tally.minute().count).toBe(0);
  });

  it('still counts today what was confirmed before the clock was set back over midnight', async () => {
    const { clock, tally } = rig();
    const [first, second] = [created(1), created(2)];
    for (const row of [first, second]) tally.rowChanged(row);
    expect(tally.day().count).toBe(2);
    clock.jumpWall(-dayMs);
    expect(tally.day().count).toBe(2);
    expect(tally.day(second.rowId).count).toBe(1);
    tally.rowChanged(reduce(reduce(second, slot), notSent));
    expect(tally.day().count).toBe(1);
    await clock.advance(2 * dayMs);
    expect(tally.day().count).toBe(0);
  });
});
