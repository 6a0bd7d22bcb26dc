import type { Text } from '#contract/message.ts';
import type { Lane } from '#contract/model/activity.ts';

/** A value in the body of a request. Ids and prices are strings. */
export type RequestValue =
  string | number | boolean | null | readonly RequestValue[] | { readonly [key: string]: RequestValue };

export type PlatformRequest = {
  /** The platform's command, e.g. `submitSignal`. */
  readonly command: string;
  /** Body members without the key. The client adds `apikey` at the last moment. */
  readonly body: Readonly<Record<string, RequestValue>>;
  readonly lane: Lane;
  readonly systemId: string | null;
  /**
   * Runs when the request may start, before the first byte is sent. It records the state SENDING
   * of the journal row. When it throws or returns false, nothing is sent and the result is
   * `withdrawn`.
   */
  readonly beforeSend?: () => boolean;
  /**
   * Sends the request over another connection to the same service. The request still waits in the
   * queue of the client that it was given to, because the pace is per service. It is never merged.
   */
  readonly carriedBy?: Carry;
  /** Values of the body that are cut out of its answer. */
  readonly secrets?: readonly string[];
  /**
   * Only for `changeAutoTrade`: true if every difference between the new settings and the earlier
   * ones reduces risk.
   */
  readonly reducesRisk?: boolean;
  /** A person waits for this read. It skips the back-off after earlier failures. */
  readonly retryNow?: boolean;
};

/**
 * Sends a request. `onDeparted` is called when the request starts, and again when all of it was
 * written. `stop` is aborted when the answer is no longer waited for. The promise never rejects.
 */
export type Carry = (onDeparted: () => void, stop: AbortSignal) => Promise<PlatformResult>;

/**
 * The outcome of a request. No result is a guess: `no-answer` means that bytes may have arrived.
 */
export type PlatformResult =
  | {
      readonly kind: 'answer';
      readonly httpStatus: number;
      /** The body, decompressed, within `limits.answerBytes`. */
      readonly bytes: Uint8Array;
      /** Wall clock, ms. */
      readonly sentAt: number;
      readonly receivedAt: number;
    }
  /** Proof that no request byte reached an established connection. */
  | { readonly kind: 'not-sent'; readonly text: Text }
  /** Timeout, reset, cut body or size limit: the request may have been carried out. */
  | { readonly kind: 'no-answer'; readonly text: Text; readonly sentAt: number }
  /**
   * Nothing was sent: `beforeSend` declined, the queue was full, the service asked to wait, or the
   * connection was closed first.
   */
  | { readonly kind: 'withdrawn'; readonly text: Text };

/**
 * One connection. Everything sent on it passes its pacer. Mutating commands are sent once; reads
 * may be merged.
 */
export interface PlatformClient {
  send(request: PlatformRequest): Promise<PlatformResult>;
}
