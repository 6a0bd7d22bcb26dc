import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { treeHash } from '#scripts/tree-hash.mjs';

let base: string;
const hash = (): string => treeHash(base, ['src', 'one.json', 'missing']);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'stratdesk-tree-'));
  mkdirSync(join(base, 'src', 'deep'), { recursive: true });
  writeFileSync(join(base, 'src', 'deep', 'a.ts'), 'a');
  writeFileSync(join(base, 'src', 'b.ts'), 'b');
  writeFileSync(join(base, 'one.json'), '1');
});

afterEach(() => rmSync(base, { recursive: true }));

test('file times do not change the hash', () => {
  const before = hash();
  utimesSync(join(base, 'src', 'b.ts'), 1, 1);
  expect(hash()).toBe(before);
});

test('a file outside the hashed paths does not change the hash', () => {
  const before = hash();
  writeFileSync(join(base, 'two.json'), '2');
  expect(hash()).toBe(before);
});

test.each<[string, () => void]>([
  ['contents', () => writeFileSync(join(base, 'src', 'deep', 'a.ts'), 'b')],
  ['a new file', () => writeFileSync(join(base, 'src', 'c.ts'), '')],
  ['a removed file', () => rmSync(join(base, 'src', 'b.ts'))],
  ['a name', () => renameSync(join(base, 'src', 'b.ts'), join(base, 'src', 'c.ts'))],
  ['the contents of a file that is listed itself', () => writeFileSync(join(base, 'one.json'), '2')],
])('the hash changes with %s', (_name, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});
