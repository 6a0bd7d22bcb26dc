import { isRecord } from '#core/platform/wire/json-object.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import type { ActRow } from './act-row.ts';

/**
 * The ids that earlier creations made, as their answers or readings showed them. A list may not show
 * them yet. They are no proof of a later equal creation.
 */
export const createdIds = (creations: readonly Pick<ActRow, 'shown'>[]): string[] =>
  creations.flatMap(({ shown }) => textsIn(shown));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
};

/**
 * Whether a creation was confirmed so shortly before a list was read that the list may not show it
 * yet, and does not. `readAt`: unix seconds; null if the list was never read.
 */
export function isNotShownYet(
  creation: Pick<ActRow, 'changedAt' | 'shown'> | undefined,
  readAt: number | null,
  listedIds: readonly string[],
): boolean {
  if (creation === undefined || (readAt !== null && readAt * 1000 >= creation.changedAt + lateMs)) return false;
  return !createdIds([creation]).some((id) => listedIds.includes(id));
}
