import type { Ticket } from '#contract/model/ticket.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { sameContract } from '#rules/option-symbol.ts';
import { looksLike } from './fingerprint.ts';
import type { OrderRow, ServiceIds } from './order-row.ts';
import { noServiceIds } from './order-row.ts';
import { sameDecimal } from './same-decimal.ts';

/** Unix seconds of the service's clock in which an order of ours can have been posted. */
export type PostedWindow = { readonly from: number; readonly to: number };

export type Match =
  /** `doubles`: further records under the same own id; the service has it more than once. */
  | { readonly rule: 'own-id'; readonly record: SignalRecord; readonly doubles: readonly string[] }
  | { readonly rule: 'fingerprint'; readonly record: SignalRecord }
  | { readonly rule: 'many'; readonly candidates: readonly string[] }
  | { readonly rule: 'none' };

export type Search = {
  readonly row: Pick<OrderRow, 'ownId' | 'ticket' | 'strangers' | 'parentOwnId'>;
  readonly records: readonly SignalRecord[];
  /** Service ids that other rows of the journal hold (J7). */
  readonly claimed: ReadonlySet<string>;
  readonly window: PostedWindow;
};

/** Looks for an order in the platform's lists, strongest evidence first (order-safety 4.3). The lists' order is irrelevant. */
export function findOrder({ row, records, claimed, window }: Search): Match {
  const free = distinct(records).filter(({ serviceId }) => !claimed.has(serviceId));
  const [named, ...doubles] = free.filter((record) => isNamed(row, record));
  if (named) return { rule: 'own-id', record: named, doubles: doubles.map(({ serviceId }) => serviceId) };
  const candidates = free.filter(
    (record) =>
      record.ownId === null &&
      !row.strangers.includes(record.serviceId) &&
      looksLike(row.ticket, record) &&
      isPosted(record, window),
  );
  const [only] = candidates;
  if (!only) return { rule: 'none' };
  // A record that does not say when it was posted proves nothing and excludes nothing: the user has to look.
  if (candidates.length > 1 || only.postedAt === null) {
    return { rule: 'many', candidates: candidates.map(({ serviceId }) => serviceId) };
  }
  return { rule: 'fingerprint', record: only };
}

const isNamed = (row: Pick<OrderRow, 'ownId' | 'ticket'>, record: SignalRecord): boolean =>
  record.systemId === row.ticket.systemId && (record.ownId === row.ownId || record.serviceId === row.ownId);

/** Whether the service can have posted it in this time; one that does not say when excludes nothing. */
export const isPosted = ({ postedAt }: SignalRecord, { from, to }: PostedWindow): boolean =>
  postedAt === null || (postedAt >= from && postedAt <= to);

/** The service ids of a found order, with the bracket's children where exactly one record of each fits. */
export function adoptIds({ row, records, claimed, window }: Search, found: SignalRecord): ServiceIds {
  const { ticket } = row;
  const taken = new Set([...claimed, found.serviceId]);
  const children = distinct(records).filter(
    (record) =>
      !taken.has(record.serviceId) &&
      !row.strangers.includes(record.serviceId) &&
      closes(ticket, record) &&
      isPosted(record, window),
  );
  const target = only(children, (child) => child.kind === 'limit' && equals(child.limit, ticket.profitTarget));
  const stop = only(children, (child) => child.kind === 'stop' && equals(child.stop, ticket.stopLoss));
  const ocaGroup = target?.ocaId ?? stop?.ocaId ?? null;
  return {
    ...noServiceIds,
    signal: found.serviceId,
    target: target?.serviceId ?? null,
    stop: stop?.serviceId ?? null,
    ocaGroup,
    parent: found.parentId ?? nestedParent({ row, records, claimed: taken, window }),
  };
}

/** Both were one request: the own id of its parent in a list proves that an order landed, also where the lists hide what waits. */
export const namedParent = (
  { ticket, parentOwnId }: Pick<OrderRow, 'ticket' | 'parentOwnId'>,
  records: readonly SignalRecord[],
): SignalRecord | undefined =>
  parentOwnId === undefined
    ? undefined
    : records.find(({ systemId, ownId }) => systemId === ticket.systemId && ownId === parentOwnId);

/** By its own id, else by its looks where exactly one record has them. */
function nestedParent({ row, records, claimed, window }: Search): string | null {
  const { ticket, parentOwnId, strangers } = row;
  if (!ticket.parent || parentOwnId === undefined) return null;
  const named = namedParent(row, records);
  if (named) return named.serviceId;
  const parent = { ...ticket, ...ticket.parent };
  const alike = distinct(records).filter(
    (record) =>
      record.ownId === null &&
      !claimed.has(record.serviceId) &&
      !strangers.includes(record.serviceId) &&
      looksLike(parent, record) &&
      isPosted(record, window),
  );
  return only(alike, () => true)?.serviceId ?? null;
}

/** Whether a record can be a child of this order's bracket. */
export function closes(ticket: Ticket, record: SignalRecord): boolean {
  const side = ticket.action === 'BTO' ? 'STC' : 'BTC';
  return (
    record.action === side &&
    sameContract(record.symbol, ticket.symbol) &&
    sameDecimal(record.quantity, ticket.quantity)
  );
}

const equals = (shown: string | null, asked: string | null): boolean =>
  shown !== null && asked !== null && sameDecimal(shown, asked);

function only<Value>(values: readonly Value[], test: (value: Value) => boolean): Value | null {
  const found = values.filter(test);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** States that nothing leaves win over those that are left, so that two lists read a moment apart agree. */
const weight = { traded: 5, canceled: 4, expired: 3, working: 2, waiting: 1, other: 0 } as const;

/** Each service id once, in the order of the ids. */
function distinct(records: readonly SignalRecord[]): SignalRecord[] {
  const best = new Map<string, SignalRecord>();
  for (const record of records) {
    const known = best.get(record.serviceId);
    if (!known || weight[record.status] > weight[known.status]) best.set(record.serviceId, record);
  }
  return [...best.values()].sort((a, b) => byId(a.serviceId, b.serviceId));
}

/** Ids grow: the shorter, then the smaller text is the older. */
const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
