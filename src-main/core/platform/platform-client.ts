import type { Lane } from '#contract/model/activity.ts';

/** A value of a request's body; ids and prices are strings. */
export type RequestValue =
  string | number | boolean | null | readonly RequestValue[] | { readonly [key: string]: RequestValue };

export type PlatformRequest = {
  /** The platform's command, e.g. `submitSignal`. */
  readonly command: string;
  /** Body members without the key; the client adds `apikey` itself, at the last moment. */
  readonly body: Readonly<Record<string, RequestValue>>;
  readonly lane: Lane;
  readonly systemId: string | null;
  /**
   * Runs when the slot is free, before the first byte leaves: the place to write SENDING. When it throws, or returns
   * false, nothing is sent and the result is `withdrawn`.
   */
  readonly beforeSend?: () => boolean;
  /** Goes by another connection to the same service, in the turn of this one: the pace is the service's. Never merged. */
  readonly carriedBy?: Carry;
  /** A person waits for this read: it does not wait for the back-off after earlier failures. */
  readonly retryNow?: boolean;
};

/** `left` is called whenever bytes were handed over; `stop` tells that the answer is not waited for any more. Never throws. */
export type Carry = (left: () => void, stop: AbortSignal) => Promise<PlatformResult>;

/** What came of a request. No result is ever a guess: `no-answer` means that bytes may have arrived. */
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
  | { readonly kind: 'not-sent'; readonly text: string }
  /** Timeout, reset, cut body, over the cap: it may have been carried out. */
  | { readonly kind: 'no-answer'; readonly text: string; readonly sentAt: number }
  /** `beforeSend` declined, the queue was full, or the connection was closed before its turn. */
  | { readonly kind: 'withdrawn'; readonly text: string };

/** One connection: everything that leaves for it passes its pacer. Mutating commands are sent once, reads may be merged. */
export interface PlatformClient {
  send(request: PlatformRequest): Promise<PlatformResult>;
}
