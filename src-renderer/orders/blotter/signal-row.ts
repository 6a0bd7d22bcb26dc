import type { Signal } from '#contract/model/signal.ts';
import type { GridRow, GridRowTone, GridTone } from '#renderer/grid/grid-types.ts';

/** A row of the orders blotter. */
export type SignalRow = GridRow & { readonly signal: Signal };

const rows = new WeakMap<Signal, SignalRow>();

/** Returns the same row object for the same signal, so that the grid skips unchanged rows. */
export function signalRow(signal: Signal): SignalRow {
  const row = rows.get(signal) ?? { id: signal.rowId, signal };
  rows.set(signal, row);
  return row;
}

export function stateTone({ signal }: SignalRow): GridTone {
  switch (signal.state) {
    case 'working':
      return 'accent';
    case 'traded':
      return 'good';
    case 'waiting':
    case 'queued':
    case 'sending':
      return 'strong';
    case 'held':
    case 'absent':
    case 'unlisted':
      return 'warn';
    case 'unknown':
    case 'rejected':
      return 'danger';
    case 'canceled':
    case 'expired':
    case 'not-sent':
    case 'abandoned':
      return 'muted';
  }
}

export function signalRowTone({ signal }: SignalRow): GridRowTone | undefined {
  if (signal.journal?.alarm != null) return 'row-rejected';
  switch (signal.state) {
    case 'unknown':
    case 'absent':
    case 'held':
    case 'unlisted':
      return 'row-warn';
    case 'rejected':
      return 'row-rejected';
    case 'canceled':
    case 'expired':
    case 'abandoned':
    case 'not-sent':
      return 'row-muted';
    default:
      return undefined;
  }
}
