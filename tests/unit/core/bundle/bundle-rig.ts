import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Strategy } from '#contract/model/strategy.ts';
import type { BundleStepAnswer } from '#core/bundle/bundle-step.ts';
import { runBundleStep } from '#core/bundle/run-bundle-step.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { migrations } from '#core/cache/tables/migrations.ts';
import { writeStrategies } from '#core/cache/tables/strategies-table.ts';
import { historyMigrations, openHistoryDatabase } from '#core/history/history-file.ts';
import type { Notes } from '#core/notes/notes.ts';
import { openNotes } from '#core/notes/open-notes.ts';

export const strategy = (systemId: string): Strategy => ({
  systemId,
  name: `Strategy ${systemId}`,
  shortDescription: '',
  longDescription: '',
  creator: '',
  createdAt: null,
  createdText: '',
  monthlyFee: null,
  freeTrialDays: null,
  alive: true,
});

const about = { program: '1.2.3', madeAt: 1_772_461_800, mode: 'LIVE', connection: 'My account' } as const;

/** Creates the files of a desk, makes bundles of them, and opens bundles. */
export class BundleRig {
  readonly root = mkdtempSync(join(tmpdir(), 'stratdesk-bundle-'));
  readonly cache = this.#cache();
  readonly history = this.#history();
  readonly notes: Notes = openNotes(join(this.root, 'notes.db'), { now: () => 1_772_461_805_000 }).notes;
  #folderCount = 0;

  /** Creates an empty folder and returns its path. */
  folder(): string {
    this.#folderCount += 1;
    const folder = join(this.root, `f${this.#folderCount}`);
    mkdirSync(folder);
    return folder;
  }

  storeStrategies(...systemIds: readonly string[]): void {
    writeStrategies(this.cache, systemIds.map(strategy));
  }

  /** The bytes of a bundle. Throws the problem that the user would see. */
  async makeBundle(systemIds: readonly string[], pictures = true): Promise<Buffer> {
    const folder = this.folder();
    const file = (name: string): string => join(this.root, name);
    const sources = { cache: file('cache.db'), history: file('history.db'), notes: file('notes.db') };
    for (const systemId of systemIds)
      throwIfProblem(await runBundleStep({ kind: 'add', folder, systemId, sources, pictures }));
    const target = join(folder, 'made.stratreview');
    throwIfProblem(await runBundleStep({ kind: 'pack', folder, target, about, stops: {} }));
    return readFileSync(target);
  }

  async openBundle(bundle: Uint8Array): Promise<{ readonly folder: string; readonly answer: BundleStepAnswer }> {
    const folder = this.folder();
    const file = join(folder, 'given.stratreview');
    writeFileSync(file, bundle);
    return { folder, answer: await runBundleStep({ kind: 'unpack', file, folder }) };
  }

  /** The code of the refusal, or `ok`. */
  async verdict(bundle: Uint8Array): Promise<string> {
    const { answer, folder } = await this.openBundle(bundle);
    rmSync(folder, { recursive: true });
    return answer.ok ? 'ok' : answer.code;
  }

  dispose(): void {
    this.cache.close();
    this.history.close();
    this.notes.close();
    rmSync(this.root, { recursive: true, force: true });
  }

  #cache(): DatabaseSync {
    return migrated(openDatabase(join(this.root, 'cache.db')), migrations);
  }

  #history(): DatabaseSync {
    return migrated(openHistoryDatabase(join(this.root, 'history.db')), historyMigrations);
  }
}

function migrated(db: DatabaseSync, steps: readonly string[]): DatabaseSync {
  for (const sql of steps) db.exec(sql);
  db.exec(`PRAGMA user_version = ${steps.length}`);
  return db;
}

function throwIfProblem(answer: BundleStepAnswer): void {
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message.code}`);
}

type ManifestEntry = { name: string; bytes: number; packedBytes: number; sha256: string };
export type UnpackedBundle = {
  /** The first line of the file, with the format version. */
  firstLine: string;
  manifest: { members: ManifestEntry[] } & Record<string, unknown>;
  members: Buffer[];
};

/**
 * A bundle that was unpacked, changed, and packed again with matching digests: forged, not damaged.
 */
export function forgeBundle(bundle: Buffer, change: (unpacked: UnpackedBundle) => void): Buffer {
  const manifestAt = bundle.indexOf('\n') + 1;
  const membersAt = bundle.indexOf('\n', manifestAt) + 1;
  const manifest = JSON.parse(bundle.toString('utf8', manifestAt, membersAt)) as UnpackedBundle['manifest'];
  let at = membersAt;
  const members = manifest.members.map(({ packedBytes }) => {
    at += packedBytes;
    return gunzipSync(bundle.subarray(at - packedBytes, at));
  });
  const unpacked: UnpackedBundle = { firstLine: bundle.toString('latin1', 0, manifestAt), manifest, members };
  const before = members.map((member) => sha256(member).toString('hex'));
  change(unpacked);
  const packed = unpacked.members.map((member) => gzipSync(member));
  for (const [place, entry] of unpacked.manifest.members.entries()) {
    const member = unpacked.members[place] ?? Buffer.alloc(0);
    entry.packedBytes = packed[place]?.length ?? 0;
    const digest = sha256(member).toString('hex');
    // Size and digest are renewed only for a changed member, so that a test can forge them alone.
    if (digest !== before[place]) Object.assign(entry, { bytes: member.length, sha256: digest });
  }
  const body = Buffer.concat([Buffer.from(`${unpacked.firstLine}${JSON.stringify(unpacked.manifest)}\n`), ...packed]);
  return Buffer.concat([body, sha256(body)]);
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The database of a member after a change. */
export function alterMember(rig: BundleRig, member: Buffer, sql: string): Buffer {
  const file = join(rig.folder(), 'member.db');
  writeFileSync(file, member);
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
  return readFileSync(file);
}

/** A cache with the first version of the tables. */
export function earlierCache(rig: BundleRig): Buffer {
  const file = join(rig.folder(), 'earlier.db');
  const db = migrated(new DatabaseSync(file), migrations.slice(0, 1));
  const columns = 'system_id, place, listed, name, short_description, long_description, creator, created_text';
  db.exec(`INSERT INTO strategies (${columns}) VALUES ('7', 0, 1, 'Kept', '', '', '', '')`);
  db.close();
  return readFileSync(file);
}
