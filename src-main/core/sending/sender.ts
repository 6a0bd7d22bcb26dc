import type { Text } from '#contract/message.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { isAhead } from '#core/platform/request-queue.ts';
import type { Clock, Log } from '#core/ports.ts';
import type { DurableRequest } from './durable-request.ts';
import { InFlight } from './in-flight.ts';
import { JournalError } from './journal-error.ts';

type Turn = { begun: boolean; isBlocked: boolean; problem: Text | null };
type Wire = Pick<PlatformRequest, 'lane'>;

/**
 * Sends every mutating request of a connection, so that orders, cancels and acts of a target never
 * overtake each other in flight.
 */
export class Sender {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #client: PlatformClient;
  readonly #inFlight = new InFlight();
  /**
   * By target: a request that got its slot while another one was in flight, and takes another turn.
   * If there are several, the one of the lane with the highest priority. Requests of lower lanes
   * let it go first.
   */
  readonly #blocked = new Map<string, { readonly request: DurableRequest; readonly wire: Wire }>();

  constructor(clock: Clock, log: Log, client: PlatformClient) {
    this.#clock = clock;
    this.#log = log;
    this.#client = client;
  }

  /**
   * Takes a request through its turn; never throws. `again`: another request of its target was in
   * flight or goes first, or the request asks for another turn. The target remains in flight until
   * `end`.
   */
  async send(request: DurableRequest): Promise<'over' | 'again'> {
    if (this.#blocked.get(request.target)?.request === request) this.#blocked.delete(request.target);
    const turn: Turn = { begun: false, isBlocked: false, problem: null };
    let result: PlatformResult;
    try {
      const wire = request.wire();
      result = await this.#client.send({ ...wire, beforeSend: () => this.#begin(request, wire, turn) });
    } catch (error) {
      result = this.#resultOfThrow(turn, error);
    }
    if (turn.isBlocked) return 'again';
    try {
      return request.recordOutcome({ begun: turn.begun, result, problem: turn.problem });
    } catch (error) {
      // A bug: the row stays SENDING on the disk, and the next start makes it unknown.
      this.#log.error('outcome-not-recorded', { error: nameOf(error) });
      return 'over';
    }
  }

  end({ target, id }: DurableRequest): void {
    this.#inFlight.end(target, id);
  }

  isFree(target: string): boolean {
    return this.#inFlight.isFree(target);
  }

  onFree(listener: (target: string) => void): void {
    this.#inFlight.onFree(listener);
  }

  /**
   * The result after a lower layer threw, which is a bug there. It is certain that nothing was sent
   * only if SENDING was not recorded.
   */
  #resultOfThrow({ begun }: Turn, error: unknown): PlatformResult {
    this.#log.error('send-threw', { error: nameOf(error), begun });
    const text = { code: 'request.failed-here' } as const;
    return begun ? { kind: 'no-answer', text, sentAt: this.#clock.now() } : { kind: 'not-sent', text };
  }

  /**
   * Called when the slot is free. If it returns true, SENDING is durable and the first byte is
   * sent.
   */
  #begin(request: DurableRequest, wire: Wire, turn: Turn): boolean {
    if (!request.mayBeSent()) return false;
    const { id, target } = request;
    const blocked = this.#blocked.get(target);
    const mustYield = blocked?.request.isWaiting() === true && isAhead(blocked.wire, wire);
    if (mustYield || !this.#inFlight.begin(target, id)) {
      turn.isBlocked = true;
      if (blocked === undefined || isAhead(wire, blocked.wire)) this.#blocked.set(target, { request, wire });
      return false;
    }
    try {
      request.recordSending();
      turn.begun = true;
      return true;
    } catch (error) {
      this.end(request);
      if (!(error instanceof JournalError)) throw error;
      turn.problem = error.text;
      return false;
    }
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
