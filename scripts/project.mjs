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
 * Limits each half of V8's space for new objects to 16 MB. By default a half grows to 64 MB and
 * does not shrink while the program is idle. The larger a half is, the later V8 frees the memory
 * that was used for an answer of the platform. The space of old objects is collected when it has
 * grown by 50 %. By default it is collected only at three times the size of the objects in use, and
 * little of its memory is returned to the system.
 */
export const nodeFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * Settings of the memory allocator of glibc. Other allocators ignore them. All threads share one
 * heap, so that one thread can use the memory that another has freed. Blocks of 64 KiB and more,
 * such as the buffers into which a socket is read, are returned to the system when they are freed.
 * Without `MALLOC_MMAP_THRESHOLD_`, glibc would raise its default limit at the first large answer,
 * and would not return the smaller blocks that are freed later.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' };

/**
 * Messages go to stderr, because stdout is only for the result of a command, such as the line of
 * `--json`.
 */
export const say = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
