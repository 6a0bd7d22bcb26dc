import { SvelteSet } from 'svelte/reactivity';
import type { EquityCurve } from '#contract/model/equity.ts';
import { chartPoint, type ChartPoint } from './chart-point.ts';
import { clampView, panView, revealRow, zoomView } from './chart-view.ts';
import { dayStep } from './day-step.ts';
import { curveNames, equityModel, type CurveName, type EquityModel } from './equity-model.ts';
import { figureText } from './figure-text.ts';
import { lowerBound } from './lower-bound.ts';
import { rangeStart, type RangeName } from './range-cut.ts';
import { rebase } from './rebase.ts';
import type { ChartColorName } from './chart-theme.ts';
import type { ComparedCurve } from './compared-curve.ts';
import type { ChartMark, ChartDrawing } from './time-chart.ts';
import { tradeMarks, type TradeMoment } from './trade-moment.ts';
import { wallText } from './wall-text.ts';
import type { ChartView } from './window-series.ts';
import { ZoneClock } from './zone-clock.ts';

/** The first value of a rebased curve. */
const BASE = 100;

/** Days of a step with Shift. */
const JUMP_DAYS = 30;

const DAY = 86_400;

const NEW_YORK = 'America/New_York';

/** Optional additions to the curve. */
type Additions = {
  readonly others?: () => readonly ComparedCurve[];
  readonly moments?: () => { readonly moments: readonly TradeMoment[]; readonly omittedCount: number };
};

/** The rows between two times, with a margin on both sides. */
function withMargin(
  times: EquityModel['times'],
  { from, to }: { readonly from: number; readonly to: number },
): ChartView {
  const first = lowerBound(times, from);
  const last = Math.max(first, lowerBound(times, to + 1) - 1);
  const margin = Math.ceil((last - first) * 0.15) + 2;
  return { from: first - margin, to: last + margin };
}

/** The trader's choices for an equity curve. Everything drawn is derived from them. */
export class EquityChartState {
  readonly #curve: () => EquityCurve | null;
  readonly #zone: () => string;
  readonly #additions: Additions;
  readonly hidden = new SvelteSet<CurveName>();
  /** Whether the value axis is logarithmic. */
  isLogarithmic = $state(false);
  rebased = $state(false);
  showsFees = $state(true);
  /** Whether the entries and exits of trades are marked. */
  showsTrades = $state(false);
  #showsReplacedPoints = $state(false);
  /** The last chosen range. */
  #range = $state<RangeName>('All');
  /**
   * A view from panning, zooming or dates, which is of the curve of one strategy; null while a
   * range or requested times are shown.
   */
  #customView = $state.raw<{ readonly systemId: string | undefined; readonly view: ChartView } | null>(null);
  /** The first time of the last chosen dates, in unix seconds; null after a range was chosen. */
  #datesFrom = $state.raw<{ readonly systemId: string | undefined; readonly at: number } | null>(null);
  /**
   * Two times to show until something else is chosen. They may be requested before the curve is
   * read.
   */
  #requestedTimes = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  #cursor = $state.raw<number | null>(null);

  readonly model: EquityModel | null = $derived.by(() => {
    const curve = this.#curve();
    return curve === null || curve.times.length === 0
      ? null
      : equityModel(curve, this.#zone(), this.#additions.others?.(), this.#showsReplacedPoints);
  });
  /** The number of rows. */
  readonly rowCount = $derived(this.model?.times.length ?? 0);
  readonly view: ChartView = $derived.by(() => this.#shownView());
  readonly lastRow = $derived(Math.floor(this.view.to));
  /** A view of one row that is moved by less than a row still shows one. */
  readonly firstRow = $derived(Math.min(Math.ceil(this.view.from), this.lastRow));
  /**
   * The base row of rebased curves: fixed by the last chosen range or dates, so that panning does
   * not recompute every value.
   */
  readonly #baseRow = $derived.by(() => this.#chosenStart());
  readonly curves: Readonly<Partial<Record<CurveName, Float64Array>>> = $derived.by(() => this.#shownCurves());
  readonly #marks: readonly ChartMark[] = $derived.by(() => this.#placeMarks());
  readonly drawing: ChartDrawing | null = $derived.by(() => this.#composeDrawing());
  readonly point: ChartPoint | null = $derived.by(() => this.#shownPoint());

  constructor(curve: () => EquityCurve | null, zone: () => string, additions: Additions = {}) {
    this.#curve = curve;
    this.#zone = zone;
    this.#additions = additions;
  }

  /** Null while a custom view or requested times are shown. */
  get range(): RangeName | null {
    return this.#ownView === null && this.#requestedTimes === null ? this.#range : null;
  }

  selectRange(range: RangeName): void {
    this.#range = range;
    this.#datesFrom = null;
    this.#customView = null;
    this.#requestedTimes = null;
  }

  /** Shows the rows between two times (unix seconds), with a margin on both sides. */
  showTimes(from: number, to: number): void {
    this.#requestedTimes = { from, to };
    this.#customView = null;
  }

  /**
   * Shows whole days of the chart's zone, both inclusive; null is the start or the end of the
   * curve.
   */
  showDays(from: string | null, to: string | null): void {
    if (this.model !== null) this.#showDays(from, to, this.model.clock);
  }

  /**
   * As `showDays`, for days of New York in every zone: statistics are of such days. False if the
   * curve has no point on these days. The nearest ones are then shown.
   */
  showNewYorkDays(from: string | null, to: string | null): boolean {
    if (this.model === null) return false;
    const { times } = this.model;
    return this.#showDays(from, to, new ZoneClock(NEW_YORK, times[0] ?? 0, times.at(-1) ?? 0));
  }

  /** Remembers the current view. The returned function shows it again. */
  rememberView(): () => void {
    const [range, view, times, datesFrom] = [this.#range, this.#customView, this.#requestedTimes, this.#datesFrom];
    return () => {
      this.#range = range;
      this.#customView = view;
      this.#requestedTimes = times;
      this.#datesFrom = datesFrom;
    };
  }

  #showDays(from: string | null, to: string | null, clock: ZoneClock): boolean {
    if (this.model === null) return false;
    if (from === null && to === null) {
      // This range also includes points that are read later.
      this.selectRange('All');
      return true;
    }
    const { times } = this.model;
    const instant = (day: string, days: number): number =>
      clock.instant(Date.parse(`${day}T00:00:00Z`) / 1_000 + days * DAY);
    const first = from === null ? 0 : lowerBound(times, instant(from, 0));
    const last = to === null ? this.rowCount - 1 : lowerBound(times, instant(to, 1)) - 1;
    this.#datesFrom = { systemId: this.#curve()?.systemId, at: times[first] ?? 0 };
    this.#setView(clampView({ from: first, to: Math.max(first, last) }, this.rowCount));
    return first <= last;
  }

  /** The times of the first and the last row shown (unix seconds); null without a curve. */
  get times(): { readonly from: number; readonly to: number } | null {
    const { model } = this;
    if (model === null) return null;
    return { from: model.times[this.firstRow] ?? 0, to: model.times[this.lastRow] ?? 0 };
  }

  /** The first and the last day shown, in the chart's zone; null without a curve. */
  get days(): { readonly from: string; readonly to: string } | null {
    const { model } = this;
    if (model === null) return null;
    const day = (row: number): string => wallText(model.clock.wall(model.times[row] ?? 0)).slice(4, 14);
    return { from: day(this.firstRow), to: day(this.lastRow) };
  }

  /** The number of entries and exits that have no mark because there are too many. */
  get unmarkedCount(): number {
    return this.showsTrades ? (this.#additions.moments?.().omittedCount ?? 0) : 0;
  }

  /** The legend as a caption for an exported picture. */
  get caption(): readonly { readonly text: string; readonly colorName: ChartColorName }[] {
    const { model, days } = this;
    if (model === null || days === null) return [];
    const names = curveNames.filter((name) => model.present[name] && !this.hidden.has(name));
    const base = this.rebased ? ', rebased to 100' : '';
    const { zone } = model.clock;
    const place = zone === NEW_YORK ? '' : ` (${zone})`;
    return [
      { text: `${days.from} → ${days.to}${place}${base}${this.isLogarithmic ? ', log' : ''}`, colorName: 'fee' },
      ...names.map((name) => ({ text: model.titles[name], colorName: name })),
      { text: 'Drawdown', colorName: 'drawdown' },
    ];
  }

  /** The row under the crosshair; null when there is none. */
  get cursor(): number | null {
    return this.#cursor === null ? null : Math.min(this.#cursor, this.rowCount - 1);
  }

  readonly valueText = (value: number): string => (this.rebased ? figureText.level(value) : figureText.money(value));

  toggle(name: CurveName): void {
    if (!this.hidden.delete(name)) this.hidden.add(name);
  }

  /** Whether replaced points have rows too, see `curveColumns`. */
  get showsReplacedPoints(): boolean {
    return this.#showsReplacedPoints;
  }

  /** Adds or removes the rows of replaced points. A custom view keeps its start and end times. */
  showReplacedPoints(shown: boolean): void {
    const times = this.model?.times;
    const [from = 0, to = 0] = [times?.[this.firstRow], times?.[this.lastRow]];
    this.#showsReplacedPoints = shown;
    this.#cursor = null;
    if (this.#ownView === null || this.model === null) return;
    this.#setView({ from: lowerBound(this.model.times, from), to: lowerBound(this.model.times, to) });
  }

  pan(share: number): void {
    this.#setView(panView(this.view, share, this.rowCount));
  }

  zoom(factor: number, anchor: number): void {
    this.#setView(zoomView(this.view, factor, anchor, this.rowCount));
  }

  /** Called when the pointer is over a row, or leaves the chart. */
  setCursor(row: number | null): void {
    this.#cursor = row;
  }

  /** Moves the crosshair or zooms by a key. False if the key does nothing. */
  handleKey(key: string, shift: boolean): boolean {
    if (this.model === null) return false;
    if (key === '+' || key === '=') return this.#zoomAtCursor(0.5);
    if (key === '-') return this.#zoomAtCursor(2);
    if (key === 'Escape') return this.#clearCursor();
    const row = this.#step(this.model, key, shift);
    if (row === null) return false;
    this.#cursor = row;
    const view = revealRow(this.view, row, this.rowCount);
    if (view !== this.view) this.#setView(view);
    return true;
  }

  /** The row to which a key moves the crosshair; null if the key does not move it. */
  #step(model: EquityModel, key: string, shift: boolean): number | null {
    const from = this.cursor ?? this.lastRow;
    const days = shift ? JUMP_DAYS : 1;
    if (key === 'ArrowLeft')
      return this.#cursor === null && !shift ? from : dayStep(model.times, from, -days, model.clock);
    if (key === 'ArrowRight') return dayStep(model.times, from, days, model.clock);
    if (key === 'Home') return this.firstRow;
    if (key === 'End') return this.lastRow;
    return null;
  }

  #zoomAtCursor(factor: number): boolean {
    const span = Math.max(1, this.view.to - this.view.from);
    this.zoom(factor, this.cursor === null ? 1 : Math.min(1, Math.max(0, (this.cursor - this.view.from) / span)));
    return true;
  }

  #clearCursor(): boolean {
    const wasSet = this.#cursor !== null;
    this.#cursor = null;
    return wasSet;
  }

  #setView(view: ChartView): void {
    this.#customView = { systemId: this.#curve()?.systemId, view };
    this.#requestedTimes = null;
  }

  /** The custom view; null if it is of another strategy, whose rows are of other days. */
  get #ownView(): ChartView | null {
    return this.#customView?.systemId === this.#curve()?.systemId ? (this.#customView?.view ?? null) : null;
  }

  #shownView(): ChartView {
    if (this.#ownView !== null) return clampView(this.#ownView, this.rowCount);
    if (this.model === null) return clampView({ from: 0, to: 0 }, this.rowCount);
    const { times, clock } = this.model;
    if (this.#requestedTimes !== null) return clampView(withMargin(times, this.#requestedTimes), this.rowCount);
    return clampView({ from: rangeStart(times, this.#range, clock), to: this.rowCount - 1 }, this.rowCount);
  }

  #chosenStart(): number {
    if (this.model === null) return 0;
    const { times, clock } = this.model;
    if (this.#datesFrom !== null && this.#datesFrom.systemId === this.#curve()?.systemId)
      return Math.min(lowerBound(times, this.#datesFrom.at), times.length - 1);
    return rangeStart(times, this.#range, clock);
  }

  #shownCurves(): Partial<Record<CurveName, Float64Array>> {
    const shown: Partial<Record<CurveName, Float64Array>> = {};
    const { model } = this;
    if (model === null) return shown;
    const main = model.present.withCost ? model.withCost : model.raw;
    for (const name of curveNames) {
      const values = model.present[name] ? (model.curves[name] ?? null) : null;
      const baseValues = name === 'unlisted' ? main : (values ?? main);
      const shownValues = values === null || !this.rebased ? values : rebase(values, this.#baseRow, BASE, baseValues);
      if (shownValues !== null) shown[name] = shownValues;
    }
    return shown;
  }

  #placeMarks(): ChartMark[] {
    const { model } = this;
    if (model === null) return [];
    const fees = this.showsFees ? model.fees.map(({ row }) => ({ row, text: 'F', colorName: 'fee' as const })) : [];
    const moments = this.showsTrades ? this.#additions.moments?.().moments : undefined;
    return moments === undefined ? fees : [...fees, ...tradeMarks(moments, model.times, this.view)];
  }

  #composeDrawing(): ChartDrawing | null {
    const model = this.model;
    if (model === null) return null;
    return {
      axis: model.axis,
      curves: curveNames.flatMap((colorName) => {
        const values = this.curves[colorName];
        const drawn = values ?? model.curves[colorName];
        const visible = values !== undefined && !this.hidden.has(colorName);
        return drawn === undefined ? [] : [{ colorName, values: drawn, visible }];
      }),
      drawdown: { colorName: 'drawdown', values: model.drawdown, visible: true },
      marks: this.#marks,
      isLogarithmic: this.isLogarithmic,
    };
  }

  #shownPoint(): ChartPoint | null {
    const model = this.model;
    if (model === null) return null;
    const visible = curveNames.filter((name) => !this.hidden.has(name));
    return chartPoint(model, this.curves, visible, this.cursor ?? this.lastRow, this.valueText);
  }
}
