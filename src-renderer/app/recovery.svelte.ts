import type { Bridge } from '#contract/bridge.ts';
import { typedChoice, type LostFile } from '#contract/recovery-commands.ts';
import { Confirmation } from '#renderer/plan/confirmation.svelte.ts';

/** The unusable files of the data folder, and the replacement that is chosen for the first file. */
export class Recovery {
  readonly #bridge: Bridge;
  readonly #confirmation: Confirmation<never>;
  #lost = $state.raw<readonly LostFile[]>([]);
  /** Null: an empty file. Undefined before a choice: the newest copy is used if there is one. */
  #chosenCopyAt = $state.raw<number | null | undefined>(undefined);
  typed = $state.raw('');
  readonly file = $derived(this.#lost[0] ?? null);
  /** The time of the copy that replaces the file. Null: an empty file. */
  readonly copyAt = $derived(this.#chosenCopyAt === undefined ? (this.file?.copies[0] ?? null) : this.#chosenCopyAt);
  /** What has to be typed to confirm. */
  readonly textToType = $derived(this.copyAt === null ? typedChoice.new : typedChoice.copy);

  constructor(bridge: Bridge, uuid: () => string) {
    this.#bridge = bridge;
    this.#confirmation = new Confirmation(uuid);
  }

  get failure(): string | null {
    return this.#confirmation.failure;
  }

  get mayChoose(): boolean {
    return !this.#confirmation.busy && this.typed === this.textToType;
  }

  async read(): Promise<void> {
    const outcome = await this.#bridge.call('recovery.list', {});
    if (outcome.ok) this.#lost = outcome.value;
  }

  selectReplacement(copyAt: number | null): void {
    this.#chosenCopyAt = copyAt;
  }

  decideLater(): void {
    this.#lost = this.#lost.slice(1);
    this.#clear();
  }

  /**
   * If the choice failed and its file is no longer shown, returns the failure as text, because
   * `failure` is shown only with that file. Otherwise returns null.
   */
  async choose(): Promise<string | null> {
    if (this.file === null) return null;
    const { name } = this.file;
    const { copyAt, typed } = this;
    const outcome = await this.#confirmation.run(() => this.#bridge.call('recovery.choose', { name, copyAt, typed }));
    if (outcome === null) return null;
    await this.read();
    const { failure } = this;
    const isShown = this.#lost[0]?.name === name;
    if (outcome.ok || !isShown) this.#clear();
    else this.typed = '';
    return isShown ? null : failure;
  }

  /** Deletes what was chosen and typed for one file, so that it is not used for the next. */
  #clear(): void {
    this.#chosenCopyAt = undefined;
    this.typed = '';
    this.#confirmation.drop();
  }
}
