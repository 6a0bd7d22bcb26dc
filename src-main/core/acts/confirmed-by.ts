import { removed } from '#core/platform/cut-secrets.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import type { Confirmation } from './act-type.ts';

/**
 * Whether `success.changes` of an answer names each field that was sent. `withoutList`: what an
 * answer without such a list says.
 */
export function confirmedBy(answer: JsonObject, fields: readonly string[], withoutList: Confirmation): Confirmation {
  const list = isRecord(answer['success']) ? answer['success']['changes'] : undefined;
  if (!Array.isArray(list)) return withoutList;
  const named = new Set(list.map((one) => String(one).split(' ')[0]));
  // A password that is the name of a field was cut out of its line.
  const cut = list.filter((one) => String(one).startsWith(removed)).length;
  return fields.filter((field) => !named.has(field)).length <= cut ? 'all' : 'part';
}
