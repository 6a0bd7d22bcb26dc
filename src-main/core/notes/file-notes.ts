import { type DatabaseSync } from 'node:sqlite';
import { backUpDatabase } from '#core/files/back-up.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Message } from '#contract/message.ts';
import { Note, type NoteSubject } from '#contract/model/note.ts';
import { done, failed } from '#contract/outcome.ts';
import { DamagedRow } from '#core/files/durable-database.ts';
import { seal, unsealer } from '#core/files/sealed.ts';
import type { Clock } from '#core/ports.ts';
import { transaction } from '#core/sqlite/database.ts';
import { NoteImages } from './note-images.ts';
import { subjectKey, type ImagePart, type NoteEdit, type Notes } from './notes.ts';

const readNote = unsealer(Note);
const keyOf = (systemId: string, subject: NoteSubject): string => `${systemId} ${subjectKey(subject)}`;

/**
 * Notes in a file. Memory changes only after the disk: a note that is shown as saved is on disk.
 */
export class FileNotes implements Notes {
  readonly #database: DatabaseSync;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #notes = new Map<string, Note>();
  readonly #images: NoteImages;
  #problem: Message | null = null;
  #revision = 0;

  /** Reads every note. Throws DamagedRow if one is altered. */
  constructor(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
    this.#database = database;
    this.#clock = clock;
    for (const sealed of database.prepare('SELECT system_id, subject, body, digest FROM notes').iterate()) {
      const note = readNote(sealed);
      if (note === null || sealed['subject'] !== subjectKey(note.subject) || sealed['system_id'] !== note.systemId)
        throw new DamagedRow({ code: 'notes.altered' });
      this.#notes.set(keyOf(note.systemId, note.subject), note);
    }
    this.#images = new NoteImages(database, clock);
    const usedImages = new Set<string>();
    for (const { content } of this.#notes.values()) for (const { imageId } of content.images) usedImages.add(imageId);
    this.#images.tidy(usedImages);
  }

  problem(): Message | null {
    return this.#problem;
  }

  all(): Iterable<Note> {
    return this.#notes.values();
  }

  get(systemId: string, subject: NoteSubject): Note | null {
    return this.#notes.get(keyOf(systemId, subject)) ?? null;
  }

  save({ systemId, subject, version, content }: NoteEdit): CommandOutcome<'notes.save'> {
    const current = this.get(systemId, subject);
    if ((current?.version ?? 0) !== version) {
      return failed('changed', { code: 'notes.changed' });
    }
    const missing = content.images.find(({ imageId }) => !this.#images.has(imageId));
    if (missing) return failed('unknown-image', { code: 'notes.picture-missing', name: missing.name });
    const changedAt = Math.floor(this.#clock.now() / 1000);
    const note: Note = { systemId, subject, content, version: version + 1, changedAt };
    const { body, digest } = seal(note);
    const sql = `INSERT INTO notes VALUES (?, ?, ?, ?)
      ON CONFLICT (system_id, subject) DO UPDATE SET body = excluded.body, digest = excluded.digest`;
    const write = this.#database.prepare(sql);
    const namedImages = new Set(content.images.map(({ imageId }) => imageId));
    const removed = current?.content.images.filter(({ imageId }) => !namedImages.has(imageId)) ?? [];
    return this.#write(() => {
      transaction(this.#database, () => {
        write.run(systemId, subjectKey(subject), body, digest);
        for (const { imageId } of removed) this.#images.startRetention(imageId);
      });
      this.#notes.set(keyOf(systemId, subject), note);
      return done(note);
    });
  }

  attach(part: ImagePart): CommandOutcome<'notes.attach'> {
    return this.#write(() => this.#images.add(part));
  }

  image(imageId: string): ReturnType<Notes['image']> {
    return this.#images.read(imageId);
  }

  size(): number {
    return this.#notes.size;
  }

  revision(): number {
    return this.#revision;
  }

  async backUp(path: string): Promise<void> {
    await backUpDatabase(this.#database, path);
  }

  close(): void {
    this.#database.close();
  }

  /**
   * Returns a failed write as an outcome. An error that is not from the disk is a bug and is
   * thrown.
   */
  #write<Done extends { readonly ok: boolean }>(write: () => Done): Done | ReturnType<typeof failed<'not-stored'>> {
    try {
      const result = write();
      // A refused part of a picture stores nothing. It does not show that the file can be written.
      if (!result.ok) return result;
      this.#revision += 1;
      this.#problem = null;
      return result;
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 1;
      if (code === 1 || code === 19) throw error;
      this.#problem = { code: 'notes.not-written', reason: error instanceof Error ? error.message : String(error) };
      return failed('not-stored', this.#problem);
    }
  }
}
