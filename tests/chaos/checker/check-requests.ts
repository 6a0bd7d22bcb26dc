import { orderHistory } from './check-orders.ts';
import type { Evidence, JournaledEvent, JournaledOrder, ReceivedRequest } from './evidence.ts';
import type { Finding } from './verdict.ts';

/**
 * Events that only a user causes. `cancel-first-asked` begins a replacement in two steps, of which
 * the cancel is the first.
 */
const userEvents = new Set(['confirmed', 'resend-asked', 'cancel-first-asked']);
/** Longest time between confirmation and sending, in milliseconds. */
const maxAgeMs = 15_000;

/**
 * order-safety P2, P3, P8: compares every submit and every cancel with the rows that must have been
 * written before it. `checkActs` compares the acts.
 */
export function checkRequests(evidence: Evidence): Finding[] {
  const ours = evidence.requests.filter(({ isFromOtherClient }) => !isFromOtherClient);
  const submits = Map.groupBy(
    ours.filter(({ command }) => command === 'submitSignal'),
    ({ systemId, id }) => `${systemId} ${id}`,
  );
  const orders = new Map(evidence.orders.map((order) => [`${order.systemId} ${order.ownId}`, order]));
  const events = Map.groupBy(evidence.events, ({ rowId }) => rowId);
  const findings: Finding[] = [];
  for (const [key, requests] of submits) {
    const order = orders.get(key);
    const sends = order ? sendsOf(events.get(order.rowId) ?? []) : 0;
    if (!order || sends === 0) findings.push({ kind: 'unjournaled', text: `submit of ${key}` });
    else findings.push(...findRepeats(order, requests, sends, evidence));
  }
  for (const order of evidence.orders) findings.push(...checkHistory(order, events.get(order.rowId) ?? [], evidence));
  return [...findings, ...checkCancels(ours, evidence), ...findGaps(evidence)];
}

const sendsOf = (events: readonly JournaledEvent[]): number =>
  events.filter(({ from, to }) => to === 'SENDING' && from !== 'SENDING').length;

function findRepeats(
  order: JournaledOrder,
  requests: readonly ReceivedRequest[],
  sends: number,
  evidence: Evidence,
): Finding[] {
  const networkRepeats = evidence.notes.filter(
    (note) => note.is === 'fault-applied' && note.fault === 'request-twice' && note.ownId === order.ownId,
  ).length;
  if (requests.length <= sends + networkRepeats) return [];
  return [{ kind: 'repeats', text: `${requests.length} requests, ${sends} sends: ${orderHistory(order, evidence)}` }];
}

/** Checks in the journal that only a user sends an order again, and that no send is late. */
function checkHistory(order: JournaledOrder, events: readonly JournaledEvent[], evidence: Evidence): Finding[] {
  const findings: Finding[] = [];
  let sent = false;
  let confirmedAt = -Infinity;
  for (const { from, to, type, at } of events) {
    if (type === 'created' || userEvents.has(type)) {
      sent = false;
      confirmedAt = at;
    }
    if (to !== 'SENDING' || from === 'SENDING') continue;
    if (sent) findings.push({ kind: 'repeats', text: `sent twice: ${orderHistory(order, evidence)}` });
    if (at - confirmedAt > maxAgeMs)
      findings.push({ kind: 'stale', text: `${at - confirmedAt} ms: ${orderHistory(order, evidence)}` });
    sent = true;
  }
  return findings;
}

/**
 * A cancel may be repeated, but not more often than its rows say. On a full disk it is sent without
 * a row.
 */
function checkCancels(ours: readonly ReceivedRequest[], { cancels: rows, notes }: Evidence): Finding[] {
  if (notes.some((note) => note.is === 'disk-full')) return [];
  const duplicatedCancels = notes.filter(
    (note) => note.is === 'fault-applied' && note.command === 'cancelSignal' && note.fault === 'request-twice',
  );
  const journaledSends = new Map<string, number>();
  for (const { systemId, signalId, attempts } of rows) {
    const key = `${systemId} ${signalId}`;
    journaledSends.set(key, (journaledSends.get(key) ?? 0) + attempts);
  }
  const received = Map.groupBy(
    ours.filter(({ command }) => command === 'cancelSignal'),
    ({ systemId, id }) => `${systemId} ${id}`,
  );
  const excesses = [...received].map(
    ([key, requests]) => [key, requests.length - (journaledSends.get(key) ?? 0)] as const,
  );
  const totalExcess = excesses.reduce((sum, [, excess]) => sum + Math.max(0, excess), 0);
  // A note on a duplicated cancel does not say which signal it concerned. So only totals are
  // compared.
  if (totalExcess <= duplicatedCancels.length) return [];
  return excesses
    .filter(([, excess]) => excess > 0)
    .map(([key, excess]) => ({ kind: 'unjournaled', text: `cancel of ${key}: ${excess} more than the journal has` }));
}

function findGaps({ requests }: Evidence): Finding[] {
  const found = requests.filter(({ number }, index) => number !== index + 1);
  return found.slice(0, 1).map(({ number }) => ({ kind: 'gaps', text: `before request ${number}` }));
}
