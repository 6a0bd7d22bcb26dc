import Type, { type Static } from 'typebox';
import { ActState } from './act.ts';
import { Id, Nullable, UnixSeconds } from './scalars.ts';
import { Check } from './ticket.ts';

/**
 * Limits of the specification, both included, in code points. The specification has none for the
 * screen name, so the limit of the other names is used.
 */
export const personBounds = {
  firstName: { min: 1, max: 40 },
  lastName: { min: 1, max: 40 },
  screenName: { min: 1, max: 40 },
  email: { min: 1, max: 60 },
} as const;
export const passwordBounds = { min: 6, max: 30 } as const;

export type PersonAttribute = keyof typeof personBounds;

/** Bounds are checked by the plan, which names the field. */
const AnyText = Type.String({ maxLength: 400 });

/** A missing member leaves the attribute as it is. */
export const PersonAttributes = Type.Partial(
  Type.Object(
    { firstName: AnyText, lastName: AnyText, screenName: AnyText, email: AnyText },
    { additionalProperties: false },
  ),
);
export type PersonAttributes = Static<typeof PersonAttributes>;

/** What is known of the person whose key the connection uses. */
export const OwnPerson = Type.Object({
  personId: Nullable(Id),
  /** `strategy`: an own strategy's details name the person. `change`: an earlier change does. */
  source: Nullable(Type.Union([Type.Literal('strategy'), Type.Literal('change')])),
  screenName: Nullable(Type.String()),
  /** The last change of the person that was sent from here. */
  lastChange: Nullable(Type.Object({ at: UnixSeconds, state: ActState })),
});
export type OwnPerson = Static<typeof OwnPerson>;

/** `password`: a password is sent too. It is typed at the end, and is in no plan (acts.md A8). */
export const PersonRequest = Type.Object({
  personId: Id,
  attributes: PersonAttributes,
  password: Type.Boolean(),
});
export type PersonRequest = Static<typeof PersonRequest>;

/**
 * A plan as it is shown. It has no values from before the change, because no read of the platform
 * shows them.
 */
export const PersonPlan = Type.Object({
  planId: Type.String(),
  digest: Type.String(),
  request: PersonRequest,
  at: UnixSeconds,
  checks: Type.Array(Check),
  requests: Type.Integer(),
});
export type PersonPlan = Static<typeof PersonPlan>;
