import { beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import { words } from '#renderer/messages/words.ts';
import {
  bothReadAt,
  excessExitsAlarm,
  PositionAlarm,
  unprotectedAlarm,
} from '#core/orders/protection/position-alarm.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { startWall, systemId } from './order-fixtures.ts';

const position = (symbol: string, unprotected: boolean): Position => ({
  id: `${systemId}-${symbol}-long`,
  systemId,
  symbol,
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity: '100',
  averagePrice: null,
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: unprotected ? '0' : '100',
  unprotected,
  tradeIds: [],
});

const parts = () => ({
  clock,
  positions: () => positions,
  readAt: () => readAt ?? clock.now() / 1000,
  notify: (notice: Notice) => notices.push(notice),
  endNotice: (id: string) => ended.push(id),
});

let clock: FakeClock;
/** Unix seconds of the last reading of the working list. Null means now. */
let readAt: number | null;
let positions: Position[] | null;
let notices: Notice[];
/** The ids of the notices that were removed. */
let ended: string[];
let alarm: PositionAlarm;
beforeEach(() => {
  clock = new FakeClock(startWall);
  positions = [];
  readAt = null;
  notices = [];
  ended = [];
  alarm = new PositionAlarm(unprotectedAlarm, parts());
  alarm.check(systemId);
});

it('a missing stop is confirmed only when both orders and trades were read again', async () => {
  const [first, second] = [startWall / 1000, startWall / 1000 + 15];
  const times = (orders: number | null, trades: number | null) => ({
    signalsWorking: { readAt: orders },
    tradesOpen: { readAt: trades },
  });
  expect([bothReadAt(times(null, second)), bothReadAt(times(second, null))]).toEqual([null, null]);
  positions = [position('AAPL', true)];
  readAt = first;
  await clock.advance(1_000);
  alarm.check(systemId);
  await clock.advance(15_000);
  for (const oneIsOld of [times(second, first), times(first, second)]) {
    readAt = bothReadAt(oneIsOld);
    alarm.check(systemId);
    expect(notices).toEqual([]);
  }
  readAt = bothReadAt(times(second, second));
  alarm.check(systemId);
  expect(notices).toHaveLength(1);
});

it('a clock that is set back delays the alarm by fifteen seconds at most', async () => {
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  await clock.advance(10_000);
  clock.jumpWall(-3_600_000);
  await clock.advance(5_000);
  expect(notices).toEqual([]);
  await clock.advance(15_000);
  expect(notices).toHaveLength(1);
});

it('a position that lost its stop raises one alarm after fifteen seconds', async () => {
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  await clock.advance(14_999);
  expect(notices).toEqual([]);
  alarm.check(systemId);
  await clock.advance(1);
  alarm.check(systemId);
  await clock.advance(60_000);
  expect(notices).toMatchObject([{ level: 'warn' }]);
  expect(notices.flatMap(({ title, text }) => [words(title), words(text)])).toEqual([
    'Unprotected: long 100 AAPL',
    'No working stop.',
  ]);
});

it('a position raises no alarm if its stop is read in time or the position is closed', async () => {
  positions = [position('AAPL', true), position('KO', true)];
  alarm.check(systemId);
  positions = [position('AAPL', false)];
  alarm.check(systemId);
  await clock.advance(60_000);
  expect(notices).toEqual([]);
});

it('a position that loses a stop again later raises a new alarm', async () => {
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  await clock.advance(15_000);
  positions = null;
  alarm.check(systemId);
  expect(ended).toEqual([]);
  positions = [position('AAPL', false)];
  alarm.check(systemId);
  expect(ended, 'the notice is removed when the position is protected').toEqual([notices[0]?.id]);
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  await clock.advance(15_000);
  expect(notices).toHaveLength(2);
});

it('no position raises an alarm until the orders of a damaged cache are read again', async () => {
  positions = [position('AAPL', false), position('KO', true)];
  alarm.check(systemId);
  positions = null;
  alarm.check(systemId);
  await clock.advance(15_000);
  expect(notices).toEqual([]);
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  await clock.advance(15_000);
  expect(notices.map(({ title }) => words(title))).toEqual(['Unprotected: long 100 AAPL']);
});

it('no alarm is raised after close()', async () => {
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  alarm.close();
  alarm.check(systemId);
  await clock.advance(60_000);
  expect(notices).toEqual([]);
});

it('positions that were unprotected at the first read raise no alarm', async () => {
  positions = [position('AAPL', true)];
  const other = new PositionAlarm(unprotectedAlarm, parts());
  other.check(systemId);
  other.check(systemId);
  await clock.advance(60_000);
  expect(notices).toEqual([]);
});

it.each([
  ['that the first check found partly protected', true],
  ['that the trader was told of', false],
])('a position %s raises an alarm when it loses the rest of its stops', async (_, isFoundFirst) => {
  const partly = { ...position('AAPL', true), protectedQuantity: '60' };
  positions = [partly];
  if (isFoundFirst) alarm = new PositionAlarm(unprotectedAlarm, parts());
  alarm.check(systemId);
  await clock.advance(15_000);
  notices = [];
  positions = [position('AAPL', true)];
  alarm.check(systemId);
  await clock.advance(15_000);
  expect(notices.map(({ text }) => words(text))).toEqual(['No working stop.']);
  positions = [partly];
  alarm.check(systemId);
  await clock.advance(15_000);
  expect(notices).toHaveLength(1);
});

describe('exits beyond the position', () => {
  const exceededPosition = (): Position => ({ ...position('AAPL', false), exitsBeyond: '50' });

  it('raise an alarm after two readings fifteen seconds apart, even if found by the first check', async () => {
    const other = new PositionAlarm(excessExitsAlarm, parts());
    positions = [exceededPosition()];
    readAt = clock.now() / 1000 - 1;
    other.check(systemId);
    await clock.advance(15_000);
    // The same reading twice proves nothing.
    expect(notices).toEqual([]);
    readAt = clock.now() / 1000;
    other.check(systemId);
    expect(notices).toMatchObject([{ level: 'danger', title: { code: 'protection.beyond', beyond: '50' } }]);
    other.check(systemId);
    expect(notices).toHaveLength(1);
  });

  it('raise no alarm when the second reading no longer shows them', async () => {
    const other = new PositionAlarm(excessExitsAlarm, parts());
    positions = [exceededPosition()];
    other.check(systemId);
    positions = [position('AAPL', false)];
    other.check(systemId);
    await clock.advance(60_000);
    expect(notices).toEqual([]);
  });
});
