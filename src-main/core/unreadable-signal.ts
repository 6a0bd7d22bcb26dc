import type { Action } from '#contract/model/scalars.ts';
import { sameContract } from '#rules/option-symbol.ts';
import { sameAction } from './same-action.ts';

/**
 * A record of a signal list that cannot be used, with its readable members. A member that cannot
 * be read is null.
 */
export type UnreadableSignal = {
  readonly systemId: string;
  readonly serviceId: string | null;
  readonly ownId: string | null;
  readonly symbol: string | null;
  readonly action: Action | null;
  /** Unix seconds. */
  readonly postedAt: number | null;
  /**
   * Its id is in the list more than once, with different content. None of the records with this id
   * is used.
   */
  readonly contradicts: boolean;
  /** Names of the members that cannot be read, or that the id is listed twice; never a value. */
  readonly problem: string;
  /** The record as JSON, cut to `rawLimit` characters: for the details, never for decisions. */
  readonly raw: string;
};

/** The known members of an order that an unreadable record could be. */
export type OrderTraits = {
  readonly systemId: string;
  readonly symbol: string;
  readonly action: Action;
  /** Null if not known. */
  readonly serviceId: string | null;
  readonly ownId: string | null;
  /** When the order can have been posted, unix seconds. Null if not known. */
  readonly posted: { readonly from: number; readonly to: number } | null;
  /**
   * Service ids that cannot be the id of this order, because they were listed before it was sent,
   * claimed by another row, or read in another list.
   */
  readonly otherIds: ReadonlySet<string>;
};

/**
 * Whether an unreadable record could be this order: none of its readable members excludes it. Equal
 * ids prove it. A different id excludes it, and so does an id of `otherIds`. Otherwise symbol,
 * action and posting time decide, as far as they are readable.
 */
export function couldBe(record: UnreadableSignal, order: OrderTraits): boolean {
  if (record.systemId !== order.systemId) return false;
  if (isRecordOf(record, order)) return true;
  if (differ(record.serviceId, order.serviceId) || differ(record.ownId, order.ownId)) return false;
  if (record.serviceId !== null && order.otherIds.has(record.serviceId)) return false;
  if (record.symbol !== null && !sameContract(record.symbol.toUpperCase(), order.symbol.toUpperCase())) return false;
  if (record.action !== null && !sameAction(record.action, order.action)) return false;
  const { posted } = order;
  return (
    record.postedAt === null || posted === null || (record.postedAt >= posted.from && record.postedAt <= posted.to)
  );
}

/** Whether the record is this order: one of its ids is the service id or own id of the order. */
export function isRecordOf(record: UnreadableSignal, { systemId, serviceId, ownId }: OrderTraits): boolean {
  if (record.systemId !== systemId) return false;
  const ids = [record.serviceId, record.ownId].filter((id) => id !== null);
  return ids.some((id) => id === serviceId || id === ownId);
}

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b;
