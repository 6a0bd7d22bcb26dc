import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '#contract/model/trade.ts';
import { DeskRig } from './desk-rig.ts';
import { intent, record, startWall, systemId, ticket } from './order-fixtures.ts';

/** Monday, 9:30 in New York. */
const now = startWall / 1000;
const dayEnd = Date.UTC(2026, 2, 2, 21, 5) / 1000;

const position = (quantity: string): Position => ({
  id: `${systemId}-AAPL-long`,
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity,
  averagePrice: '150',
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: '0',
  unprotected: true,
  tradeIds: [],
});
const stop = (id: string, changes: Parameters<typeof record>[1] = {}) =>
  record(id, { action: 'STC', kind: 'stop', limit: null, stop: '145', quantity: '40', postedAt: now, ...changes });

const exit = { action: 'STC', profitTarget: null, stopLoss: null } as const;

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
  rig.positions = [position('50')];
});
afterEach(() => rig.dispose());

const shown = (): Position | undefined => rig.desk.positions(systemId)[0];

describe('the stops that protect a position', () => {
  it('are the working ones, with quantity, price and end', () => {
    rig.platform.add(stop('201', { duration: 'DAY' }));
    expect(shown()).toMatchObject({
      protectedQuantity: '40',
      unprotected: true,
      stops: { nearest: '145', farthest: '145', duration: 'DAY', endsAt: dayEnd },
    });
    rig.platform.add(stop('202', { stop: '140' }));
    expect(shown()).toMatchObject({ protectedQuantity: '50', unprotected: false, stops: { farthest: '140' } });
  });

  it('include a stop on an option whose symbol was typed with a trailing zero in the strike', async () => {
    const heldSymbol = 'MSFT1220J30.5';
    rig.positions = [{ ...position('3'), symbol: heldSymbol, instrument: 'option' }];
    const price = { kind: 'stop', stop: '1.25' } as const;
    await rig.submit(1, { ...exit, instrument: 'option', symbol: `${heldSymbol}0`, quantity: '3', price });
    rig.platform.set(rig.row(1)?.serviceId ?? '', { symbol: heldSymbol, instrument: 'option' });
    rig.desk.listsChanged(systemId);
    expect(shown()).toMatchObject({ protectedQuantity: '3', unprotected: false });
    const sale = { ...exit, symbol: `${heldSymbol}0`, instrument: 'option', quantity: '3' } as const;
    const close = ticket({ ...sale, price: { kind: 'market' } });
    expect(rig.desk.exposure(close).positionSize.toFixed()).toBe('3');
    expect(rig.desk.exposure({ ...close, symbol: heldSymbol }).freeQuantity.toFixed()).toBe('0');
  });

  it('do not include the waiting stop of an entry that is not filled', async () => {
    // A bracket that was entered here: the list shows its legs as working, without their links.
    await rig.submit(1, { quantity: '40' });
    const { stop: child } = rig.journal.order(rig.row(1)?.rowId ?? '')?.serviceIds ?? {};
    rig.platform.add(stop(child ?? ''));
    expect(shown()).toMatchObject({ protectedQuantity: '0', stops: null });
    rig.platform.set(rig.row(1)?.serviceId ?? '', { status: 'traded', tradedAt: now });
    rig.desk.listsChanged(systemId);
    expect(shown()).toMatchObject({ protectedQuantity: '40' });
  });

  it.each([
    [false, null],
    [true, '50'],
  ])(
    'exceed the position together with their target only if `keepBothAlive` is true: %s',
    async (keepBothAlive, beyond) => {
      const bracket = ticket({ quantity: '50', keepBothAlive });
      expect(rig.desk.submit(intent(1), bracket, ['both-alive']).ok).toBe(true);
      await rig.clock.advance(0);
      const { target, stop: child } = rig.journal.order(intent(1))?.serviceIds ?? {};
      rig.platform.add(record(target ?? '', { action: 'STC', quantity: '50', limit: '160' }));
      rig.platform.add(stop(child ?? '', { quantity: '50' }));
      rig.platform.set(rig.row(1)?.serviceId ?? '', { status: 'traded', tradedAt: now });
      rig.desk.listsChanged(systemId);
      expect(shown()).toMatchObject({ protectedQuantity: '50', exitsBeyond: beyond });
    },
  );

  it.each([
    [
      'waits for an entry that was entered elsewhere',
      { status: 'waiting', statusText: 'posted', inWorkingList: false },
    ],
    ['is parked', { status: 'waiting', parkedUntil: now + 3_600 }],
    ['is only in the list of all orders', { inWorkingList: false }],
    ['left the lists', { unlisted: true, inWorkingList: false }],
    ['has an unknown status', { status: 'other', statusText: 'weird' }],
    ['opens a position', { action: 'BTO' }],
    ['is of another symbol', { symbol: 'KO' }],
  ] as const)('do not include a stop that %s', (_what, changes) => {
    rig.platform.add(stop('201', changes));
    expect(shown()).toMatchObject({ protectedQuantity: '0', unprotected: true, stops: null });
  });

  it('count a group once, by its smallest member', () => {
    rig.platform.add(stop('201', { ocaId: '77', quantity: '50' }));
    rig.platform.add(stop('202', { ocaId: '77', quantity: '30', stop: '140' }));
    expect(shown()).toMatchObject({ protectedQuantity: '30' });
  });

  it('end with a DAY order of their group, whose expiry cancels them', () => {
    rig.platform.add(stop('201', { ocaId: '77' }));
    rig.platform.add(record('202', { action: 'STC', limit: '160', duration: 'DAY', postedAt: now }));
    expect(shown()).toMatchObject({ stops: { duration: 'GTC', endsAt: null } });
    rig.platform.set('202', { ocaId: '77' });
    expect(shown()).toMatchObject({ stops: { duration: 'DAY', endsAt: dayEnd } });
  });

  it('end at 13:05 on a half day if they were posted on the holiday before it', () => {
    const posted = Date.UTC(2026, 10, 26, 15) / 1000;
    rig.platform.add(stop('201', { duration: 'DAY', postedAt: posted }));
    // Thanksgiving is closed; the Friday after it is a half day.
    expect(shown()?.stops?.endsAt).toBe(Date.UTC(2026, 10, 27, 18, 5) / 1000);
  });
});
