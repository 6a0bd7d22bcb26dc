import type { Drawdown, Figure, ProfitBin, RollingWindow, SplitRow, Splits } from '#contract/model/review.ts';
import type { Statistic } from '#contract/model/strategy.ts';
import type { ExportColumn, ExportTable } from '#renderer/export/export-table.ts';
import { tableOf } from '#renderer/export/table-of.ts';
import { caveatText, figureFormula, figureName } from './figure-names.ts';
import { groupName } from './group-name.ts';
import type { PerformanceStore } from './performance-store.svelte.ts';
import { ratePercent, selectionText } from './period.ts';

type ReportState = Pick<PerformanceStore, 'selection' | 'riskFree' | 'withCosts' | 'basis' | 'reading' | 'failure'>;

/**
 * A table of the review. Every row names the selection. A row of equity also names the curve, which
 * is with or without costs, and the risk-free rate, from which ratios are computed. Null while the
 * rows are of an earlier selection or reading, because the new rows are still being calculated or
 * the calculation failed.
 */
export function reviewTable<Row>(
  name: string,
  source: { readonly systemId: string | null; readonly data: 'equity' | 'trades' },
  { selection, riskFree, withCosts, basis, reading, failure }: ReportState,
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): ExportTable<Row> | null {
  if (reading || failure !== null) return null;
  const text = selectionText(selection);
  const plan = basis?.equityPlan;
  const costs = plan === undefined ? 'with costs' : `with costs, plan ${plan}`;
  const curve = withCosts ? costs : 'without costs';
  const equityColumns: readonly ExportColumn<Row>[] = [
    { id: 'curve', title: 'Curve', kind: 'text', value: () => curve },
    { id: 'riskFree', title: 'Risk-free rate, % a year', kind: 'number', value: () => ratePercent(riskFree) },
  ];
  const scopeColumns: readonly ExportColumn<Row>[] = [
    { id: 'selection', title: 'Selection', kind: 'text', value: () => text },
    ...(source.data === 'equity' ? equityColumns : []),
  ];
  return tableOf(name, source.systemId, [...scopeColumns, ...columns], rows);
}

/** A figure with its formula, sample and time range. */
export const figureExport: readonly ExportColumn<Figure>[] = [
  { id: 'key', title: 'Key', kind: 'text', value: ({ key }) => key },
  { id: 'name', title: 'Figure', kind: 'text', value: ({ key }) => figureName(key) },
  { id: 'value', title: 'Value', kind: 'number', value: ({ value }) => value },
  { id: 'unit', title: 'Unit', kind: 'text', value: ({ unit }) => unit },
  { id: 'text', title: 'Text', kind: 'text', value: ({ text }) => text },
  { id: 'sample', title: 'Sample', kind: 'number', value: ({ sample }) => sample },
  { id: 'from', title: 'From', kind: 'time', value: ({ from }) => from },
  { id: 'to', title: 'To', kind: 'time', value: ({ to }) => to },
  { id: 'formula', title: 'Formula', kind: 'text', value: ({ key }) => figureFormula(key) },
  { id: 'caveat', title: 'Caveat', kind: 'text', value: caveatText },
];

export const drawdownExport: readonly ExportColumn<Drawdown>[] = [
  { id: 'percent', title: 'Depth %', kind: 'number', value: ({ percent }) => percent },
  { id: 'peak', title: 'Peak', kind: 'number', value: ({ peak }) => peak },
  { id: 'trough', title: 'Trough', kind: 'number', value: ({ trough }) => trough },
  { id: 'peakAt', title: 'Peak at', kind: 'time', value: ({ peakAt }) => peakAt },
  { id: 'troughAt', title: 'Trough at', kind: 'time', value: ({ troughAt }) => troughAt },
  { id: 'recoveredAt', title: 'Recovered at', kind: 'time', value: ({ recoveredAt }) => recoveredAt },
];

/** A group of a breakdown. `splitKind` is what its trades are grouped by. */
export type SplitExportRow = SplitRow & { readonly splitKind: keyof Splits };

export const splitExport: readonly ExportColumn<SplitExportRow>[] = [
  { id: 'by', title: 'Group by', kind: 'text', value: ({ splitKind }) => splitKind },
  { id: 'group', title: 'Group', kind: 'text', value: ({ splitKind, name }) => groupName(splitKind, name) },
  { id: 'trades', title: 'Trades', kind: 'number', value: ({ trades }) => trades },
  { id: 'wins', title: 'Wins', kind: 'number', value: ({ wins }) => wins },
  { id: 'losses', title: 'Losses', kind: 'number', value: ({ losses }) => losses },
  { id: 'winRate', title: 'Win rate %', kind: 'number', value: ({ winRate }) => winRate },
  { id: 'profit', title: 'Profit', kind: 'number', value: ({ profit }) => profit },
  { id: 'average', title: 'Average', kind: 'number', value: ({ average }) => average },
  { id: 'profitFactor', title: 'Profit factor', kind: 'number', value: ({ profitFactor }) => profitFactor },
];

const splitKinds = ['side', 'symbol', 'instrument', 'weekday', 'hour'] as const satisfies readonly (keyof Splits)[];

export const splitRows = (splits: Splits): readonly SplitExportRow[] =>
  splitKinds.flatMap((splitKind) => splits[splitKind].rows.map((row) => ({ ...row, splitKind })));

export const binExport: readonly ExportColumn<ProfitBin>[] = [
  { id: 'from', title: 'From', kind: 'number', value: ({ from }) => from },
  { id: 'to', title: 'To', kind: 'number', value: ({ to }) => to },
  { id: 'trades', title: 'Trades', kind: 'number', value: ({ trades }) => trades },
];

export type RollingExportRow = {
  readonly months: number;
  readonly at: number;
  readonly returnPercent: number | null;
  readonly volatility: number | null;
  readonly sharpe: number | null;
};

export const rollingExport: readonly ExportColumn<RollingExportRow>[] = [
  { id: 'months', title: 'Months', kind: 'number', value: ({ months }) => months },
  { id: 'at', title: 'Window ends', kind: 'time', value: ({ at }) => at },
  { id: 'return', title: 'Return %', kind: 'number', value: ({ returnPercent }) => returnPercent },
  { id: 'volatility', title: 'Annual volatility %', kind: 'number', value: ({ volatility }) => volatility },
  { id: 'sharpe', title: 'Sharpe ratio', kind: 'number', value: ({ sharpe }) => sharpe },
];

export const rollingRows = (windows: readonly RollingWindow[]): readonly RollingExportRow[] =>
  windows.flatMap(({ months, times, returns, volatility, sharpe }) =>
    times.map((at, place) => ({
      months,
      at,
      returnPercent: returns[place] ?? null,
      volatility: volatility[place] ?? null,
      sharpe: sharpe[place] ?? null,
    })),
  );

/** The platform's statistics; a value may be a text. */
export const statisticExport: readonly ExportColumn<Statistic>[] = [
  { id: 'group', title: 'Group', kind: 'text', value: ({ group }) => group },
  { id: 'name', title: 'Statistic', kind: 'text', value: ({ name }) => name },
  { id: 'value', title: 'Value', kind: 'number', value: ({ value }) => value },
  { id: 'prefix', title: 'Prefix', kind: 'text', value: ({ prefix }) => prefix },
  { id: 'suffix', title: 'Suffix', kind: 'text', value: ({ suffix }) => suffix },
  { id: 'help', title: 'Help', kind: 'text', value: ({ helpText }) => helpText },
  { id: 'unlistedAt', title: 'No longer listed since', kind: 'time', value: ({ unlistedAt }) => unlistedAt ?? null },
];
