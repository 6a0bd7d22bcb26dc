import Type from 'typebox';

/** A member that may be a text, a number, null or missing; which of them differs by member and by year (platform-notes 25). */
export const loose = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]));

/** A member that must say something; whether it makes sense is for the parser. */
export const needed = Type.Union([Type.String(), Type.Number()]);
