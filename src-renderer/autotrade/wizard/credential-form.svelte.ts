import type { AutoTradePlan, BrokerCredentials } from '#contract/model/autotrade.ts';
import { credentialFault, noCredentials, credentialsToSend, type Credentials } from './credentials.ts';

type Needs = AutoTradePlan['needs'];
const credentialNames = ['accountNumber', 'userId', 'password'] as const;

/** What the trader types in the wizard's account step. It is never in a draft (acts.md A8). */
export class CredentialForm {
  #typed = $state.raw<Credentials>(noCredentials);
  /**
   * A password was typed for an earlier start and deleted after it. The next start must not omit
   * the password.
   */
  #isPasswordDropped = $state(false);

  get typed(): Credentials {
    return this.#typed;
  }

  get toSend(): BrokerCredentials {
    return credentialsToSend(this.#typed);
  }

  /** The password has to be typed again before the next start. */
  get isPasswordMissing(): boolean {
    return this.#isPasswordDropped && this.#typed.password === '';
  }

  edit(changes: Partial<Credentials>): void {
    this.#typed = { ...this.#typed, ...changes };
  }

  /** What has to be typed for a plan. A password that was deleted is required again. */
  currentNeeds(planned: Needs): Needs {
    return this.#isPasswordDropped ? { ...planned, password: 'required' } : planned;
  }

  isComplete(planned: Needs): boolean {
    const needs = this.currentNeeds(planned);
    return credentialNames.every((name) => credentialFault(name, needs[name], this.#typed[name]) === null);
  }

  /** Deletes the password after a start. The trader types it again for each start. */
  dropPassword(): void {
    this.#isPasswordDropped ||= this.#typed.password !== '';
    this.edit({ password: '' });
  }

  clear(): void {
    this.#typed = noCredentials;
    this.#isPasswordDropped = false;
  }
}
