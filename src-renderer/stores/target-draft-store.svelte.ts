import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { NamedTargetList, TargetLine, TargetSizing } from '#contract/model/target-plan.ts';
import type { Outcome } from '#contract/outcome.ts';
import { words } from '#renderer/messages/words.ts';
import { contentOf, OpenDraft, type DraftContent, type DraftLines } from './open-draft.svelte.ts';
import type { StatusStore } from './status-store.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

type Parts = {
  readonly bridge: Bridge;
  readonly status: Pick<StatusStore, 'profile' | 'readOnlyBecause'>;
  readonly strategy: Pick<StrategyStore, 'systemId'>;
};

const saveAfterMs = 400;
/** The wait after a failed read or save. */
const againAfterMs = 5_000;

const keyOf = ({ profileId, systemId }: Pick<OpenDraft, 'profileId' | 'systemId'>): string =>
  `${profileId} ${systemId}`;
const emptyContent = contentOf(null);

/**
 * The draft of the target portfolio of the chosen strategy. It is saved a moment after each change,
 * even if another strategy has been chosen by then. A change made in another window is
 * overwritten only if the trader chooses to.
 */
export class TargetDraftStore {
  readonly #parts: Parts;
  #draft = $state.raw<OpenDraft | null>(null);
  #lists = $state.raw<readonly NamedTargetList[]>([]);
  #isEditorRequested = $state.raw(false);
  /** Drafts that were not saved when their strategy was left. Shown again with the strategy. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- no component reads it
  readonly #unsaved = new Map<string, OpenDraft>();
  readonly #release: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    const profileId = $derived(parts.status.profile?.id ?? null);
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        const chosen = profileId === null || systemId === null ? null : { profileId, systemId };
        untrack(() => this.#open(chosen));
        return () => this.#leave();
      });
    });
  }

  /** Null if no draft was begun. */
  get lines(): DraftLines | null {
    return this.#content.lines;
  }

  /** How weights become units. */
  get sizing(): TargetSizing {
    return this.#content.sizing;
  }

  get lists(): readonly NamedTargetList[] {
    return this.#lists;
  }

  /**
   * The message that another window changed the draft, or null. While there is a message, nothing
   * is saved until the trader chooses a version.
   */
  get conflict(): string | null {
    return this.#draft?.conflict ?? null;
  }

  /** Why the draft was not read or saved, or why a named list was not saved or removed. */
  get failure(): string | null {
    return this.#draft?.failure ?? null;
  }

  get canUndo(): boolean {
    return this.#draft?.canUndo ?? false;
  }

  get canRedo(): boolean {
    return this.#draft?.canRedo ?? false;
  }

  /** True from the request for the editor until the editor has the focus. */
  get isEditorRequested(): boolean {
    return this.#isEditorRequested;
  }

  setEditorRequested(isRequested: boolean): void {
    this.#isEditorRequested = isRequested;
  }

  /** Replaces the line of the symbol, or adds one at the end. */
  setLine(line: TargetLine): void {
    const lines = this.lines ?? [];
    const index = lines.findIndex(({ symbol }) => symbol === line.symbol);
    this.replace(index < 0 ? [...lines, line] : lines.with(index, line));
  }

  replace(lines: DraftLines | null): void {
    this.#change({ lines, sizing: this.sizing });
  }

  /** Replaces the lines together with the sizing that made them. */
  replaceSized(lines: DraftLines, sizing: TargetSizing): void {
    this.#change({ lines, sizing });
  }

  undo(): void {
    if (this.#draft?.undo() === true) this.#saveSoon(this.#draft);
  }

  redo(): void {
    if (this.#draft?.redo() === true) this.#saveSoon(this.#draft);
  }

  /** Shows the draft of the other window. `undo` restores the lines of this window. */
  async takeTheirs(): Promise<void> {
    const draft = this.#draft;
    const stored = draft === null ? null : await this.#readStored(draft);
    if (draft === null || stored === null) return;
    clearTimeout(draft.timer);
    draft.change(contentOf(stored.draft));
    draft.revision = stored.draft?.revision ?? 0;
    draft.needsSave = false;
    draft.conflict = null;
  }

  /** Overwrites the draft of the other window with the lines of this window. */
  async keepOwn(): Promise<void> {
    const draft = this.#draft;
    const stored = draft === null ? null : await this.#readStored(draft);
    if (draft === null || stored === null) return;
    draft.revision = stored.draft?.revision ?? 0;
    draft.conflict = null;
    await this.#save(draft);
  }

  /** Returns false if the list could not be saved; `failure` says why. */
  async saveList(name: string): Promise<boolean> {
    return this.#changeLists((systemId) =>
      this.#parts.bridge.call('desired.save-list', { systemId, name, lines: [...(this.lines ?? [])] }),
    );
  }

  async removeList(name: string): Promise<boolean> {
    return this.#changeLists((systemId) => this.#parts.bridge.call('desired.remove-list', { systemId, name }));
  }

  dispose(): void {
    this.#release();
    this.#draft = null;
  }

  get #content(): DraftContent {
    return this.#draft?.content ?? emptyContent;
  }

  async #changeLists(change: (systemId: string) => Promise<Outcome<unknown, string>>): Promise<boolean> {
    const draft = this.#draft;
    if (draft === null) return false;
    const outcome = await change(draft.systemId);
    draft.failure = outcome.ok ? null : words(outcome.failure.message);
    const read = await this.#parts.bridge.call('desired.drafts', { systemId: draft.systemId });
    if (read.ok && draft === this.#draft) this.#lists = read.value.lists;
    return outcome.ok;
  }

  #change(content: DraftContent): void {
    const draft = this.#draft;
    if (draft === null) return;
    draft.change(content);
    this.#saveSoon(draft);
  }

  #saveSoon(draft: OpenDraft): void {
    draft.needsSave = true;
    this.#saveAfter(draft, saveAfterMs);
  }

  #open(chosen: Pick<OpenDraft, 'profileId' | 'systemId'> | null): void {
    this.#lists = [];
    const unsaved = chosen === null ? undefined : this.#unsaved.get(keyOf(chosen));
    if (unsaved !== undefined) this.#unsaved.delete(keyOf(unsaved));
    const draft = chosen === null ? null : (unsaved ?? new OpenDraft(chosen.profileId, chosen.systemId));
    this.#draft = draft;
    if (draft !== null) void this.#load(draft);
  }

  #leave(): void {
    const draft = this.#draft;
    if (draft === null) return;
    if (!draft.isStored) this.#unsaved.set(keyOf(draft), draft);
    void this.#save(draft);
  }

  async #load(draft: OpenDraft): Promise<void> {
    const outcome = await this.#parts.bridge.call('desired.drafts', { systemId: draft.systemId });
    if (draft === this.#draft && outcome.ok) this.#lists = outcome.value.lists;
    if (!outcome.ok) {
      draft.failure = words(outcome.failure.message);
      setTimeout(() => draft === this.#draft && void this.#load(draft), againAfterMs);
    }
    // Not for a draft that was loaded before and left unsaved: it is newer than the stored one.
    else if (!draft.isLoaded) {
      draft.revision = outcome.value.draft?.revision ?? 0;
      // Lines that were changed before the answer arrived are newer.
      if (!draft.needsSave) draft.load(contentOf(outcome.value.draft));
    }
    // The stored draft is shown after a failed read too, unless a list was begun since.
    else if (draft.isUntouched) {
      draft.revision = outcome.value.draft?.revision ?? 0;
      draft.load(contentOf(outcome.value.draft));
      draft.failure = null;
    }
    draft.isLoaded = true;
    await this.#save(draft);
  }

  /** The stored draft. Null if it cannot be read, or if another strategy is shown by then. */
  async #readStored(draft: OpenDraft) {
    const outcome = await this.#parts.bridge.call('desired.drafts', { systemId: draft.systemId });
    if (!outcome.ok) draft.failure = words(outcome.failure.message);
    return outcome.ok && draft === this.#draft ? outcome.value : null;
  }

  async #save(draft: OpenDraft): Promise<void> {
    clearTimeout(draft.timer);
    const { readOnlyBecause, profile } = this.#parts.status;
    if (!draft.needsSave || draft.isSaving || !draft.isLoaded || draft.conflict !== null || readOnlyBecause !== null)
      return;
    // A draft of another connection is saved when its strategy is chosen again in that connection.
    if (profile?.id !== draft.profileId) return;
    draft.needsSave = false;
    draft.isSaving = true;
    const { systemId, revision } = draft;
    const { lines, sizing } = draft.content;
    const input = { systemId, lines: [...(lines ?? [])], sizing, revision };
    const outcome = await this.#parts.bridge.call('desired.save-draft', input);
    draft.isSaving = false;
    if (!outcome.ok) {
      draft.needsSave = true;
      this.#handleSaveFailure(draft, outcome.failure.code, words(outcome.failure.message));
      return;
    }
    draft.revision = outcome.value.revision;
    draft.failure = null;
    // Saves what changed during this save.
    await this.#save(draft);
    if (draft.isStored && draft !== this.#draft) this.#unsaved.delete(keyOf(draft));
  }

  #handleSaveFailure(draft: OpenDraft, code: string, text: string): void {
    if (code === 'conflict') draft.conflict = text;
    else {
      draft.failure = text;
      this.#saveAfter(draft, againAfterMs);
    }
  }

  #saveAfter(draft: OpenDraft, milliseconds: number): void {
    clearTimeout(draft.timer);
    draft.timer = setTimeout(() => void this.#save(draft), milliseconds);
  }
}
