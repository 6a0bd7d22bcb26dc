import type { Evidence, JournaledEvent, JournaledOrder, ServiceSignal } from './evidence.ts';
import type { Finding } from './verdict.ts';

/** States of the journal that say: the service has it. */
const landed = new Set(['ACKED', 'LANDED', 'LANDED_PROBABLE']);
/** States that say: it has not, and nobody needs to look. */
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

/** P1: what the journal says of each order against what the service has under its own id. */
export function checkOrders(evidence: Evidence): OrdersChecked {
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const byOwn = Map.groupBy(
    evidence.signals.filter(({ ownId }) => ownId !== null),
    ({ systemId, ownId }) => `${systemId} ${ownId ?? ''}`,
  );
  const byId = new Map(evidence.signals.map((signal) => [signal.id, signal]));
  const network = doubledByNetwork(evidence);
  for (const order of evidence.orders) {
    count(`orders in state ${order.state}`);
    const there = byOwn.get(`${order.systemId} ${order.ownId}`) ?? [];
    if (there.length > 0) count('orders taken by the service');
    if (there.length > 1) findings.push(...doubled(order, there, network, evidence, count));
    if (there.length > 0 && closed.has(order.state)) findings.push({ kind: 'lost', text: about(order, evidence) });
    if (there.length > 0 && order.state === 'PROBABLY_ABSENT')
      count('believed absent although the service has it, and still watched');
    if (landed.has(order.state)) findings.push(...notThere(order, there, byId, network, evidence, count));
  }
  findings.push(...withoutRow(evidence));
  return { findings, counts };
}

function doubled(
  order: JournaledOrder,
  there: readonly ServiceSignal[],
  network: ReadonlySet<string>,
  evidence: Evidence,
  count: (name: string) => void,
): Finding[] {
  const ids = there.map(({ id }) => id);
  if (!network.has(order.ownId))
    return [{ kind: 'duplicates', text: `${ids.join(', ')} for ${about(order, evidence)}` }];
  count('doubled by the network, taken twice');
  const own = evidence.events.filter(({ rowId }) => rowId === order.rowId);
  const where = isAlways(evidence, 'ownIdsInLists', 'yes') ? '' : ', the lists hiding own ids';
  if (own.some(({ alarm }) => alarm !== null)) count(`doubled by the network, alarmed${where}`);
  else if (own.some(({ type }) => type === 'many-matches')) count('doubled by the network, the user asked which it is');
  else if (isAlarmedElsewhere(order, ids, evidence))
    count('doubled by the network, alarmed as a lost order that appeared');
  else if (isInNoList(there, evidence)) count('doubled by the network, and neither is in a list yet');
  else return [{ kind: 'undetectedDoubles', text: `${ids.join(', ')}${where} for ${about(order, evidence)}` }];
  return [];
}

function notThere(
  order: JournaledOrder,
  there: readonly ServiceSignal[],
  byId: ReadonlyMap<string, ServiceSignal>,
  network: ReadonlySet<string>,
  evidence: Evidence,
  count: (name: string) => void,
): Finding[] {
  const claimed = byId.get(order.serviceId ?? '');
  if (there.some(({ id }) => id === order.serviceId)) return [];
  // Known by its own id alone: the answer to cancelling it named no other.
  if (order.serviceId === null && there.length > 0) return [];
  // A probable match is told as such: an equal order from elsewhere is the one thing that it can not be told from.
  if (order.state === 'LANDED_PROBABLE' && claimed?.ownId === null) {
    count('probable match that is an equal order from elsewhere');
    return [];
  }
  if (order.state === 'LANDED_PROBABLE' && network.has(claimed?.ownId ?? '')) {
    count("probable match that is the network's copy of an equal order");
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

function doubledByNetwork({ notes }: Evidence): Set<string> {
  const met = notes.filter((note) => note.is === 'met');
  return new Set(met.filter(({ fault }) => fault === 'request-twice').map(({ ownId }) => ownId ?? ''));
}

/** An equal order that was believed lost has taken the copy for its own, and said that it appeared: there are two, and the user knows. */
function isAlarmedElsewhere(order: JournaledOrder, ids: readonly string[], { orders, events }: Evidence): boolean {
  const holder = orders.find(({ rowId, serviceId }) => rowId !== order.rowId && ids.includes(serviceId ?? ''));
  return holder !== undefined && events.some(({ rowId, alarm }) => rowId === holder.rowId && alarm !== null);
}

/** Nobody who reads the lists can know of them, until what they wait for is filled. */
function isInNoList(there: readonly ServiceSignal[], evidence: Evidence): boolean {
  return there.every(({ waitsForParent }) => waitsForParent) && isAlways(evidence, 'waitingInAll', 'hidden');
}

/** Whether a switch of the service stood like this all through the world. */
function isAlways({ notes }: Evidence, name: string, value: string): boolean {
  const told = notes.filter((note) => note.is === 'seeded' || note.is === 'switched');
  return told.every(({ switches }) => (switches[name] ?? value) === value);
}

/** The order's story in one line. */
export function about({ rowId, ownId, state }: JournaledOrder, { events }: Evidence): string {
  const own = events.filter((event: JournaledEvent) => event.rowId === rowId);
  return `row ${rowId}, own id ${ownId}, ${state}: ${own.map(({ type }) => type).join(' → ')}`;
}
