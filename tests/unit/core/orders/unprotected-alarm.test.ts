import { beforeEach, expect, it } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import { UnprotectedAlarm } from '#core/orders/unprotected-alarm.ts';
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

let clock: FakeClock;
let positions: Position[] | null;
let notices: Notice[];
let alarm: UnprotectedAlarm;
beforeEach(() => {
  clock = new FakeClock(startWall);
  positions = [];
  notices = [];
  alarm = new UnprotectedAlarm({ clock, positions: () => positions, notify: (notice) => notices.push(notice) });
  alarm.look(systemId);
});

it('tells once, fifteen seconds after a position came to stand without a stop', async () => {
  positions = [position('AAPL', true)];
  alarm.look(systemId);
  await clock.advance(14_999);
  expect(notices).toEqual([]);
  alarm.look(systemId);
  await clock.advance(1);
  alarm.look(systemId);
  await clock.advance(60_000);
  expect(notices).toMatchObject([{ level: 'warn', title: 'Unprotected: long 100 AAPL', text: 'No stop covers it.' }]);
});

it('is silent when the stop is read in time, or the position is closed', async () => {
  positions = [position('AAPL', true), position('KO', true)];
  alarm.look(systemId);
  positions = [position('AAPL', false)];
  alarm.look(systemId);
  await clock.advance(60_000);
  expect(notices).toEqual([]);
});

it('tells again when a stop is lost later', async () => {
  positions = [position('AAPL', true)];
  alarm.look(systemId);
  await clock.advance(15_000);
  positions = [position('AAPL', false)];
  alarm.look(systemId);
  positions = [position('AAPL', true)];
  alarm.look(systemId);
  await clock.advance(15_000);
  expect(notices).toHaveLength(2);
});

it('knows of no lost stop while the orders of a damaged cache are not read again', async () => {
  positions = [position('AAPL', false), position('KO', true)];
  alarm.look(systemId);
  positions = null;
  alarm.look(systemId);
  await clock.advance(15_000);
  expect(notices).toEqual([]);
  positions = [position('AAPL', true)];
  alarm.look(systemId);
  await clock.advance(15_000);
  expect(notices).toMatchObject([{ title: 'Unprotected: long 100 AAPL' }]);
});

it('is silent once it is closed, whatever is still read', async () => {
  positions = [position('AAPL', true)];
  alarm.look(systemId);
  alarm.close();
  alarm.look(systemId);
  await clock.advance(60_000);
  expect(notices).toEqual([]);
});

it('what was so at the first look is no news', async () => {
  positions = [position('AAPL', true)];
  const other = new UnprotectedAlarm({ clock, positions: () => positions, notify: (notice) => notices.push(notice) });
  other.look(systemId);
  other.look(systemId);
  await clock.advance(60_000);
  expect(notices).toEqual([]);
});
