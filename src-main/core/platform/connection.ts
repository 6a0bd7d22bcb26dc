import type { ActivityEntry } from '#contract/model/activity.ts';
import type { ProfileKind } from '#contract/model/profile.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from './platform-client.ts';

/** Milliseconds a request may spend in each of its phases. */
export type Timeouts = {
  readonly lookupMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** From the last byte out to the headers of the answer. */
  readonly answerMs: number;
  /** The whole request, first byte out to last byte in. */
  readonly totalMs: number;
};

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
  readonly timeouts?: Partial<Timeouts>;
  /** Largest answer after decompression; `limits.answerBytes` unless a test says less. */
  readonly answerBytes?: number;
  /** Asked for every mutating request in the instant before it leaves: why it may not, or null. */
  readonly gate?: (command: string) => string | null;
  /** Every request that left or tried to, once, when it is over. */
  readonly onActivity?: (entry: ActivityEntry) => void;
};

export type Health =
  | { readonly state: 'connecting' }
  | { readonly state: 'answering'; readonly at: number }
  | { readonly state: 'failing'; readonly since: number; readonly text: string };

/** The one way out of this machine for a profile: endpoint check, pacer, transport, activity. */
export interface PlatformConnection extends PlatformClient {
  /** Makes one connection ready for the next mutating request. Sends nothing; used once, closed when nothing comes. */
  prewarm(): void;
  queue(): QueueState;
  /** Whether the last request was answered; times in unix seconds. */
  health(): Health;
  /** Service time less ours in milliseconds, from the `Date` of its last answer (whole seconds); null before any. */
  clockOffsetMs(): number | null;
  /** After every change of the queue or of the health. Returns the release. */
  onChange(listener: () => void): () => void;
  setPace(paceMs: number): void;
  /** Withdraws what waits, resolves when what is in flight has ended. */
  close(): Promise<void>;
}

export interface Carrier {
  /** Carries a request at once, in the turn that another connection to the same service gave it. Never throws. */
  carry(request: PlatformRequest, left: () => void, stop: AbortSignal): Promise<PlatformResult>;
}
