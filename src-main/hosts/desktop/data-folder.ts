import { accessSync, chmodSync, constants, type Dirent, mkdirSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { UserError } from './user-error.ts';

type Surroundings = { readonly platform: NodeJS.Platform; readonly env: NodeJS.ProcessEnv; readonly home: string };

/** The folder of this operating system for application data. */
export function defaultDataFolder({ platform, env, home }: Surroundings): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Stratdesk');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Stratdesk');
  const xdg = env['XDG_DATA_HOME'];
  // The XDG specification requires relative paths to be ignored.
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share'), 'stratdesk');
}

/** Creates the folder if it is missing, readable by its owner only, and returns its full path. */
export function openDataFolder(wanted: string | undefined): string {
  const surroundings = { platform: process.platform, env: process.env, home: homedir() };
  const folder = resolve(wanted ?? defaultDataFolder(surroundings));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw new UserError(notWritableText(folder, error));
  }
}

export function notWritableText(folder: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return (
    `The data folder ${folder} cannot be written${code}. Stratdesk was not started and nothing was read or sent. ` +
    'Make it writable, or choose another with --data-dir=FOLDER.'
  );
}

/** A file may be executable by its owner, because the folder may hold files of other programs. */
const OWNER_ONLY = 0o700;
const READ_WRITE = 0o600;

/**
 * Makes new files, and those of earlier versions, readable by their owner only, even if the
 * folder allows more.
 */
export function restrictToOwner(folder: string): void {
  process.umask(0o077);
  restrictFiles(folder);
}

function restrictFiles(folder: string): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) restrictFiles(path);
    else if (entry.isFile()) restrictFile(path);
  }
}

/** Empty for a folder of another user, such as `lost+found`, which this program may not read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function restrictFile(path: string): void {
  try {
    chmodSync(path, (statSync(path).mode & OWNER_ONLY) | READ_WRITE);
  } catch {
    // A file of another user, which this program may not change.
  }
}
