import { SvelteMap } from 'svelte/reactivity';
import { describe, expect, it } from 'vitest';
import type { EquityCurve } from '#contract/model/equity.ts';
import { pointSentence } from '#renderer/chart/chart-point.ts';
import { EquityChartState } from '#renderer/chart/equity-chart-state.svelte.ts';

const DAY = 86_400;
/** 2025-03-03 16:00 New York, the first of 400 daily points. */
const start = Date.parse('2025-03-03T21:00:00Z') / 1_000;
const curve: EquityCurve = {
  systemId: '1',
  times: Array.from({ length: 400 }, (_, day) => start + day * DAY),
  withCost: Array.from({ length: 400 }, (_, day) => 50_000 + day * 10),
  raw: Array.from({ length: 400 }, (_, day) => (day === 399 ? null : 50_000 + day * 12)),
  index: Array.from({ length: 400 }, () => 4_000),
  indexScale: '12.5',
  fees: [{ row: 399, amounts: [97, 3] }],
};

const state = (given: EquityCurve | null = curve): EquityChartState =>
  new EquityChartState(
    () => given,
    () => 'America/New_York',
  );

describe('the equity chart', () => {
  it('shows everything at first, with the last point', () => {
    const chart = state();
    expect(chart.view).toEqual({ from: 0, to: 399 });
    expect(chart.point).toMatchObject({ row: 399, when: 'Mon 2026-04-06 17:00', fee: '$100.00' });
    expect(chart.point?.curves.map((one) => one.text)).toEqual(['53,990', '–', '50,000']);
  });

  it('shows a chosen range, and leaves it for a custom view', () => {
    const chart = state();
    chart.selectRange('1M');
    expect([chart.firstRow, chart.lastRow]).toEqual([369, 399]);
    chart.pan(-1);
    expect([chart.range, chart.lastRow]).toEqual([null, 369]);
    chart.selectRange('All');
    expect([chart.range, chart.firstRow, chart.lastRow]).toEqual(['All', 0, 399]);
  });

  it('shows the same days of New York in every zone, for a report of these days', () => {
    const chart = new EquityChartState(
      () => curve,
      () => 'Asia/Tokyo',
    );
    chart.showNewYorkDays('2025-04-01', '2025-04-03');
    // The last point of April 3 in New York is on April 4 in Tokyo.
    expect(chart.times).toEqual({ from: start + 29 * DAY, to: start + 31 * DAY });
    expect(chart.caption[0]?.text).toBe('2025-04-02 → 2025-04-04 (Asia/Tokyo)');
    chart.showDays('2025-04-01', '2025-04-03');
    expect(chart.times).toEqual({ from: start + 28 * DAY, to: start + 30 * DAY });
  });

  it('says whether the curve has a point on the days of a report, and restores the earlier view', () => {
    const chart = state();
    chart.selectRange('3M');
    chart.pan(-1);
    const before = [chart.range, chart.view];
    const showBefore = chart.rememberView();
    expect(chart.showNewYorkDays('2025-04-01', '2025-04-03')).toBe(true);
    expect(chart.showNewYorkDays('2020-01-01', '2020-12-31')).toBe(false);
    expect(chart.showNewYorkDays(null, null)).toBe(true);
    showBefore();
    expect([chart.range, chart.view]).toEqual(before);
    expect(state(null).showNewYorkDays(null, null)).toBe(false);
  });

  it('shows new points too when the chosen days have no bounds', () => {
    const curves = new SvelteMap([['1', curve]]);
    const chart = new EquityChartState(
      () => curves.get('1') ?? null,
      () => 'America/New_York',
    );
    chart.showDays('2025-04-01', '2025-05-01');
    expect([chart.range, chart.days]).toEqual([null, { from: '2025-04-01', to: '2025-05-01' }]);
    chart.showDays(null, null);
    expect([chart.range, chart.firstRow, chart.lastRow]).toEqual(['All', 0, 399]);
    const append = <T>(values: readonly T[], last: T): T[] => [...values, last];
    curves.set('1', {
      ...curve,
      times: append(curve.times, start + 400 * DAY),
      withCost: append(curve.withCost, 54_000),
      raw: append(curve.raw, 54_800),
      index: append(curve.index, 4_000),
    });
    expect([chart.range, chart.firstRow, chart.lastRow]).toEqual(['All', 0, 400]);
  });

  it('shows another strategy in the last chosen range, and no rows that were zoomed to before', () => {
    const curves = new SvelteMap([['shown', curve]]);
    const chart = new EquityChartState(
      () => curves.get('shown') ?? null,
      () => 'America/New_York',
    );
    chart.selectRange('3M');
    chart.showDays('2025-04-01', '2025-05-01');
    const days = chart.days;
    curves.set('shown', { ...curve, systemId: '2', times: curve.times.map((time) => time - 700 * DAY) });
    expect([chart.range, chart.lastRow]).toEqual(['3M', 399]);
    curves.set('shown', curve);
    expect([chart.range, chart.days]).toEqual([null, days]);
  });

  it('moves the crosshair by days, by thirty with Shift, and to the ends of the view', () => {
    const chart = state();
    const press = (key: string, shift = false): number | null => (chart.handleKey(key, shift) ? chart.cursor : -1);
    expect(press('ArrowLeft')).toBe(399);
    expect(press('ArrowLeft')).toBe(398);
    expect(press('ArrowLeft', true)).toBe(368);
    expect(press('ArrowRight')).toBe(369);
    expect(press('Home')).toBe(0);
    expect(press('End')).toBe(399);
    expect(press('Escape')).toBeNull();
    expect(press('x')).toBe(-1);
  });

  it('describes the point in a sentence', () => {
    const chart = state();
    chart.handleKey('Home', false);
    expect(chart.point === null ? '' : pointSentence(chart.point)).toBe(
      'Mon 2025-03-03 16:00, With costs 50,000, Without costs 50,000, Benchmark 50,000, drawdown 0.00 %',
    );
  });

  it('follows the crosshair out of the range', () => {
    const chart = state();
    chart.selectRange('1M');
    chart.handleKey('Home', false);
    chart.handleKey('ArrowLeft', false);
    expect(chart.cursor).toBe(368);
    expect(chart.firstRow).toBe(368);
  });

  it('starts every curve at 100 where the chosen range begins, and keeps that base while panning', () => {
    const chart = state();
    chart.selectRange('1M');
    chart.rebased = true;
    chart.setCursor(369);
    expect(chart.point?.curves.map((one) => one.text)).toEqual(['100.00', '100.00', '100.00']);
    const before = chart.curves.withCost;
    chart.pan(-1);
    expect(chart.curves.withCost).toBe(before);
  });

  it('starts every curve at 100 on the first of chosen dates', () => {
    const chart = state();
    chart.rebased = true;
    chart.showDays('2025-04-01', '2025-05-01');
    const valuesAt = (row: number) => (chart.setCursor(row), chart.point?.curves.map((one) => one.text));
    expect(valuesAt(chart.firstRow)).toEqual(['100.00', '100.00', '100.00']);
    chart.pan(-1);
    expect(valuesAt(29)).toEqual(['100.00', '100.00', '100.00']);
    chart.selectRange('All');
    expect(valuesAt(0)).toEqual(['100.00', '100.00', '100.00']);
  });

  it('keeps a hidden curve in the drawing as not visible, and leaves it out of the point', () => {
    const chart = state();
    chart.toggle('raw');
    expect(chart.drawing?.curves.map((one) => one.visible)).toEqual([true, false, true]);
    expect(chart.point?.curves.map((one) => one.name)).toEqual(['withCost', 'benchmark']);
    chart.toggle('raw');
    expect(chart.drawing?.curves[1]?.visible).toBe(true);
  });

  it('names unlisted points, and shows replaced ones on request', () => {
    const unlisted = [
      { row: 0, replaced: false },
      { row: 398, replaced: true },
    ];
    const chart = state({ ...curve, unlisted });
    expect([chart.rowCount, chart.model?.replacedCount, chart.model?.titles.unlisted]).toEqual([
      399,
      1,
      '1 unlisted point',
    ]);
    chart.handleKey('Home', false);
    expect(chart.point === null ? '' : pointSentence(chart.point)).toContain('No longer listed 50,000');
    chart.handleKey('ArrowRight', false);
    expect(chart.point === null ? '' : pointSentence(chart.point)).not.toContain('No longer listed');
    chart.showDays('2026-04-01', null);
    const from = chart.days?.from;
    chart.showReplacedPoints(true);
    expect([chart.rowCount, chart.days?.from, chart.cursor]).toEqual([400, from, null]);
    chart.setCursor(398);
    expect(chart.point?.curves.map(({ name, text }) => [name, text])).toEqual([
      ['withCost', '–'],
      ['raw', '–'],
      ['benchmark', '–'],
      ['unlisted', '53,980'],
    ]);
    chart.showReplacedPoints(false);
    expect([chart.rowCount, chart.days?.from]).toEqual([399, from]);
  });

  it('rebases unlisted points with their curve', () => {
    const chart = state({ ...curve, unlisted: [{ row: 200, replaced: false }] });
    chart.rebased = true;
    expect(chart.curves.unlisted?.[200]).toBe(chart.curves.withCost?.[200]);
  });

  it('draws nothing before a curve is read, and ignores keys', () => {
    for (const emptyCurve of [null, { ...curve, times: [], withCost: [], raw: [], index: [], fees: [] }]) {
      const chart = state(emptyCurve);
      expect([chart.model, chart.drawing, chart.point]).toEqual([null, null, null]);
      expect(chart.handleKey('Home', false)).toBe(false);
    }
  });
});
