import type { WireError } from '#core/platform/wire/records.ts';
import type { CommandRequest } from './command.ts';
import { givenText } from '#practice/decode/fields.ts';
import type { Person } from '#practice/person.ts';

export const NO_PERSON_ACCESS: WireError = {
  title: 'Unable to access this personid',
  message: 'Credentials provided do not allow access to this personid',
};

type ActingResult = { readonly ok: true; readonly person: Person } | { readonly ok: false; readonly error: WireError };

/**
 * The person for whom a command acts. A world key acts for the person who has it. On a private
 * platform `personid` names one of the platform's people who are not deleted.
 */
export function actingPerson(request: CommandRequest): ActingResult {
  const { caller, fields, store } = request;
  const own = caller.context === 'world' ? caller.personIds[0] : undefined;
  const id = givenText(fields, 'personid') ?? own;
  if (id === undefined) return { ok: false, error: { title: 'No personid', message: 'personid required' } };
  const person = caller.personIds.includes(id) ? store.people.get(id) : undefined;
  return person ? { ok: true, person } : { ok: false, error: NO_PERSON_ACCESS };
}
