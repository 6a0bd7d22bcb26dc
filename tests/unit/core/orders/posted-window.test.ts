import { describe, expect, test } from 'vitest';
import { postedWindow, windowOfAll } from '#core/orders/posted-window.ts';
import { reduce } from '#core/orders/lifecycle.ts';
import { newOrder } from './order-fixtures.ts';

const hour = 3_600_000;
/** The service's time of the send, milliseconds. */
const sent = 1_772_468_296_000;
const inside = ({ from, to }: { from: number; to: number }): boolean => from <= sent / 1000 && sent / 1000 <= to;

describe('when the service can have posted an order (order-safety 4.2)', () => {
  test('two minutes on either side of the send and of now, ten where its clock is not known', () => {
    expect(postedWindow({ sentAt: 1_000_000 }, 1_010_000, 5_000)).toEqual({ from: 885, to: 1_135 });
    expect(postedWindow({ sentAt: 1_000_000 }, 1_010_000, null)).toEqual({ from: 400, to: 1_610 });
  });

  test.each([
    ['set back by an hour after the send', hour, 0],
    ['set forward by an hour after the send', -hour, 0],
    ['wrong by an hour all the time', hour, -hour],
  ])('our clock %s: the send is inside', (_what, offAtSend, offsetNow) => {
    const order = { sentAt: sent + offAtSend, sentServiceAt: sent };
    const now = sent + 240_000 - offsetNow;
    expect(inside(postedWindow(order, now, offsetNow))).toBe(true);
  });

  test('a row that has no service time of its send, written by an earlier version, is looked for as before', () => {
    expect(postedWindow({ sentAt: 1_000_000, sentServiceAt: null }, 1_010_000, 5_000)).toEqual({
      from: 885,
      to: 1_135,
    });
  });

  test('of several rows: from the earliest to now', () => {
    const rows = [1_000_000, 900_000].map((sentAt) => ({
      ...reduce(null, { type: 'created', ownId: '1', ...newOrder(1) }),
      sentAt,
    }));
    expect(windowOfAll(rows, 1_010_000, 0)).toEqual({ from: 780, to: 1_130 });
    expect(windowOfAll([], 1_010_000, 0)).toEqual({ from: 890, to: 1_130 });
  });
});
