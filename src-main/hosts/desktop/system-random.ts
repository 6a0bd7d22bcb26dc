import { randomBytes, randomUUID } from 'node:crypto';
import type { Random } from '#core/ports.ts';

const BYTES = 6;

/** The operating system's random numbers: an own signal id must not be predictable from another. */
export const systemRandom: Random = {
  fraction: () => randomBytes(BYTES).readUIntBE(0, BYTES) / 2 ** (8 * BYTES),
  uuid: () => randomUUID(),
};
