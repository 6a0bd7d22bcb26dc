// Makes node_modules match package-lock.json, so that a fresh clone needs no step before `npm start` or `npm test`.
// Matching is decided by a stamp written after a whole install; without the stamp by comparing the lockfile with the
// record npm leaves in node_modules, so that whoever ran `npm ci` by hand does not wait for a second one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { inModules, inRoot, pinnedNode, root, say } from './project.mjs';
import { withLock } from './lock.mjs';
import { UserError } from './user-error.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked */
/** @typedef {{ packages?: Record<string, Locked> }} Lockfile */

const stamp = inModules('.stratdesk-lock');

const lockText = () => readFileSync(inRoot('package-lock.json'), 'utf8');

/** @param {string} text */
const hash = (text) => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Whether what npm says it installed is what the lockfile asks for; packages of other systems may be missing.
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 */
export function installMatches(wanted, installed) {
  const there = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {}).every(([path, locked]) => {
    if (path === '') return true;
    const found = there[path];
    if (found === undefined) return locked.optional === true || locked.devOptional === true;
    return found.version === locked.version && found.integrity === locked.integrity;
  });
}

function isReady() {
  if (!existsSync(pinnedNode)) return false;
  const wanted = lockText();
  if (existsSync(stamp)) return readFileSync(stamp, 'utf8') === hash(wanted);
  const record = inModules('.package-lock.json');
  return existsSync(record) && installMatches(JSON.parse(wanted), JSON.parse(readFileSync(record, 'utf8')));
}

/** How to call npm without a shell where npm itself started us, and by name where it did not. */
function npmCommand() {
  const cli = process.env['npm_execpath'];
  const node = process.env['npm_node_execpath'];
  // The Node that runs this may be the one in node_modules, which is about to be deleted: npm runs on its own.
  if (cli?.endsWith('.js') && node !== undefined && existsSync(node)) return { file: node, first: [cli], shell: false };
  return { file: 'npm', first: [], shell: process.platform === 'win32' };
}

/** Windows deletes no program that runs, but lets it be moved aside. */
function stepOutOfTheWay() {
  if (process.platform !== 'win32' || process.execPath.toLowerCase() !== pinnedNode.toLowerCase()) return;
  mkdirSync(inRoot('out'), { recursive: true });
  renameSync(pinnedNode, inRoot('out', `node-${process.pid}.exe`));
}

function install() {
  say('stratdesk: installing the packages of package-lock.json (npm ci) …');
  stepOutOfTheWay();
  rmSync(stamp, { force: true });
  const { file, first, shell } = npmCommand();
  // The warnings npm gives are about engines of tools that run on the pinned Node, not on npm's.
  // --include=dev: a machine set to production would leave out the pinned Node and the build.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const env = { ...process.env };
  delete env['NODE_ENV'];
  const done = spawnSync(file, args, {
    cwd: root,
    shell,
    env,
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
  });
  if (done.error) throw new UserError(`npm could not be started (${done.error.message}). Is npm installed?`);
  if (done.status !== 0) {
    throw new UserError(
      'the packages could not be installed: `npm ci` failed, its messages are above. ' +
        'Nothing was started. Check the connection to the package registry (npm config get registry), then try again.',
    );
  }
  if (!existsSync(pinnedNode)) {
    throw new UserError(
      `npm ci left no Node at ${pinnedNode}: its install script was not run. ` +
        'Is ignore-scripts set (npm config get ignore-scripts)?',
    );
  }
}

/** Installs what package-lock.json names, if node_modules is not that already. */
export async function setUp() {
  if (existsSync(stamp) && isReady()) return;
  await withLock('set-up', () => {
    if (!isReady()) install();
    writeFileSync(stamp, hash(lockText()));
  });
}
