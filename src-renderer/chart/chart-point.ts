import type { CurveName, EquityModel } from './equity-model.ts';
import { figureText } from './figure-text.ts';
import { wallText } from './wall-text.ts';

/** The values at the crosshair. */
export interface ChartPoint {
  readonly row: number;
  /** Wall-clock time with the weekday. The zone label is next to it. */
  readonly when: string;
  readonly curves: readonly { readonly name: CurveName; readonly title: string; readonly text: string }[];
  readonly drawdown: string;
  /** Fees charged at this row; null without fees. */
  readonly fee: string | null;
}

/** Reads one row of the curves as shown (rebased or not). */
export function chartPoint(
  model: EquityModel,
  shown: Readonly<Partial<Record<CurveName, Float64Array>>>,
  names: readonly CurveName[],
  row: number,
  valueText: (value: number) => string,
): ChartPoint {
  const fee = model.fees.find((mark) => mark.row === row);
  return {
    row,
    when: wallText(model.clock.wall(model.times[row] ?? 0)),
    curves: names.flatMap((name) => {
      const value = shown[name] === undefined ? undefined : (shown[name][row] ?? Number.NaN);
      // Only rows with an unlisted point have a value here.
      if (value === undefined || (name === 'unlisted' && Number.isNaN(value))) return [];
      return [{ name, title: name === 'unlisted' ? 'No longer listed' : model.titles[name], text: valueText(value) }];
    }),
    drawdown: figureText.percent(model.drawdown[row] ?? Number.NaN),
    fee: fee === undefined ? null : figureText.dollars(fee.total),
  };
}

/** One sentence for a screen reader. */
export function pointSentence(point: ChartPoint): string {
  const curves = point.curves.map((curve) => `${curve.title} ${curve.text}`);
  const fee = point.fee === null ? [] : [`fee ${point.fee}`];
  return [point.when, ...curves, `drawdown ${point.drawdown}`, ...fee].join(', ');
}
