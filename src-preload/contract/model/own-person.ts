import Type, { type Static } from 'typebox';
import { Id, Nullable } from './scalars.ts';

/** The person of the key, as far as it is known. */
export const OwnPerson = Type.Object({
  personId: Nullable(Id),
  /** `strategy`: the details of an own strategy name it. `change`: an earlier change was for it. */
  source: Nullable(Type.Union([Type.Literal('strategy'), Type.Literal('change')])),
  screenName: Nullable(Type.String()),
});
export type OwnPerson = Static<typeof OwnPerson>;
