import type { Evidence, JournaledEvent, JournaledOrder, ServiceSignal } from './evidence.ts';
import type { Finding } from './verdict.ts';

/** States of the journal that mean: the service has the order. */
const landed = new Set(['ACKED', 'LANDED', 'LANDED_PROBABLE']);
/** States that mean: the service does not have it, and no check is needed. */
const closed = new Set([
  'QUEUED',
  'HELD',
  'ABANDONED',
  'NOT_SENT',
  'REJECTED',
  'REJECTED_SOFT',
  'CLOSED_ABSENT',
  'EXPOSED',
  'SENDING',
]);

export type OrdersChecked = { readonly findings: Finding[]; readonly counts: ReadonlyMap<string, number> };

/**
 * P1: compares the journal's state of each order with the record that the service has under its own
 * id.
 */
export function checkOrders(evidence: Evidence): OrdersChecked {
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const byOwn = Map.groupBy(
    evidence.signals.filter(({ ownId }) => ownId !== null),
    ({ systemId, ownId }) => `${systemId} ${ownId ?? ''}`,
  );
  const byId = new Map(evidence.signals.map((signal) => [signal.id, signal]));
  const network = duplicatedByNetwork(evidence);
  for (const order of evidence.orders) {
    count(`orders in state ${order.state}`);
    const there = byOwn.get(`${order.systemId} ${order.ownId}`) ?? [];
    if (there.length > 0) count('orders accepted by the service');
    if (there.length > 1) findings.push(...duplicated(order, there, network, evidence, count));
    if (there.length > 0 && closed.has(order.state)) findings.push({ kind: 'lost', text: about(order, evidence) });
    if (there.length > 0 && order.state === 'PROBABLY_ABSENT')
      count('believed absent although the service has it, and still watched');
    if (landed.has(order.state)) findings.push(...unmatched(order, there, byId, network, evidence, count));
  }
  findings.push(...withoutRow(evidence));
  return { findings, counts };
}

function duplicated(
  order: JournaledOrder,
  there: readonly ServiceSignal[],
  network: ReadonlySet<string>,
  evidence: Evidence,
  count: (name: string) => void,
): Finding[] {
  const ids = there.map(({ id }) => id);
  if (!network.has(order.ownId))
    return [{ kind: 'duplicates', text: `${ids.join(', ')} for ${about(order, evidence)}` }];
  count('duplicated by the network and accepted twice');
  const own = evidence.events.filter(({ rowId }) => rowId === order.rowId);
  const where = isAlways(evidence, 'ownIdsInLists', 'yes') ? '' : ', while lists show no own ids';
  if (own.some(({ alarm }) => alarm !== null)) count(`duplicated by the network, with an alarm${where}`);
  else if (own.some(({ type }) => type === 'many-matches')) count('duplicated by the network, ambiguous match');
  else if (isAlarmedElsewhere(order, ids, evidence))
    count('duplicated by the network, with an alarm that a lost order appeared');
  else if (isInNoList(there, evidence)) count('duplicated by the network, neither is in a list yet');
  else return [{ kind: 'undetectedDoubles', text: `${ids.join(', ')}${where} for ${about(order, evidence)}` }];
  return [];
}

function unmatched(
  order: JournaledOrder,
  there: readonly ServiceSignal[],
  byId: ReadonlyMap<string, ServiceSignal>,
  network: ReadonlySet<string>,
  evidence: Evidence,
  count: (name: string) => void,
): Finding[] {
  const claimed = byId.get(order.serviceId ?? '');
  if (there.some(({ id }) => id === order.serviceId)) return [];
  // The order is known by its own id only: the answer to its cancel named no service signal id.
  if (order.serviceId === null && there.length > 0) return [];
  // A probable match is shown as such, because nothing distinguishes it from an equal order entered
  // elsewhere.
  if (order.state === 'LANDED_PROBABLE' && claimed?.ownId === null) {
    count('probable match with an equal external order');
    return [];
  }
  if (order.state === 'LANDED_PROBABLE' && network.has(claimed?.ownId ?? '')) {
    count("probable match with the network's copy of an equal order");
    return [];
  }
  return [{ kind: 'phantoms', text: `claims ${order.serviceId ?? 'nothing'}: ${about(order, evidence)}` }];
}

/** Orders at the service under an id that the journal never reserved. */
function withoutRow({ signals, reservedIds }: Evidence): Finding[] {
  return signals
    .filter(({ ownId }) => ownId !== null && !reservedIds.has(ownId))
    .map(({ id, ownId }): Finding => ({ kind: 'lost', text: `signal ${id} (own id ${ownId ?? ''}) has no row` }));
}

function duplicatedByNetwork({ notes }: Evidence): Set<string> {
  const met = notes.filter((note) => note.is === 'met');
  return new Set(met.filter(({ fault }) => fault === 'request-twice').map(({ ownId }) => ownId ?? ''));
}

/**
 * The row of an equal order, which was believed lost, has claimed the duplicate that the network
 * made. Both rows are shown, so the user knows of two orders.
 */
function isAlarmedElsewhere(order: JournaledOrder, ids: readonly string[], { orders, events }: Evidence): boolean {
  const other = orders.find(({ rowId, serviceId }) => rowId !== order.rowId && ids.includes(serviceId ?? ''));
  return other !== undefined && events.some(({ rowId, alarm }) => rowId === other.rowId && alarm !== null);
}

/** The lists do not show an order that waits, until the order that it waits for is filled. */
function isInNoList(there: readonly ServiceSignal[], evidence: Evidence): boolean {
  return there.every(({ waitsForParent }) => waitsForParent) && isAlways(evidence, 'waitingInAll', 'hidden');
}

/** True if a switch of the service had this value throughout the world. */
function isAlways({ notes }: Evidence, name: string, value: string): boolean {
  const noted = notes.filter((note) => note.is === 'seeded' || note.is === 'switched');
  return noted.every(({ switches }) => (switches[name] ?? value) === value);
}

/** The history of the order in one line. */
export function about({ rowId, ownId, state }: JournaledOrder, { events }: Evidence): string {
  const own = events.filter((event: JournaledEvent) => event.rowId === rowId);
  return `row ${rowId}, own id ${ownId}, ${state}: ${own.map(({ type }) => type).join(' → ')}`;
}
