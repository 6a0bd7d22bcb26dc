import {
  BaselineSeries,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type LineData,
  type LineWidth,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts';
import { captionedPicture } from './captioned-picture.ts';
import { fixedOptions, themeOptions } from './chart-options.ts';
import { readChartTheme, watchChartTheme, type ChartColorName, type ChartTheme } from './chart-theme.ts';
import { figureText } from './figure-text.ts';
import { MinMaxPyramid } from './min-max-pyramid.ts';
import { attachPanZoom } from './pan-zoom.ts';
import { planWindow, rowAtShare, slotOfRow, slotTimes, type ChartView, type SeriesWindow } from './window-series.ts';

/** A curve to draw: one value per row, NaN for none. */
export interface ChartCurve {
  readonly colorName: ChartColorName;
  readonly values: Float64Array;
  readonly visible: boolean;
}

export interface ChartMark {
  readonly row: number;
  readonly text: string;
  readonly colorName: 'fee' | 'entry' | 'exit';
}

/** Everything that is drawn. Columns are compared by identity: the same array is not read again. */
export interface ChartDrawing {
  /** Strictly ascending seconds for the axis, one for each row. */
  readonly axis: Float64Array;
  /** Upper pane. Marks are placed on the first visible curve. */
  readonly curves: readonly ChartCurve[];
  /** Lower pane, percent. */
  readonly drawdown: ChartCurve;
  readonly marks: readonly ChartMark[];
  /** Whether the upper pane has a logarithmic axis. */
  readonly isLogarithmic: boolean;
}

export interface TimeChartEvents {
  /** Called when the pointer is over a row, or leaves the chart. */
  readonly setCursor: (row: number | null) => void;
  readonly pan: (share: number) => void;
  readonly zoom: (factor: number, anchor: number) => void;
  readonly valueText: (value: number) => string;
}

type Series = ISeriesApi<'Line'> | ISeriesApi<'Baseline'>;

/**
 * If more slots of the time axis (see `SeriesWindow`) than this fall on one pixel, the main curve
 * is drawn thin: a thick line would look like a band and take ten times as long to draw.
 */
const MAX_THICK_DENSITY = 0.4;

/**
 * The only user of the charting library. Input is columns and a view in rows. The library receives
 * the whole curve when it is short, and a window of extremes that follows the view when it is long
 * (`planWindow`).
 */
export class TimeChart {
  readonly #host: HTMLElement;
  readonly #chart: IChartApi;
  readonly #events: TimeChartEvents;
  readonly #series = new Map<ChartColorName, Series>();
  readonly #pyramids = new WeakMap<Float64Array, MinMaxPyramid>();
  readonly #releases: (() => void)[] = [];
  #marks: ISeriesMarkersPluginApi<Time> | null = null;
  #theme: ChartTheme;
  #drawing: ChartDrawing | null = null;
  #window: SeriesWindow | null = null;
  #view: ChartView = { from: 0, to: 0 };
  #drawnTimes: readonly UTCTimestamp[] = [];
  #cursor: number | null = null;
  #mainWidth: LineWidth = 1;
  #needsColors: boolean;
  /** Size of the host in CSS pixels, as last set in the library. */
  #size: { readonly width: number; readonly height: number };
  /**
   * The position of a resting pointer in CSS pixels from the left of the plot, and the row that was
   * reported for it.
   */
  #pointer: { readonly x: number; readonly row: number } | null = null;

  constructor(host: HTMLElement, events: TimeChartEvents) {
    this.#host = host;
    this.#events = events;
    this.#needsColors = !host.isConnected;
    this.#theme = readChartTheme(host);
    this.#size = { width: host.clientWidth, height: host.clientHeight };
    const [fixed, themed] = [fixedOptions(), themeOptions(this.#theme)];
    this.#chart = createChart(host, {
      ...fixed,
      ...themed,
      layout: { ...fixed.layout, ...themed.layout },
      timeScale: { ...fixed.timeScale, ...themed.timeScale },
      crosshair: { ...fixed.crosshair, ...themed.crosshair },
      ...this.#size,
    });
    this.#chart.subscribeCrosshairMove(this.#onCrosshairMove);
    const resize = new ResizeObserver(() => this.#resize());
    resize.observe(host);
    this.#releases.push(
      () => resize.disconnect(),
      watchChartTheme(() => this.#recolor()),
      attachPanZoom(host, { pan: events.pan, zoom: events.zoom, plotWidth: () => this.#plotWidth() }),
    );
  }

  /** Redraws the changed parts of the drawing. */
  draw(drawing: ChartDrawing): void {
    const before = this.#drawing;
    this.#drawing = drawing;
    const sameAxis = before?.axis === drawing.axis;
    const windowBefore = this.#window;
    if (!sameAxis) this.#window = null;
    this.#updateWindow();
    // `#updateWindow` also plans a new window if the width of the plot has changed.
    const sameWindow = sameAxis && this.#window === windowBefore;
    for (const curve of [...drawing.curves, drawing.drawdown]) {
      const old = before === null ? undefined : curveOf(before, curve.colorName);
      const series = this.#seriesOf(curve.colorName, curve === drawing.drawdown);
      if (!sameWindow || old?.values !== curve.values) this.#fill(series, curve);
      if (old?.visible !== curve.visible) series.applyOptions({ visible: curve.visible });
    }
    this.#hideRemoved(drawing, before);
    if (before?.isLogarithmic !== drawing.isLogarithmic) {
      const mode = drawing.isLogarithmic ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
      this.#chart.priceScale('right', 0).applyOptions({ mode });
    }
    if (!sameWindow) this.#applyView();
    if (!sameWindow || before.marks !== drawing.marks || markedName(before) !== markedName(drawing)) this.#placeMarks();
  }

  show(view: ChartView): void {
    this.#view = view;
    const before = this.#window;
    this.#updateWindow();
    if (this.#drawing === null) return;
    if (before !== this.#window) this.#refill(this.#drawing);
    this.#applyView();
  }

  /** The drawn chart with a caption above it. */
  picture(
    title: string,
    caption: readonly { readonly text: string; readonly colorName: ChartColorName }[],
  ): HTMLCanvasElement {
    const parts = caption.map(({ text, colorName }) => ({ text, color: this.#theme.curves[colorName] }));
    return captionedPicture(this.#chart.takeScreenshot(), title, parts, this.#theme);
  }

  /** Puts the crosshair on a row, or removes it. */
  placeCrosshair(row: number | null): void {
    this.#cursor = row;
    // The library itself places the crosshair at the pointer. A key moves the crosshair elsewhere.
    if (row !== null && row === this.#pointer?.row) return;
    this.#pointer = null;
    const time = row === null || this.#window === null ? undefined : this.#drawnTimes[this.#slot(row)];
    const curve = this.#drawing?.curves.find(isVisible) ?? this.#drawing?.drawdown;
    const series = curve === undefined ? undefined : this.#series.get(curve.colorName);
    if (row === null || time === undefined || curve === undefined || series === undefined) {
      this.#chart.clearCrosshairPosition();
      return;
    }
    const value = curve.values[row] ?? Number.NaN;
    this.#chart.setCrosshairPosition(Number.isNaN(value) ? 0 : value, time, series);
  }

  destroy(): void {
    for (const release of this.#releases) release();
    this.#chart.remove();
  }

  #updateWindow(): void {
    const rows = this.#drawing?.axis.length ?? 0;
    if (rows === 0 || this.#drawing === null) {
      this.#window = null;
      this.#drawnTimes = [];
      return;
    }
    const next = planWindow(this.#view, rows, this.#plotWidth(), this.#window);
    if (next === this.#window) return;
    this.#window = next;
    this.#drawnTimes = Array.from(slotTimes(next, this.#drawing.axis)).filter(isTimestamp);
  }

  #refill(drawing: ChartDrawing): void {
    for (const curve of [...drawing.curves, drawing.drawdown]) {
      const series = this.#series.get(curve.colorName);
      if (series !== undefined) this.#fill(series, curve);
    }
    this.#placeMarks();
  }

  #fill(series: Series, curve: ChartCurve): void {
    const window = this.#window;
    const values = window === null ? new Float64Array() : this.#extremes(curve.values, window);
    const points: (LineData | WhitespaceData)[] = this.#drawnTimes.map((time, slot) => {
      const value = values[slot] ?? Number.NaN;
      return Number.isNaN(value) ? { time } : { time, value };
    });
    series.setData(points);
    // In a reduced window a drawn point is the extreme of several rows. A dot on it would look like
    // the value of the row under the pointer.
    series.applyOptions({ crosshairMarkerVisible: window?.level === 0 });
  }

  #extremes(values: Float64Array, window: SeriesWindow): Float64Array {
    if (window.level === 0) return values.subarray(window.first, window.first + window.count);
    let pyramid = this.#pyramids.get(values);
    if (pyramid === undefined) {
      pyramid = new MinMaxPyramid(values);
      this.#pyramids.set(values, pyramid);
    }
    return pyramid.window(window.level, window.first, window.count);
  }

  /** The series of a removed curve is hidden and reused for the next one. */
  #hideRemoved(drawing: ChartDrawing, before: ChartDrawing | null): void {
    for (const { colorName } of before?.curves ?? []) {
      if (curveOf(drawing, colorName) === undefined) this.#series.get(colorName)?.applyOptions({ visible: false });
    }
  }

  #seriesOf(colorName: ChartColorName, inLowerPane: boolean): Series {
    const existing = this.#series.get(colorName);
    if (existing !== undefined) return existing;
    const created = inLowerPane ? this.#drawdownSeries() : this.#lineSeries(colorName);
    this.#series.set(colorName, created);
    if (inLowerPane) this.#stretchPanes();
    return created;
  }

  #lineSeries(colorName: ChartColorName): ISeriesApi<'Line'> {
    const color = this.#theme.curves[colorName];
    const dashed = colorName === 'benchmark';
    return this.#chart.addSeries(LineSeries, {
      color,
      lineWidth: colorName === 'withCost' ? this.#mainWidth : 1,
      lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
      priceLineVisible: false,
      lastValueVisible: colorName === 'withCost',
      crosshairMarkerRadius: 3,
      priceFormat: { type: 'custom', minMove: 0.01, formatter: this.#events.valueText },
      // Unlisted points are dots without a line. The other curves show the values between them.
      ...(colorName === 'unlisted' ? { lineVisible: false, pointMarkersVisible: true, pointMarkersRadius: 2 } : {}),
    });
  }

  #drawdownSeries(): ISeriesApi<'Baseline'> {
    return this.#chart.addSeries(
      BaselineSeries,
      {
        baseValue: { type: 'price', price: 0 },
        lineWidth: 1,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerRadius: 3,
        priceFormat: { type: 'custom', minMove: 0.01, formatter: (value: number) => figureText.percent(value) },
        ...drawdownColors(this.#theme),
      },
      1,
    );
  }

  #stretchPanes(): void {
    const [upper, lower] = this.#chart.panes();
    upper?.setStretchFactor(4);
    lower?.setStretchFactor(1);
    this.#chart.priceScale('right', 1).applyOptions({ scaleMargins: { top: 0.14, bottom: 0.1 }, entireTextOnly: true });
  }

  #placeMarks(): void {
    const drawing = this.#drawing;
    const colorName = drawing === null ? undefined : markedName(drawing);
    const series = colorName === undefined ? undefined : this.#series.get(colorName);
    if (drawing === null || series === undefined) return;
    // The library draws no mark of a hidden series.
    if (this.#marks?.getSeries() !== series) {
      this.#marks?.detach();
      this.#marks = createSeriesMarkers<Time>(series, []);
    }
    const placed = new Map<string, { time: UTCTimestamp; mark: ChartMark }>();
    for (const mark of drawing.marks) {
      const time = this.#drawnTimes[this.#slot(mark.row)];
      if (time !== undefined) placed.set(`${mark.colorName} ${time}`, { time, mark });
    }
    const ascending = [...placed.values()].sort((one, other) => one.time - other.time);
    this.#marks.setMarkers(
      ascending.map(({ time, mark }) => ({
        time,
        text: mark.text,
        color: this.#theme.curves[mark.colorName],
        ...markStyles[mark.colorName],
      })),
    );
  }

  /** Slot of a row, −1 without a window. A row outside it gets a slot that has no time. */
  #slot(row: number): number {
    return this.#window === null ? -1 : Math.floor(slotOfRow(this.#window, row));
  }

  #applyView(): void {
    if (this.#window === null) return;
    const from = slotOfRow(this.#window, this.#view.from);
    const to = slotOfRow(this.#window, this.#view.to);
    this.#chart.timeScale().setVisibleLogicalRange({ from, to });
    this.#setMainWidth((to - from) / this.#plotWidth() > MAX_THICK_DENSITY ? 1 : 2);
    // The curve moved under a resting pointer, so the row below it changed.
    if (this.#pointer !== null) this.#reportRow(this.#pointer.x);
    else if (this.#cursor !== null) this.placeCrosshair(this.#cursor);
  }

  #setMainWidth(width: LineWidth): void {
    if (width === this.#mainWidth) return;
    this.#mainWidth = width;
    this.#series.get('withCost')?.applyOptions({ lineWidth: width });
  }

  readonly #onCrosshairMove = (event: MouseEventParams): void => {
    // If there is no source event, the crosshair was moved by `placeCrosshair`.
    if (event.sourceEvent === undefined) return;
    if (event.point !== undefined && event.point.x <= this.#plotWidth()) {
      this.#reportRow(event.point.x);
      return;
    }
    this.#pointer = null;
    this.#events.setCursor(null);
  };

  #reportRow(x: number): void {
    if (this.#window === null) return;
    const row = rowAtShare(this.#window, this.#view, x / this.#plotWidth(), this.#drawing?.axis.length ?? 0);
    this.#pointer = { x, row };
    this.#events.setCursor(row);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host;
    // A collapsed or hidden panel has no size. The library would keep the chart at one pixel.
    if (clientWidth === 0 || clientHeight === 0) return;
    if (this.#needsColors) this.#recolor();
    // The observer also reports a new chart, which would then be painted twice.
    if (clientWidth === this.#size.width && clientHeight === this.#size.height) return;
    this.#size = { width: clientWidth, height: clientHeight };
    this.#chart.resize(clientWidth, clientHeight);
    this.show(this.#view);
  }

  #recolor(): void {
    // In a hidden tab the host is out of the page and has no colors. They are read when it is
    // shown.
    this.#needsColors = !this.#host.isConnected;
    if (this.#needsColors) return;
    this.#theme = readChartTheme(this.#host);
    this.#chart.applyOptions(themeOptions(this.#theme));
    for (const [colorName, series] of this.#series) {
      series.applyOptions(
        colorName === 'drawdown' ? drawdownColors(this.#theme) : { color: this.#theme.curves[colorName] },
      );
    }
    this.#placeMarks();
  }

  #plotWidth(): number {
    return Math.max(1, this.#chart.timeScale().width() || this.#host.clientWidth);
  }
}

const markStyles = {
  fee: { position: 'belowBar', shape: 'circle', size: 0 },
  entry: { position: 'belowBar', shape: 'arrowUp', size: 0.7 },
  exit: { position: 'aboveBar', shape: 'arrowDown', size: 0.7 },
} as const;

const isTimestamp = (time: number): time is UTCTimestamp => Number.isFinite(time);

const isVisible = ({ visible }: ChartCurve): boolean => visible;

/** The color name of the curve that has the marks. */
const markedName = ({ curves }: ChartDrawing): ChartColorName | undefined => curves.find(isVisible)?.colorName;

const curveOf = (drawing: ChartDrawing, colorName: ChartColorName): ChartCurve | undefined =>
  drawing.drawdown.colorName === colorName
    ? drawing.drawdown
    : drawing.curves.find((curve) => curve.colorName === colorName);

const drawdownColors = (theme: ChartTheme) => ({
  topLineColor: theme.curves.drawdown,
  bottomLineColor: theme.curves.drawdown,
  topFillColor1: 'transparent',
  topFillColor2: 'transparent',
  bottomFillColor1: theme.fill,
  bottomFillColor2: theme.fill,
});
