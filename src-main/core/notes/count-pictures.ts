import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { number } from '#core/sqlite/row.ts';

export type PictureCount = { readonly bytes: number; readonly count: number };

const countSql = 'SELECT count(DISTINCT image_id) AS count, ifnull(sum(length(bytes)), 0) AS bytes FROM image_parts';

/**
 * The number of pictures of a notes file and their bytes. The length of a part is known without
 * reading it. Null for a file that cannot be read: opening the notes has already reported that.
 */
export const countPictures = (file: string): PictureCount | null => {
  if (!existsSync(file)) return { bytes: 0, count: 0 };
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const row = db.prepare(countSql).get() ?? {};
    return { bytes: number(row, 'bytes'), count: number(row, 'count') };
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return null;
    throw error;
  } finally {
    db?.close();
  }
};
