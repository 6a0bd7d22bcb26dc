import type { Text } from '#contract/message.ts';
import type { CancelName } from '#contract/messages/orders.ts';
import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { CancelPlan } from '#contract/model/ticket.ts';
import { isEntry } from '#contract/model/order-action.ts';
import type { MeantOrder } from '#core/orders/journal/cancel-row.ts';
import { canBeCanceled, sharesGroup } from '#core/orders/signal-state.ts';
import { sameContract } from '#rules/option-symbol.ts';

/**
 * One cancel request: the signal that it names, the row that the trader chose, the rows that are
 * canceled with that row, and the terms that the order had when the cancel was planned (`meant`).
 */
export type PlannedCancel = {
  readonly rowId: string;
  readonly signalId: string;
  readonly covers: readonly string[];
  readonly meant?: MeantOrder;
};
export type CancelSteps = {
  readonly plan: CancelPlan;
  readonly requests: readonly PlannedCancel[];
  /** Orders that were not sent yet. They are withdrawn here, without a request. */
  readonly withdrawn: readonly string[];
};

/**
 * Plans the cancel of these rows with everything that it cancels. Canceling one member of an OCA
 * group cancels all of it, so each group costs one request. Children that wait for a canceled
 * parent can never start.
 */
export function planCancel(
  signals: readonly Signal[],
  rowIds: readonly string[],
  unreadable: readonly UnreadableRecord[] = [],
): CancelSteps {
  const byId = new Map(signals.map((signal) => [signal.rowId, signal]));
  const chosen = [...new Set(rowIds)];
  const skipped: { rowId: string; reason: Text }[] = [];
  const targets: Signal[] = [];
  const withdrawn: string[] = [];
  const unreadableCancels: PlannedCancel[] = [];
  for (const rowId of chosen) {
    const signal = byId.get(rowId);
    // `working`: the record is from the working list.
    const record = signal ? undefined : unreadable.find((one) => one.rowId === rowId && one.working);
    if (record?.serviceId != null) unreadableCancels.push({ rowId, signalId: record.serviceId, covers: [] });
    else if (signal && canBeCanceled(signal.state)) {
      if (!isExitOfChosen(signal, chosen, byId)) targets.push(signal);
      else if (byId.get(signal.parentRowId ?? '')?.state === 'traded')
        skipped.push({ rowId, reason: { code: 'cancel.protects' } });
    } else if (signal && isUnsent(signal)) withdrawn.push(...withdrawnWith(signal, signals));
    else skipped.push({ rowId, reason: signal ? whyNot(signal) : { code: 'cancel.not-listed' } });
  }
  const requests = [...requestsFor(targets, signals), ...unreadableCancels];
  const covered = new Set(requests.flatMap(({ rowId, covers }) => [rowId, ...covers]));
  const canceledRows = [...new Set([...covered, ...withdrawn])];
  const alsoCanceled = canceledRows.filter((rowId) => !chosen.includes(rowId));
  const knownLabel = labelOf(canceledRows, signals, byId);
  const label: Text =
    unreadableCancels.length === 0
      ? knownLabel
      : {
          code: 'cancel.unreadable',
          count: unreadableCancels.length,
          label: canceledRows.length > unreadableCancels.length ? knownLabel : null,
        };
  const withoutRow = unreadable.filter((record) => record.working && record.rowId === null);
  return {
    plan: {
      rowIds: canceledRows,
      label,
      requests: requests.length,
      alsoCanceled,
      skipped,
      unreached: withoutRow,
      stops: stopsAmong(canceledRows, byId),
      entries: chosen.filter((rowId) => isEntryWithoutExit(byId.get(rowId), signals)),
    },
    requests,
    withdrawn: [...new Set(withdrawn)],
  };
}

/**
 * Whether the signal is a leg of a chosen entry, or an exit that was entered to wait for that
 * entry. It ends with the entry and gets no separate cancel, which could arrive after the entry has
 * filled, when the signal protects the position.
 */
function isExitOfChosen(signal: Signal, chosen: readonly string[], byId: ReadonlyMap<string, Signal>): boolean {
  const { action, parentRowId, role, state, symbol } = signal;
  if (parentRowId === null || !chosen.includes(parentRowId)) return false;
  const parent = byId.get(parentRowId);
  if (parent === undefined) return false;
  const isExit = isEntry(parent.action) && !isEntry(action) && sameContract(symbol, parent.symbol);
  if (role !== 'target' && role !== 'stop' && !isExit) return false;
  return parent.state === 'traded' || (state === 'waiting' && canBeCanceled(parent.state));
}

/** Working stops among these rows. Canceling them leaves their positions unprotected. */
const stopsAmong = (canceledRows: readonly string[], byId: ReadonlyMap<string, Signal>): CancelPlan['stops'] =>
  canceledRows.flatMap((rowId) => {
    const one = byId.get(rowId);
    const isStop = one?.kind === 'stop' && one.state === 'working' && !isEntry(one.action);
    return isStop ? [{ rowId, symbol: one.symbol, quantity: one.quantity }] : [];
  });

/** Whether the signal is an entry whose cancel cancels no exit. */
const isEntryWithoutExit = (one: Signal | undefined, signals: readonly Signal[]): boolean =>
  one !== undefined &&
  isEntry(one.action) &&
  !signals.some((other) => sharesGroup(one, other) && !isEntry(other.action) && other.state === 'working');

/**
 * The rows that are withdrawn with this signal. A parent that was entered nested in an order is
 * withdrawn only together with that order.
 */
function withdrawnWith({ rowId, journal }: Signal, signals: readonly Signal[]): string[] {
  if (journal !== null) return [rowId];
  return signals.filter((one) => one.parentRowId === rowId && isUnsent(one)).map((one) => one.rowId);
}

const isUnsent = ({ state }: Signal): boolean => state === 'queued' || state === 'held' || state === 'not-sent';

function requestsFor(targets: readonly Signal[], signals: readonly Signal[]): PlannedCancel[] {
  const requests: PlannedCancel[] = [];
  const covered = new Set<string>();
  for (const target of targets) {
    const id = target.serviceId ?? target.ownId;
    if (id === null || covered.has(target.rowId)) continue;
    const group = signals.filter((one) => one.rowId !== target.rowId && sharesGroup(one, target) && isAtPlatform(one));
    const canceledRows = [target, ...group];
    const children = signals.filter(
      (one) => one.state === 'waiting' && canceledRows.some(({ rowId }) => rowId === one.parentRowId),
    );
    const covers = [...group, ...children].map(({ rowId }) => rowId);
    // Only a group whose OCA group id is known is certain to be canceled with the target. The other
    // chosen legs of a bracket without a known group id get their own requests.
    for (const one of canceledRows) if (one === target || one.ocaGroupId !== null) covered.add(one.rowId);
    requests.push({ rowId: target.rowId, signalId: id, covers: [...new Set(covers)], meant: meantOf(target) });
  }
  return requests;
}

/** A duration that is only assumed is left out: another one in the answer is no contradiction. */
const meantOf = (signal: Signal): MeantOrder => {
  const { symbol, action, quantity, instrument, kind, limit, stop, durationAssumed } = signal;
  const duration = durationAssumed === true ? null : signal.duration;
  return { symbol, action, quantity, instrument, kind, limit, stop, duration };
};

const isAtPlatform = ({ state }: Signal): boolean => state === 'working' || state === 'waiting';

const whyNot = ({ state }: Signal): Text =>
  state === 'sending' ? { code: 'cancel.on-its-way' } : { code: 'cancel.ended', state };

/** Names the rows to cancel, and the number of orders that belong together with them. */
function labelOf(canceledRows: readonly string[], signals: readonly Signal[], byId: ReadonlyMap<string, Signal>): Text {
  const rows = canceledRows.map((rowId) => byId.get(rowId)).filter((one) => one !== undefined);
  const [first] = rows;
  if (!first) return { code: 'cancel.nothing' };
  const roots = new Set(rows.map((row) => rootOf(row, byId)));
  const family = signals.filter((one) => roots.has(rootOf(one, byId)));
  if (family.length === 1) return { code: 'cancel.one', order: nameOf(first) };
  const named = rows.map(nameOf).sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return { code: 'cancel.some', count: rows.length, total: family.length, named: named.slice(0, maxNamed) };
}

function rootOf(signal: Signal, byId: ReadonlyMap<string, Signal>): string {
  let root = signal;
  const seen = new Set<string>();
  for (let next: Signal | undefined = root; next && !seen.has(next.rowId); next = byId.get(next.parentRowId ?? '')) {
    seen.add(next.rowId);
    root = next;
  }
  return root.rowId;
}

const maxNamed = 4;

const nameOf = ({ role, action, quantity, symbol }: Signal): CancelName => ({ role, action, quantity, symbol });

/** Entries and other orders first, then stops, then targets. */
const sortKey = ({ role, action, quantity, symbol }: CancelName): string =>
  role === 'target' || role === 'stop' ? role : `${action} ${quantity} ${symbol}`;
