import Type, { type Static } from 'typebox';

/** The address and platform of a connection. */
export const Connection = Type.Object({ profileId: Type.String(), place: Type.String() });
export type Connection = Static<typeof Connection>;
