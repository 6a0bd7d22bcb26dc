import { secretMark } from '#core/platform/cut-secrets.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import type { Confirmation } from './act-type.ts';

/**
 * Returns `all` if `success.changes` of an answer names each field that was sent, otherwise `part`.
 * `withoutList`: the result if the answer has no list of changes.
 */
export function confirmationOf(answer: JsonObject, fields: readonly string[], withoutList: Confirmation): Confirmation {
  const list = isRecord(answer['success']) ? answer['success']['changes'] : undefined;
  if (!Array.isArray(list)) return withoutList;
  const namedFields = new Set(list.map((one) => String(one).split(' ')[0]));
  // If the password equals the name of a field, that name was cut out of its line.
  const cutCount = list.filter((one) => String(one).startsWith(secretMark)).length;
  return fields.filter((field) => !namedFields.has(field)).length <= cutCount ? 'all' : 'part';
}
