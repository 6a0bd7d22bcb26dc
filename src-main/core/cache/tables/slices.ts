import type { DatabaseSync } from 'node:sqlite';
import { number } from '#core/sqlite/row.ts';

/** A window of posting times that was read completely, in unix seconds. */
export type Slice = { readonly from: number; readonly to: number };

/**
 * Adds a window, joined with those it touches, so that the list stays short however often recent
 * days are read again.
 */
export const addSlice = (db: DatabaseSync, systemId: string, slice: Slice, readAt: number): void => {
  const touching = db
    .prepare('SELECT from_at, to_at FROM signal_slices WHERE system_id = ? AND to_at >= ? AND from_at <= ?')
    .all(systemId, slice.from, slice.to)
    .map((row) => ({ from: number(row, 'from_at'), to: number(row, 'to_at') }));
  const from = Math.min(slice.from, ...touching.map((one) => one.from));
  const to = Math.max(slice.to, ...touching.map((one) => one.to));
  db.prepare('DELETE FROM signal_slices WHERE system_id = ? AND to_at >= ? AND from_at <= ?').run(
    systemId,
    slice.from,
    slice.to,
  );
  db.prepare('INSERT INTO signal_slices VALUES (?, ?, ?, ?)').run(systemId, from, to, readAt);
};

/** Removes windows before this time. Their signals were deleted. */
export const cutSlices = (db: DatabaseSync, systemId: string, before: number): void => {
  db.prepare('DELETE FROM signal_slices WHERE system_id = ? AND to_at <= ?').run(systemId, before);
  db.prepare('UPDATE signal_slices SET from_at = ? WHERE system_id = ? AND from_at < ?').run(before, systemId, before);
};

/** The windows read so far, newest first. */
export const readSlices = (db: DatabaseSync, systemId: string): Slice[] =>
  db
    .prepare('SELECT from_at, to_at FROM signal_slices WHERE system_id = ? ORDER BY to_at DESC')
    .all(systemId)
    .map((row) => ({ from: number(row, 'from_at'), to: number(row, 'to_at') }));
