import { realpathSync } from 'node:fs';
import { pinnedNode } from './project.mjs';
import { runChild } from './run-child.mjs';

/**
 * Goes on under the Node of package.json: answers undefined where this already is that Node,
 * and otherwise runs the same command line under it and answers its exit code.
 * @returns {Promise<number | undefined>}
 */
export async function continueOnPinnedNode() {
  if (realpathSync(process.execPath) === realpathSync(pinnedNode)) return undefined;
  return runChild(pinnedNode, process.argv.slice(1));
}
