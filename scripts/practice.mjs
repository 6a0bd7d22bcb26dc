// npm run practice: the practice service alone. All flags are passed to it.
import { resolve } from 'node:path';
import { build } from './build.mjs';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { inRoot, pinnedNode } from './project.mjs';
import { runChild } from './run-child.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { withDataDir } from './start-flags.mjs';

await runMain(async () => {
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await build({ bundles: ['main'] });
  // npm runs scripts in the project folder, but a relative path is resolved from the folder where
  // the command was typed.
  const callFolder = process.env['INIT_CWD'] ?? process.cwd();
  const args = withDataDir(process.argv.slice(2), (folder) => resolve(callFolder, folder));
  return runChild(pinnedNode, [inRoot('out', 'main', 'practice.js'), ...args]);
});
