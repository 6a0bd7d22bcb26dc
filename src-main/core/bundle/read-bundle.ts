// A bundle is used only after it was read completely: the digest at its end covers every byte
// before it, so a file with one changed bit is refused. The digest proves integrity, not
// authorship. The limits here and `checkMembers` protect against a malicious file.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  bundleVersion,
  bundleWord,
  oversizeReason,
  digestLength,
  maxHeadBytes,
  readManifest,
  type BundleManifest,
  type Member,
} from './bundle-manifest.ts';
import { BundleProblem, noRoom } from './bundle-problem.ts';

export type BundleHead = {
  readonly manifest: BundleManifest;
  /** Offset of the first member. */
  readonly start: number;
};

/** Reads the whole file once. Throws a BundleProblem when it is not a bundle or was altered. */
export async function verifyBundle(file: string): Promise<BundleHead> {
  const { size } = statSync(file);
  const beginning = await firstBytes(file);
  const version = versionOf(beginning);
  if (version === null || size <= digestLength) throw notABundle();
  const found = headOf(beginning);
  if (!(await isUnaltered(file, size)))
    throw found !== null && size < endOf(found) ? truncated(size, endOf(found)) : altered();
  if (version > bundleVersion) throw newer(version);
  if (found === null || size !== endOf(found)) throw badMember(null);
  const fault = oversizeReason(found.manifest);
  if (fault !== null) throw new BundleProblem('too-large', fault);
  return found;
}

/**
 * Writes the members of a verified bundle into a folder. Throws a BundleProblem for a member that
 * has another size or digest than the manifest says.
 */
export async function unpackBundle(file: string, { manifest, start }: BundleHead, folder: string): Promise<void> {
  const { bavail, bsize } = statfsSync(folder);
  if (manifest.members.reduce((sum, { bytes }) => sum + bytes, 0) > bavail * bsize) throw noRoom();
  let at = start;
  for (const member of manifest.members) {
    await unpackMember(file, at, member, join(folder, member.name));
    at += member.packedBytes;
  }
}

async function unpackMember(file: string, at: number, member: Member, target: string): Promise<void> {
  const { name, bytes, packedBytes, sha256 } = member;
  const hash = createHash('sha256');
  let count = 0;
  const limited = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      count += chunk.length;
      // Checked before the chunk is written: no member writes more bytes than the manifest states.
      if (count > bytes) throw badMember(name);
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    const packed = createReadStream(file, { start: at, end: at + packedBytes - 1 });
    await pipeline(packed, createGunzip(), limited, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
    throw typeof code === 'string' && code.startsWith('Z_') ? badMember(name) : error;
  }
  if (count !== bytes || hash.digest('hex') !== sha256) throw badMember(name);
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Null for a file that does not start like a bundle. */
function versionOf(beginning: Buffer): number | null {
  const first = beginning.subarray(0, bundleWord.length + 8).toString('latin1');
  const found = new RegExp(`^${bundleWord} ([1-9][0-9]{0,5})\\n`).exec(first);
  return found === null ? null : Number(found[1]);
}

function headOf(beginning: Buffer): BundleHead | null {
  const line = beginning.indexOf(0x0a);
  const end = beginning.indexOf(0x0a, line + 1);
  if (line === -1 || end === -1) return null;
  const manifest = readManifest(beginning.subarray(line + 1, end).toString('utf8'));
  return manifest === null ? null : { manifest, start: end + 1 };
}

const endOf = ({ manifest, start }: BundleHead): number =>
  manifest.members.reduce((sum, { packedBytes }) => sum + packedBytes, start) + digestLength;

async function isUnaltered(file: string, size: number): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { end: size - digestLength - 1 })) {
    if (chunk instanceof Buffer) hash.update(chunk);
  }
  const tail: Buffer[] = [];
  for await (const chunk of createReadStream(file, { start: size - digestLength })) {
    if (chunk instanceof Buffer) tail.push(chunk);
  }
  return hash.digest().equals(Buffer.concat(tail));
}

const notABundle = (): BundleProblem => new BundleProblem('not-a-bundle', { code: 'bundle.not-a-bundle' });

const truncated = (bytes: number, expected: number): BundleProblem =>
  new BundleProblem('truncated', { code: 'bundle.truncated', bytes, expected });

const altered = (): BundleProblem => new BundleProblem('altered', { code: 'bundle.altered' });

const newer = (version: number): BundleProblem =>
  new BundleProblem('newer-version', { code: 'bundle.newer-format', version, known: bundleVersion });

const badMember = (name: string | null): BundleProblem =>
  new BundleProblem('damaged', { code: 'bundle.bad-member', name });
