import Type from 'typebox';
import { command, nothing, strict } from './command.ts';
import { KeepPolicy, StorageReport } from './model/storage.ts';

/** What is on this disk, how long it is kept, and giving it up. Orders, notes and pictures are never given up. */
export const storageCommands = {
  /** Sizes of files and counts of rows; looked up anew each time. */
  'storage.report': command(nothing, StorageReport, []),
  /** From now on; what is older goes at once and once a day. */
  'storage.keep': command(Type.Object({ keep: KeepPolicy }, strict), StorageReport, ['not-stored']),
  /**
   * Gives up what was read of a connection and can be read again, and with `history` also its past readings, which can
   * not. Orders, notes, pictures, and what the lists said of orders entered here, stay.
   */
  'storage.clear': command(
    Type.Object({ profileId: Type.String({ maxLength: 60 }), history: Type.Boolean() }, strict),
    StorageReport,
    ['unknown-profile', 'unknown-order', 'not-cleared'],
  ),
} as const;
