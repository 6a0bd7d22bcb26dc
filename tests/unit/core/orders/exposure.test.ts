import { describe, expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { exitVerdict, exposureOf, onlyReduces, type ExposureFacts } from '#core/orders/exposure.ts';
import { blotterRows } from '#core/orders/blotter/blotter.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { record, startWall, systemId } from './order-fixtures.ts';

const now = startWall / 1000;
const long = (quantity: string): Position => ({
  id: 'p',
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity,
  averagePrice: null,
  profit: null,
  pointValue: null,
  openedAt: null,
  protectedQuantity: '0',
  unprotected: true,
  tradeIds: [],
});
const rows = (...records: CachedSignal[]): readonly Signal[] => blotterRows({ rows: [], cancels: [], records });
const stop = (id: string, quantity: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
  record(id, { action: 'STC', kind: 'stop', limit: null, stop: '145', quantity, ...changes });
const target = (id: string, quantity: string, changes: Partial<CachedSignal> = {}): CachedSignal =>
  record(id, { action: 'STC', limit: '160', quantity, ...changes });
const sell = { action: 'STC', symbol: 'AAPL', replaces: null, ocaGroupId: null } as const;
const facts = (signals: readonly Signal[], changes: Partial<ExposureFacts> = {}): ExposureFacts => ({
  positions: [long('100')],
  signals,
  readAt: now,
  workingReadAt: now - 2,
  now: now + 5,
  ...changes,
});
const figures = (exposure: ReturnType<typeof exposureOf>): (string | boolean)[] => [
  exposure.positionSize.toFixed(),
  exposure.freeQuantity.toFixed(),
  exposure.isCertain,
];

describe('position size and free quantity', () => {
  it.each<[string, readonly Signal[], (string | boolean)[]]>([
    ['with no working order everything is free', rows(), ['100', '100', true]],
    [
      'a group counts once, by its largest member',
      rows(stop('1', '60', { ocaId: '7' }), target('2', '40', { ocaId: '7' })),
      ['100', '40', true],
    ],
    ['exits without a group count each', rows(stop('1', '60'), target('2', '60')), ['100', '0', true]],
    [
      'an exit of another symbol or side does not count',
      rows(stop('1', '60', { symbol: 'MSFT' }), stop('2', '60', { action: 'BTC' })),
      ['100', '100', true],
    ],
    [
      'a fill since the reading reduces the position',
      rows(target('1', '30', { status: 'traded', tradedAt: now + 2 })),
      ['70', '70', false],
    ],
    [
      'a fill before the reading is not subtracted twice',
      rows(target('1', '30', { status: 'traded', tradedAt: now - 60 })),
      ['100', '100', true],
    ],
    [
      'a bracket leg that waits for its entry does not count',
      rows(stop('1', '60', { status: 'waiting', parentId: '9', inWorkingList: false }), record('9')),
      ['100', '100', true],
    ],
  ])('%s', (_rule, signals, expected) => {
    expect(figures(exposureOf(sell, facts(signals)))).toEqual(expected);
  });

  it('the replaced order, its siblings and the group that the exit joins do not count', () => {
    const signals = rows(stop('1', '60', { ocaId: '7' }), target('2', '60', { ocaId: '7' }), target('3', '40'));
    const replacing = { ...sell, replaces: { serviceId: '1', leaveOcaIntact: false } };
    expect(exposureOf(replacing, facts(signals)).freeQuantity.toFixed()).toBe('60');
    expect(exposureOf({ ...sell, ocaGroupId: '7' }, facts(signals)).freeQuantity.toFixed()).toBe('60');
  });

  it.each([
    ['siblings count if the replacement leaves them in their group and does not join it', true, '8', '0'],
    ['siblings do not count if the replacement stays in their group', true, null, '100'],
    ['siblings do not count if the replacement cancels them', false, '8', '100'],
  ])('%s', (_, leaveOcaIntact, ocaGroupId, freeQuantity) => {
    const signals = rows(target('1', '100', { ocaId: '7' }), target('2', '100', { ocaId: '7', limit: '170' }));
    const exit = { ...sell, replaces: { serviceId: '1', leaveOcaIntact }, ocaGroupId };
    expect(exposureOf(exit, facts(signals)).freeQuantity.toFixed()).toBe(freeQuantity);
  });

  it('are not certain while a stop that left the working list may have filled', () => {
    const unlistedStop = rows(stop('1', '100', { unlisted: true, inWorkingList: false, postedAt: now - 3600 }));
    const exposureWith = (workingReadAt: number | null) => exposureOf(sell, facts(unlistedStop, { workingReadAt }));
    expect([now + 2, now, null].map((one) => exitVerdict('100', exposureWith(one)))).toEqual(
      Array(3).fill('read-first'),
    );
    expect(exitVerdict('100', exposureWith(now - 1))).toBe('send');
  });

  it('are not certain after a reading that is later than now, because the clock was set back since', () => {
    const isCertain = (readAt: number) => exposureOf(sell, facts(rows(), { readAt, now })).isCertain;
    expect([now + 2, now + 6, now + 29].map(isCertain)).toEqual([true, false, false]);
  });

  it('fractions count exactly', () => {
    const exposure = exposureOf(sell, facts(rows(stop('1', '0.3')), { positions: [long('0.75')] }));
    expect([exposure.positionSize.toFixed(), exposure.freeQuantity.toFixed()]).toEqual(['0.75', '0.45']);
  });

  it('the positions are read first for an exit above the free quantity or after an old reading', () => {
    const exposure = exposureOf(sell, facts(rows(stop('1', '60'))));
    expect(['40', '41', '100', '101'].map((quantity) => exitVerdict(quantity, exposure))).toEqual([
      'send',
      'read-first',
      'read-first',
      'beyond-held',
    ]);
    const isCertain = (platformMayTradeUntil: number) =>
      exposureOf(sell, facts(rows(), { readAt: now - 5, platformMayTradeUntil })).isCertain;
    expect([isCertain(now - 7), isCertain(now - 6), isCertain(now)]).toEqual([true, false, false]);
    const old = exposureOf(sell, facts(rows(), { now: now + 31 }));
    expect(exitVerdict('1', old)).toBe('read-first');
    const clockSetBack = exposureOf(sell, facts(rows(), { now: now - 3_600 }));
    expect(exitVerdict('1', clockSetBack)).toBe('read-first');
    expect(exitVerdict('1', exposureOf(sell, facts(rows(), { readAt: null })))).toBe('read-first');
  });

  it('only a closing order within the position size reduces the risk', () => {
    const exposure = exposureOf(sell, facts(rows(stop('1', '100'))));
    const ticket = { action: 'STC' as const, quantity: '100', parent: null };
    expect(onlyReduces(ticket, exposure)).toBe(true);
    expect(onlyReduces({ ...ticket, quantity: '100.5' }, exposure)).toBe(false);
    expect(onlyReduces({ ...ticket, action: 'STO' }, exposure)).toBe(false);
  });

  it('are not certain after a reading of the open trades with unreadable records', () => {
    expect(exposureOf(sell, facts(rows())).isCertain).toBe(true);
    expect(exposureOf(sell, facts(rows(), { hasUnreadableTrades: true })).isCertain).toBe(false);
  });
});
