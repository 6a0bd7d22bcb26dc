import { isRecord } from '#core/platform/wire/json-object.ts';
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
