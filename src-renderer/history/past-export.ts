import type { HistoryDifference, HistoryFacet, PastAccount } from '#contract/model/history.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { fieldName, fieldValue } from './field-name.ts';

/** The words of the column Part, the same in both exports. */
const partWords: Readonly<Record<HistoryFacet, string>> = {
  margin: 'account',
  equity: 'equity',
  position: 'position',
  working: 'signal',
  desired: 'target',
  statistic: 'statistic',
};

/** Symbol and id, or only one of them. The column Part says what kind of item it is. */
const itemName = (name: string | null, id: string | null): string => [name, id].filter((one) => one !== null).join(' ');

/** Every row has the times of both readings, so that the file identifies itself as past data. */
export type DifferenceExportRow = HistoryDifference & { readonly from: number; readonly to: number };

export const differenceExport: readonly ExportColumn<DifferenceExportRow>[] = [
  { id: 'from', title: 'From', kind: 'time', value: ({ from }) => from },
  { id: 'to', title: 'To', kind: 'time', value: ({ to }) => to },
  { id: 'part', title: 'Part', kind: 'text', value: ({ facet }) => partWords[facet] },
  { id: 'of', title: 'Item', kind: 'text', value: ({ name, id }) => itemName(name, id) },
  { id: 'what', title: 'Field', kind: 'text', value: ({ member }) => fieldName(member) },
  { id: 'before', title: 'Before', kind: 'number', value: ({ before, member }) => fieldValue(member, before) },
  { id: 'after', title: 'After', kind: 'number', value: ({ after, member }) => fieldValue(member, after) },
];

/** One value of the account at a past reading. */
export type PastExportRow = {
  readonly at: number;
  readonly part: HistoryFacet;
  readonly item: string;
  readonly member: string;
  readonly value: string | number | null;
};

export const pastExport: readonly ExportColumn<PastExportRow>[] = [
  { id: 'asOf', title: 'As of', kind: 'time', value: ({ at }) => at },
  { id: 'part', title: 'Part', kind: 'text', value: ({ part }) => partWords[part] },
  { id: 'of', title: 'Item', kind: 'text', value: ({ item }) => item },
  { id: 'what', title: 'Field', kind: 'text', value: ({ member }) => fieldName(member) },
  { id: 'value', title: 'Value', kind: 'number', value: ({ member, value }) => fieldValue(member, value) },
];

/** The shown account as single values, since its parts have no common columns. */
export function pastRows({
  at,
  margin,
  equity,
  positions,
  working,
  desired,
  statistics,
}: PastAccount): PastExportRow[] {
  const rows = (
    part: HistoryFacet,
    item: string,
    values: Readonly<Record<string, PastExportRow['value']>>,
  ): PastExportRow[] =>
    Object.entries(values).map(([member, value]) => ({
      at,
      part,
      item,
      member,
      value,
    }));
  return [
    ...rows('margin', '', margin ?? {}),
    ...(equity === null ? [] : rows('equity', '', { withCost: equity.withCost, raw: equity.raw })),
    ...(positions ?? []).flatMap(({ tradeId, symbol, ...values }) =>
      rows('position', itemName(symbol, tradeId), values),
    ),
    ...(working ?? []).flatMap(({ serviceId, symbol, ...values }) =>
      rows('working', itemName(symbol, serviceId), values),
    ),
    ...(desired ?? []).flatMap(({ symbol, quantity }) => rows('desired', symbol, { quantity })),
    ...statistics.flatMap(({ name, value }) => rows('statistic', name, { value })),
  ];
}
