import Type, { type Static } from 'typebox';
import { Mode } from './status.ts';
import { Id, Nullable, UnixSeconds } from './scalars.ts';

const days = Nullable(Type.Integer({ minimum: 30, maximum: 36_600 }));

/** How long data from the platform is retained, in days; null retains everything. */
export const RetentionPolicy = Type.Object({
  /** Past readings (time machine). They cannot be read again. */
  readingsDays: days,
  /** Signals that ended, except those of orders that were entered here. */
  signalsDays: days,
});
export type RetentionPolicy = Static<typeof RetentionPolicy>;

/** Files of one connection, bytes on disk. */
export const ProfileStorage = Type.Object({
  profileId: Type.String(),
  name: Type.String(),
  /** The connection in use. */
  inUse: Type.Boolean(),
  /** A session of the connection is open: it is in use, or beside the one in use. */
  open: Type.Boolean(),
  /** The connection is no longer in the list; its files are still here. */
  removed: Type.Boolean(),
  cacheBytes: Type.Integer(),
  historyBytes: Type.Integer(),
  /** Files that were quarantined because they were damaged or of a newer version. */
  quarantinedBytes: Type.Integer(),
});
export type ProfileStorage = Static<typeof ProfileStorage>;

/** Files that all connections of a mode share. They are never cleared. */
export const ModeStorage = Type.Object({
  mode: Mode,
  journalBytes: Type.Integer(),
  /** The file of the notes without its pictures. */
  notesBytes: Type.Integer(),
  /** Null if the pictures cannot be counted now. */
  pictureBytes: Nullable(Type.Integer()),
  /** The number of pictures. Null if they cannot be counted now. */
  pictures: Nullable(Type.Integer()),
});
export type ModeStorage = Static<typeof ModeStorage>;

/** Numbers of rows of one strategy in the files of the connection in use. */
export const StrategyStorage = Type.Object({
  systemId: Id,
  name: Type.String(),
  trades: Type.Integer(),
  signals: Type.Integer(),
  /** Points of the equity curve. */
  points: Type.Integer(),
  readings: Type.Integer(),
  oldestReading: Nullable(UnixSeconds),
});
export type StrategyStorage = Static<typeof StrategyStorage>;

export const StorageReport = Type.Object({
  profiles: Type.Array(ProfileStorage),
  modes: Type.Array(ModeStorage),
  /** Null if the rows cannot be counted now. */
  strategies: Nullable(Type.Array(StrategyStorage)),
  /** Free bytes inside the cache of the connection in use. They are used before the file grows. */
  spareBytes: Type.Integer(),
  /** The retention in force. */
  keep: RetentionPolicy,
});
export type StorageReport = Static<typeof StorageReport>;
