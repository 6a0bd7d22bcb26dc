// Bundles the chaos harness and runs one of its programs with the flags of the command line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { pinnedNode, root } from './project.mjs';
import { runChild } from './run-child.mjs';
import { setUp } from './set-up.mjs';

/** Where the details are written, unless `--report` names another file. */
const reports = { run: 'chaos-report.txt', soak: 'soak-report.txt' };

/** The commit of the harness, with `-changed` if its sources have uncommitted changes. */
function commit() {
  // Without git, `stdout` is null.
  const git = (/** @type {string[]} */ ...args) =>
    (spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '').trim();
  const name = git('rev-parse', '--short', 'HEAD');
  if (name === '') return process.env['STRATDESK_COMMIT'] ?? 'unknown';
  return git('status', '--porcelain', '--', 'src-main', 'src-preload', 'tests/chaos') === '' ? name : `${name}-changed`;
}

/**
 * Returns the exit code of the program.
 * @param {'run' | 'soak'} program
 */
export async function runHarness(program) {
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  // A fresh clone has no bundler before it is set up.
  const { bundleChaos } = await import('./chaos-bundle.mjs');
  const bundle = mkdtempSync(join(tmpdir(), 'stratdesk-chaos-bundle-'));
  try {
    await bundleChaos(bundle);
    const ownFlags = [`--commit=${commit()}`, `--bundle=${bundle}`, `--report=${reports[program]}`];
    const args = [...ownFlags, ...process.argv.slice(2)];
    return await runChild(pinnedNode, [join(bundle, `${program}.js`), ...args]);
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
}
