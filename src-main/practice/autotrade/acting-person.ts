import type { WireError } from '#core/platform/wire/records.ts';
import { givenText } from '#practice/fields.ts';
import type { CommandRequest } from '#practice/commands/command.ts';

export type ActingPerson = { readonly personId: string } | { readonly error: WireError };

/** In the world the key's own person, whose id may be given; on a private platform the one of its people that `personid` names. */
export function actingPerson({ caller, fields }: Pick<CommandRequest, 'caller' | 'fields'>): ActingPerson {
  const given = givenText(fields, 'personid');
  if (given === null && caller.context === 'platform')
    return { error: { title: 'No personid', message: 'personid required' } };
  const personId = given ?? caller.personIds[0];
  if (personId !== undefined && caller.personIds.includes(personId)) return { personId };
  const message = 'Credentials provided do not allow access to this personid';
  return { error: { title: 'Unable to access this personid', message } };
}
