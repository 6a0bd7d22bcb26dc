import { join } from 'node:path';

/** A connection's id as used in its file names. */
export const fileId = (profileId: string): string => profileId.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** The cache file of a connection, which can be read again, or its history, which cannot. */
export const dataFile = (dataDir: string, part: 'cache' | 'history', profileId: string): string =>
  join(dataDir, `${part}-${fileId(profileId)}.db`);
