import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { RetentionPolicy, StorageReport } from './model/storage.ts';

/**
 * What is stored on this disk, how long it is retained, and its deletion. Orders, notes and
 * pictures are never deleted.
 */
export const storageCommands = {
  /** Sizes of files and counts of rows, computed at every call. */
  'storage.report': command(nothing, StorageReport, []),
  /** Sets the retention. Data that is older is deleted at once, and from then on once a day. */
  'storage.keep': command(Type.Object({ keep: RetentionPolicy }, strict), StorageReport, ['not-stored']),
  /**
   * Deletes the cache of a connection, which can be read again. If `history` is true, also deletes
   * its past readings, which cannot be read again. Orders, notes, pictures, and the records of
   * orders entered here remain. `unknown-order`: nothing was deleted, because the outcome of an
   * order is unknown.
   */
  'storage.clear': command(
    Type.Object({ profileId: Type.String({ maxLength: 60 }), history: Type.Boolean() }, strict),
    StorageReport,
    ['unknown-profile', 'unknown-order', 'not-cleared'],
  ),
} as const;
