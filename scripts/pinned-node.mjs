import { realpathSync } from 'node:fs';
import { pinnedNode } from './project.mjs';
import { runChild } from './run-child.mjs';

/**
 * Returns undefined if this already is the Node of package.json. Otherwise runs the same command
 * line with that Node and returns its exit code.
 * @returns {Promise<number | undefined>}
 */
export async function continueOnPinnedNode() {
  if (realpathSync(process.execPath) === realpathSync(pinnedNode)) return undefined;
  return runChild(pinnedNode, process.argv.slice(1));
}
