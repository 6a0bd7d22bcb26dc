// Builds the bundles that are stale. A hash of the sources is stored beside each output, because
// file times are wrong after a checkout. `node scripts/build.mjs --force` builds all of them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inModules, inRoot, pinnedNode, root, say } from './project.mjs';
import { withLock } from './lock.mjs';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { treeHash } from './tree-hash.mjs';
import { UserError } from './user-error.mjs';

/** Changes of these files affect every bundle. */
const COMMON_SOURCES = ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'src-preload/contract'];

const BUNDLES = {
  main: {
    sources: ['src-main', 'resources'],
    outputs: ['index.js', 'browser.js', 'practice.js', 'practice-worker.js', 'ingest-worker.js'],
  },
  preload: { sources: ['src-preload'], outputs: ['index.cjs'] },
  renderer: { sources: ['src-renderer', 'svelte.config.js', 'resources'], outputs: ['index.html', 'gallery.html'] },
};

/** @typedef {keyof typeof BUNDLES} Bundle */

/** @param {Bundle} name */
const sourceHash = (name) => treeHash(root, [...COMMON_SOURCES, ...BUNDLES[name].sources]);

/** @param {Bundle} name */
const stampOf = (name) => inRoot('out', name, '.sources');

/** @param {Bundle} name */
const missingOutputs = (name) => BUNDLES[name].outputs.filter((file) => !existsSync(inRoot('out', name, file)));

/** @param {Bundle} name */
function isFresh(name) {
  const stamp = stampOf(name);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(name) && missingOutputs(name).length === 0;
}

/** @param {readonly Bundle[]} names */
function bundle(names) {
  say(`stratdesk: building ${names.join(', ')} …`);
  const hashesBefore = new Map(names.map((name) => [name, sourceHash(name)]));
  const tool = inModules('electron-vite', 'bin', 'electron-vite.js');
  const done = spawnSync(pinnedNode, [tool, 'build', '--logLevel', 'warn', '--ignoreConfigWarning'], {
    cwd: root,
    env: { ...process.env, STRATDESK_BUNDLES: names.join(',') },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error) throw done.error;
  const warnings = `${done.stdout}${done.stderr}`.trim();
  if (warnings !== '') say(warnings);
  if (done.status !== 0) throw new UserError('the build failed; its messages are above');
  for (const name of names) {
    const missing = missingOutputs(name);
    if (missing.length > 0) throw new UserError(`the build made no out/${name}/${missing.join(', ')}`);
    // The hash from before the build: if a source changed during the build, the output is stale.
    writeFileSync(stampOf(name), hashesBefore.get(name) ?? '');
    // The warnings are stored, so that check-build.mjs reports them even if nothing was stale.
    if (warnings !== '') writeFileSync(inRoot('out', name, '.warnings'), warnings);
  }
}

/** @type {readonly Bundle[]} */
const ALL = ['main', 'preload', 'renderer'];

/**
 * Builds those of the wanted bundles that are stale.
 * @param {{ force?: boolean, bundles?: readonly Bundle[] }} [options] force: also builds fresh ones
 */
export async function build({ force = false, bundles = ALL } = {}) {
  if (!force && bundles.every(isFresh)) return;
  await withLock('build', () => {
    const stale = bundles.filter((name) => force || !isFresh(name));
    if (stale.length > 0) bundle(stale);
  });
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await setUp();
    const exitCode = await continueOnPinnedNode();
    if (exitCode !== undefined) return exitCode;
    await build({ force: process.argv.includes('--force') });
    return 0;
  });
}
