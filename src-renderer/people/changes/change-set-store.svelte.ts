import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { ChangeRun, StagedChange } from '#contract/model/change-set.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';

/** The staged changes of a private platform and the run that applies them. */
export class ChangeSetStore {
  #revision = $state.raw<number | null>(null);
  readonly #loader: Loader<CommandOutput<'changes.get'>>;
  readonly #release: () => void;

  constructor(bridge: Bridge, status: Pick<StatusStore, 'profile'>) {
    this.#release = bridge.on('changes.changed', {}, ({ revision }) => (this.#revision = revision));
    this.#loader = new Loader(
      () => {
        const scope = status.profile?.id;
        return scope === undefined || this.#revision === null ? null : { scope, revision: `${this.#revision}` };
      },
      () => bridge.call('changes.get', {}),
    );
  }

  /** The staged changes. Null until they are read. */
  get list(): readonly StagedChange[] | null {
    return this.#loader.value?.changes ?? null;
  }

  get run(): ChangeRun | null {
    return this.#loader.value?.run ?? null;
  }

  /** The set was opened from a plan file, and not edited since. */
  get isFromFile(): boolean {
    return this.#loader.value?.expected != null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}
