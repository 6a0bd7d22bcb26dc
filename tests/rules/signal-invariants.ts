import { isBuy } from '#rules/order-terms.ts';
import { isLive, type Signal } from '#rules/signals/signal.ts';
import { openQuantity, type Trade, type FillPart } from '#rules/trades/trade.ts';

/**
 * Every signal of the history, by service id. An unchanged signal is the same object before and
 * after a step.
 */
export type Signals = ReadonlyMap<string, Signal>;

/** `invariant`: the number of the violated invariant or promise in order-safety.md, such as I1. */
export class ViolatedInvariant extends Error {
  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
  }
}

const ENDED = ['traded', 'canceled', 'expired'];

/** What any step may do to any signal: I1, I2 within the step, I3, I7 and I9. */
export function checkMoves(before: Signals, after: Signals): void {
  for (const [id, old] of before) {
    const signal = after.get(id);
    if (!signal) throw new ViolatedInvariant('I1', `signal ${id} is gone`);
    if (signal === old) continue;
    if (ENDED.includes(old.state)) throw new ViolatedInvariant('I1', `${id} was ${old.state} and changed`);
    if (old.state === 'working' && signal.state !== 'working') checkLeaving(old, signal, before, after);
  }
  const filled = new Set<string>();
  for (const [id, signal] of after) {
    if (before.get(id) === signal) continue;
    checkState(signal, after);
    if (signal.state !== 'traded' || signal.ocaId === null) continue;
    if (filled.has(signal.ocaId)) throw new ViolatedInvariant('I2', `two members of ${signal.ocaId} traded at once`);
    filled.add(signal.ocaId);
  }
}

function checkState(signal: Signal, after: Signals): void {
  const started = signal.state === 'working' || signal.state === 'traded';
  const parent = signal.parentId === null ? undefined : after.get(signal.parentId);
  if (started && signal.parentId !== null && parent?.state !== 'traded')
    throw new ViolatedInvariant('I3', `${signal.id} is ${signal.state} while its parent is ${String(parent?.state)}`);
  if (signal.state !== 'traded') return;
  const endsAfterPosting = signal.endedAt !== null && signal.endedAt >= signal.postedAt;
  if (signal.tradedPrice === null || signal.tradedPrice <= 0n || !endsAfterPosting)
    throw new ViolatedInvariant('I9', `${signal.id} traded ${String(signal.tradedPrice)}`);
}

/**
 * I7 for every signal that leaves `working`, except by a replace, which checkReplace checks.
 */
function checkLeaving(old: Signal, signal: Signal, before: Signals, after: Signals): void {
  if (old.ocaId === null) return;
  const siblings = [...before.values()].filter((one) => one.ocaId === old.ocaId && one.id !== old.id && isLive(one));
  const replacement = signal.cause?.kind === 'replaced' ? after.get(signal.cause.by) : undefined;
  if (replacement) return; // checkReplace knows whether the siblings were to be left intact
  for (const one of siblings) {
    const state = after.get(one.id)?.state;
    if (state === 'working' || state === 'waiting')
      throw new ViolatedInvariant('I7', `${old.id} left, its sibling ${one.id} is ${state}`);
  }
}

/**
 * I5, I6 and I7 for a replace: the replaced signal is canceled, its replacement exists, and the
 * siblings of the replaced signal are as leave_oca_intact says.
 */
export function checkReplace(before: Signals, after: Signals, old: Signal, leave: boolean): void {
  const replaced = after.get(old.id);
  if (replaced?.state !== 'canceled' || replaced.cause?.kind !== 'replaced')
    throw new ViolatedInvariant('I5', `${old.id} is ${String(replaced?.state)}`);
  if (!after.has(replaced.cause.by)) throw new ViolatedInvariant('I5', `${replaced.cause.by} does not exist`);
  if (old.ocaId === null) return;
  for (const [id, siblingBefore] of before) {
    if (siblingBefore.ocaId !== old.ocaId || id === old.id || !isLive(siblingBefore)) continue;
    const sibling = after.get(id);
    const orphaned = sibling?.cause?.kind === 'parentCanceled';
    if (leave && sibling !== siblingBefore && !orphaned) throw new ViolatedInvariant('I6', `sibling ${id} changed`);
    if (!leave && sibling && isLive(sibling)) throw new ViolatedInvariant('I7', `sibling ${id} is ${sibling.state}`);
  }
}

/** Which ids the switches of this history allow to be used again. */
export type Reuse = { readonly mayReuseOwnIds: boolean; readonly mayReuseGroups: boolean };

/**
 * I2, I4 and I8 over all signals of the history. If groups may be used again after their end, I2 is
 * checked only within each step, by checkMoves.
 */
export function checkBook(book: Signals, { mayReuseOwnIds, mayReuseGroups }: Reuse): { bothFilled: number } {
  const all = [...book.values()];
  const groups = Map.groupBy(
    all.filter((one) => one.ocaId !== null),
    (one) => one.ocaId ?? '',
  );
  for (const [group, members] of groups) {
    const traded = members.filter((one) => one.state === 'traded');
    if (!mayReuseGroups && traded.length > 1)
      throw new ViolatedInvariant('I2', `${traded.length} members of ${group} traded`);
  }
  const ownIds = all.flatMap((one) => one.ownId ?? []);
  if (!mayReuseOwnIds && new Set(ownIds).size !== ownIds.length)
    throw new ViolatedInvariant('I4', 'an own id names two signals');
  const names = new Set([...ownIds, ...book.keys()]);
  for (const group of groups.keys())
    if (names.has(group)) throw new ViolatedInvariant('I4', `${group} is a signal and a group`);
  for (const ownId of ownIds)
    if (book.has(ownId)) throw new ViolatedInvariant('I4', `${ownId} is an own and a service id`);
  return { bothFilled: countBothFilled(book) };
}

/**
 * I8: with forcenooca both children of a bracket may trade. Otherwise they are in one OCA group, of
 * which only one member may trade (I2).
 */
function countBothFilled(book: Signals): number {
  let count = 0;
  for (const entry of book.values()) {
    const children = [entry.profitTargetId, entry.stopLossId].map((id) => book.get(id ?? ''));
    if (!children.every((child) => child?.state === 'traded')) continue;
    if (entry.targetGroupId !== null)
      throw new ViolatedInvariant('I8', `both children of ${entry.id} traded in their group`);
    count += 1;
  }
  return count;
}

/**
 * I10: only open quantity is closed, and holdings equal the fills. `mayBeSettled`: whether a
 * position may have been settled at the end of its contract.
 */
export function checkTrades(
  book: Signals,
  trades: readonly Trade[],
  fillParts: readonly FillPart[],
  mayBeSettled: boolean,
): void {
  for (const trade of trades) {
    const ownParts = fillParts.filter((fillPart) => fillPart.tradeId === trade.id);
    const sum = (part: FillPart['part']): bigint =>
      ownParts.filter((fillPart) => fillPart.part === part).reduce((total, fillPart) => total + fillPart.quantity, 0n);
    if (sum('opening') !== trade.opened)
      throw new ViolatedInvariant('I10', `trade ${trade.id} opened more than its fills`);
    if (trade.closed > trade.opened || sum('closing') > trade.closed)
      throw new ViolatedInvariant('I10', `trade ${trade.id} closed more than was open`);
  }
  const symbols = new Set(trades.map((trade) => trade.symbol));
  for (const symbol of symbols) {
    const open = trades.filter((trade) => trade.symbol === symbol && trade.closedAt === null);
    if (open.length > 1) throw new ViolatedInvariant('I10', `${open.length} open trades of ${symbol}`);
    const held = open.reduce((total, trade) => total + openQuantity(trade) * (trade.side === 'long' ? 1n : -1n), 0n);
    const filled = [...book.values()].filter((one) => one.symbol === symbol && one.state === 'traded');
    const net = filled.reduce((total, one) => total + (isBuy(one.action) ? one.quantity : -one.quantity), 0n);
    // A position settled at the end of its contract was not closed by the fill of a signal.
    if (!mayBeSettled && held !== net) throw new ViolatedInvariant('I10', `${symbol}: held ${held}, filled ${net}`);
  }
}
