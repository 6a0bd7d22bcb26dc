/** Files of the data folder. */
export type FileMessages = {
  /** The settings file cannot be written: a change lasts until the program ends. */
  'preferences.this-run-only': object;
  /** The settings file cannot be written: the retention was not changed. */
  'preferences.retention-not-saved': object;
  /** Layouts and drafts exceed their limit, in megabytes; the change was not saved. */
  'preferences.too-large': { readonly limit: number };
  /** This file of the data folder was missing or could not be read. */
  'file.lost': { readonly name: string };
  /**
   * The new path of the lost file, null where it was missing; time of the copy used instead, null
   * where there was none.
   */
  'file.lost-copy': { readonly aside: string | null; readonly copyAt: number | null };
  /** A file has the name of this folder of the data folder. */
  'file.not-a-folder': { readonly name: string };
  'file.moved': { readonly aside: string };
  /** The choice must be typed. */
  'recovery.not-typed': object;
  /** This file or copy does not wait for a choice. */
  'recovery.unknown': object;
  'recovery.failed': { readonly reason: string };
  /** The replacement cannot be used either. */
  'recovery.damaged-too': object;
  /** The file was replaced; the connection could not be opened again now. */
  'recovery.busy': object;
};
