import { limits } from '#contract/limits.ts';
import type { Message } from '#contract/message.ts';
import { Mode } from '#contract/model/status.ts';
import { UnixSeconds } from '#contract/model/scalars.ts';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** The first line of every bundle of every version: this word and the format version. */
export const bundleWord = 'stratdesk-review';
export const bundleVersion = 1;
/** Length of the digest that ends every bundle of every version: SHA-256 of all bytes before it. */
export const digestLength = 32;
/** The maximum length of the first line and the manifest together. */
export const maxHeadBytes = 64 * 1024;

const strict = { additionalProperties: false } as const;
const size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const MemberName = Type.Union([
  Type.Literal('cache.db'),
  Type.Literal('history.db'),
  Type.Literal('notes.db'),
  Type.Literal('stops.json'),
]);
export type MemberName = Static<typeof MemberName>;

/** The allowed members of a bundle, in file order. No other name is ever written to a disk. */
export const memberNames: readonly MemberName[] = ['cache.db', 'history.db', 'notes.db', 'stops.json'];

const Member = Type.Object(
  {
    name: MemberName,
    /** The size of the unpacked member, and its packed size (gzip) in the bundle. */
    bytes: size,
    packedBytes: Type.Integer({ minimum: 1, maximum: limits.bundleBytes }),
    /** Hash of the unpacked bytes, in hexadecimal. */
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  strict,
);
export type Member = Static<typeof Member>;

/**
 * The second line of a bundle. `madeAt` is the time of the export. The times of the readings are in
 * the databases.
 */
export const BundleManifest = Type.Object(
  {
    program: Type.String({ maxLength: 40 }),
    madeAt: UnixSeconds,
    mode: Mode,
    connection: Type.String({ maxLength: 100 }),
    members: Type.Array(Member, { minItems: 1, maxItems: memberNames.length }),
  },
  strict,
);
export type BundleManifest = Static<typeof BundleManifest>;

const validator = Compile(BundleManifest);

/** Null when the text is not a valid manifest. */
export function readManifest(text: string): BundleManifest | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!validator.Check(value)) return null;
  const names = value.members.map(({ name }) => name);
  return new Set(names).size === names.length && names.includes('cache.db') && names.includes('stops.json')
    ? value
    : null;
}

/** The reason not to unpack a bundle, or null if its claimed size is within the limit. */
export function oversizeReason({ members }: BundleManifest): Message | null {
  const claimed = members.reduce((sum, { bytes }) => sum + bytes, 0);
  if (claimed <= limits.bundleUnpackedBytes) return null;
  return { code: 'bundle.content-too-large', bytes: claimed, limit: limits.bundleUnpackedBytes };
}
