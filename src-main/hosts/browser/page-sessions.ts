// Controls access through the loopback address. Other programs of this user, other users of this
// computer and every page in the same browser can reach the port, so a request without a secret is
// refused. The secret starts as a one-time code in the fragment of the printed address: fragments
// are not sent, logged or passed on as a referrer, and the page removes it at once. The code is
// exchanged, once, for a token that the page has in memory only, so that a script injected later
// finds no stored secret.
//
// A reload loses that memory. Therefore each exchange also returns a renewal: another one-time
// code, which the page stores in the session storage of its tab (not shared with other tabs,
// deleted with the tab). Using it replaces the session: the old token becomes invalid and its
// streams are closed, since the page of that token has ended. A used renewal can be used again until
// the new session has a stream: a tab that is reloaded twice in quick succession never got the
// answer of the first exchange, and would be locked out. A duplicated tab has a copy of the
// renewal: it takes over the session, and the first page is notified, instead of two pages sharing
// one secret. A tab without a code gets only the page's files; for another window the program
// prints an address on request.
import { createHash, randomBytes } from 'node:crypto';
import type { PageSession } from '#contract/loopback.ts';
import type { Clock } from '#core/ports.ts';

const SECRET_BYTES = 32;

/** Above this number, sessions without an open stream are deleted, oldest first. */
const MAX_SESSIONS = 32;

/** A token expires after this time without a page. */
const IDLE_MS = 120_000;

type SessionState = {
  readonly closeStreams: Set<() => void>;
  readonly renewalKey: string;
  /** The digest of the renewal that was exchanged for this session, while it can be used again. */
  usedRenewalKey: string | undefined;
  cancelExpiry: () => void;
};

const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Secrets are looked up by digest, so that the time of a comparison reveals nothing about them. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

export class PageSessions {
  /** At most one digest: that of the printed code that can still be used. */
  readonly #printed = new Set<string>();
  /** By the digest of a renewal: the digest of the token of its session. */
  readonly #renewals = new Map<string, string>();
  /** By the digest of a token. */
  readonly #sessions = new Map<string, SessionState>();
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onPages: (pages: number) => void;
  #pageCount = 0;

  /** `onPages` is called with the number of open streams after each change. */
  constructor(clock: Pick<Clock, 'after'>, onPages: (pages: number) => void) {
    this.#clock = clock;
    this.#onPages = onPages;
  }

  /** A code for a printed address. An unused earlier code is invalid from then on. */
  issueCode(): string {
    const code = secret();
    this.#printed.clear();
    this.#printed.add(digest(code));
    return code;
  }

  /** Exchanges a code for a session. Undefined for a wrong code. */
  exchange(code: string): PageSession | undefined {
    const key = digest(code);
    const isPrinted = this.#printed.delete(key);
    const replacedSession = this.#renewals.get(key);
    if (!isPrinted && replacedSession === undefined) return undefined;
    if (replacedSession !== undefined) this.#drop(replacedSession);
    return this.#create(isPrinted ? undefined : key);
  }

  isToken(token: string): boolean {
    return this.#sessions.has(digest(token));
  }

  /**
   * Counts a stream of this token, and returns the function that releases it; undefined for a wrong
   * token. `close` is called if the session ends before the stream.
   */
  attach(token: string, close: () => void): (() => void) | undefined {
    const state = this.#sessions.get(digest(token));
    if (state === undefined) return undefined;
    state.cancelExpiry();
    this.#forgetUsedRenewal(state);
    state.closeStreams.add(close);
    this.#addPages(1);
    return () => {
      if (!state.closeStreams.delete(close)) return;
      this.#addPages(-1);
      if (state.closeStreams.size === 0) this.#expireLater(digest(token));
    };
  }

  #create(usedRenewalKey: string | undefined): PageSession {
    const token = secret();
    const renewal = secret();
    const key = digest(token);
    // Called before the new session exists. That session has no stream yet and must not be deleted.
    this.#deleteOldest();
    const renewalKey = digest(renewal);
    this.#sessions.set(key, { closeStreams: new Set(), renewalKey, usedRenewalKey, cancelExpiry: () => undefined });
    this.#expireLater(key);
    this.#renewals.set(renewalKey, key);
    if (usedRenewalKey !== undefined) this.#renewals.set(usedRenewalKey, key);
    return { token, renewal };
  }

  #expireLater(key: string): void {
    const state = this.#sessions.get(key);
    if (state !== undefined) state.cancelExpiry = this.#clock.after(IDLE_MS, () => this.#drop(key));
  }

  #drop(key: string): void {
    const state = this.#sessions.get(key);
    if (state === undefined) return;
    state.cancelExpiry();
    this.#sessions.delete(key);
    this.#renewals.delete(state.renewalKey);
    this.#forgetUsedRenewal(state);
    for (const close of state.closeStreams) close();
  }

  #forgetUsedRenewal(state: SessionState): void {
    if (state.usedRenewalKey !== undefined) this.#renewals.delete(state.usedRenewalKey);
    state.usedRenewalKey = undefined;
  }

  /** Makes room for one more session. */
  #deleteOldest(): void {
    const idle = [...this.#sessions].filter(([, { closeStreams }]) => closeStreams.size === 0).map(([key]) => key);
    const surplus = this.#sessions.size + 1 - MAX_SESSIONS;
    for (const key of idle.slice(0, Math.max(0, surplus))) this.#drop(key);
  }

  #addPages(change: 1 | -1): void {
    this.#pageCount += change;
    this.#onPages(this.#pageCount);
  }
}
