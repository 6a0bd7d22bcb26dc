import type { Text } from '#contract/message.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';

/** How a request's turn ended. */
export type TurnEnd = {
  /**
   * True if SENDING was recorded, so bytes may have been sent. False if SENDING was not recorded,
   * so nothing was sent.
   */
  readonly begun: boolean;
  readonly result: PlatformResult;
  /** Why SENDING could not be written. Nothing was sent then. Null otherwise. */
  readonly problem: Text | null;
};

/**
 * One mutating request. Its steps are those of order-safety 6.2: last checks, SENDING on the disk,
 * first byte, outcome on the disk. `Sender` takes every request through them in this order, once.
 * The creator of the request defines what each step does: for an order, a cancel, an act (another
 * change on the platform) or the probe (a test order of the connection).
 */
export interface DurableRequest {
  /** Unique among the requests of its target. */
  readonly id: string;
  /**
   * What the request changes; a strategy is named by its id. Each target has at most one request in
   * flight.
   */
  readonly target: string;
  /** False once the request was withdrawn or put on hold. The queue then skips it. */
  isWaiting(): boolean;
  /** The platform request. `Sender` adds `beforeSend`. */
  wire(): Pick<PlatformRequest, 'command' | 'body' | 'lane' | 'systemId' | 'secrets' | 'reducesRisk'>;
  /**
   * Makes the last checks when its slot is free. If it returns false, the reason was recorded and
   * nothing is sent.
   */
  mayBeSent(): boolean;
  /** Makes SENDING durable. Nothing is sent if it throws. */
  recordSending(): void;
  /**
   * Records the outcome. `again` puts the request back at the head of its queue. Only a request
   * that has the same effect if it is sent twice may ask for that.
   */
  recordOutcome(end: TurnEnd): 'over' | 'again';
}
