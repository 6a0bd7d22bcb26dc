import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Every file under the given files and folders, sorted; missing ones are skipped.
 * @param {string} base
 * @param {readonly string[]} paths relative to base
 */
export function filesUnder(base, paths) {
  const found = paths.flatMap((path) => {
    const full = join(base, path);
    if (!existsSync(full)) return [];
    if (statSync(full).isFile()) return [full];
    const entries = readdirSync(full, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  return found.sort();
}

/**
 * One hash of names and contents: two trees with the same hash build the same output.
 * @param {string} base
 * @param {readonly string[]} paths relative to base
 */
export function treeHash(base, paths) {
  const hash = createHash('sha256');
  for (const file of filesUnder(base, paths)) {
    const content = createHash('sha256').update(readFileSync(file)).digest('hex');
    hash.update(`${relative(base, file).replaceAll(sep, '/')} ${content}\n`);
  }
  return hash.digest('hex');
}
