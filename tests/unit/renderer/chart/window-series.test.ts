import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampView, panView, revealRow, zoomView } from '#renderer/chart/chart-view.ts';
import { MinMaxPyramid } from '#renderer/chart/min-max-pyramid.ts';
import { planWindow, rowAtShare, rowOfSlot, slotCount, slotOfRow, slotTimes } from '#renderer/chart/window-series.ts';

const isPresent = (value: number): boolean => !Number.isNaN(value);

/** The expected extremes of a bucket, computed directly. */
function extremes(values: readonly number[]): [number, number] {
  const presentValues = values.filter(isPresent);
  if (presentValues.length === 0) return [Number.NaN, Number.NaN];
  const [low, high] = [Math.min(...presentValues), Math.max(...presentValues)];
  return values.indexOf(low) <= values.indexOf(high) ? [low, high] : [high, low];
}

describe('the pyramid of extremes', () => {
  it('returns the extremes of every bucket in time order', () => {
    const value = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: -50, max: 50 }) }, fc.constant(Number.NaN));
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 700, size: 'max' }),
        fc.integer({ min: 1, max: 10 }),
        (values, level) => {
          const size = 2 ** level;
          const count = Math.ceil(values.length / size);
          const got = new MinMaxPyramid(Float64Array.from(values)).window(level, 0, count);
          const want = Array.from({ length: count }, (_, bucket) =>
            extremes(values.slice(bucket * size, (bucket + 1) * size)),
          );
          expect([...got]).toEqual(want.flat());
        },
      ),
      { seed: 20_260_302, numRuns: 300 },
    );
  });

  it('returns the values on level 0', () => {
    expect([...new MinMaxPyramid(Float64Array.of(5, Number.NaN, 7, 8)).window(0, 1, 2)]).toEqual([Number.NaN, 7]);
  });

  it('loses no peak of a million values', () => {
    const values = Float64Array.from({ length: 1_000_000 }, (_, at) => Math.sin(at / 9_000));
    values[654_321] = 40;
    values[123_457] = -40;
    const got = new MinMaxPyramid(values).window(10, 0, 977);
    expect([Math.max(...got), Math.min(...got)]).toEqual([40, -40]);
  });
});

describe('the window for the chart library', () => {
  const view = { from: 400_000, to: 500_000 };

  it('is the whole curve when it is short', () => {
    expect(planWindow({ from: 10, to: 20 }, 20_000, 1_000, null)).toEqual({ level: 0, first: 0, count: 20_000 });
  });

  it('has at most one slot per pixel in view, and a margin', () => {
    const window = planWindow(view, 1_000_000, 1_000, null);
    const size = 2 ** window.level;
    expect((2 * 100_000) / size).toBeLessThanOrEqual(1_000);
    expect((2 * 100_000) / size).toBeGreaterThan(500);
    expect(window.first * size).toBeLessThan(360_000);
    expect((window.first + window.count) * size).toBeGreaterThan(540_000);
    expect(slotCount(window)).toBeLessThan(4_100);
  });

  it('is kept while the view moves inside it, and replaced if the view leaves it or zooms in', () => {
    const window = planWindow(view, 1_000_000, 1_000, null);
    expect(planWindow({ from: 430_000, to: 530_000 }, 1_000_000, 1_000, window)).toBe(window);
    expect(planWindow({ from: 900_000, to: 999_999 }, 1_000_000, 1_000, window)).not.toBe(window);
    expect(planWindow({ from: 440_000, to: 460_000 }, 1_000_000, 1_000, window).level).toBeLessThan(window.level);
  });

  it('shows single rows when the view is close', () => {
    expect(planWindow({ from: 5_000, to: 5_600 }, 1_000_000, 1_000, null).level).toBe(0);
  });

  it('covers the view, maps slots to rows and has ascending times, for any view', () => {
    const rows = fc.integer({ min: 20_001, max: 400_000 });
    fc.assert(
      fc.property(
        rows,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 3, max: 20 }),
        (n, start, zoom) => {
          const shown = clampView({ from: n * start, to: n * start + n / zoom ** 2 }, n);
          const window = planWindow(shown, n, 800, null);
          expect(slotOfRow(window, shown.from)).toBeGreaterThanOrEqual(0);
          expect(slotOfRow(window, shown.to)).toBeLessThanOrEqual(slotCount(window));
          const times = slotTimes(
            window,
            Float64Array.from({ length: n }, (_, row) => row * 60),
          );
          expect(times.length).toBe(slotCount(window));
          expect(times.every((time, slot) => slot === 0 || time > (times[slot - 1] ?? 0))).toBe(true);
          const row = Math.floor((shown.from + shown.to) / 2);
          const rowsPerSlot = window.level === 0 ? 1 : 2 ** (window.level - 1);
          const mappedRow = rowOfSlot(window, Math.floor(slotOfRow(window, row)), n);
          expect(row - mappedRow).toBeGreaterThanOrEqual(0);
          expect(row - mappedRow).toBeLessThan(rowsPerSlot);
        },
      ),
      { seed: 20_260_302, numRuns: 60 },
    );
  });
});

describe('the row under the pointer', () => {
  it('is the one whose slot is drawn there', () => {
    const raw = { level: 0, first: 0, count: 101 };
    expect(rowAtShare(raw, { from: 0, to: 100 }, 0, 101)).toBe(0);
    expect(rowAtShare(raw, { from: 0, to: 100 }, 0.5, 101)).toBe(50);
    expect(rowAtShare(raw, { from: 0, to: 100 }, 1, 101)).toBe(100);
    expect(rowAtShare(raw, { from: 40, to: 49 }, 0.95, 101)).toBe(49);
  });

  it('is within one bucket of the exact row in the window of a long curve', () => {
    const window = planWindow({ from: 300_000, to: 420_000 }, 1_000_000, 1_000, null);
    const row = rowAtShare(window, { from: 300_000, to: 420_000 }, 0.25, 1_000_000);
    expect(Math.abs(row - 330_000)).toBeLessThanOrEqual(2 ** window.level);
  });
});

describe('the view', () => {
  it('pans by a fraction of its span and stops at the ends', () => {
    expect(panView({ from: 0, to: 100 }, 0.5, 1_000)).toEqual({ from: 50, to: 150 });
    expect(panView({ from: 0, to: 100 }, -0.5, 1_000)).toEqual({ from: 0, to: 100 });
    expect(panView({ from: 880, to: 980 }, 1, 1_000)).toEqual({ from: 899, to: 999 });
  });

  it('zooms around the row at the pointer, within limits', () => {
    expect(zoomView({ from: 100, to: 200 }, 0.5, 0.5, 1_000)).toEqual({ from: 125, to: 175 });
    expect(zoomView({ from: 100, to: 200 }, 0.5, 0, 1_000)).toEqual({ from: 100, to: 150 });
    expect(zoomView({ from: 100, to: 200 }, 1e9, 0.5, 1_000)).toEqual({ from: 0, to: 999 });
    const close = zoomView({ from: 100, to: 200 }, 1e-9, 0.5, 1_000);
    expect(close.to - close.from).toBe(8);
  });

  it('follows the crosshair out of the view', () => {
    expect(revealRow({ from: 100, to: 200 }, 250, 1_000)).toEqual({ from: 150, to: 250 });
    expect(revealRow({ from: 100, to: 200 }, 40, 1_000)).toEqual({ from: 40, to: 140 });
    expect(revealRow({ from: 100, to: 200 }, 150, 1_000)).toEqual({ from: 100, to: 200 });
  });

  it('accepts a curve of one row or none', () => {
    expect(clampView({ from: 3, to: 9 }, 1)).toEqual({ from: 0, to: 0 });
    expect(clampView({ from: 3, to: 9 }, 0)).toEqual({ from: 0, to: 0 });
  });
});
