import type { Text } from '#contract/message.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';

/** How a request's turn ended. */
export type TurnEnd = {
  /**
   * SENDING was durable, and bytes may have been sent. False: SENDING was not recorded, so nothing
   * was sent.
   */
  readonly begun: boolean;
  readonly result: PlatformResult;
  /** Why SENDING could not be written, so that nothing was sent; null otherwise. */
  readonly problem: Text | null;
};

/**
 * One mutating request. Its steps are those of order-safety 6.2: last checks, SENDING on the disk,
 * first byte, outcome on the disk. `Sender` takes every request through them in this order, once.
 * The creator of the request defines what each step does for an order, a cancel, an act or the
 * probe.
 */
export interface DurableRequest {
  /** Unique among the requests of its target. */
  readonly id: string;
  /**
   * What it changes; a strategy is named by its id. One request of a target is in flight at a time.
   */
  readonly target: string;
  /** False once it was withdrawn or put on hold: the queue skips it. */
  isWaiting(): boolean;
  wire(): Pick<PlatformRequest, 'command' | 'body' | 'lane' | 'systemId' | 'secrets' | 'reduces'>;
  /**
   * The last checks, when its slot is free. False: nothing is sent, and the reason was recorded.
   */
  mayBeSent(): boolean;
  /** Makes SENDING durable. Nothing is sent if it throws. */
  recordSending(): void;
  /**
   * Records the outcome. `again` puts the request back at the head of its queue. Only a request
   * with the same effect when it is carried out twice may ask for that.
   */
  ended(end: TurnEnd): 'over' | 'again';
}
