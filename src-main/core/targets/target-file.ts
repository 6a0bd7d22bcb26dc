import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id } from '#contract/model/scalars.ts';
import { NamedTargetList, TargetDraft } from '#contract/model/target-plan.ts';
import { JsonFile } from '#core/files/json-file.ts';
import type { LostFile, Log } from '#core/ports.ts';

const StrategyDrafts = Type.Object({
  profileId: Type.String(),
  systemId: Id,
  draft: Type.Union([TargetDraft, Type.Null()]),
  lists: Type.Array(NamedTargetList),
});
type StrategyDrafts = Static<typeof StrategyDrafts>;

const Stored = Type.Object({ version: Type.Literal(1), strategies: Type.Array(StrategyDrafts) });
const validator = Compile(Stored);

export type TargetDrafts = Pick<StrategyDrafts, 'draft' | 'lists'>;

type Deps = {
  readonly dataDir: string;
  readonly log: Log;
  readonly lost: (file: LostFile) => void;
};

/**
 * Drafts and named lists of target portfolios. They cannot be read from the platform again, so they
 * are not stored in the cache.
 */
export class TargetFile {
  readonly #file: JsonFile<Static<typeof Stored>>;
  readonly #log: Log;
  readonly #draftsByKey: Map<string, StrategyDrafts>;

  constructor({ dataDir, log, lost }: Deps) {
    this.#log = log;
    this.#file = new JsonFile(dataDir, 'targets.json', (value) => (validator.Check(value) ? value : null));
    const loaded = this.#file.load();
    this.#draftsByKey = new Map((loaded.value?.strategies ?? []).map((one) => [keyOf(one), one]));
    if (loaded.lost !== null) lost(loaded.lost);
  }

  of(profileId: string, systemId: string): TargetDrafts {
    return this.#draftsByKey.get(keyOf({ profileId, systemId })) ?? { draft: null, lists: [] };
  }

  /** Returns false, and changes nothing, if the file could not be written. */
  save(profileId: string, systemId: string, drafts: TargetDrafts): boolean {
    const entry = { profileId, systemId, ...drafts };
    const next = new Map(this.#draftsByKey).set(keyOf(entry), entry);
    try {
      this.#file.save({ version: 1, strategies: [...next.values()] });
    } catch {
      this.#log.warn('targets.not-stored');
      return false;
    }
    this.#draftsByKey.set(keyOf(entry), entry);
    return true;
  }
}

const keyOf = ({ profileId, systemId }: Pick<StrategyDrafts, 'profileId' | 'systemId'>): string =>
  `${profileId} ${systemId}`;
