import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import type { Profile, ProfileInput } from '#contract/model/profile.ts';
import { profileErrors } from './profile-errors.ts';
import { failureLines, type FailureTexts } from '#renderer/messages/failure-lines.ts';

type Kind = ProfileInput['kind'];
type Result = { readonly tone: 'good' | 'danger'; readonly text: string; readonly field: string | null };

/**
 * The form of a connection. The key is sent to the program only, and removed from the form once the
 * connection is saved.
 */
export class ProfileForm {
  readonly #bridge: Bridge;
  readonly editing: Profile | null;
  name = $state('');
  kind = $state<Kind>('world');
  baseUrl = $state('');
  altBaseUrl = $state('');
  platformId = $state('');
  key = $state('');
  paceMs = $state(String(limits.paceMs.default));
  /** All typed text. A result is shown until the text changes. */
  readonly #typedText = $derived(
    [this.name, this.kind, this.baseUrl, this.altBaseUrl, this.platformId, this.key, this.paceMs].join('\n'),
  );
  #result = $state.raw<{ readonly typed: string; readonly result: Result } | null>(null);
  #busy = $state.raw(false);
  #attempted = $state.raw(false);
  readonly errors = $derived(profileErrors(this));

  constructor(bridge: Bridge, editing: Profile | null) {
    this.#bridge = bridge;
    this.editing = editing;
    if (editing === null) return;
    this.name = editing.name;
    this.kind = editing.kind === 'platform' ? 'platform' : 'world';
    this.baseUrl = editing.baseUrl;
    this.altBaseUrl = editing.altBaseUrl ?? '';
    this.platformId = editing.platformId ?? '';
    this.paceMs = String(editing.paceMs);
  }

  get result(): Result | null {
    return this.#result?.typed === this.#typedText ? this.#result.result : null;
  }

  get busy(): boolean {
    return this.#busy;
  }

  error(field: string): string | null {
    if (this.result?.field === field) return this.result.text;
    return this.#attempted ? (this.errors.get(field) ?? null) : null;
  }

  async test(): Promise<void> {
    const input = this.#input();
    if (input === null) return;
    const typed = this.#typedText;
    this.#busy = true;
    const outcome = await this.#bridge.call('profiles.test', input);
    this.#busy = false;
    const result: Result = outcome.ok
      ? { tone: 'good', text: `The platform answers: ${strategiesText(outcome.value.strategies)}.`, field: null }
      : failureOf(outcome.failure);
    this.#result = { typed, result };
  }

  /** Null if nothing was sent, because a field is wrong or another request is pending. */
  async save(): Promise<CommandOutcome<'profiles.save'> | null> {
    const input = this.#input();
    if (input === null) return null;
    this.#busy = true;
    const outcome = await this.#bridge.call('profiles.save', input);
    this.#busy = false;
    if (outcome.ok) this.key = '';
    // Shown even if the text changed meanwhile, because nothing else reports the failed save.
    else this.#result = { typed: this.#typedText, result: failureOf(outcome.failure) };
    return outcome;
  }

  #input(): ProfileInput | null {
    this.#attempted = true;
    this.#result = null;
    if (this.#busy || this.errors.size > 0) return null;
    const isPlatform = this.kind === 'platform';
    return {
      id: this.editing?.id ?? null,
      name: this.name.trim(),
      kind: this.kind,
      baseUrl: this.baseUrl.trim(),
      altBaseUrl: this.altBaseUrl.trim() || null,
      platformId: isPlatform ? this.platformId.trim() : null,
      paceMs: Number(this.paceMs),
      key: this.key === '' ? null : this.key.trim(),
    };
  }
}

const failureOf = (failure: FailureTexts & { readonly field?: string }): Result => ({
  tone: 'danger',
  text: failureLines(failure).join('\n'),
  field: failure.field ?? null,
});

const strategiesText = (count: number): string => (count === 1 ? 'one strategy' : `${count} strategies`);
