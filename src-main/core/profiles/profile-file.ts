import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Profile } from '#contract/model/profile.ts';
import { JsonFile } from '#core/files/json-file.ts';
import type { LostFile } from '#core/ports.ts';

const Stored = Type.Object({ version: Type.Literal(1), profiles: Type.Array(Profile) });
const validator = Compile(Stored);

export type LoadedProfiles = {
  readonly profiles: readonly Profile[];
  /** Set when the file was lost; the profiles are then those of its newest copy. */
  readonly lost: LostFile | null;
};

/** The connections on disk: names and addresses, no key. */
export class ProfileFile {
  readonly #file: JsonFile<Static<typeof Stored>>;

  constructor(dataDir: string) {
    this.#file = new JsonFile(dataDir, 'profiles.json', (value) => (validator.Check(value) ? value : null));
  }

  /** Reads without changing anything: for use before the core exists. */
  peek(): readonly Profile[] {
    return this.#file.peek()?.profiles ?? [];
  }

  load(): LoadedProfiles {
    const { value, lost } = this.#file.load();
    return { profiles: value?.profiles ?? [], lost };
  }

  save(profiles: readonly Profile[]): void {
    this.#file.save({ version: 1, profiles: [...profiles] });
  }
}
