// Two commands that start at the same time on a fresh clone must not install or build into the same
// folder. The lock is a folder in the system's temporary folder, because the folders `node_modules`
// and `out` are deleted while a lock is held. A file in the lock contains the process id of the
// owner. If the owner is gone, the lock is taken over.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root, say } from './project.mjs';
import { UserError } from './user-error.mjs';

const POLL_MS = 200;
/** Longer than any install or build: an owner that takes longer is stuck. */
const MAX_WAIT_MS = 15 * 60_000;
/** An owner writes its id at once. A lock without an id for this long has lost its owner. */
const MAX_UNNAMED_MS = 10_000;

/**
 * The process id in the lock, or null. An owner that is killed while it writes leaves an empty file.
 * @param {string} folder
 */
function ownerOf(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** @param {string} folder */
function ownerIsGone(folder) {
  const pid = ownerOf(folder);
  if (pid === null) {
    const madeAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    return madeAt !== undefined && Date.now() - madeAt > MAX_UNNAMED_MS;
  }
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}

/** @param {string} folder */
function takeLock(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

/** @param {string} name */
export function lockFolder(name) {
  const rootHash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(tmpdir(), `stratdesk-${rootHash}-${name}.lock`);
}

/**
 * @template T
 * @param {string} name what is guarded
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const folder = lockFolder(name);
  const deadline = Date.now() + MAX_WAIT_MS;
  for (let isFirstTry = true; !takeLock(folder); isFirstTry = false) {
    if (ownerIsGone(folder)) rmSync(folder, { recursive: true, force: true });
    else if (Date.now() > deadline) throw new UserError(`another ${name} holds ${folder} and does not finish`);
    else if (isFirstTry) say(`stratdesk: waiting for another ${name} of this folder to finish`);
    await delay(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
