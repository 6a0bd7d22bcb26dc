import type { Text } from '../message.ts';

/** Files of the data folder. */
export type FileMessages = {
  /** Why a file cannot be used. Each text is a part of a sentence. */
  'fault.no-database': object;
  'fault.foreign': object;
  'fault.newer': { readonly version: number };
  'fault.no-table': { readonly table: string };
  /** The file was empty when the program started, and copies show that it had rows before. */
  'fault.emptied': object;
  /** `key`: the key of the row in its table is not the one in its content. */
  'fault.altered-row': {
    readonly of: 'order' | 'event' | 'cancel' | 'act' | 'connection';
    readonly part: 'row' | 'key';
  };
  /** The file has this fault, and its readable rows could not be copied. */
  'fault.not-copied': { readonly fault: Text; readonly reason: Text };
  'journal.missing-title': object;
  'journal.missing': { readonly path: string };
  'journal.unusable-title': object;
  'journal.unusable': { readonly path: string; readonly reason: Text };
  /** No order of the damaged file could be read. */
  'journal.nothing-read': { readonly fault: Text };
  'journal.repaired-title': object;
  /** `rows` orders and cancels were copied, `unread` were not; `aside` is the damaged file. */
  'journal.repaired': {
    readonly fault: Text;
    readonly rows: number;
    readonly unread: number;
    readonly aside: string;
  };
  'journal.no-room': object;
  /** `reason` is the text of the error; empty if it has none. */
  'journal.not-written': { readonly reason: string };
  /** The settings file cannot be written: a change lasts until the program ends. */
  'preferences.this-run-only': object;
  /** The settings file cannot be written: the retention was not changed. */
  'preferences.retention-not-saved': object;
  /** Layouts and drafts exceed their limit, in megabytes; the change was not saved. */
  'preferences.too-large': { readonly limit: number };
  /** This file of the data folder was missing or could not be read. */
  'file.lost': { readonly name: string };
  /**
   * `aside` is the new path of the lost file, null if the file was missing. `copyAt` is the time of
   * the copy that is used instead, null if there was none.
   */
  'file.lost-copy': { readonly aside: string | null; readonly copyAt: number | null };
  /** A file in the data folder had the name that a folder of the program needs. */
  'file.not-a-folder': { readonly name: string };
  'file.moved': { readonly aside: string };
  /** The choice must be confirmed by typing. */
  'recovery.not-typed': object;
  /** This file or copy does not wait for a choice. */
  'recovery.unknown': object;
  'recovery.failed': { readonly reason: string };
  /** The replacement cannot be used either. */
  'recovery.damaged-too': object;
  /** The file was replaced; the connection could not be opened again now. */
  'recovery.busy': object;
};
