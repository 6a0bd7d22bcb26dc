import { SvelteMap } from 'svelte/reactivity';
import { describe, expect, it } from 'vitest';
import type { EquityCurve } from '#contract/model/equity.ts';
import type { ComparedCurve } from '#renderer/chart/compared-curve.ts';
import { EquityChartState } from '#renderer/chart/equity-chart-state.svelte.ts';
import { pointsExport } from '#renderer/chart/points-export.ts';
import { tradeMarks, type TradeMoment } from '#renderer/chart/trade-moment.ts';
import { writeTable } from '#renderer/export/write-table.ts';

const DAY = 86_400;
/** Monday 2026-03-02 16:00 New York; clocks change on the 8th. */
const start = Date.parse('2026-03-02T21:00:00Z') / 1_000;
const curve = (more: Partial<EquityCurve> = {}): EquityCurve => ({
  systemId: '1',
  times: Array.from({ length: 20 }, (_, day) => start + day * DAY),
  withCost: Array.from({ length: 20 }, (_, day) => 1_000 + day),
  raw: Array.from({ length: 20 }, () => null),
  index: Array.from({ length: 20 }, () => null),
  indexScale: null,
  fees: [{ row: 2, amounts: [1.5] }],
  ...more,
});
const other = (more: Partial<EquityCurve>): ComparedCurve => ({ name: 'Other', curve: curve(more) });
const chartOf = (others: readonly ComparedCurve[] = [], moments: readonly TradeMoment[] = [], omittedCount = 0) =>
  new EquityChartState(
    () => curve(),
    () => 'America/New_York',
    { others: () => others, moments: () => ({ moments, omittedCount }) },
  );

describe('a compared curve', () => {
  it('has a value at each point of the current curve: its own last value up to that time', () => {
    const late = other({ times: [start + 2 * DAY - 60, start + 4 * DAY], withCost: [50, 60] });
    const values = chartOf([late]).curves.otherA;
    expect([...(values ?? []).slice(0, 6)]).toEqual([Number.NaN, Number.NaN, 50, 50, 60, 60]);
  });

  it('ends when its last value is too old, and uses values without costs if it has no others', () => {
    const ended = other({ times: [start], withCost: [null], raw: [70] });
    const values = [...(chartOf([ended]).curves.otherA ?? [])];
    expect(values.slice(0, 12).map((value) => Number.isNaN(value))).toEqual([
      ...Array.from({ length: 11 }, () => false),
      true,
    ]);
  });

  it('starts at 100 like the others when rebased, and is named in the legend and the caption', () => {
    const chart = chartOf([other({ withCost: Array.from({ length: 20 }, (_, day) => 500 + day * 5) })]);
    chart.rebased = true;
    expect(chart.curves.withCost?.[10]).toBeCloseTo(101);
    expect(chart.curves.otherA?.[10]).toBeCloseTo(110);
    expect(chart.point?.curves.map(({ title }) => title)).toEqual(['With costs', 'Other']);
    expect(chart.caption.map(({ text }) => text)).toEqual([
      '2026-03-02 → 2026-03-21, rebased to 100',
      'With costs',
      'Other',
      'Drawdown',
    ]);
  });

  it('names its last day if it ends before the current curve, whose later days show its old value', () => {
    const old = other({ times: [start, start + 12 * DAY], withCost: [50, 60] });
    const chart = chartOf([old, other({})]);
    expect(chart.point?.curves.slice(1).map(({ title, text }) => [title, text])).toEqual([
      ['Other (to 2026-03-14)', '60'],
      ['Other', '1,019'],
    ]);
  });

  it('is not drawn without a value; at most three compared curves are drawn', () => {
    expect(chartOf([other({ times: [start + 90 * DAY], withCost: [5] })]).model?.present.otherA).toBe(false);
    const drawing = chartOf([1, 2, 3, 4].map(() => other({}))).drawing;
    expect(drawing?.curves.map(({ colorName }) => colorName)).toEqual([
      'withCost',
      'raw',
      'benchmark',
      'otherA',
      'otherB',
      'otherC',
    ]);
  });
});

describe('chosen days', () => {
  it('are shown completely across a clock change, and may have open ends', () => {
    const chart = chartOf();
    chart.showDays('2026-03-06', '2026-03-15');
    expect(chart.days).toEqual({ from: '2026-03-06', to: '2026-03-15' });
    expect(chart.range).toBeNull();
    chart.showDays(null, '2026-03-15');
    expect(chart.days).toEqual({ from: '2026-03-02', to: '2026-03-15' });
    chart.showDays('2026-03-10', null);
    expect(chart.days?.to).toBe('2026-03-21');
  });

  it('with a single point show no point of another day, and can be left by panning and zooming', () => {
    const chart = chartOf();
    chart.showDays('2026-03-10', '2026-03-10');
    expect([chart.days, chart.firstRow, chart.lastRow]).toEqual([{ from: '2026-03-10', to: '2026-03-10' }, 8, 8]);
    chart.pan(1);
    expect([chart.firstRow, chart.lastRow]).toEqual([9, 9]);
    chart.pan(0.3);
    expect([chart.firstRow, chart.lastRow]).toEqual([9, 9]);
    chart.zoom(2, 0.5);
    expect(chart.view.to - chart.view.from).toBe(8);
  });

  it('outside the curve show its nearest end', () => {
    const chart = chartOf();
    chart.showDays('2030-01-01', '2030-02-01');
    expect(chart.days?.to).toBe('2026-03-21');
  });

  it('of a drawdown are shown with a margin', () => {
    const chart = chartOf();
    chart.showTimes(start + 8 * DAY, start + 12 * DAY);
    expect(chart.firstRow).toBeLessThan(8);
    expect(chart.lastRow).toBeGreaterThan(12);
  });

  it('are kept until the curve is read, and are then shown until another range is chosen', () => {
    const read = new SvelteMap<'curve', EquityCurve>();
    const chart = new EquityChartState(
      () => read.get('curve') ?? null,
      () => 'America/New_York',
    );
    chart.showTimes(start + 8 * DAY, start + 12 * DAY);
    expect([chart.range, chart.view]).toEqual([null, { from: 0, to: 0 }]);
    read.set('curve', curve());
    expect([chart.firstRow, chart.lastRow]).toEqual([5, 15]);
    chart.selectRange('All');
    expect([chart.firstRow, chart.lastRow]).toEqual([0, 19]);
  });
});

describe('marks of trades', () => {
  const times = Float64Array.from(curve().times);

  it('are placed at the last point at or before the moment, within the view', () => {
    const moments: TradeMoment[] = [
      { at: start + 3 * DAY + 60, kind: 'entry' },
      { at: start + 5 * DAY, kind: 'exit' },
      { at: start + 15 * DAY, kind: 'exit' },
    ];
    expect(tradeMarks(moments, times, { from: 0, to: 10 })).toEqual([
      { row: 3, colorName: 'entry', text: '' },
      { row: 5, colorName: 'exit', text: '' },
    ]);
  });

  it('that would overlap are merged with a count', () => {
    const many = Array.from({ length: 5_000 }, (_, at): TradeMoment => ({ at: start + at * 300, kind: 'entry' }));
    const marks = tradeMarks(many, times, { from: 0, to: 19 });
    expect(marks.length).toBeLessThanOrEqual(48);
    expect(marks.reduce((sum, { text }) => sum + Number(text), 0)).toBe(5_000);
  });

  it('are drawn, and the omitted ones counted, only while the trades are shown', () => {
    const chart = chartOf([], [{ at: start, kind: 'entry' }], 7);
    expect([chart.drawing?.marks.length, chart.unmarkedCount]).toEqual([1, 0]);
    chart.showsTrades = true;
    expect(chart.drawing?.marks.map(({ colorName }) => colorName)).toEqual(['fee', 'entry']);
    expect(chart.unmarkedCount).toBe(7);
  });
});

describe('the exported chart', () => {
  it('contains the shown range with New York and UTC times, without curves that have no values', async () => {
    const chart = chartOf([other({ withCost: Array.from({ length: 20 }, () => 3) })]);
    chart.showDays('2026-03-04', '2026-03-11');
    const table = pointsExport(chart, '1');
    if (table === null) throw new Error('no table');
    const { parts, rows } = await writeTable(table, 'csv', { mode: 'PRACTICE', systemId: '1' }, () =>
      Promise.resolve(),
    );
    const lines = parts.join('').split('\r\n');
    expect(rows).toBe(8);
    expect(lines[0]).toContain('Time (ET),Time (UTC),With costs,Other,"Drawdown, %",Fee');
    expect(lines[1]).toBe('PRACTICE,1,2026-03-04 16:00:00,2026-03-04 21:00:00,1002,3,0,1.5');
  });

  it('names compared strategies in JSON too, and marks rebased values', () => {
    const chart = chartOf([other({ withCost: Array.from({ length: 20 }, () => 3) })]);
    const names = () => pointsExport(chart, '1')?.columns.map(({ id, title }) => `${id}: ${title}`);
    const rest = ['drawdownPercent: Drawdown, %', 'fee: Fee'];
    expect(names()).toEqual(['time: Time', 'withCost: With costs', 'otherA Other: Other', ...rest]);
    chart.toggle('otherA');
    chart.rebased = true;
    expect(names()).toEqual(['time: Time', 'withCost rebased: With costs, rebased to 100', ...rest]);
  });

  it('names the commission plan of the curve with costs', () => {
    const chart = new EquityChartState(
      () => curve({ plan: 'pro' }),
      () => 'America/New_York',
    );
    const columns = pointsExport(chart, '1')?.columns.map(({ id, title }) => `${id}: ${title}`);
    expect(columns).toContain('withCost With costs (plan pro): With costs (plan pro)');
    expect(chart.caption.map(({ text }) => text)).toContain('With costs (plan pro)');
  });
});
