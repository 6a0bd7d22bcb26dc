import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import type { OrderKind } from '#contract/model/signal.ts';

/** An order as it stands in the ticket: every number is the text as typed. */
export type TicketDraft = {
  readonly action: Action;
  readonly quantity: string;
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly kind: OrderKind;
  readonly limit: string;
  readonly stop: string;
  readonly duration: Duration;
  readonly profitTarget: string;
  readonly stopLoss: string;
  /** Both children of the bracket may fill: `forcenooca`. */
  readonly keepBothAlive: boolean;
  /** The service id of the signal this order waits for. */
  readonly conditionalUpon: string | null;
  /** The signal to cancel first; it goes on working until this order is sent. */
  readonly replaces: { readonly serviceId: string; readonly label: string; readonly leaveOcaIntact: boolean } | null;
};

export const emptyDraft: TicketDraft = {
  action: 'BTO',
  quantity: '',
  symbol: '',
  instrument: 'stock',
  kind: 'limit',
  limit: '',
  stop: '',
  duration: 'DAY',
  profitTarget: '',
  stopLoss: '',
  keepBothAlive: false,
  conditionalUpon: null,
  replaces: null,
};

/** A draft kept by an earlier run; anything that does not fit is left at its default. */
export function parseDraft(text: string | null): TicketDraft {
  if (text === null) return emptyDraft;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? fromRecord(value) : emptyDraft;
  } catch {
    return emptyDraft;
  }
}

function fromRecord(value: object): TicketDraft {
  const kept = new Map<string, unknown>(Object.entries(value));
  const typed = (name: string): string => {
    const text = kept.get(name);
    return typeof text === 'string' ? text.slice(0, 40) : '';
  };
  const oneOf = <Value extends string>(name: string, all: readonly Value[], other: Value): Value =>
    all.find((one) => one === kept.get(name)) ?? other;
  return {
    action: oneOf('action', ['BTO', 'STO', 'SSHORT', 'BTC', 'STC'], emptyDraft.action),
    quantity: typed('quantity'),
    symbol: typed('symbol'),
    instrument: oneOf('instrument', ['stock', 'option', 'future', 'forex'], emptyDraft.instrument),
    kind: oneOf('kind', ['market', 'limit', 'stop'], emptyDraft.kind),
    limit: typed('limit'),
    stop: typed('stop'),
    duration: oneOf('duration', ['DAY', 'GTC'], emptyDraft.duration),
    profitTarget: typed('profitTarget'),
    stopLoss: typed('stopLoss'),
    keepBothAlive: kept.get('keepBothAlive') === true,
    // Links to other orders are not kept over a restart: what they meant may have traded meanwhile.
    conditionalUpon: null,
    replaces: null,
  };
}
