import Type, { type Static } from 'typebox';

/** Where a connection is: its address and platform. */
export const Connection = Type.Object({ profileId: Type.String(), place: Type.String() });
export type Connection = Static<typeof Connection>;
