import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { lockFolder, withLock } from '#scripts/lock.mjs';

const name = `test-${process.pid}`;
const folder = lockFolder(name);
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['has no file with its process id', null],
  ['was killed before it wrote its process id', ''],
  ['is no process', '999999999'],
])('takes over a lock whose owner %s', { timeout: 5_000 }, async (_what, pid) => {
  mkdirSync(folder);
  if (pid !== null) writeFileSync(join(folder, 'pid'), pid);
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(folder, minuteAgo, minuteAgo);
  expect(await withLock(name, () => 'done')).toBe('done');
  expect(existsSync(folder)).toBe(false);
});

it('waits for an owner that is running', { timeout: 5_000 }, async () => {
  const order: string[] = [];
  const first = withLock(
    name,
    () => new Promise<void>((resolve) => setTimeout(() => resolve(void order.push('first')), 300)),
  );
  const second = withLock(name, () => void order.push('second'));
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});
