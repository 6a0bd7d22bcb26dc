// npm run chaos -- --orders=N --kills=N --seed=N [--pairs=2] [--minutes=M] [--speed=60] [--broken=resend|forget]
// [--switches=name=value,…] [--keep=DIR]: see tests/chaos/run.ts. Ends with 0 when nothing was violated.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { pinnedNode, root } from './project.mjs';
import { runChild } from './run-child.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';

/** The commit that is run; said to be changed where the files are not those of it. */
function commit() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const name = git('rev-parse', '--short', 'HEAD');
  if (name === '') return process.env['STRATDESK_COMMIT'] ?? 'unknown';
  return git('status', '--porcelain', '--', 'src-main', 'src-preload', 'tests/chaos') === '' ? name : `${name}-changed`;
}

await runMain(async () => {
  await setUp();
  const elsewhere = await continueOnPinnedNode();
  if (elsewhere !== undefined) return elsewhere;
  const { bundleChaos } = await import('./chaos-bundle.mjs');
  const bundle = mkdtempSync(join(tmpdir(), 'stratdesk-chaos-bundle-'));
  try {
    await bundleChaos(bundle);
    const args = [`--commit=${commit()}`, `--bundle=${bundle}`, ...process.argv.slice(2)];
    return await runChild(pinnedNode, [join(bundle, 'run.js'), ...args]);
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
});
