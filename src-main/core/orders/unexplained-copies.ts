import type { SignalRecord } from '#core/signal-record.ts';
import { claimedIds } from './claims.ts';
import { looksLike } from './fingerprint.ts';
import { closes } from './match.ts';
import type { OrderRow } from './order-row.ts';
import { isLanded } from './row-states.ts';

/** Seconds between the postings of an order and of its copy: what is still on its way by then is taken for lost (T_late). */
const apart = 120;
/** Seconds after its send in which what belongs to a landed order was surely posted. */
const longAfter = 720;

/**
 * P1 where the lists show no own ids: a network that repeats a request, and a service that takes it twice, leave two equal
 * records where one order was sent. A copy is a record that equals an order of ours in every visible detail, was posted
 * about when it was, and that nothing else explains: no row holds it, it was not there before the send, and no row still
 * looks for a record like it. An order from elsewhere looks the same; that can not be known, and the alarm says so.
 */
export class UnexplainedCopies {
  readonly #rows: readonly OrderRow[];
  readonly #records: readonly SignalRecord[];
  /** Records of no row, by symbol; made when the first row asks. */
  #free: ReadonlyMap<string, readonly SignalRecord[]> | null = null;
  #searching: readonly OrderRow[] = [];
  /** Rows that have copies, explained or not: what other rows do decides about them. */
  readonly copied = new Set<string>();

  constructor(rows: readonly OrderRow[], records: readonly SignalRecord[]) {
    this.#rows = rows;
    this.#records = records;
  }

  /** Service ids of the copies of a landed order whose own record is this one. */
  of(row: OrderRow, record: SignalRecord): readonly string[] {
    // Where the lists name our ids they name the copy's too.
    if (record.ownId !== null) return [];
    const copies = this.#freeOf(record.symbol).filter((one) => isCopy(row, record, one));
    const explained = copies.filter((copy) => this.#searching.some((other) => mayStillBe(other, copy)));
    if (copies.length > 0) this.copied.add(row.rowId);
    return explained.length > 0 ? [] : copies.map(({ serviceId }) => serviceId).sort();
  }

  #freeOf(symbol: string): readonly SignalRecord[] {
    this.#free ??= this.#sort();
    return this.#free.get(symbol) ?? [];
  }

  #sort(): ReadonlyMap<string, readonly SignalRecord[]> {
    const claimed = claimedIds(this.#rows);
    this.#searching = this.#rows.filter(isSearching);
    const free = this.#records.filter(({ ownId, serviceId }) => ownId === null && !claimed.has(serviceId));
    return Map.groupBy(free, ({ symbol }) => symbol);
  }
}

function isCopy(
  { ticket, strangers, candidates, serviceIds }: OrderRow,
  own: SignalRecord,
  one: SignalRecord,
): boolean {
  // Those that the user picked from were shown; one that was replaced was told.
  const told = [...strangers, ...(candidates ?? []), serviceIds.signal, ticket.replaces?.serviceId];
  return !told.includes(one.serviceId) && looksLike(ticket, one) && postedTogether(own, one);
}

/** A record that does not say when it was posted excludes nothing. */
const postedTogether = (a: SignalRecord, b: SignalRecord): boolean =>
  a.postedAt === null || b.postedAt === null || Math.abs(a.postedAt - b.postedAt) <= apart;

/** Something of it may be at the platform under an id that we do not know. */
function isSearching({ attempts, state, serviceIds, ticket }: OrderRow): boolean {
  if (attempts === 0 || ['NOT_SENT', 'REJECTED', 'ABANDONED', 'HELD', 'QUEUED'].includes(state)) return false;
  const { signal, target, stop, parent } = serviceIds;
  return (
    signal === null ||
    (ticket.profitTarget !== null && target === null) ||
    (ticket.stopLoss !== null && stop === null) ||
    (Boolean(ticket.parent) && parent === null)
  );
}

function mayStillBe(row: OrderRow, record: SignalRecord): boolean {
  const { ticket, serviceIds, sentAt, sentServiceAt } = row;
  // What belongs to a landed order was posted with it: an old one whose children no list named explains nothing of today.
  const sent = sentServiceAt ?? sentAt;
  if (isLanded(row) && sent !== null && record.postedAt !== null && record.postedAt > sent / 1_000 + longAfter)
    return false;
  if (serviceIds.signal === null && looksLike(ticket, record)) return true;
  if (ticket.parent && serviceIds.parent === null && looksLike({ ...ticket, ...ticket.parent }, record)) return true;
  const lacksChild =
    (ticket.profitTarget !== null && serviceIds.target === null) ||
    (ticket.stopLoss !== null && serviceIds.stop === null);
  return lacksChild && closes(ticket, record);
}

/** In the words of order-safety 5: what is seen, and what the service does not tell. */
export function copiesAlarm(serviceIds: readonly string[]): string | null {
  if (serviceIds.length === 0) return null;
  const [first] = serviceIds;
  const what = serviceIds.length === 1 ? `Signal ${first ?? ''} matches` : `Signals ${serviceIds.join(', ')} match`;
  return `${what} this order in every visible detail, and only one was sent from here. The service does not tell whether the network doubled it or it was entered elsewhere; cancel what you do not want.`;
}
