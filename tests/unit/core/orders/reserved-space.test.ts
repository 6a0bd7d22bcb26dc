import { existsSync, rmSync } from 'node:fs';
import type * as FileSystem from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReservedSpace } from '#core/orders/journal/reserved-space.ts';
import { temporaryFolder } from './order-fixtures.ts';

/** The free space of the disk. A write on a nearly full disk stores only a part of its bytes. */
const disk = vi.hoisted(() => ({ freeBytes: Infinity }));
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof FileSystem>();
  const writeSync = (file: number, bytes: Uint8Array): number => {
    const stored = real.writeSync(file, bytes.subarray(0, disk.freeBytes));
    disk.freeBytes -= stored;
    return stored;
  };
  return { ...real, writeSync };
});

let dataDir = '';
beforeEach(() => {
  disk.freeBytes = Infinity;
  dataDir = temporaryFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('the reserved space of the journal', () => {
  it('takes nothing of a disk that has less room than it needs', () => {
    const file = join(dataDir, 'journal.ballast');
    disk.freeBytes = 300_000;
    expect(new ReservedSpace(file).reserve()).toBe(false);
    expect(existsSync(file)).toBe(false);
  });
});
