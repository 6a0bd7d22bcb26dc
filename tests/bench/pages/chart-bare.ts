import { installChart } from './chart-harness.ts';
import { loadPeer } from './load-peer.ts';

type Bar = { readonly time: number; readonly value: number };

/** The part of lightweight-charts that is used. */
type Library = {
  readonly BaselineSeries: unknown;
  readonly LineSeries: unknown;
  createChart(
    host: HTMLElement,
    options: object,
  ): {
    addSeries(kind: unknown, options: object, pane?: number): { setData(bars: readonly Bar[]): void };
    timeScale(): { setVisibleLogicalRange(range: { readonly from: number; readonly to: number }): void };
  };
};

const { BaselineSeries, createChart, LineSeries } = await loadPeer<Library>('lightweight-charts');
let show = (_from: number, _to: number): void => {};

const bars = (times: Float64Array, values: Float64Array): Bar[] =>
  Array.from(times, (time, row) => ({ time, value: values[row]! }));

/** For comparison: the library as published, given every point, in two panes like the program's. */
await installChart({
  mount(host, { times, values, drawdown }) {
    const chart = createChart(host, {
      width: 1_400,
      height: 600,
      timeScale: { minBarSpacing: 0.000_1, timeVisible: true },
    });
    const lineStyle = { lineWidth: 1, priceLineVisible: false, lastValueVisible: false };
    chart.addSeries(LineSeries, lineStyle).setData(bars(times, values));
    const drawdownStyle = { ...lineStyle, baseValue: { type: 'price', price: 0 } };
    chart.addSeries(BaselineSeries, drawdownStyle, 1).setData(bars(times, drawdown));
    show = (from, to) => chart.timeScale().setVisibleLogicalRange({ from, to });
    show(0, times.length - 1);
  },
  show: (from, to) => show(from, to),
});
