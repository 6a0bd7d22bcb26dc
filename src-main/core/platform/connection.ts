import type { Text } from '#contract/message.ts';
import type { ActivityEntry } from '#contract/model/activity.ts';
import type { ProfileKind } from '#contract/model/profile.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { Timeouts, Transport } from './transport.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from './platform-client.ts';

/** The parts of a connection. The key stays inside: only requests to the platform contain it. */
export type ConnectionOptions = {
  readonly profile: {
    readonly name: string;
    readonly kind: ProfileKind;
    readonly baseUrl: string;
    /** The address for reads after a failure, never used for orders. Null if there is none. */
    readonly altBaseUrl: string | null;
    readonly platformId: string | null;
    readonly paceMs: number;
  };
  readonly apiKey: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The network transport; a test replaces it. */
  readonly transport?: Pick<Transport, 'post' | 'prepare' | 'closeUnused' | 'close'>;
  readonly timeouts?: Partial<Timeouts>;
  /** Largest answer after decompression; `limits.answerBytes` unless a test sets less. */
  readonly answerBytes?: number;
  /**
   * Called for every mutating request in the instant before it is sent. Returns why it may not be
   * sent, or null.
   */
  readonly gate?: (request: PlatformRequest) => Text | null;
  /** Called once for every request that was sent or tried, when it is over. */
  readonly onActivity?: (entry: ActivityEntry) => void;
};

export type Health =
  | { readonly state: 'connecting' }
  | { readonly state: 'answering'; readonly at: number }
  | { readonly state: 'failing'; readonly since: number; readonly text: Text };

/**
 * The only way for requests of a profile to leave this computer: endpoint check, pacer, transport,
 * activity.
 */
export interface PlatformConnection extends PlatformClient {
  /**
   * Opens one socket for the next mutating request. Sends nothing. The socket is used once, and
   * closed when no request uses it in time.
   */
  prewarm(): void;
  /**
   * Gives a waiting read that is equal to `request` the lane and urgency of `request`. Does nothing
   * when none waits.
   */
  raise(request: PlatformRequest): void;
  /** Monotonic ms before which this request would not start. */
  earliestStart(request: PlatformRequest): number;
  queue(): QueueState;
  /** Whether the service answers; times in unix seconds. */
  health(): Health;
  /**
   * Unix seconds until which the service wants no requests (`Retry-After`); null if it set no such
   * time.
   */
  askedToWaitUntil(): number | null;
  /** When the platform began to refuse the key, unix seconds; null while the key is accepted. */
  keyRefusedSince(): number | null;
  /**
   * Service time minus local time in milliseconds, from the `Date` of its last answer (whole
   * seconds); null before the first answer.
   */
  clockOffsetMs(): number | null;
  /**
   * Used after the computer was asleep. Forgets the service time until the answer to a later
   * request, because the monotonic clock may have stopped meanwhile. Closes the sockets that no
   * request uses.
   */
  wokeFromSleep(): void;
  /** Called after every change of queue or health. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  setPace(paceMs: number): void;
  /**
   * Waits at most this long for the mutating request in flight. If it has not ended by then, its
   * socket is closed and its outcome is unknown. Resolves when the request has ended.
   */
  cutInFlight(afterMs: number): Promise<void>;
  /** Prepares the close: withdraws waiting reads and cuts the read in flight. */
  endReads(): void;
  /** Withdraws all waiting requests. Resolves when the request in flight has ended. */
  close(): Promise<void>;
}

export interface Carrier {
  /**
   * Sends a request without the pacer of this connection. Used when the pacer of another open
   * connection to the same service decides when the request is sent. `onDeparted` is called when
   * the request starts, and again when all of it was written. Never throws.
   */
  carry(request: PlatformRequest, onDeparted: () => void, stop: AbortSignal): Promise<PlatformResult>;
}
