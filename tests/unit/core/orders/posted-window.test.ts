import { describe, expect, test } from 'vitest';
import { postedWindow, windowOfAll } from '#core/orders/reconcile/posted-window.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { newOrder } from './order-fixtures.ts';

const hour = 3_600_000;
/** The service's time of the send, milliseconds. */
const sent = 1_772_468_296_000;
const containsSend = ({ from, to }: { from: number; to: number }): boolean => from <= sent / 1000 && sent / 1000 <= to;

describe('the time window in which the service can have posted an order (order-safety 4.2)', () => {
  test('adds two minutes on either side, or ten minutes when the service clock is unknown', () => {
    expect(postedWindow({ sentAt: 1_000_000 }, 1_010_000, 5_000)).toEqual({ from: 885, to: 1_135 });
    expect(postedWindow({ sentAt: 1_000_000 }, 1_010_000, null)).toEqual({ from: 400, to: 1_610 });
  });

  test.each([
    ['set back by an hour after the send', hour, 0],
    ['set forward by an hour after the send', -hour, 0],
    ['wrong by an hour all the time', hour, -hour],
  ])('contains the send when the local clock is %s', (_what, localAheadAtSend, serviceAheadNow) => {
    const order = { sentAt: sent + localAheadAtSend, sentServiceAt: sent };
    const now = sent + 240_000 - serviceAheadNow;
    expect(containsSend(postedWindow(order, now, serviceAheadNow))).toBe(true);
  });

  test('uses the local time of the send for a row of an earlier version', () => {
    expect(postedWindow({ sentAt: 1_000_000, sentServiceAt: null }, 1_010_000, 5_000)).toEqual({
      from: 885,
      to: 1_135,
    });
  });

  test('covers several rows from the earliest send to now', () => {
    const rows = [1_000_000, 900_000].map((sentAt) => ({
      ...reduce(null, { type: 'created', ownId: '1', ...newOrder(1) }),
      sentAt,
    }));
    expect(windowOfAll(rows, 1_010_000, 0)).toEqual({ from: 780, to: 1_130 });
    expect(windowOfAll([], 1_010_000, 0)).toEqual({ from: 890, to: 1_130 });
  });
});
