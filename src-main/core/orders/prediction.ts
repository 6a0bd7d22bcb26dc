import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { placeSignal } from '#rules/place.ts';
import type { ServiceIds } from './order-row.ts';
import { previewContext, ruleRequest, snapshotBook } from './rules-snapshot.ts';

/** What the platform's rules say that an answer will show of an order. */
export type Expected = {
  readonly target: boolean;
  readonly stop: boolean;
  readonly group: boolean;
};

/** By the same rules, on the same state, as the preview; null where the rules can not take the order as it is. */
export function predict(ticket: Ticket, signals: readonly Signal[], now: number): Expected | null {
  const placed = placeSignal(snapshotBook(signals), ruleRequest(ticket), previewContext(now));
  if (!placed.ok || !('signal' in placed)) return null;
  const children = placed.change.signals.filter(({ parentId }) => parentId === placed.signal.id);
  const target = children.find(({ role }) => role === 'profitTarget');
  return {
    target: target !== undefined,
    stop: children.some(({ role }) => role === 'stopLoss'),
    group: target?.ocaId !== null && target !== undefined,
  };
}

/** Where the answer differs, in sentences. What the answer does not show at all is no difference. */
export function missesOf(expected: Expected, { serviceIds }: { readonly serviceIds: ServiceIds }): string[] {
  const misses: string[] = [];
  const differs = (what: string, wanted: boolean, shown: boolean): void => {
    if (wanted && !shown) misses.push(`The preview showed ${what}; the answer names none.`);
    if (!wanted && shown) misses.push(`The answer names ${what} that the preview did not show.`);
  };
  differs('a profit target', expected.target, serviceIds.target !== null);
  differs('a stop loss', expected.stop, serviceIds.stop !== null);
  differs('a group of target and stop', expected.group, serviceIds.ocaGroup !== null);
  return misses;
}
