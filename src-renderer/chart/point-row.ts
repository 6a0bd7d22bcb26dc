import type { GridColumn, GridRow } from '#renderer/grid/grid-types.ts';
import type { CurveName } from './equity-model.ts';
import { figureText } from './figure-text.ts';

/** A point of the curve as a table row; `values` as the chart shows them. */
export interface PointRow extends GridRow {
  readonly row: number;
  readonly when: string;
  readonly values: Readonly<Partial<Record<CurveName, number>>>;
  readonly drawdown: number;
  readonly fee: number | null;
}

const column = (
  id: string,
  title: string,
  width: number,
  value: (row: PointRow) => number,
  text: (value: number) => string,
): GridColumn<PointRow> => ({
  id,
  title,
  width,
  align: 'end',
  text: (row) => text(value(row)),
  sortKey: (row) => value(row),
});

/** Columns of the point table, with one for each curve in `names`. */
export function pointColumns(
  names: readonly CurveName[],
  titles: Readonly<Record<CurveName, string>>,
  zoneText: string,
  valueText: (value: number) => string,
): readonly GridColumn<PointRow>[] {
  return [
    {
      id: 'when',
      title: `Time (${zoneText})`,
      width: 190,
      fixed: true,
      text: (row) => row.when,
      sortKey: (row) => row.row,
    },
    ...names.map((name) => {
      const width = name === 'unlisted' ? 170 : 140;
      return column(name, titles[name], width, (row) => row.values[name] ?? Number.NaN, valueText);
    }),
    column('drawdown', 'Drawdown', 120, (row) => row.drawdown, figureText.percent),
    column('fee', 'Fee', 110, (row) => row.fee ?? Number.NaN, figureText.level),
  ];
}
