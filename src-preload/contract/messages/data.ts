import type { Text } from '../message.ts';

/**
 * The rows of a table after the salvage of its file. `lost` is null if that number is unknown.
 */
export type TableTally = { readonly table: string; readonly salvaged: number; readonly lost: number | null };

/** A file that was replaced, and why. `aside` is the name under which the old file is kept. */
type Replaced = { readonly why: 'damaged' | 'newer'; readonly aside: string };

/** Readings and what is stored of them. */
export type DataMessages = {
  'read.bad-answer': object;
  /** Every record of the answer is unreadable; `problems` are names of members. */
  'read.none-readable': { readonly bad: number; readonly problems: readonly string[] };
  'read.some-unreadable': { readonly bad: number; readonly total: number; readonly problems: readonly string[] };
  /** `reason` is the text of the error. */
  'read.not-stored': { readonly reason: string };
  'read.disk-full': object;
  /** The thread that reads answers ended while it read this answer. */
  'read.crashed': object;
  /** The connection was closed before the read began. */
  'read.closed': object;
  'store.closed': object;
  'store.not-open': object;
  /** The stored data is set aside and read again. */
  'store.damaged': object;
  'store.not-written': { readonly reason: string };
  'full-sync.window-hidden': object;
  'trade-check.not-read': { readonly reason: Text };
  'trade-check.none-stored': object;
  /** The cache was replaced by an empty one: this dataset is not known until it is read again. */
  'dataset.lost': Pick<Replaced, 'why'>;
  /** The cache cannot be used; what is read is stored for this run only. */
  'cache.this-run-only': object;
  'cache.unusable': { readonly file: string; readonly reason: string | null };
  'cache.read-again': object;
  'cache.replaced': Replaced;
  /** Past readings cannot be stored or shown. */
  'history.not-stored': object;
  'history.unusable': { readonly file: string; readonly reason: string };
  'history.repaired': object;
  'history.reset': object;
  /** `tables` has the number of salvaged and lost rows of each table. */
  'history.replaced': Replaced & { readonly file: string; readonly tables: readonly TableTally[] };
  'history.not-written-title': object;
  'history.not-written': { readonly file: string; readonly reason: Text };
  'history.unreadable': object;
  'history.damaged': { readonly file: string };
  'storage.unknown-connection': object;
  /** An order has an unknown outcome; the stored data helps to find it. */
  'storage.unknown-order': object;
};
