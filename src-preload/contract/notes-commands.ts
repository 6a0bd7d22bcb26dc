import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { limits } from './limits.ts';
import { Message } from './message.ts';
import { ImageType, Note, NoteContent, NoteHit, NoteMark, NoteSubject } from './model/note.ts';
import { Id, Nullable, Uuid } from './model/scalars.ts';
import { Day } from './model/trade-filter.ts';

/** A tag or setup, with the number of notes that have it. */
const nameCount = Type.Object({ name: Type.String(), count: Type.Integer() });

/** Notes on trades and days. They are stored outside the cache, and as durably as the journal. */
export const notesCommands = {
  /**
   * `marks`: what a blotter shows of the notes on a strategy's trades. `days`: the days that have a
   * note. `problem`: why notes cannot be saved, or null.
   */
  'notes.list': command(
    Type.Object({ systemId: Id }, strict),
    Type.Object({ marks: Type.Array(NoteMark), days: Type.Array(Day), problem: Nullable(Message) }),
    [],
  ),
  'notes.get': command(
    Type.Object({ systemId: Id, subject: NoteSubject }, strict),
    Type.Object({ note: Nullable(Note) }),
    [],
  ),
  /** Replaces a note. `version` is the version of the replaced note, or 0 for a new note. */
  'notes.save': command(
    Type.Object(
      { systemId: Id, subject: NoteSubject, version: Type.Integer({ minimum: 0 }), content: NoteContent },
      strict,
    ),
    Note,
    ['changed', 'unknown-image', 'not-stored'],
  ),
  /** Tags and setups in use over all strategies, the most used first. */
  'notes.tags': command(nothing, Type.Object({ tags: Type.Array(nameCount), setups: Type.Array(nameCount) }), []),
  /**
   * Notes on trades and on days, and texts of the order journal, that contain every word of
   * `text`.
   */
  'notes.search': command(
    Type.Object({ systemId: Id, text: Type.String({ minLength: 1, maxLength: 80 }) }, strict),
    Type.Object({ hits: Type.Array(NoteHit), total: Type.Integer() }),
    [],
  ),
  /**
   * Stores a picture in parts, the first with `part` 0. Its type is detected from its bytes. The
   * picture is retained if a note refers to it. `image` is null until the last part is received.
   */
  'notes.attach': command(
    Type.Object(
      {
        imageId: Uuid,
        part: Type.Integer({ minimum: 0, maximum: 100 }),
        last: Type.Boolean(),
        /** Base64. */
        data: Type.String({ minLength: 4, maxLength: limits.noteImagePart * 2, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
      },
      strict,
    ),
    Type.Object({ image: Nullable(Type.Object({ type: ImageType, bytes: Type.Integer() })) }),
    ['too-large', 'not-an-image', 'out-of-order', 'not-stored'],
  ),
  /** A part of a picture. */
  'notes.image': command(
    Type.Object({ imageId: Uuid, part: Type.Integer({ minimum: 0, maximum: 100 }) }, strict),
    Type.Object({ type: ImageType, parts: Type.Integer(), data: Type.String() }),
    ['unknown-image', 'damaged'],
  ),
} as const;
