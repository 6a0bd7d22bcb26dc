import type { Text } from '#contract/message.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';

/** The end of a request's turn. */
export type Sent = {
  /** SENDING was durable, and bytes may have left. False: the request had no permission to leave. */
  readonly begun: boolean;
  readonly result: PlatformResult;
  /** Why SENDING could not be written; null where that was not the reason. Nothing left. */
  readonly problem: Text | null;
};

/**
 * One mutating request. Its steps are those of order-safety 6.2: last checks, SENDING on the disk,
 * first byte, outcome on the disk. `Sender` takes every request through them in this order, once;
 * what a step means for an order, a cancel, an act or the probe is said by the one that makes the
 * request.
 */
export interface DurableRequest {
  /** Unique among the requests of its target. */
  readonly id: string;
  /** What it changes. One request of a target is in flight at a time; a strategy is named by its id. */
  readonly target: string;
  /** False once it was withdrawn or put on hold: the queue skips it. */
  isWaiting(): boolean;
  wire(): Pick<PlatformRequest, 'command' | 'body' | 'lane' | 'systemId' | 'secrets' | 'reduces'>;
  /** The last checks, when its slot is free. False: nothing leaves, and the reason was recorded. */
  mayLeave(): boolean;
  /** Makes SENDING durable. Nothing leaves if it throws. */
  recordSending(): void;
  /**
   * Records the outcome. `again` puts it back to the head of its queue, which only a request that is
   * absorbing may ask for.
   */
  ended(sent: Sent): 'over' | 'again';
}
