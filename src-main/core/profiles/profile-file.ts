import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Profile } from '#contract/model/profile.ts';

const Stored = Type.Object({ version: Type.Literal(1), profiles: Type.Array(Profile) });
const validator = Compile(Stored);

export type LoadedProfiles = {
  readonly profiles: readonly Profile[];
  /** Set when the file could not be read: where it was put aside. */
  readonly setAside: string | null;
};

/** The connections on disk: names and addresses, no key. A damaged file is put aside, never deleted. */
export class ProfileFile {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'profiles.json');
  }

  /** What can be read, changing nothing: for a look before the core is there. */
  peek(): readonly Profile[] {
    return existsSync(this.#path) ? (parse(readFileSync(this.#path, 'utf8'))?.profiles ?? []) : [];
  }

  load(): LoadedProfiles {
    if (!existsSync(this.#path)) return { profiles: [], setAside: null };
    const stored = parse(readFileSync(this.#path, 'utf8'));
    if (stored) return { profiles: stored.profiles, setAside: null };
    const setAside = `${this.#path}.damaged-${Date.now()}`;
    renameSync(this.#path, setAside);
    return { profiles: [], setAside };
  }

  /** Written beside and renamed over: a crash leaves the old file or the new one. */
  save(profiles: readonly Profile[]): void {
    const next = `${this.#path}.next`;
    const file = openSync(next, 'w', 0o600);
    try {
      writeSync(file, JSON.stringify({ version: 1, profiles }, null, 2));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, this.#path);
  }
}

function parse(text: string): Static<typeof Stored> | null {
  try {
    const value: unknown = JSON.parse(text);
    return validator.Check(value) ? value : null;
  } catch {
    return null;
  }
}
