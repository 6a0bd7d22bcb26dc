// Where things are. Every script starts from here, so that it can be called from any folder.
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** @param {string[]} parts */
export const inModules = (...parts) => join(root, 'node_modules', ...parts);

/** The Node the program runs on: the one pinned in package.json, not the one of the machine. */
export const pinnedNode = inModules('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Everything but the answer of a command goes to stderr: `--json` promises stdout to the reader of that one line. */
export const say = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
