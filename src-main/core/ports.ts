import type { CommandName, CommandOutcome } from '#contract/commands.ts';
import type { EventMessage } from '#contract/bridge.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import type { SecretStoreState } from '#contract/model/profile.ts';
import type { GlobalBinding, GlobalKey } from '#contract/model/shortcuts.ts';
import type { Notice } from '#contract/model/status.ts';

/** A file that was missing or could not be read at the start. */
export type LostFile = {
  readonly name: string;
  /** The new path of the damaged file; null if it was missing. */
  readonly quarantinedPath: string | null;
  /** Time of the copy that is used instead, in unix seconds; null if there was none. */
  readonly copyAt: number | null;
};

/**
 * Time, injected everywhere. `now` is the wall clock in milliseconds and may jump. `monotonic` is
 * for pacing and ages in this run and never decreases. `after` calls `run` once after the given
 * milliseconds and returns a function that cancels the call.
 */
export interface Clock {
  now(): number;
  monotonic(): number;
  after(milliseconds: number, run: () => void): () => void;
}

/** Random numbers in [0, 1) and version-4 UUIDs, injected so that tests are repeatable. */
export interface Random {
  fraction(): number;
  uuid(): string;
}

/**
 * Where API keys are stored. `account` is the profile's id. A store that cannot save a secret keeps
 * it until the end of this run and says so in its state. It never writes a secret anywhere else.
 */
export interface SecretStore {
  state(): SecretStoreState;
  get(account: string): Promise<string | null>;
  /** Resolves to where the secret is now. */
  set(account: string, secret: string): Promise<'keychain' | 'session'>;
  /**
   * Resolves to `not-opened` if the keychain could not be opened: it may still have the secret.
   * Rejects if the keychain did not delete the secret.
   */
  delete(account: string): Promise<'deleted' | 'not-opened'>;
}

/** Where preferences are stored. `read` returns the default of each missing or invalid one. */
export interface PreferenceStore {
  read(): Preferences;
  write(preferences: Preferences): void;
}

/** System-wide keyboard shortcuts, if the host has them. */
export interface GlobalKeys {
  /** False if the system may accept a key that then never fires, as on Wayland. */
  readonly isRegistrationReliable: boolean;
  /** Releases the current keys and registers these; returns the ones that the system refused. */
  replace(bindings: readonly GlobalBinding[]): readonly GlobalKey[];
  /** `listener` is called with each press. Call this once. */
  onPress(listener: (id: GlobalKey) => void): void;
}

/**
 * Accepts a fixed event name and an allow-listed record of plain values; never a body, a header or
 * the query of an address.
 */
export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/**
 * How to reach the embedded practice service; it has a new port and the same keys at every start.
 */
export interface PracticeAccess {
  readonly baseUrl: string;
  readonly controlToken: string;
  readonly apiKey: string;
  /** The private platform of the service; null if it has none. */
  readonly platform: { readonly apiKey: string; readonly platformId: string } | null;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretStore;
  readonly preferences: PreferenceStore;
  readonly log: Log;
  /**
   * The folder with the journals and one cache file per profile. It exists, is writable, and is
   * locked for this process.
   */
  readonly dataDir: string;
  /**
   * True if the core must lock the journals, so that no other program can open them. A test that
   * reads the journals while the core is running omits this.
   */
  readonly lockJournals?: boolean;
  /** Files that were lost before the core could open them, such as the settings. */
  readonly lostFiles?: readonly LostFile[];
  /**
   * The practice service, or why it did not start. If it did not start, the practice connection
   * shows only its cache.
   */
  readonly practice: PracticeAccess | { readonly failure: string };
  /** The script of the ingest worker thread. Its address differs between sources and bundle. */
  readonly ingestWorker: URL;
  /** Missing if the host has none. */
  readonly globalKeys?: GlobalKeys;
  readonly app: { readonly version: string; readonly host: 'electron' | 'browser' };
}

export type HostNotice = Pick<Notice, 'level' | 'title' | 'text'>;

/** The whole interface of the core for a host. Inputs are untrusted and checked inside. */
export interface Core {
  call(name: string, input: unknown): Promise<CommandOutcome<CommandName>>;
  /**
   * Starts with a snapshot (`seq` 0). Throws for an unknown name or invalid params. Returns a
   * function that ends the subscription.
   */
  subscribe(name: string, params: unknown, receive: (message: EventMessage) => void): () => void;
  /** Shows a message of the host, for example that the window was reloaded. */
  notify(notice: HostNotice): void;
  /** The computer was asleep: every dataset is due again, and is read at the usual pace. */
  wokeFromSleep(): void;
  /** Waits for requests in flight, at most until they time out, then closes the databases. */
  close(): Promise<void>;
}
