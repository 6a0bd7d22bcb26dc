import type { TargetLine } from '#contract/model/target-plan.ts';
import { csvHead, csvRow, csvStart } from '#renderer/export/csv-text.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

const columns: readonly ExportColumn<TargetLine>[] = [
  { id: 'symbol', title: 'symbol', kind: 'text', value: ({ symbol }) => symbol },
  { id: 'type', title: 'typeofsymbol', kind: 'text', value: ({ instrument }) => instrument },
  { id: 'quantity', title: 'quant', kind: 'number', value: ({ quantity }) => quantity },
];
const weightColumns: readonly ExportColumn<TargetLine>[] = [
  { id: 'weight', title: 'weight', kind: 'number', value: ({ weight = null }) => weight },
  { id: 'price', title: 'price', kind: 'number', value: ({ price = null }) => price },
];

/** A list as CSV, which `readList` reads as the same list. */
export function listText(lines: readonly TargetLine[]): string {
  const hasWeightColumns = lines.some(({ weight, price }) => weight !== undefined || price !== undefined);
  const all = hasWeightColumns ? [...columns, ...weightColumns] : columns;
  return csvStart + csvHead(all) + lines.map((line) => csvRow(all, line)).join('');
}
