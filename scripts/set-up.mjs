// Makes node_modules match package-lock.json, so that `npm start` and `npm test` work on a fresh
// clone. A stamp is written after a complete install. Without a stamp the lockfile is compared with
// npm's record in node_modules, so that `npm ci` by hand needs no second install.
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
 * True if npm's record of the install matches the lockfile; packages of other systems may be
 * missing.
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 */
export function installMatches(wanted, installed) {
  const installedPackages = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {}).every(([path, locked]) => {
    if (path === '') return true;
    const found = installedPackages[path];
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

/**
 * The command that runs npm: npm's own script on npm's Node if npm started this script, otherwise
 * `npm` by name.
 */
function npmCommand() {
  const cli = process.env['npm_execpath'];
  const node = process.env['npm_node_execpath'];
  // The Node that runs this script may be the one in node_modules, which is about to be deleted.
  // Therefore npm runs on its own Node.
  if (cli?.endsWith('.js') && node !== undefined && existsSync(node))
    return { file: node, leadingArgs: [cli], shell: false };
  return { file: 'npm', leadingArgs: [], shell: process.platform === 'win32' };
}

/** Windows cannot delete the file of a running program but can move it. */
function moveRunningNode() {
  if (process.platform !== 'win32' || process.execPath.toLowerCase() !== pinnedNode.toLowerCase()) return;
  mkdirSync(inRoot('out'), { recursive: true });
  renameSync(pinnedNode, inRoot('out', `node-${process.pid}.exe`));
}

function install() {
  say('stratdesk: installing the packages of package-lock.json (npm ci) …');
  moveRunningNode();
  rmSync(stamp, { force: true });
  const { file, leadingArgs, shell } = npmCommand();
  // Without --loglevel=error, npm warns about the engines of tools that run on the pinned Node, not
  // on npm's. Without --include=dev, a machine set to production would install neither the pinned
  // Node nor the tools.
  const args = [
    ...leadingArgs,
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
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

/** Installs the packages of package-lock.json, unless node_modules has them already. */
export async function setUp() {
  if (existsSync(stamp) && isReady()) return;
  await withLock('set-up', () => {
    if (!isReady()) install();
    writeFileSync(stamp, hash(lockText()));
  });
}
