import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Written beside, synced and renamed over: a crash leaves the old file or the new one. */
export function writeFileDurably(path: string, text: string): void {
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
