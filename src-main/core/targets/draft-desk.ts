import type { CommandInput, CommandOutcome } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import { done, failed } from '#contract/outcome.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import type { Clock } from '#core/ports.ts';
import type { TargetDrafts, TargetFile } from './target-file.ts';

type Deps = {
  readonly clock: Clock;
  readonly file: TargetFile;
  readonly profileId: string;
  readonly acts: Pick<ActDesk, 'acts'>;
};

/** The draft of each strategy, its named lists, and what was sent for it. */
export class DraftDesk {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  drafts({ systemId }: CommandInput<'desired.drafts'>): CommandOutcome<'desired.drafts'> {
    const { draft, lists } = this.#draftsOf(systemId);
    return done({ draft, lists: [...lists] });
  }

  /**
   * Refused if another window saved a draft after this window read it, so that no draft is
   * overwritten.
   */
  saveDraft(input: CommandInput<'desired.save-draft'>): CommandOutcome<'desired.save-draft'> {
    const { systemId, lines, sizing, revision } = input;
    const { draft, lists } = this.#draftsOf(systemId);
    if ((draft?.revision ?? 0) !== revision) return failed('conflict', { code: 'target.draft-conflict' });
    const next = { lines, ...(sizing && { sizing }), revision: revision + 1, savedAt: this.#seconds() };
    return this.#save(systemId, { draft: next, lists }, { revision: next.revision });
  }

  saveList({ systemId, name: typed, lines }: CommandInput<'desired.save-list'>): CommandOutcome<'desired.save-list'> {
    const { draft, lists } = this.#draftsOf(systemId);
    const name = typed.trim();
    if (name === '') return failed('no-name', { code: 'target.no-name' }, { field: 'name' });
    const others = lists.filter((one) => one.name !== name);
    if (others.length >= limits.targetLists) return failed('too-many', { code: 'target.too-many-lists' });
    const next = [...others, { name, lines, savedAt: this.#seconds() }];
    next.sort((a, b) => a.name.localeCompare(b.name));
    return this.#save(systemId, { draft, lists: next }, {});
  }

  removeList({ systemId, name }: CommandInput<'desired.remove-list'>): CommandOutcome<'desired.remove-list'> {
    const { draft, lists } = this.#draftsOf(systemId);
    return this.#save(systemId, { draft, lists: lists.filter((one) => one.name !== name) }, {});
  }

  /**
   * The lists that were sent, newest first. Nothing is sent when the trader accepts the platform's
   * list or records that the target mode is off, so these acts are left out.
   */
  history({ systemId }: CommandInput<'desired.history'>): CommandOutcome<'desired.history'> {
    const rows = this.#deps.acts.acts(setDesiredPositions, systemId).filter(({ sentAt }) => sentAt !== null);
    const sent = rows
      .slice(-limits.targetHistory)
      .toReversed()
      .map(({ intentId, sentAt, wanted, state }) => ({
        intentId,
        sentAt: Math.floor((sentAt ?? 0) / 1000),
        target: wanted,
        state,
      }));
    return done({ sent });
  }

  #draftsOf(systemId: string): TargetDrafts {
    return this.#deps.file.of(this.#deps.profileId, systemId);
  }

  #save<Value>(systemId: string, drafts: TargetDrafts, value: Value) {
    const isSaved = this.#deps.file.save(this.#deps.profileId, systemId, drafts);
    return isSaved ? done(value) : failed('not-stored', { code: 'target.not-stored' });
  }

  #seconds(): number {
    return Math.floor(this.#deps.clock.now() / 1000);
  }
}
