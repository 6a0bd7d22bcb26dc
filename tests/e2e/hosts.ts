import { fileURLToPath } from 'node:url';

export const hostNames = ['browser', 'electron-stand-in', 'electron'] as const;
export type HostName = (typeof hostNames)[number];
export type HostOption = { host: HostName };

/** A file of the repository, independent of the working directory. */
export const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
