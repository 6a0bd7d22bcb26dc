import type { TargetLine, TargetSizing } from '#contract/model/target-plan.ts';

export type DraftLines = readonly TargetLine[];
/** `lines` is null if the trader has not begun a list. */
export type DraftContent = { readonly lines: DraftLines | null; readonly sizing: TargetSizing };

/**
 * The sizing of a new draft: weights are shares of the model account, and no trade is left out as
 * too small.
 */
const initialSizing: TargetSizing = {
  base: 'account',
  typedBase: '',
  band: 'none',
  bandPercent: '1',
  leastTrade: '0',
  options: 'premium',
};

const maxSteps = 100;

/** The draft of one strategy of one connection while it is edited or saved, with its undo steps. */
export class OpenDraft {
  readonly profileId: string;
  readonly systemId: string;
  #content = $state.raw<DraftContent>(contentOf(null));
  #past = $state.raw<readonly DraftContent[]>([]);
  #future = $state.raw<readonly DraftContent[]>([]);
  /**
   * The message that another window changed the draft, or null. While there is a message, nothing
   * is saved until the trader chooses a version.
   */
  conflict = $state.raw<string | null>(null);
  /** Why the draft was not read or saved, or why a named list was not saved or removed. */
  failure = $state.raw<string | null>(null);
  /** The revision of the stored draft that was read or saved last; 0 if there is none. */
  revision = 0;
  /** Whether the request for the stored draft was answered. Before that nothing is saved. */
  isLoaded = false;
  /** The draft changed since the last save began, or that save failed. */
  needsSave = false;
  isSaving = false;
  /** Starts the next save. Undefined before the first. */
  timer: ReturnType<typeof setTimeout> | undefined;

  constructor(profileId: string, systemId: string) {
    this.profileId = profileId;
    this.systemId = systemId;
  }

  get content(): DraftContent {
    return this.#content;
  }

  /** Whether the whole draft is stored. */
  get isStored(): boolean {
    return !this.needsSave && !this.isSaving;
  }

  /** Whether nothing was read, saved or changed. */
  get isUntouched(): boolean {
    return this.isStored && this.revision === 0 && this.#past.length === 0 && this.#future.length === 0;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Shows what is stored, without an undo step. */
  load(content: DraftContent): void {
    this.#content = content;
  }

  change(content: DraftContent): void {
    this.#past = [...this.#past, this.#content].slice(-maxSteps);
    this.#future = [];
    this.#content = content;
  }

  /** Returns false if there is no step to undo. */
  undo(): boolean {
    const previous = this.#past.at(-1);
    if (previous === undefined) return false;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#content];
    this.#content = previous;
    return true;
  }

  /** Returns false if there is no step to redo. */
  redo(): boolean {
    const next = this.#future.at(-1);
    if (next === undefined) return false;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#content];
    this.#content = next;
    return true;
  }
}

type StoredDraft = { readonly lines: DraftLines; readonly sizing?: TargetSizing };

/** The content of a stored draft. Without lines only its sizing is used. */
export function contentOf(stored: StoredDraft | null): DraftContent {
  const lines = stored === null || stored.lines.length === 0 ? null : stored.lines;
  return { lines, sizing: stored?.sizing ?? initialSizing };
}
