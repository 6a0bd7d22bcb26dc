import { beforeEach, expect, it } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import { EndingStops } from '#core/orders/protection/ending-stops.ts';
import { words } from '#renderer/messages/words.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { startWall, systemId } from './order-fixtures.ts';

/** 2 March 2026, 16:05 in New York. */
const dayEnd = Date.UTC(2026, 2, 2, 21, 5) / 1000;
const minute = 60_000;

const position = (symbol: string, endsAt: number | null): Position => ({
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
  protectedQuantity: '100',
  unprotected: false,
  stops: { nearest: '145', farthest: '145', duration: endsAt === null ? 'GTC' : 'DAY', endsAt },
  tradeIds: [],
});

let clock: FakeClock;
let positions: Position[];
let notices: Notice[];
/** The ids of the notices that were removed. */
let ended: string[];
let endingStops: EndingStops;
let offsetMs: number | null;
beforeEach(() => {
  clock = new FakeClock(startWall);
  positions = [position('AAPL', dayEnd), position('KO', dayEnd), position('JPM', null)];
  notices = [];
  ended = [];
  offsetMs = null;
  endingStops = new EndingStops({
    clock,
    serviceClockOffsetMs: () => offsetMs,
    positions: () => positions,
    notify: (notice) => notices.push(notice),
    endNotice: (id) => ended.push(id),
  });
});

/** Milliseconds from now until this many minutes before the end of the day. */
const untilEnd = (minutes: number): number => dayEnd * 1000 - minutes * minute - clock.now();

it('a notice names each position 15 minutes before its stop ends, and is red 5 minutes before', async () => {
  endingStops.check(systemId);
  await clock.advance(untilEnd(15) - 1);
  expect(notices).toEqual([]);
  await clock.advance(1);
  endingStops.check(systemId);
  expect(notices.map(({ level, title }) => [level, words(title)])).toEqual([
    ['warn', 'Protection ends at 16:05 ET: AAPL, KO'],
  ]);
  await clock.advance(untilEnd(5));
  endingStops.check(systemId);
  expect(notices.map(({ level, id }) => [level, id])).toEqual([
    ['warn', notices[0]?.id],
    ['danger', notices[0]?.id],
  ]);
});

it('a stop that was set later makes a new notice, and the close of a position makes none', async () => {
  endingStops.check(systemId);
  await clock.advance(untilEnd(12));
  positions = [...positions, position('MSFT', dayEnd)];
  endingStops.check(systemId);
  expect(notices.map(({ title }) => words(title))).toEqual([
    'Protection ends at 16:05 ET: AAPL, KO',
    'Protection ends at 16:05 ET: AAPL, KO, MSFT',
  ]);
  positions = positions.slice(1);
  endingStops.check(systemId);
  expect(notices).toHaveLength(2);
});

it("the notices follow the platform's clock when the computer's clock is slow", async () => {
  offsetMs = 10 * minute;
  endingStops.check(systemId);
  await clock.advance(untilEnd(25));
  expect(notices.map(({ level }) => level)).toEqual(['warn']);
  await clock.advance(untilEnd(15));
  expect(notices.map(({ level }) => level)).toEqual(['warn', 'danger']);
});

it('stops that were changed to GTC before the day ends make no notice', async () => {
  endingStops.check(systemId);
  positions = positions.map((one) => ({
    ...one,
    stops: { nearest: '1', farthest: '1', duration: 'GTC', endsAt: null },
  }));
  endingStops.check(systemId);
  await clock.advance(untilEnd(0));
  expect(notices).toEqual([]);
});

it('the notice is removed if the stops are replaced in time, and remains once they have ended', async () => {
  endingStops.check(systemId);
  await clock.advance(untilEnd(12));
  positions = [position('AAPL', dayEnd), position('KO', null)];
  endingStops.check(systemId);
  expect(ended).toEqual([]);
  positions = [position('AAPL', null), position('KO', null)];
  endingStops.check(systemId);
  endingStops.check(systemId);
  expect(ended).toEqual([notices[0]?.id]);
  positions = [position('AAPL', dayEnd)];
  endingStops.check(systemId);
  expect(notices).toHaveLength(2);
  await clock.advance(untilEnd(-1));
  positions = [position('AAPL', null)];
  endingStops.check(systemId);
  expect(ended).toHaveLength(1);
});

it('a stop that ended before the program started makes no notice', () => {
  positions = [position('AAPL', startWall / 1000 - 60)];
  endingStops.check(systemId);
  expect(notices).toEqual([]);
});

it('no notice is made after close()', async () => {
  endingStops.check(systemId);
  endingStops.close();
  await clock.advance(untilEnd(0));
  expect(notices).toEqual([]);
});
