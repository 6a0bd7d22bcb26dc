import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ChangeRun, ChangeRunRow, StagedChange } from '#contract/model/change-set.ts';
import { Nullable } from '#contract/model/scalars.ts';
import { JsonFile } from '#core/files/json-file.ts';
import type { LostFile, Log } from '#core/ports.ts';

/** A row of a run. The outcome of its act is in the journal, under its intent. */
export const StoredRow = Type.Object({
  ...ChangeRunRow.properties,
  /** What the platform showed when the row was planned, by field; not the wanted values. */
  planned: Type.Record(Type.String(), Nullable(Type.String())),
});
export type StoredRow = Static<typeof StoredRow>;

export const StoredRun = Type.Object({ ...ChangeRun.properties, rows: Type.Array(StoredRow) });
export type StoredRun = Static<typeof StoredRun>;

const StoredSet = Type.Object({
  profileId: Type.String(),
  changes: Type.Array(StagedChange),
  /** The digest of the plan file that the set was opened from, until it is edited. */
  expected: Nullable(Type.String()),
  run: Nullable(StoredRun),
});
type StoredSet = Static<typeof StoredSet>;
export type ChangeSet = Omit<StoredSet, 'profileId'>;

const StoredFile = Type.Object({ version: Type.Literal(1), connections: Type.Array(StoredSet) });
const validator = Compile(StoredFile);
const empty: ChangeSet = { changes: [], expected: null, run: null };

type Deps = {
  readonly dataDir: string;
  readonly log: Log;
  readonly lost: (file: LostFile) => void;
};

/** Staged changes and the run of each connection. They contain no secrets, and are in no cache. */
export class ChangeFile {
  readonly #file: JsonFile<Static<typeof StoredFile>>;
  readonly #log: Log;
  readonly #sets: Map<string, StoredSet>;

  constructor({ dataDir, log, lost }: Deps) {
    this.#log = log;
    this.#file = new JsonFile(dataDir, 'changes.json', (value) => (validator.Check(value) ? value : null));
    const loaded = this.#file.load();
    this.#sets = new Map((loaded.value?.connections ?? []).map((one) => [one.profileId, one]));
    if (loaded.lost !== null) lost(loaded.lost);
  }

  of(profileId: string): ChangeSet {
    return this.#sets.get(profileId) ?? empty;
  }

  /** False if the file could not be written. Then nothing has changed. */
  save(profileId: string, set: ChangeSet): boolean {
    const { changes, expected, run } = set;
    const next = new Map(this.#sets).set(profileId, { profileId, changes, expected, run });
    try {
      this.#file.save({ version: 1, connections: [...next.values()] });
    } catch {
      this.#log.warn('changes.not-stored');
      return false;
    }
    this.#sets.set(profileId, { profileId, changes, expected, run });
    return true;
  }
}
