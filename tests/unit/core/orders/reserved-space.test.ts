import { existsSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ReservedSpace } from '#core/orders/journal/reserved-space.ts';
import { temporaryFolder } from './order-fixtures.ts';

it('the reserved space of the journal takes nothing of a disk that has less room than it needs', () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'journal.ballast');
  // A write on a nearly full disk stores only a part of its bytes.
  const writePart = (handle: number, content: Uint8Array): number => writeSync(handle, content.subarray(0, 300_000));
  expect(new ReservedSpace(file, writePart).reserve()).toBe(false);
  expect(existsSync(file)).toBe(false);
  rmSync(dataDir, { recursive: true });
});
