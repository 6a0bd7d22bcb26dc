import type { CommandOutcome } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';
import type { ImageType, Note, NoteContent, NoteSubject } from '#contract/model/note.ts';

export type NoteEdit = {
  readonly systemId: string;
  readonly subject: NoteSubject;
  /** The version of the note before the edit; 0 for a new note. */
  readonly version: number;
  readonly content: NoteContent;
};

export type ImagePart = {
  readonly imageId: string;
  readonly part: number;
  readonly last: boolean;
  readonly bytes: Uint8Array;
};

/**
 * The notes of the trader about trades and days. They exist nowhere else, so only the trader
 * deletes them.
 */
export interface Notes {
  /** Why nothing can be saved now. Null while saving works. */
  problem(): Message | null;
  /** The notes of all strategies. */
  all(): Iterable<Note>;
  get(systemId: string, subject: NoteSubject): Note | null;
  save(note: NoteEdit): CommandOutcome<'notes.save'>;
  attach(part: ImagePart): CommandOutcome<'notes.attach'>;
  /** The picture, checked against its stored digest. */
  image(
    imageId: string,
  ): { readonly type: ImageType; readonly parts: readonly Uint8Array[] } | 'unknown-image' | 'damaged';
  /** Number of notes. */
  size(): number;
  /** Grows with every note and every part of a picture that is saved in this run. */
  revision(): number;
  /** Copies the file as it is. */
  backUp(path: string): Promise<void>;
  close(): void;
}

/** A key of a subject that is unique within its strategy. */
export const subjectKey = (subject: NoteSubject): string =>
  subject.kind === 'trade' ? `t${subject.tradeId}` : `d${subject.day}`;

export const isEmptyNote = ({ text, tags, rating, setup, images }: NoteContent): boolean =>
  text === '' && tags.length === 0 && rating === null && setup === '' && images.length === 0;
