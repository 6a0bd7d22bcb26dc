import { TimeChart, type ChartDrawing } from '#renderer/chart/time-chart.ts';
import { installChart } from './chart-harness.ts';

let chart: TimeChart | null = null;

/**
 * The program's plot: the curve with costs, the drawdown pane below it, with crosshair, pan and
 * zoom.
 */
await installChart({
  mount(host, { times, values, drawdown }) {
    host.style.cssText +=
      ';--chart-surface:var(--bg-1);--chart-text:var(--fg-2);--chart-line:var(--line);--chart-with-cost:var(--accent);--chart-drawdown:var(--loss);--chart-drawdown-fill:rgb(255 116 128 / 22%)';
    chart = new TimeChart(host, {
      setCursor: () => undefined,
      pan: () => undefined,
      zoom: () => undefined,
      valueText: (value) => value.toFixed(0),
    });
    const drawing: ChartDrawing = {
      axis: times,
      curves: [{ colorName: 'withCost', values, visible: true }],
      drawdown: { colorName: 'drawdown', values: drawdown, visible: true },
      marks: [],
      isLogarithmic: false,
    };
    chart.show({ from: 0, to: times.length - 1 });
    chart.draw(drawing);
  },
  show: (from, to) => chart?.show({ from, to }),
});
