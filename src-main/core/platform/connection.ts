import type { Text } from '#contract/message.ts';
import type { ActivityEntry } from '#contract/model/activity.ts';
import type { ProfileKind } from '#contract/model/profile.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { Timeouts, Transport } from './transport.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from './platform-client.ts';

/** What a connection is made of. The key stays in here: nothing that leaves this object holds it. */
export type ConnectionOptions = {
  readonly profile: {
    readonly name: string;
    readonly kind: ProfileKind;
    readonly baseUrl: string;
    /** Reads fall back to it after a failure; orders never. Null: not asked for. */
    readonly altBaseUrl: string | null;
    readonly platformId: string | null;
    readonly paceMs: number;
  };
  readonly apiKey: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The way over the network; a test has its own. */
  readonly transport?: Pick<Transport, 'post' | 'prepare' | 'close'>;
  readonly timeouts?: Partial<Timeouts>;
  /** Largest answer after decompression; `limits.answerBytes` unless a test says less. */
  readonly answerBytes?: number;
  /** Asked for every mutating request in the instant before it leaves: why it may not, or null. */
  readonly gate?: (request: PlatformRequest) => Text | null;
  /** Every request that left or tried to, once, when it is over. */
  readonly onActivity?: (entry: ActivityEntry) => void;
};

export type Health =
  | { readonly state: 'connecting' }
  | { readonly state: 'answering'; readonly at: number }
  | { readonly state: 'failing'; readonly since: number; readonly text: string };

/** The one way out of this machine for a profile: endpoint check, pacer, transport, activity. */
export interface PlatformConnection extends PlatformClient {
  /**
   * Cuts a secret besides the key out of every answer, for as long as the act that sends it is open. Returns the release.
   */
  hide(secret: string): () => void;
  /** Makes one connection ready for the next mutating request. Sends nothing; used once, closed when nothing comes. */
  prewarm(): void;
  queue(): QueueState;
  /** Whether the last request was answered; times in unix seconds. */
  health(): Health;
  /** Unix seconds until which the service asked to be left alone (`Retry-After`); null when it did not. */
  askedUntil(): number | null;
  /** Unix seconds since when the platform refuses the key; null while it takes it. */
  keyRefusedSince(): number | null;
  /** Service time less ours in milliseconds, from the `Date` of its last answer (whole seconds); null before any. */
  clockOffsetMs(): number | null;
  /** After every change of the queue or of the health. Returns the release. */
  onChange(listener: () => void): () => void;
  setPace(paceMs: number): void;
  /**
   * Waits at most this long for the order or cancel in flight, then closes its connection: its outcome is unknown. Resolves
   * when none of those that were in flight is.
   */
  cutInFlight(afterMs: number): Promise<void>;
  /** Whoever closes waits for no read: those that wait are withdrawn, the one in flight is cut. */
  endReads(): void;
  /** Withdraws what waits, resolves when the order or cancel in flight has ended. */
  close(): Promise<void>;
}

export interface Carrier {
  /** Carries a request at once, in the turn that another connection to the same service gave it. Never throws. */
  carry(request: PlatformRequest, left: () => void, stop: AbortSignal): Promise<PlatformResult>;
}
