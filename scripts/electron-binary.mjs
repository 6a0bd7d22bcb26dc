// The electron package downloads Electron's program into its own folder. This module finds the
// program by its files, because importing the package would start the download.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inModules, pinnedNode, say } from './project.mjs';

const FETCH_LIMIT_MS = 5 * 60_000;

/**
 * The file that records a failed download. It is in node_modules, so that a new install deletes it
 * and tries again.
 */
const failureFile = inModules('.stratdesk-no-electron');

/** @returns {string | undefined} the path of the program if it exists */
export function electronBinary() {
  const record = inModules('electron', 'path.txt');
  if (!existsSync(record)) return undefined;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? inModules('electron', 'dist');
  const binary = `${folder}/${readFileSync(record, 'utf8').trim()}`;
  return existsSync(binary) ? binary : undefined;
}

/** Windows and macOS always have a display. On Linux the environment shows whether there is one. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}

/** Tries to download Electron, once per install. */
export function fetchElectron() {
  if (electronBinary() !== undefined || existsSync(failureFile)) return;
  say('stratdesk: fetching Electron (once) …');
  const done = spawnSync(pinnedNode, [inModules('electron', 'install.js')], {
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    timeout: FETCH_LIMIT_MS,
  });
  if (electronBinary() === undefined) writeFileSync(failureFile, `exit ${done.status ?? done.signal}\n`);
}
