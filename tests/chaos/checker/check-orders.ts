import { elsewhereOwnId } from '../elsewhere.ts';
import type { Evidence, JournaledEvent, JournaledOrder, ServiceSignal } from './evidence.ts';
import type { Finding } from './verdict.ts';

/** States of the journal that mean: the service has the order. */
const acceptedStates = new Set(['ACKED', 'LANDED', 'LANDED_PROBABLE']);
/**
 * States that say neither that the service has the order nor that it may have it. If the service
 * has the order nevertheless, the order is lost.
 */
const lostStates = new Set([
  'QUEUED',
  'HELD',
  'ABANDONED',
  'NOT_SENT',
  'REJECTED',
  'REJECTED_SOFT',
  'CLOSED_ABSENT',
  'SENDING',
]);

export type OrdersChecked = { readonly findings: Finding[]; readonly counts: ReadonlyMap<string, number> };

/**
 * order-safety P1: compares the state of each order in the journal with the record that the service
 * has under the own id of the order.
 */
export function checkOrders(evidence: Evidence): OrdersChecked {
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  const byOwnId = Map.groupBy(
    evidence.signals.filter(({ ownId }) => ownId !== null),
    ({ systemId, ownId }) => `${systemId} ${ownId ?? ''}`,
  );
  const byId = new Map(evidence.signals.map((signal) => [signal.id, signal]));
  const duplicatedIds = duplicatedByNetwork(evidence);
  for (const order of evidence.orders) {
    count(`orders in state ${order.state}`);
    const atService = byOwnId.get(`${order.systemId} ${order.ownId}`) ?? [];
    if (atService.length > 0) count('orders accepted by the service');
    if (atService.length > 1) findings.push(...findDuplicates(order, atService, duplicatedIds, evidence, count));
    if (atService.length > 0 && lostStates.has(order.state))
      findings.push({ kind: 'lost', text: orderHistory(order, evidence) });
    if (atService.length > 0 && order.state === 'PROBABLY_ABSENT')
      count('believed absent although the service has it, and still watched');
    if (acceptedStates.has(order.state))
      findings.push(...findPhantoms(order, atService, byId, duplicatedIds, evidence, count));
  }
  findings.push(...findWithoutRow(evidence));
  return { findings, counts };
}

function findDuplicates(
  order: JournaledOrder,
  atService: readonly ServiceSignal[],
  duplicatedIds: ReadonlySet<string>,
  evidence: Evidence,
  count: (name: string) => void,
): Finding[] {
  const ids = atService.map(({ id }) => id);
  if (!duplicatedIds.has(order.ownId))
    return [{ kind: 'duplicates', text: `${ids.join(', ')} for ${orderHistory(order, evidence)}` }];
  count('duplicated by the network and accepted twice');
  const ownEvents = evidence.events.filter(({ rowId }) => rowId === order.rowId);
  const listNote = isAlways(evidence, 'ownIdsInLists', 'yes') ? '' : ', while lists show no own ids';
  if (ownEvents.some(({ alarm }) => alarm !== null)) count(`duplicated by the network, with an alarm${listNote}`);
  else if (ownEvents.some(({ type }) => type === 'many-matches')) count('duplicated by the network, ambiguous match');
  else if (isAlarmedElsewhere(order, ids, evidence))
    count('duplicated by the network, with an alarm that a lost order appeared');
  else if (isCopyHidden(order, atService, evidence)) count('duplicated by the network, and no list shows the copy');
  else
    return [{ kind: 'undetectedDoubles', text: `${ids.join(', ')}${listNote} for ${orderHistory(order, evidence)}` }];
  return [];
}

function findPhantoms(
  order: JournaledOrder,
  atService: readonly ServiceSignal[],
  byId: ReadonlyMap<string, ServiceSignal>,
  duplicatedIds: ReadonlySet<string>,
  evidence: Evidence,
  count: (name: string) => void,
): Finding[] {
  const claimed = byId.get(order.serviceId ?? '');
  if (atService.some(({ id }) => id === order.serviceId)) return [];
  // The order is known by its own id only: the answer to its cancel named no service signal id.
  if (order.serviceId === null && atService.length > 0) return [];
  // A probable match is shown as such, because nothing distinguishes it from an equal order entered
  // elsewhere.
  const isExternal = claimed !== undefined && (claimed.ownId === null || claimed.ownId === elsewhereOwnId);
  if (order.state === 'LANDED_PROBABLE' && isExternal) {
    count('probable match with an equal external order');
    return [];
  }
  if (order.state === 'LANDED_PROBABLE' && duplicatedIds.has(claimed?.ownId ?? '')) {
    count("probable match with the network's copy of an equal order");
    return [];
  }
  return [{ kind: 'phantoms', text: `claims ${order.serviceId ?? 'nothing'}: ${orderHistory(order, evidence)}` }];
}

/** Orders at the service under an id that the journal never reserved. */
function findWithoutRow({ signals, reservedIds }: Evidence): Finding[] {
  return signals
    .filter(({ ownId }) => ownId !== null && ownId !== elsewhereOwnId && !reservedIds.has(ownId))
    .map(({ id, ownId }): Finding => ({ kind: 'lost', text: `signal ${id} (own id ${ownId ?? ''}) has no row` }));
}

function duplicatedByNetwork({ notes }: Evidence): Set<string> {
  const appliedFaults = notes.filter((note) => note.is === 'fault-applied');
  return new Set(appliedFaults.filter(({ fault }) => fault === 'request-twice').map(({ ownId }) => ownId ?? ''));
}

/**
 * True if the row of an equal order, which was believed lost, has claimed the duplicate that the
 * network made. Both rows are shown, so the user knows of two orders.
 */
function isAlarmedElsewhere(order: JournaledOrder, ids: readonly string[], { orders, events }: Evidence): boolean {
  const other = orders.find(({ rowId, serviceId }) => rowId !== order.rowId && ids.includes(serviceId ?? ''));
  return other !== undefined && events.some(({ rowId, alarm }) => rowId === other.rowId && alarm !== null);
}

/**
 * True if no list shows the copy, because the copy waits until its parent is filled. The lists may
 * show the signal that the row claims, for example after its cancel.
 */
function isCopyHidden({ serviceId }: JournaledOrder, atService: readonly ServiceSignal[], evidence: Evidence): boolean {
  const areHidden = atService.every(({ id, waitsForParent }) => waitsForParent || id === serviceId);
  return areHidden && isAlways(evidence, 'waitingInAll', 'hidden');
}

/** True if this switch of the service had this value from the first note to the last. */
function isAlways({ notes }: Evidence, name: string, value: string): boolean {
  const noted = notes.filter((note) => note.is === 'seeded' || note.is === 'switched');
  return noted.every(({ switches }) => (switches[name] ?? value) === value);
}

/** The history of the order in one line. */
export function orderHistory({ rowId, ownId, state }: JournaledOrder, { events }: Evidence): string {
  const ownEvents = events.filter((event: JournaledEvent) => event.rowId === rowId);
  return `row ${rowId}, own id ${ownId}, ${state}: ${ownEvents.map(({ type }) => type).join(' → ')}`;
}
