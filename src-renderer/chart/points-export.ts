import type { ExportColumn, ExportTable } from '#renderer/export/export-table.ts';
import type { EquityChartState } from './equity-chart-state.svelte.ts';
import { curveNames, otherCurveNames, type CurveName } from './equity-model.ts';

/** Rows per page. */
const PAGE = 2_000;

/**
 * The shown range of the chart with the shown values; null if there is no curve. Rebased values are
 * in columns with other names, so that they are not read as dollars.
 */
export function pointsExport(chart: EquityChartState, systemId: string): ExportTable<number> | null {
  const { model, firstRow, lastRow } = chart;
  if (model === null) return null;
  const fees = new Map(model.fees.map(({ row, total }) => [row, total]));
  const numberColumn = (id: string, title: string, values: Float64Array): ExportColumn<number> => ({
    id,
    title,
    kind: 'number',
    value: (row) => rounded(values[row]),
  });
  const curves = curveNames.flatMap((name) => {
    const values = chart.hidden.has(name) ? undefined : chart.curves[name];
    if (values === undefined) return [];
    const title = name === 'unlisted' ? 'No longer listed' : model.titles[name];
    // JSON has no titles, so the member name contains the other strategy or the commission plan.
    const id = isOtherStrategy(name) || (name === 'withCost' && model.plan !== undefined) ? `${name} ${title}` : name;
    return [
      chart.rebased
        ? numberColumn(`${id} rebased`, `${title}, rebased to 100`, values)
        : numberColumn(id, title, values),
    ];
  });
  return {
    name: 'equity',
    systemId,
    columns: [
      { id: 'time', title: 'Time', kind: 'time', value: (row) => model.times[row] ?? null },
      ...curves,
      numberColumn('drawdownPercent', 'Drawdown, %', model.drawdown),
      { id: 'fee', title: 'Fee', kind: 'number', value: (row) => rounded(fees.get(row)) },
    ],
    pages: () => pages(firstRow, lastRow),
  };
}

const isOtherStrategy = (name: CurveName): boolean => otherCurveNames.some((other) => other === name);

function* pages(first: number, last: number): Generator<readonly number[]> {
  for (let from = first; from <= last; from += PAGE) {
    yield Array.from({ length: Math.min(PAGE, last - from + 1) }, (_, at) => from + at);
  }
}

/** Rounds off digits that are an artifact of floats. */
const rounded = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toFixed(6));
