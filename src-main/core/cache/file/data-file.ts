import { join } from 'node:path';

/** A connection's id as used in its file names. */
export const fileId = (profileId: string): string => profileId.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/**
 * The cache file or the history file of a connection. Only the content of the cache can be read
 * from the platform again.
 */
export const dataFile = (dataDir: string, part: 'cache' | 'history', profileId: string): string =>
  join(dataDir, `${part}-${fileId(profileId)}.db`);
