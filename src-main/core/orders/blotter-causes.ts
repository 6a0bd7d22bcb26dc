import type { Cause, Signal } from '#contract/model/signal.ts';
import type { CancelRow } from './cancel-row.ts';
import type { OrderRow } from './order-row.ts';
import { isLanded } from './row-states.ts';

type Context = {
  readonly byId: ReadonlyMap<string, Signal>;
  readonly groups: ReadonlyMap<string, readonly Signal[]>;
  /** Row ids whose cancel the platform confirmed here. */
  readonly canceledHere: ReadonlySet<string>;
  /** Service id of the replaced signal → the order that took its place. */
  readonly replacedBy: ReadonlyMap<string, { readonly serviceId: string | null; readonly leavesSiblings: boolean }>;
};

/**
 * Why rows died or wait. The platform never says; the cause is `seen` only where an answer to our own request, or the
 * record itself, states it, and otherwise deduced from the links that we hold.
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
  const named = (id: string | null): boolean => id !== null && confirmed.has(id);
  const replacedBy = new Map<string, { serviceId: string | null; leavesSiblings: boolean }>();
  for (const row of rows) {
    const { replaces } = row.ticket;
    if (replaces === null || !isLanded(row)) continue;
    replacedBy.set(replaces.serviceId, { serviceId: row.serviceIds.signal, leavesSiblings: replaces.leaveOcaIntact });
  }
  return {
    byId: new Map(signals.map((signal) => [signal.rowId, signal])),
    groups: Map.groupBy(
      signals.filter(({ ocaGroupId }) => ocaGroupId !== null),
      ({ ocaGroupId }) => ocaGroupId ?? '',
    ),
    canceledHere: new Set(
      signals.filter(({ serviceId, ownId }) => named(serviceId) || named(ownId)).map((one) => one.rowId),
    ),
    replacedBy,
  };
}

function causeOf(signal: Signal, context: Context): Cause | null {
  switch (signal.state) {
    case 'waiting':
      return waits(signal, context);
    case 'expired':
      return { code: 'expired', text: 'Its duration ended.', evidence: 'seen', byServiceId: null };
    case 'canceled':
      return died(signal, context) ?? nobodySays('canceled');
    case 'unlisted':
      return died(signal, context) ?? nobodySays('no longer listed');
    default:
      return null;
  }
}

function waits({ parentRowId }: Signal, { byId }: Context): Cause | null {
  const parent = byId.get(parentRowId ?? '');
  if (!parent) return null;
  const text = `Waits until ${describe(parent)} is filled.`;
  return { code: 'parent-not-filled', text, evidence: 'deduced', byServiceId: parent.serviceId };
}

function died(signal: Signal, context: Context): Cause | null {
  return ownEnd(signal, context) ?? siblingEnd(signal, context) ?? parentEnd(signal, context);
}

function ownEnd(signal: Signal, { canceledHere, replacedBy }: Context): Cause | null {
  if (canceledHere.has(signal.rowId)) {
    return { code: 'canceled-here', text: 'Canceled from this desk.', evidence: 'seen', byServiceId: null };
  }
  const replacement = replacedBy.get(signal.serviceId ?? '') ?? replacedBy.get(signal.ownId ?? '');
  if (!replacement) return null;
  return {
    code: 'replaced',
    text: 'Replaced by a newer order.',
    evidence: 'deduced',
    byServiceId: replacement.serviceId,
  };
}

function siblingEnd(signal: Signal, context: Context): Cause | null {
  const siblings = (context.groups.get(signal.ocaGroupId ?? '') ?? []).filter(({ rowId }) => rowId !== signal.rowId);
  const filled = siblings.find(({ state }) => state === 'traded');
  if (filled) return sibling('sibling-filled', filled, 'was filled');
  // A sibling counts as the origin only where something tells that it ended first.
  const canceled = siblings.find((one) => one.state === 'canceled' && endedOnItsOwn(one, context));
  if (canceled) return sibling('sibling-canceled', canceled, 'was canceled');
  const expired = siblings.find(({ state }) => state === 'expired');
  return expired ? sibling('sibling-expired', expired, 'expired') : null;
}

function endedOnItsOwn(signal: Signal, { canceledHere, replacedBy }: Context): boolean {
  const replacement = replacedBy.get(signal.serviceId ?? '');
  return canceledHere.has(signal.rowId) || (replacement !== undefined && !replacement.leavesSiblings);
}

function sibling(code: Cause['code'], by: Signal, verb: string): Cause {
  const text = `${roleNames[by.role]} of its group ${verb}.`;
  return { code, text, evidence: 'deduced', byServiceId: by.serviceId };
}

function parentEnd({ parentRowId }: Signal, { byId }: Context): Cause | null {
  const parent = byId.get(parentRowId ?? '');
  if (!parent || (parent.state !== 'canceled' && parent.state !== 'expired')) return null;
  const text = `Its parent was never filled: ${parent.state}.`;
  return { code: 'parent-not-filled', text, evidence: 'deduced', byServiceId: parent.serviceId };
}

const nobodySays = (what: string): Cause => ({
  code: 'unknown',
  text: `It is ${what}; the platform does not say why.`,
  evidence: 'none',
  byServiceId: null,
});

const roleNames: Readonly<Record<Signal['role'], string>> = {
  order: 'Another order',
  target: 'The profit target',
  stop: 'The stop loss',
  conditional: 'A conditional order',
};

const describe = ({ action, quantity, symbol }: Signal): string => `${action} ${quantity} ${symbol}`;
