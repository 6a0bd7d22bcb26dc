import { join } from 'node:path';

/** A connection's id as it stands in the names of its files. */
export const fileId = (profileId: string): string => profileId.replaceAll(/[^A-Za-z0-9_-]/g, '_');

/** Where what was read of a connection is kept: what can be read again, and the past readings, which can not. */
export const dataFile = (dataDir: string, part: 'cache' | 'history', profileId: string): string =>
  join(dataDir, `${part}-${fileId(profileId)}.db`);
