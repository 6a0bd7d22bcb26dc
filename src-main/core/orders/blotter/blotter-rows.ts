import type { Signal } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { journalFacts, type FactsContext } from '#core/orders/journal/journal-texts.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';
import { stateOfRecord, stateOfRow } from '#core/orders/signal-state.ts';

/** The row id of a signal that is known only by the platform's id. */
export const serviceRowId = (serviceId: string): string => `s${serviceId}`;

/** An order of the journal, with what the platform's lists show of it. */
export function journalRow(row: OrderRow, record: CachedSignal | undefined, context: FactsContext): Signal {
  const { ticket } = row;
  const { price } = ticket;
  const state = stateOfRow(row, record);
  const endedAt = (record && endOf(record)) ?? (isEnd(state) ? (row.mirror?.at ?? null) : null);
  const sentAt = row.sentAt === null ? null : seconds(row.sentAt);
  return {
    rowId: row.rowId,
    systemId: ticket.systemId,
    serviceId: row.serviceIds.signal ?? record?.serviceId ?? null,
    ownId: row.ownId,
    parentRowId: null,
    role: ticket.conditionalUpon === null && !ticket.parent ? 'order' : 'conditional',
    links: isAccepted(row) ? 'known' : 'unknown',
    ocaGroupId: ticket.ocaGroupId ?? record?.ocaId ?? null,
    action: ticket.action,
    quantity: ticket.quantity,
    symbol: ticket.symbol,
    name: record?.name ?? '',
    instrument: ticket.instrument,
    ...(record?.option && { option: record.option }),
    kind: price.kind,
    limit: price.kind === 'limit' ? price.limit : null,
    stop: price.kind === 'stop' ? price.stop : null,
    duration: ticket.duration,
    parkedUntil: record?.parkedUntil ?? ticket.parkUntil ?? null,
    state,
    postedAt: record?.postedAt ?? (isAccepted(row) ? sentAt : null),
    endedAt,
    tradedPrice: record?.tradedPrice ?? row.mirror?.tradedPrice ?? null,
    changedAt: Math.max(seconds(row.changedAt), record?.postedAt ?? 0, endedAt ?? 0),
    tradeId: record?.closingTradeId ?? record?.openingTradeId ?? null,
    cause: null,
    journal: journalFacts(row, context),
  };
}

/**
 * A leg of a bracket. It exists from the moment the submit's answer named it, before any list shows
 * it, and waits while its parent is not filled.
 */
export function childRow(
  row: OrderRow,
  parent: Signal,
  role: 'target' | 'stop',
  serviceId: string,
  record: CachedSignal | undefined,
): Signal {
  const { ticket } = row;
  const bracket = ticket.keepBothAlive ? {} : { bracketOf: row.rowId };
  const common = { rowId: serviceRowId(serviceId), parentRowId: row.rowId, role, links: 'known', ...bracket } as const;
  const ocaGroupId = ticket.keepBothAlive ? null : row.serviceIds.ocaGroup;
  if (record) {
    const duration = record.duration === null ? assumedDuration(ticket.duration) : {};
    return { ...externalRow(record), ...common, ...duration, ocaGroupId: ocaGroupId ?? record.ocaId };
  }
  return {
    ...common,
    systemId: ticket.systemId,
    serviceId,
    ownId: null,
    ocaGroupId,
    action: ticket.action === 'BTO' ? 'STC' : 'BTC',
    quantity: ticket.quantity,
    symbol: ticket.symbol,
    name: parent.name,
    instrument: ticket.instrument,
    kind: role === 'target' ? 'limit' : 'stop',
    limit: role === 'target' ? ticket.profitTarget : null,
    stop: role === 'stop' ? ticket.stopLoss : null,
    parkedUntil: null,
    ...assumedDuration(ticket.duration),
    state: unseenChildState(parent),
    postedAt: parent.postedAt,
    endedAt: null,
    tradedPrice: null,
    changedAt: parent.changedAt,
    tradeId: null,
    cause: null,
    journal: null,
  };
}

/**
 * The state of a leg that no list has shown. It waits with its parent and ends with it. After the
 * fill of the parent only a list can show its state.
 */
function unseenChildState(parent: Signal): Signal['state'] {
  if (parent.state === 'canceled' || parent.state === 'expired') return 'canceled';
  return parent.state === 'traded' ? 'unlisted' : 'waiting';
}

/** A signal that was not entered here, or is known only from the lists. */
export function externalRow(record: CachedSignal): Signal {
  const linked = record.parentId !== null || record.ocaId !== null;
  const endedAt = endOf(record);
  return {
    rowId: serviceRowId(record.serviceId),
    systemId: record.systemId,
    serviceId: record.serviceId,
    ownId: record.ownId,
    parentRowId: null,
    role: roleOf(record),
    links: linked ? 'known' : 'unknown',
    ocaGroupId: record.ocaId,
    action: record.action,
    quantity: record.quantity,
    symbol: record.symbol,
    name: record.name,
    instrument: record.instrument,
    ...(record.option && { option: record.option }),
    kind: record.kind,
    limit: record.limit,
    stop: record.stop,
    duration: record.duration,
    parkedUntil: record.parkedUntil,
    state: stateOfRecord(record),
    postedAt: record.postedAt,
    endedAt,
    tradedPrice: record.tradedPrice,
    changedAt: Math.max(record.postedAt ?? 0, endedAt ?? 0),
    tradeId: record.closingTradeId ?? record.openingTradeId,
    cause: null,
    journal: null,
  };
}

/** The API returns no duration for a bracket's legs. */
const assumedDuration = (duration: Signal['duration']): Pick<Signal, 'duration'> & { durationAssumed: true } => ({
  duration,
  durationAssumed: true,
});

function roleOf({ parentId, action, kind }: CachedSignal): Signal['role'] {
  if (parentId === null) return 'order';
  const closes = action === 'STC' || action === 'BTC';
  if (!closes || kind === 'market') return 'conditional';
  return kind === 'limit' ? 'target' : 'stop';
}

export const endOf = ({ tradedAt, canceledAt, expiredAt }: CachedSignal): number | null =>
  tradedAt ?? canceledAt ?? expiredAt;

const isEnd = (state: Signal['state']): boolean => state === 'traded' || state === 'canceled' || state === 'expired';

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
