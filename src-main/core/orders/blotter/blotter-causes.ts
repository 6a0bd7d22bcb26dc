import type { Text } from '#contract/message.ts';
import type { Cause, Signal } from '#contract/model/signal.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';

/** Members of a group that may have ended the others. */
type GroupEnds = {
  readonly filled: readonly Signal[];
  /**
   * Canceled here, or replaced here by a request that did not leave the OCA group intact. Any other
   * canceled member may itself have ended with the group, so it is no cause.
   */
  readonly canceled: readonly Signal[];
  readonly expired: readonly Signal[];
};

/** The order that took the place of a signal. */
type Replacement = { readonly serviceId: string | null; readonly leavesOcaIntact: boolean };

type Context = {
  /** Computed on first use, because often none of the thousands of rows needs it. */
  readonly byId: () => ReadonlyMap<string, Signal>;
  readonly groups: () => ReadonlyMap<string, GroupEnds>;
  /** Row ids of signals that this desk canceled, with a confirmation of the platform. */
  readonly canceledHere: ReadonlySet<string>;
  /** Service id, or else own id, of the replaced signal → the order that took its place. */
  readonly replacedBy: ReadonlyMap<string, Replacement>;
};

/**
 * Why rows ended or wait. The platform never says why. The cause is `seen` only if an answer to an
 * own request, or the record itself, states it. Otherwise it is deduced from the known links.
 */
export function causesOf(
  signals: readonly Signal[],
  rows: readonly OrderRow[],
  cancels: readonly CancelRow[],
): Map<string, Cause> {
  const context = contextOf(signals, rows, cancels);
  const causes = new Map<string, Cause>();
  for (const signal of signals) {
    const cause = causeOf(signal, context);
    if (cause) causes.set(signal.rowId, cause);
  }
  return causes;
}

function contextOf(signals: readonly Signal[], rows: readonly OrderRow[], cancels: readonly CancelRow[]): Context {
  const confirmed = new Set(cancels.filter(({ state }) => state === 'CANCELED').map(({ signalId }) => signalId));
  const isConfirmed = (id: string | null): boolean => id !== null && confirmed.has(id);
  const replacedBy = new Map<string, Replacement>();
  for (const row of rows) {
    const { replaces } = row.ticket;
    if (replaces === null || !isAccepted(row)) continue;
    replacedBy.set(replaces.serviceId, { serviceId: row.serviceIds.signal, leavesOcaIntact: replaces.leaveOcaIntact });
  }
  const canceledHere = new Set(
    confirmed.size === 0
      ? []
      : signals.filter(({ serviceId, ownId }) => isConfirmed(serviceId) || isConfirmed(ownId)).map((one) => one.rowId),
  );
  return {
    byId: lazy(() => new Map(signals.map((signal) => [signal.rowId, signal]))),
    groups: lazy(() => groupEnds(signals, { canceledHere, replacedBy })),
    canceledHere,
    replacedBy,
  };
}

function groupEnds(
  signals: readonly Signal[],
  requests: Pick<Context, 'canceledHere' | 'replacedBy'>,
): ReadonlyMap<string, GroupEnds> {
  const groups = new Map<string, { filled: Signal[]; canceled: Signal[]; expired: Signal[] }>();
  for (const signal of signals) {
    const { ocaGroupId, state } = signal;
    if (ocaGroupId === null) continue;
    const group = groups.get(ocaGroupId) ?? { filled: [], canceled: [], expired: [] };
    groups.set(ocaGroupId, group);
    if (state === 'traded') group.filled.push(signal);
    else if (state === 'expired') group.expired.push(signal);
    else if (state === 'canceled' && isEndedByRequest(signal, requests)) group.canceled.push(signal);
  }
  return groups;
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

function causeOf(signal: Signal, context: Context): Cause | null {
  switch (signal.state) {
    case 'waiting':
      return waitingCause(signal, context);
    case 'expired':
      return { code: 'expired', text: { code: 'cause.expired' }, evidence: 'seen', byServiceId: null };
    case 'canceled':
      return endedCause(signal, context) ?? noKnownCause('canceled');
    case 'unlisted':
      return endedCause(signal, context) ?? noKnownCause('unlisted');
    default:
      return null;
  }
}

function waitingCause({ parentRowId }: Signal, { byId }: Context): Cause | null {
  const parent = parentRowId === null ? undefined : byId().get(parentRowId);
  if (!parent) return null;
  const { action, quantity, symbol } = parent;
  const text: Text = { code: 'cause.parent-working', action, quantity, symbol };
  return { code: 'parent-not-filled', text, evidence: 'deduced', byServiceId: parent.serviceId };
}

function endedCause(signal: Signal, context: Context): Cause | null {
  return requestedEnd(signal, context) ?? siblingEnd(signal, context) ?? parentEnd(signal, context);
}

function requestedEnd(signal: Signal, { canceledHere, replacedBy }: Context): Cause | null {
  if (canceledHere.has(signal.rowId)) {
    return { code: 'canceled-here', text: { code: 'cause.canceled-here' }, evidence: 'seen', byServiceId: null };
  }
  const replacement = replacementOf(signal, replacedBy);
  if (!replacement) return null;
  return {
    code: 'replaced',
    text: { code: 'cause.replaced' },
    evidence: 'deduced',
    byServiceId: replacement.serviceId,
  };
}

function siblingEnd(signal: Signal, { groups }: Context): Cause | null {
  const group = signal.ocaGroupId === null ? undefined : groups().get(signal.ocaGroupId);
  if (!group) return null;
  const other = (ends: readonly Signal[]): Signal | undefined => ends.find(({ rowId }) => rowId !== signal.rowId);
  const filled = other(group.filled);
  if (filled) return siblingCause('sibling-filled', filled, 'traded');
  const canceled = other(group.canceled);
  if (canceled) return siblingCause('sibling-canceled', canceled, 'canceled');
  const expired = other(group.expired);
  return expired ? siblingCause('sibling-expired', expired, 'expired') : null;
}

function isEndedByRequest(
  signal: Signal,
  { canceledHere, replacedBy }: Pick<Context, 'canceledHere' | 'replacedBy'>,
): boolean {
  const replacement = replacementOf(signal, replacedBy);
  return canceledHere.has(signal.rowId) || (replacement !== undefined && !replacement.leavesOcaIntact);
}

/** A replacement names the old order by service id or, before that is known, by own id. */
const replacementOf = ({ serviceId, ownId }: Signal, replacedBy: Context['replacedBy']): Replacement | undefined =>
  replacedBy.get(serviceId ?? '') ?? replacedBy.get(ownId ?? '');

function siblingCause(code: Cause['code'], origin: Signal, state: 'traded' | 'canceled' | 'expired'): Cause {
  const text: Text = { code: 'cause.sibling', role: origin.role, state };
  return { code, text, evidence: 'deduced', byServiceId: origin.serviceId };
}

function parentEnd({ parentRowId }: Signal, { byId }: Context): Cause | null {
  const parent = parentRowId === null ? undefined : byId().get(parentRowId);
  if (!parent || (parent.state !== 'canceled' && parent.state !== 'expired')) return null;
  const text: Text = { code: 'cause.parent-ended', state: parent.state };
  return { code: 'parent-not-filled', text, evidence: 'deduced', byServiceId: parent.serviceId };
}

const noKnownCause = (state: 'canceled' | 'unlisted'): Cause => ({
  code: 'unknown',
  text: { code: 'cause.unknown', state },
  evidence: 'none',
  byServiceId: null,
});
