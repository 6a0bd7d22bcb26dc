import fc from 'fast-check';

/** Disks lose whole sectors. Fewer bytes than a row can not be noticed in a text: rows of the cache have no digest. */
const sectorBytes = 512;

type Harm =
  | { readonly kind: 'noise'; readonly at: number; readonly sectors: number; readonly seed: number }
  | { readonly kind: 'fill'; readonly at: number; readonly sectors: number; readonly byte: number }
  /** A page that was written to the wrong place. */
  | { readonly kind: 'misplaced'; readonly at: number; readonly from: number }
  | { readonly kind: 'cut'; readonly at: number };

const place = fc.noBias(fc.nat(999_999)).map((part) => part / 1_000_000);
const sectors = fc.noBias(fc.integer({ min: 1, max: 24 }));

/** What happened to a file; places are parts of its length. */
export const harms = fc.array(
  fc.oneof<fc.Arbitrary<Harm>[]>(
    fc.record({ kind: fc.constant('noise'), at: place, sectors, seed: fc.integer() }),
    fc.record({ kind: fc.constant('fill'), at: place, sectors, byte: fc.constantFrom(0, 0xff, 0x41) }),
    fc.record({ kind: fc.constant('cut'), at: place }),
  ),
  { minLength: 1, maxLength: 4 },
);

/** SQLite's quick check does not notice every one of these. */
export const misplacements = fc.array(fc.record({ kind: fc.constant('misplaced' as const), at: place, from: place }), {
  minLength: 1,
  maxLength: 3,
});

export function harmed(whole: Buffer, list: readonly Harm[]): Buffer {
  let content: Buffer = Buffer.from(whole);
  for (const harm of list) content = apply(content, harm);
  return content;
}

function apply(content: Buffer, harm: Harm): Buffer {
  const at = aligned(content, harm.at, sectorBytes);
  switch (harm.kind) {
    case 'cut':
      return content.subarray(0, Math.floor(content.length * harm.at));
    case 'misplaced': {
      const from = aligned(content, harm.from, 4_096);
      content.copy(content, aligned(content, harm.at, 4_096), from, from + 4_096);
      return content;
    }
    case 'fill':
      content.subarray(at, at + harm.sectors * sectorBytes).fill(harm.byte);
      return content;
    case 'noise':
      noise(content.subarray(at, at + harm.sectors * sectorBytes), harm.seed);
      return content;
  }
}

const aligned = (content: Buffer, part: number, unit: number): number =>
  Math.floor((content.length * part) / unit) * unit;

/** Xorshift: the same noise for the same seed. */
function noise(bytes: Buffer, seed: number): void {
  let state = seed | 1;
  for (let at = 0; at < bytes.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state & 0xff;
  }
}
