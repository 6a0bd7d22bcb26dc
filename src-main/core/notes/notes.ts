import type { CommandOutcome } from '#contract/commands.ts';
import type { ImageType, Note, NoteContent, NoteSubject } from '#contract/model/note.ts';

export type NewNote = {
  readonly systemId: string;
  readonly subject: NoteSubject;
  /** Of the note it was made from, 0 for a new one. */
  readonly version: number;
  readonly content: NoteContent;
};

export type ImagePart = {
  readonly imageId: string;
  readonly part: number;
  readonly last: boolean;
  readonly bytes: Uint8Array;
};

/** What a trader wrote about trades and days. It can not be read again from anywhere: nothing but the trader removes it. */
export interface Notes {
  /** Why nothing can be saved now; null while it can. */
  problem(): string | null;
  /** All of them, whatever the strategy. */
  all(): Iterable<Note>;
  get(systemId: string, subject: NoteSubject): Note | null;
  save(note: NewNote): CommandOutcome<'notes.save'>;
  attach(part: ImagePart): CommandOutcome<'notes.attach'>;
  /** Checked against the digest that was kept of it. */
  image(
    imageId: string,
  ): { readonly type: ImageType; readonly parts: readonly Uint8Array[] } | 'unknown-image' | 'damaged';
  /** Notes in it. */
  size(): number;
  /** Counts what was saved in this run. */
  revision(): number;
  /** A copy of the file as it is. */
  backUp(path: string): Promise<void>;
  close(): void;
}

/** A name of a subject that is unique within its strategy. */
export const subjectKey = (subject: NoteSubject): string =>
  subject.kind === 'trade' ? `t${subject.tradeId}` : `d${subject.day}`;

export const isEmptyNote = ({ text, tags, rating, setup, images }: NoteContent): boolean =>
  text === '' && tags.length === 0 && rating === null && setup === '' && images.length === 0;
