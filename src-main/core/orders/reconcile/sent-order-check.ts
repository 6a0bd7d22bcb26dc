import type { EchoDifference, Text } from '#contract/message.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { sameAction } from '#core/same-action.ts';
import { sameContract } from '#rules/option-symbol.ts';
import { priceOf } from '#core/orders/fingerprint.ts';
import type { SignalIndex } from '#core/orders/blotter/signal-index.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';
import { sameDecimal } from '#core/orders/same-decimal.ts';

/**
 * A list is compared only if its reading began at least this many milliseconds after the row last
 * changed. An earlier list may not show the order yet.
 */
const minListDelayMs = 2_000;
/** How long after its send an order is compared with the lists, milliseconds. */
const watchMs = 24 * 60 * 60 * 1000;
/**
 * How far the service's clock may differ from the local clock if the difference is unknown,
 * seconds.
 */
const clockTolerance = 600;

type ListReading = {
  readonly rows: readonly OrderRow[];
  readonly records: Pick<SignalIndex, 'byId'>;
  /**
   * When the last reading of the working list began, wall clock milliseconds; null if none in this
   * run.
   */
  readonly startedAt: number | null;
  /** Service time less local time, milliseconds; null if unknown. */
  readonly clockOffsetMs: number | null;
};

type Watched = {
  /** When the row last changed before its first comparison, wall clock milliseconds. */
  since: number;
  lastListStartedAt: number;
  /** How many consecutive lists show the order as it was sent. */
  agreeing: number;
  /** How many consecutive lists contradict the order in the same way. */
  contradicting: number;
  /** The last contradiction, as the JSON text of its alarm. */
  contradiction: string;
};

type Finding = {
  readonly alarm: Text;
  /** Whether this reading is enough to prove the contradiction. */
  readonly isProvedBy: (reading: ListReading) => boolean;
};

/**
 * Compares what was sent with the first lists that show the order. It raises an alarm if the order
 * works although it was to wait, works beside the order that it replaced, or differs. Two
 * successive readings of the working list must show the same contradiction, both begun at least two
 * seconds after the answer. For an order that waits for a parent, three readings must show it, and
 * the alarm that it works without its parent needs a reading that shows the parent unfilled: a list
 * may show the child before the fill of its parent was read.
 */
export class SentOrderCheck {
  readonly #watched = new Map<string, Watched>();
  /**
   * Rows that agree with the lists, have ended or have raised an alarm. They are not compared again
   * in this run.
   */
  readonly #done = new Set<string>();

  /** Returns new alarms by row id. */
  compare(reading: ListReading, now: number): Map<string, Text> {
    const alarms = new Map<string, Text>();
    const rows = reading.rows.filter((row) => this.#isWatched(row, now));
    if (rows.length === 0) return alarms;
    for (const row of rows) {
      const alarm = this.#compareRow(row, reading, now);
      if (alarm) alarms.set(row.rowId, alarm);
    }
    return alarms;
  }

  #isWatched(row: OrderRow, now: number): boolean {
    if (this.#done.has(row.rowId) || !isAccepted(row)) return false;
    return row.sentAt !== null && now - Math.max(row.sentAt, (row.ticket.parkUntil ?? 0) * 1_000) < watchMs;
  }

  #compareRow(row: OrderRow, reading: ListReading, now: number): Text | null {
    const watched = this.#watchedOf(row);
    const { records, startedAt } = reading;
    // Times later than now are from before the clock was set back, and do not count.
    watched.since = Math.min(watched.since, now);
    if (watched.lastListStartedAt > now) watched.lastListStartedAt = -Infinity;
    if (startedAt === null || startedAt > now) return null;
    if (startedAt < watched.since + minListDelayMs || startedAt <= watched.lastListStartedAt) return null;
    const record = recordOf(records, row.serviceIds.signal) ?? recordOf(records, row.ownId);
    if (!record || !isWorking(record)) {
      if (record && hasEnded(record)) this.#done.add(row.rowId);
      return null;
    }
    watched.lastListStartedAt = startedAt;
    const finding = findingOf(row, record, reading);
    if (!finding) {
      watched.contradicting = 0;
      watched.agreeing += 1;
      if (watched.agreeing >= 2) this.#done.add(row.rowId);
      return null;
    }
    const key = JSON.stringify(finding.alarm);
    watched.agreeing = 0;
    watched.contradicting = watched.contradiction === key ? watched.contradicting + 1 : 1;
    watched.contradiction = key;
    if (watched.contradicting < 2 || !finding.isProvedBy(reading)) return null;
    if (watched.contradicting < 3 && isConditional(row)) return null;
    this.#done.add(row.rowId);
    return finding.alarm;
  }

  #watchedOf(row: OrderRow): Watched {
    const known = this.#watched.get(row.rowId);
    if (known) return known;
    const started = {
      since: row.changedAt,
      lastListStartedAt: -Infinity,
      agreeing: 0,
      contradicting: 0,
      contradiction: '',
    };
    this.#watched.set(row.rowId, started);
    return started;
  }
}

const recordOf = (records: ListReading['records'], id: string | null | undefined): CachedSignal | undefined =>
  id == null ? undefined : records.byId(id);

const isWorking = ({ status, inWorkingList, unlisted }: CachedSignal): boolean =>
  status === 'working' && inWorkingList && !unlisted;

const hasEnded = ({ status }: CachedSignal): boolean =>
  status === 'traded' || status === 'canceled' || status === 'expired';

const isConditional = ({ ticket }: OrderRow): boolean => ticket.conditionalUpon !== null || Boolean(ticket.parent);

function findingOf(row: OrderRow, record: CachedSignal, reading: ListReading): Finding | null {
  const provedFinding = (alarm: Text): Finding => ({ alarm, isProvedBy: () => true });
  const differences = differencesOf(row, record);
  if (differences.length > 0) return provedFinding({ code: 'list.different', differences });
  return (
    worksUnconditionally(row, record, reading) ?? worksBeforeRelease(row, reading) ?? replacedStillWorks(row, reading)
  );
}

function worksUnconditionally(row: OrderRow, record: CachedSignal, { records }: ListReading): Finding | null {
  if (!isConditional(row) || record.parentId !== null) return null;
  const parent =
    recordOf(records, row.ticket.conditionalUpon) ??
    recordOf(records, row.serviceIds.parent) ??
    recordOf(records, row.parentOwnId);
  if (!parent || parent.status === 'traded') return null;
  const isUnfilled = parent.inWorkingList && (parent.status === 'working' || parent.status === 'waiting');
  return {
    alarm: { code: 'list.works-unconditionally', parent: parent.serviceId },
    isProvedBy: () => isUnfilled,
  };
}

function worksBeforeRelease({ ticket }: OrderRow, { startedAt, clockOffsetMs }: ListReading): Finding | null {
  if (!ticket.parkUntil || startedAt === null) return null;
  const tolerance = clockOffsetMs === null ? clockTolerance : 5;
  const isEarly = (startedAt + (clockOffsetMs ?? 0)) / 1_000 < ticket.parkUntil - tolerance;
  return isEarly
    ? { alarm: { code: 'list.works-before-release', until: ticket.parkUntil }, isProvedBy: () => true }
    : null;
}

/**
 * A finding if the replaced order still works. The same list shows both orders, so the list is
 * later than the replacement.
 */
function replacedStillWorks({ ticket }: OrderRow, { records }: ListReading): Finding | null {
  const old = recordOf(records, ticket.replaces?.serviceId);
  if (!old || !isWorking(old)) return null;
  return { alarm: { code: 'list.replaced-works', serviceId: old.serviceId }, isProvedBy: () => true };
}

/**
 * Compares the members that both the ticket and the record show. A duration or a group that the
 * record leaves out does not count as a difference. A price that it leaves out does.
 */
function differencesOf({ ticket }: OrderRow, record: CachedSignal): EchoDifference[] {
  const price = priceOf(ticket);
  const shown = record.kind === 'limit' ? record.limit : record.kind === 'stop' ? record.stop : null;
  const isSamePrice = price === null || (shown !== null && sameDecimal(price, shown));
  const isSameKind = record.kind === ticket.price.kind;
  const isSameGroup = ticket.ocaGroupId === null || record.ocaId === null || ticket.ocaGroupId === record.ocaId;
  const found: (EchoDifference | false)[] = [
    !sameAction(record.action, ticket.action) && { member: 'action', sent: ticket.action, echoed: record.action },
    !sameContract(record.symbol, ticket.symbol) && { member: 'symbol', sent: ticket.symbol, echoed: record.symbol },
    !sameDecimal(record.quantity, ticket.quantity) && {
      member: 'quantity',
      sent: ticket.quantity,
      echoed: record.quantity,
    },
    !isSameKind && { member: 'kind', sent: ticket.price.kind, echoed: record.kind },
    isSameKind && !isSamePrice && { member: record.kind === 'stop' ? 'stop' : 'limit', sent: price, echoed: shown },
    record.duration !== null &&
      record.duration !== ticket.duration && { member: 'duration', sent: ticket.duration, echoed: record.duration },
    !isSameGroup && { member: 'group', sent: ticket.ocaGroupId, echoed: record.ocaId },
  ];
  return found.filter((one) => one !== false);
}
