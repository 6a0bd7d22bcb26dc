import type { ComponentSignal } from '#contract/model/trade.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

/** A component order of a trade, with the id of the trade. */
export type ComponentExportRow = ComponentSignal & { readonly tradeId: string };

export const componentExport: readonly ExportColumn<ComponentExportRow>[] = [
  { id: 'tradeId', title: 'Trade id', kind: 'text', value: ({ tradeId }) => tradeId },
  { id: 'signalId', title: 'Signal id', kind: 'text', value: ({ serviceId }) => serviceId },
  { id: 'action', title: 'Action', kind: 'text', value: ({ action }) => action },
  { id: 'quantity', title: 'Quantity', kind: 'number', value: ({ quantity }) => quantity },
  { id: 'symbol', title: 'Symbol', kind: 'text', value: ({ symbol }) => symbol },
  { id: 'price', title: 'Price', kind: 'number', value: ({ price }) => price },
  { id: 'tradedAt', title: 'Filled', kind: 'time', value: ({ tradedAt }) => tradedAt },
  { id: 'tradedText', title: 'Filled, platform text', kind: 'text', value: ({ tradedText }) => tradedText },
];
