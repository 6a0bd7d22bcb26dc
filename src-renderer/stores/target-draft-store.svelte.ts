import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { NamedTargetList, TargetLine, TargetSizing } from '#contract/model/target-plan.ts';
import type { Outcome } from '#contract/outcome.ts';
import { words } from '#renderer/messages/words.ts';
import type { StatusStore } from './status-store.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

type Parts = {
  readonly bridge: Bridge;
  readonly status: Pick<StatusStore, 'profile' | 'readOnly'>;
  readonly strategy: Pick<StrategyStore, 'systemId'>;
};
type Lines = readonly TargetLine[];

/** By default a weight is a share of the model account, and no row is left untouched. */
const initialSizing: TargetSizing = {
  base: 'account',
  typedBase: '',
  band: 'none',
  bandPercent: '1',
  leastTrade: '0',
  options: 'premium',
};

const saveAfterMs = 400;
const saveAgainAfterMs = 5_000;
const maxSteps = 100;

/**
 * The draft of the target portfolio of the chosen strategy. It is saved a moment after each change.
 * The draft of another window is overwritten only if the trader chooses to.
 */
export class TargetDraftStore {
  readonly #parts: Parts;
  #lines = $state.raw<Lines | null>(null);
  #sizing = $state.raw(initialSizing);
  #lists = $state.raw<readonly NamedTargetList[]>([]);
  #past = $state.raw<readonly (Lines | null)[]>([]);
  #future = $state.raw<readonly (Lines | null)[]>([]);
  #conflict = $state.raw<string | null>(null);
  #failure = $state.raw<string | null>(null);
  #isAsked = $state.raw(false);
  /** Of the draft that was read or saved last; 0 where there is none. */
  #revision = 0;
  #isSaved = true;
  #isSaving = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  readonly #release: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    const scope = $derived(
      parts.status.profile === null ? null : `${parts.status.profile.id} ${parts.strategy.systemId}`,
    );
    this.#release = $effect.root(() => {
      $effect(() => {
        const systemId = scope === null ? null : parts.strategy.systemId;
        untrack(() => this.#open(systemId));
        return () => void this.#saveNow(systemId);
      });
    });
  }

  /** Null where no draft was begun. */
  get lines(): Lines | null {
    return this.#lines;
  }

  /** How weights become units. */
  get sizing(): TargetSizing {
    return this.#sizing;
  }

  get lists(): readonly NamedTargetList[] {
    return this.#lists;
  }

  /**
   * Another window changed the draft. Nothing is saved until the trader has chosen one of the two.
   */
  get conflict(): string | null {
    return this.#conflict;
  }

  /** Why the draft or a list is not saved. */
  get failure(): string | null {
    return this.#failure;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The editor was asked for, and does not have the focus yet. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  ask(isAsked: boolean): void {
    this.#isAsked = isAsked;
  }

  /** Replaces the line of the symbol, or adds one at the end. */
  set(line: TargetLine): void {
    const lines = this.#lines ?? [];
    const at = lines.findIndex(({ symbol }) => symbol === line.symbol);
    this.replace(at < 0 ? [...lines, line] : lines.with(at, line));
  }

  replace(lines: Lines | null): void {
    this.#past = [...this.#past, this.#lines].slice(-maxSteps);
    this.#future = [];
    this.#become(lines);
  }

  /** Replaces the lines by lines with weights, and stores how the units were computed. */
  size(lines: Lines, sizing: TargetSizing): void {
    this.#sizing = sizing;
    this.replace(lines);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#lines];
    this.#become(before);
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (next === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#lines];
    this.#become(next);
  }

  /** Shows the draft of the other window. The lines of this window can be restored by `undo`. */
  async takeTheirs(): Promise<void> {
    const { systemId } = this.#parts.strategy;
    if (systemId === null) return;
    const outcome = await this.#parts.bridge.call('desired.drafts', { systemId });
    if (!outcome.ok || systemId !== this.#parts.strategy.systemId) return;
    const { draft } = outcome.value;
    this.#past = [...this.#past, this.#lines].slice(-maxSteps);
    this.#lines = begun(draft?.lines);
    this.#sizing = draft?.sizing ?? initialSizing;
    this.#revision = draft?.revision ?? 0;
    this.#isSaved = true;
    this.#conflict = null;
  }

  /** Saves the lines of this window over those of the other one. */
  async keepOwn(): Promise<void> {
    const { systemId } = this.#parts.strategy;
    if (systemId === null) return;
    const outcome = await this.#parts.bridge.call('desired.drafts', { systemId });
    if (!outcome.ok || systemId !== this.#parts.strategy.systemId) return;
    this.#revision = outcome.value.draft?.revision ?? 0;
    this.#conflict = null;
    await this.#saveNow(systemId);
  }

  /** False where it could not be saved; `failure` says why. */
  async saveList(name: string): Promise<boolean> {
    return this.#changeLists((systemId) =>
      this.#parts.bridge.call('desired.save-list', { systemId, name, lines: [...(this.#lines ?? [])] }),
    );
  }

  async removeList(name: string): Promise<boolean> {
    return this.#changeLists((systemId) => this.#parts.bridge.call('desired.remove-list', { systemId, name }));
  }

  dispose(): void {
    this.#release();
  }

  async #changeLists(change: (systemId: string) => Promise<Outcome<unknown, string>>): Promise<boolean> {
    const { systemId } = this.#parts.strategy;
    if (systemId === null) return false;
    const outcome = await change(systemId);
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    const read = await this.#parts.bridge.call('desired.drafts', { systemId });
    if (read.ok && systemId === this.#parts.strategy.systemId) this.#lists = read.value.lists;
    return outcome.ok;
  }

  #become(lines: Lines | null): void {
    this.#lines = lines;
    this.#isSaved = false;
    const { systemId } = this.#parts.strategy;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#saveNow(systemId), saveAfterMs);
  }

  #open(systemId: string | null): void {
    this.#lines = null;
    this.#sizing = initialSizing;
    this.#lists = [];
    this.#past = [];
    this.#future = [];
    this.#conflict = null;
    this.#failure = null;
    this.#revision = 0;
    this.#isSaved = true;
    this.#turn += 1;
    if (systemId !== null) void this.#load(systemId, this.#turn);
  }

  async #load(systemId: string, turn: number): Promise<void> {
    const outcome = await this.#parts.bridge.call('desired.drafts', { systemId });
    if (turn !== this.#turn) return;
    if (!outcome.ok) {
      this.#failure = words(outcome.failure.message);
      return;
    }
    this.#lists = outcome.value.lists;
    this.#revision = outcome.value.draft?.revision ?? 0;
    // Lines that were typed before the answer are newer.
    if (!this.#isSaved) return;
    this.#lines = begun(outcome.value.draft?.lines);
    this.#sizing = outcome.value.draft?.sizing ?? initialSizing;
  }

  async #saveNow(systemId: string | null): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSaved || this.#isSaving || systemId === null) return;
    if (this.#conflict !== null || this.#parts.status.readOnly !== null) return;
    this.#isSaved = true;
    this.#isSaving = true;
    const turn = this.#turn;
    const lines = [...(this.#lines ?? [])];
    const outcome = await this.#parts.bridge.call('desired.save-draft', {
      systemId,
      lines,
      sizing: this.#sizing,
      revision: this.#revision,
    });
    this.#isSaving = false;
    if (turn !== this.#turn) return;
    if (!outcome.ok) {
      this.#isSaved = false;
      this.#notSaved(systemId, outcome.failure.code, words(outcome.failure.message));
      return;
    }
    this.#revision = outcome.value.revision;
    this.#failure = null;
    // Saves what changed during the save.
    await this.#saveNow(systemId);
  }

  #notSaved(systemId: string, code: string, text: string): void {
    if (code === 'conflict') this.#conflict = text;
    else {
      this.#failure = text;
      this.#timer = setTimeout(() => void this.#saveNow(systemId), saveAgainAfterMs);
    }
  }
}

/** A draft without a line counts as no draft. */
const begun = (lines: Lines | undefined): Lines | null => (lines === undefined || lines.length === 0 ? null : lines);
