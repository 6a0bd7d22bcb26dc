import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';
import { Id, Nullable, UnixSeconds, Uuid } from './scalars.ts';
import { Day } from './trade-filter.ts';

/** The subject of a note: a trade, or a day of a strategy. */
export const NoteSubject = Type.Union([
  Type.Object({ kind: Type.Literal('trade'), tradeId: Id }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('day'), day: Day }, { additionalProperties: false }),
]);
export type NoteSubject = Static<typeof NoteSubject>;

/** One or a few words. No comma, because lists of tags are typed with commas. */
export const Tag = Type.String({ pattern: '^[^\\s,]([^,\\r\\n]*[^\\s,])?$', maxLength: limits.noteTagLength });

export const ImageType = Type.Union([
  Type.Literal('image/png'),
  Type.Literal('image/jpeg'),
  Type.Literal('image/webp'),
]);
export type ImageType = Static<typeof ImageType>;

/** A screenshot; `notes.image` reads its bytes. */
export const NoteImage = Type.Object(
  { imageId: Uuid, name: Type.String({ maxLength: 120 }), type: ImageType, bytes: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);
export type NoteImage = Static<typeof NoteImage>;

/** The content that the trader writes. Every member may be empty. */
export const NoteContent = Type.Object(
  {
    text: Type.String({ maxLength: limits.noteLength }),
    tags: Type.Array(Tag, { maxItems: limits.noteTags, uniqueItems: true }),
    rating: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
    setup: Type.String({ maxLength: 60 }),
    images: Type.Array(NoteImage, { maxItems: limits.noteImages }),
  },
  { additionalProperties: false },
);
export type NoteContent = Static<typeof NoteContent>;

/** A stored note. `version` counts its saves: a save based on an older version is refused. */
export const Note = Type.Object({
  systemId: Id,
  subject: NoteSubject,
  content: NoteContent,
  version: Type.Integer({ minimum: 1 }),
  changedAt: UnixSeconds,
});
export type Note = Static<typeof Note>;

/** The part of a trade's note that a blotter shows. */
export const NoteMark = Type.Object({
  tradeId: Id,
  tags: Type.Array(Type.String()),
  rating: Nullable(Type.Integer()),
  setup: Type.String(),
  /** The beginning of the text. */
  start: Type.String(),
  /** The number of pictures. */
  images: Type.Integer(),
});
export type NoteMark = Static<typeof NoteMark>;

/** A place where a searched text occurs. */
export const NoteHit = Type.Object({
  kind: Type.Union([Type.Literal('trade'), Type.Literal('day'), Type.Literal('order')]),
  /** Trade id, day, or row of the signals blotter. */
  id: Type.String(),
  title: Type.String(),
  snippet: Type.String(),
  at: UnixSeconds,
});
export type NoteHit = Static<typeof NoteHit>;
