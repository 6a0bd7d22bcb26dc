// Paths of the project, so that every script can be called from any folder.
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/** @param {string[]} parts */
export const inModules = (...parts) => join(root, 'node_modules', ...parts);

/** The Node that the program runs on: the one pinned in package.json. */
export const pinnedNode = inModules('node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Limits each half of the space of new objects to 16 MB. Node lets it grow to 64 MB, does not
 * shrink it while the program rests, and the larger it is, the later it frees what an answer used.
 * The space of old objects is collected when it has grown by half: Node would wait until it has
 * three times the size of what is in use, and returns little of it.
 */
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * Settings of the allocator of glibc; others ignore them. All threads share one heap, so that what
 * one has freed serves the next. Blocks of 128 KiB and more are returned when they are freed: glibc
 * would raise this limit with the first large answer, and keep what is freed below it.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Messages go to stderr, because stdout is only for the result of a command, such as the line of
 * `--json`.
 */
export const say = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
