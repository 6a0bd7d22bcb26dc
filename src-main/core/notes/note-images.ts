import { createHash, type Hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { CommandOutcome } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { ImageType } from '#contract/model/note.ts';
import { done, failed } from '#contract/outcome.ts';
import type { Clock } from '#core/ports.ts';
import type { ImagePart, Notes } from './notes.ts';

/**
 * A picture that no note names may belong to a draft. It is deleted this long after it was added or
 * after a note stopped naming it.
 */
const unusedRetentionMs = 30 * 24 * 60 * 60 * 1000;

type Upload = { readonly type: ImageType; readonly hash: Hash; nextPart: number; byteCount: number };

/**
 * Pictures of notes. They are transferred in parts of some hundred kilobytes, each with its own
 * commit, so that neither a command nor a commit delays the thread that sends orders.
 */
export class NoteImages {
  readonly #database: DatabaseSync;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #uploads = new Map<string, Upload>();

  constructor(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
    this.#database = database;
    this.#clock = clock;
  }

  has(imageId: string): boolean {
    return this.#database.prepare('SELECT 1 FROM images WHERE image_id = ?').get(imageId) !== undefined;
  }

  add({ imageId, part, last, bytes }: ImagePart): CommandOutcome<'notes.attach'> {
    if (this.has(imageId)) return failed('out-of-order', { code: 'picture.stored-already' });
    if (part === 0) this.#begin(imageId, bytes);
    const upload = this.#uploads.get(imageId);
    if (upload === undefined) {
      return part === 0
        ? failed('not-an-image', { code: 'picture.type' })
        : failed('out-of-order', { code: 'picture.part-missing' });
    }
    if (part !== upload.nextPart) {
      this.#drop(imageId);
      return failed('out-of-order', { code: 'picture.part-missing' });
    }
    if (upload.byteCount + bytes.length > limits.noteImageBytes) {
      this.#drop(imageId);
      return failed('too-large', { code: 'picture.too-large', megabytes: limits.noteImageBytes / 1024 / 1024 });
    }
    this.#database.prepare('INSERT INTO image_parts VALUES (?, ?, ?)').run(imageId, part, bytes);
    upload.hash.update(bytes);
    upload.nextPart += 1;
    upload.byteCount += bytes.length;
    if (!last) return done({ image: null });
    this.#database
      .prepare('INSERT INTO images VALUES (?, ?, ?, ?)')
      .run(imageId, upload.type, upload.hash.digest('hex'), this.#clock.now());
    this.#uploads.delete(imageId);
    return done({ image: { type: upload.type, bytes: upload.byteCount } });
  }

  read(imageId: string): ReturnType<Notes['image']> {
    const row = this.#database.prepare('SELECT type, digest FROM images WHERE image_id = ?').get(imageId);
    if (row === undefined) return 'unknown-image';
    const parts: Uint8Array[] = [];
    const hash = createHash('sha256');
    for (const { bytes } of this.#database
      .prepare('SELECT bytes FROM image_parts WHERE image_id = ? ORDER BY part')
      .iterate(imageId)) {
      if (!(bytes instanceof Uint8Array)) return 'damaged';
      parts.push(bytes);
      hash.update(bytes);
    }
    const type = parts[0] === undefined ? null : imageType(parts[0]);
    return type === null || type !== row['type'] || hash.digest('hex') !== row['digest'] ? 'damaged' : { type, parts };
  }

  /**
   * Deletes the parts of incomplete pictures. Also deletes the pictures that are older than a month
   * and are not in `usedImages`.
   */
  tidy(usedImages: ReadonlySet<string>): void {
    this.#database.exec('DELETE FROM image_parts WHERE image_id NOT IN (SELECT image_id FROM images)');
    const before = this.#clock.now() - unusedRetentionMs;
    const old = this.#database.prepare('SELECT image_id FROM images WHERE made_at < ?').all(before);
    for (const { image_id: id } of old) if (typeof id === 'string' && !usedImages.has(id)) this.#drop(id);
  }

  /**
   * Starts the month in which a picture that a note no longer names is still retained, so that the
   * note can be restored with it.
   */
  startRetention(imageId: string): void {
    this.#database.prepare('UPDATE images SET made_at = ? WHERE image_id = ?').run(this.#clock.now(), imageId);
  }

  #begin(imageId: string, bytes: Uint8Array): void {
    this.#drop(imageId);
    const type = imageType(bytes);
    if (type !== null) this.#uploads.set(imageId, { type, hash: createHash('sha256'), nextPart: 0, byteCount: 0 });
  }

  #drop(imageId: string): void {
    this.#uploads.delete(imageId);
    this.#database.prepare('DELETE FROM images WHERE image_id = ?').run(imageId);
    this.#database.prepare('DELETE FROM image_parts WHERE image_id = ?').run(imageId);
  }
}

/**
 * The type of a picture by its first bytes, not by its name. Null for a type that is not shown
 * here.
 */
function imageType(start: Uint8Array): ImageType | null {
  const text = Buffer.from(start.subarray(0, 16)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}
