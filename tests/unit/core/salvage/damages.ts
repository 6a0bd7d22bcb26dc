import fc from 'fast-check';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

/**
 * Disks lose whole sectors. A smaller loss within a text cannot be detected: past readings have no
 * digest.
 */
const sectorBytes = 512;

type Damage =
  | { readonly kind: 'noise'; readonly at: number; readonly sectors: number; readonly seed: number }
  | { readonly kind: 'fill'; readonly at: number; readonly sectors: number; readonly byte: number }
  /** A page that was written to the wrong place. */
  | { readonly kind: 'misplaced'; readonly at: number; readonly from: number }
  | { readonly kind: 'cut'; readonly at: number };

const place = fc.noBias(fc.nat(999_999)).map((part) => part / 1_000_000);
const sectors = fc.noBias(fc.integer({ min: 1, max: 24 }));

/** Damages of a file. Places are fractions of its length. */
export const damages = fc.array(
  fc.oneof<fc.Arbitrary<Damage>[]>(
    fc.record({ kind: fc.constant('noise'), at: place, sectors, seed: fc.integer() }),
    fc.record({ kind: fc.constant('fill'), at: place, sectors, byte: fc.constantFrom(0, 0xff, 0x41) }),
    fc.record({ kind: fc.constant('cut'), at: place }),
  ),
  { minLength: 1, maxLength: 4 },
);

/** SQLite's quick check does not detect all of these. */
export const misplacements = fc.array(fc.record({ kind: fc.constant('misplaced' as const), at: place, from: place }), {
  minLength: 1,
  maxLength: 3,
});

/** A copy of the file content with these damages. */
export function withDamages(whole: Buffer, list: readonly Damage[]): Buffer {
  let content: Buffer = Buffer.from(whole);
  for (const damage of list) content = applyDamage(content, damage);
  return content;
}

function applyDamage(content: Buffer, damage: Damage): Buffer {
  const at = alignedOffset(content, damage.at, sectorBytes);
  switch (damage.kind) {
    case 'cut':
      return content.subarray(0, Math.floor(content.length * damage.at));
    case 'misplaced': {
      const from = alignedOffset(content, damage.from, 4_096);
      content.copy(content, alignedOffset(content, damage.at, 4_096), from, from + 4_096);
      return content;
    }
    case 'fill':
      content.subarray(at, at + damage.sectors * sectorBytes).fill(damage.byte);
      return content;
    case 'noise':
      fillWithNoise(content.subarray(at, at + damage.sectors * sectorBytes), damage.seed);
      return content;
  }
}

const alignedOffset = (content: Buffer, part: number, unit: number): number =>
  Math.floor((content.length * part) / unit) * unit;

function fillWithNoise(bytes: Buffer, seed: number): void {
  const random = seededNumbers(seed);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
}
