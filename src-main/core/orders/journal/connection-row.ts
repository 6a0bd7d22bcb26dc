import Type, { type Static } from 'typebox';

/** `place` is the address and platform of the connection in one text (`placeOf`). */
export const ConnectionRow = Type.Object({ profileId: Type.String(), place: Type.String() });
export type ConnectionRow = Static<typeof ConnectionRow>;
