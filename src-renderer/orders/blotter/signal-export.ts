import type { Signal } from '#contract/model/signal.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';
import { reasonText } from '#renderer/orders/signal-text.ts';

/** The columns include all ids and links, so that the tree can be rebuilt from the flat table. */
export const signalExport: readonly ExportColumn<Signal>[] = [
  { id: 'state', title: 'State', kind: 'text', value: ({ state }) => state },
  { id: 'action', title: 'Action', kind: 'text', value: ({ action }) => action },
  { id: 'quantity', title: 'Quantity', kind: 'number', value: ({ quantity }) => quantity },
  { id: 'symbol', title: 'Symbol', kind: 'text', value: ({ symbol }) => symbol },
  { id: 'name', title: 'Name', kind: 'text', value: ({ name }) => name },
  { id: 'instrument', title: 'Type', kind: 'text', value: ({ instrument }) => instrument },
  { id: 'kind', title: 'Order', kind: 'text', value: ({ kind }) => kind },
  { id: 'limit', title: 'Limit', kind: 'number', value: ({ limit }) => limit },
  { id: 'stop', title: 'Stop', kind: 'number', value: ({ stop }) => stop },
  { id: 'duration', title: 'Time in force', kind: 'text', value: ({ duration }) => duration },
  { id: 'postedAt', title: 'Posted', kind: 'time', value: ({ postedAt }) => postedAt },
  { id: 'endedAt', title: 'Ended', kind: 'time', value: ({ endedAt }) => endedAt },
  { id: 'tradedPrice', title: 'Fill price', kind: 'number', value: ({ tradedPrice }) => tradedPrice },
  { id: 'role', title: 'Role', kind: 'text', value: ({ role }) => role },
  { id: 'reason', title: 'Reason', kind: 'text', value: reasonText },
  { id: 'serviceId', title: 'Order id', kind: 'text', value: ({ serviceId }) => serviceId },
  { id: 'ownId', title: 'Own id', kind: 'text', value: ({ ownId }) => ownId },
  { id: 'rowId', title: 'Row', kind: 'text', value: ({ rowId }) => rowId },
  { id: 'parentRowId', title: 'Parent row', kind: 'text', value: ({ parentRowId }) => parentRowId },
  { id: 'ocaGroupId', title: 'OCA group', kind: 'text', value: ({ ocaGroupId }) => ocaGroupId },
  { id: 'tradeId', title: 'Trade', kind: 'text', value: ({ tradeId }) => tradeId },
];
