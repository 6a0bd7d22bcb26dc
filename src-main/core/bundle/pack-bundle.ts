import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { limits } from '#contract/limits.ts';
import { BundleProblem } from './bundle-problem.ts';
import { bundleVersion, bundleWord, memberNames, type BundleManifest, type Member } from './bundle-manifest.ts';

/**
 * Packs the members of a folder into one file: a line with the format, a line that describes the
 * members, the members, and a digest of everything before it. The file is written under a temporary
 * name and renamed when it is complete. Returns its size.
 */
export async function packBundle(
  folder: string,
  target: string,
  about: Omit<BundleManifest, 'members'>,
): Promise<number> {
  const members: Member[] = [];
  for (const name of memberNames) if (existsSync(join(folder, name))) members.push(await packMember(folder, name));
  const head = `${bundleWord} ${bundleVersion}\n${JSON.stringify({ ...about, members })}\n`;
  const temporary = join(folder, `${basename(target)}.unfinished`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await writeAll(
      file,
      head,
      members.map(({ name }) => packedPath(folder, name)),
    );
    await file.sync();
  } finally {
    await file.close();
  }
  const { size } = statSync(temporary);
  if (size > limits.bundleBytes) {
    throw new BundleProblem('too-large', { code: 'bundle.too-large', bytes: size, limit: limits.bundleBytes });
  }
  await rename(temporary, target);
  return size;
}

const packedPath = (folder: string, name: string): string => join(folder, `${name}.gz`);

async function packMember(folder: string, name: Member['name']): Promise<Member> {
  const [plain, gz] = [join(folder, name), packedPath(folder, name)];
  if (name.endsWith('.db')) removeLog(plain);
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(plain),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createGzip(),
    createWriteStream(gz, { mode: 0o600 }),
  );
  rmSync(plain);
  return { name, bytes, packedBytes: statSync(gz).size, sha256: hash.digest('hex') };
}

/** Ends write-ahead logging, which the check before packing has set for the file. */
function removeLog(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
}

/** Each part is deleted as soon as it is appended. */
async function writeAll(file: FileHandle, head: string, parts: readonly string[]): Promise<void> {
  const hash = createHash('sha256');
  const write = async (bytes: Buffer): Promise<void> => {
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  await write(Buffer.from(head));
  for (const part of parts) {
    for await (const chunk of createReadStream(part)) if (chunk instanceof Buffer) await write(chunk);
    rmSync(part);
  }
  await file.writeFile(hash.digest());
}
