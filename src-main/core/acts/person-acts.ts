import Type, { type Static } from 'typebox';
import { PersonAttributes, type PersonAttribute } from '#contract/model/own-person.ts';
import type { ActType } from './act-type.ts';
import { confirmationOf } from './confirmation-of.ts';
import { peopleProof, type PeopleRead } from './people-proof.ts';

/** The password itself is in no row (acts.md A8). */
export const ChangePersonWanted = Type.Object({
  attributes: PersonAttributes,
  password: Type.Union([Type.Literal('set'), Type.Null()]),
});
export type ChangePersonWanted = Static<typeof ChangePersonWanted>;

const wireNames: Readonly<Record<PersonAttribute, string>> = {
  firstName: 'firstname',
  lastName: 'lastname',
  screenName: 'screenname',
  email: 'email',
};
const isAttributeName = (name: string): name is PersonAttribute => Object.hasOwn(wireNames, name);
const names: readonly PersonAttribute[] = Object.keys(wireNames).filter(isAttributeName);

/** The member of the request that contains the password. */
export const passwordField = 'password';

const wireAttributes = (attributes: PersonAttributes): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [[wireNames[name], value.trim()] as const];
    }),
  );

export const changePersonAttribute: ActType<ChangePersonWanted, PeopleRead> = {
  command: 'changePersonAttribute',
  target: 'person',
  wanted: ChangePersonWanted,
  lane: () => 'submit',
  body: (personId, { attributes }) => ({ personid: personId, ...wireAttributes(attributes) }),
  confirms: (answer, { attributes, password }) =>
    confirmationOf(
      answer,
      [...Object.keys(wireAttributes(attributes)), ...(password === null ? [] : [passwordField])],
      'part',
    ),
  // Without a private platform no read shows a person, so the act cannot be proven.
  proof: peopleProof(({ target, wanted }) => ({
    op: 'person.change',
    personId: target.id,
    fields: wireAttributes(wanted.attributes),
  })),
  readsBack: false,
  messages: {
    title: { code: 'person.change-not-confirmed' },
    absent: { code: 'act.absent', command: 'changePersonAttribute' },
    late: { code: 'act.late', command: 'changePersonAttribute' },
    differs: { code: 'person.change-differs' },
  },
};
