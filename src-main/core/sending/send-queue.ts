import type { DurableRequest, TurnEnd } from './durable-request.ts';
import type { Sender } from './sender.ts';

/** The waiting requests of one kind, first in, first out for each target. */
export class SendQueue {
  readonly #sender: Sender;
  readonly #waiting = new Map<string, DurableRequest[]>();
  /** Targets with a request under way, or waiting for its slot. */
  readonly #busy = new Set<string>();
  readonly #work = new Set<Promise<void>>();

  constructor(sender: Sender) {
    this.#sender = sender;
    sender.onFree((target) => this.#sendNext(target));
  }

  add(request: DurableRequest): void {
    const queue = this.#waiting.get(request.target) ?? [];
    this.#waiting.set(request.target, [...queue, request]);
    this.#sendNext(request.target);
  }

  /** Queues a request that cannot be withdrawn. Resolves when its turn has ended. */
  send(request: Omit<DurableRequest, 'isWaiting' | 'recordOutcome'>): Promise<TurnEnd> {
    return new Promise((resolve) => {
      this.add({
        ...request,
        isWaiting: () => true,
        recordOutcome: (end) => {
          resolve(end);
          return 'over';
        },
      });
    });
  }

  /** Removes and returns the waiting requests. Requests under way are not affected. */
  clear(): readonly DurableRequest[] {
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return waiting;
  }

  /** Resolves when every request under way has its outcome. */
  async whenIdle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #sendNext(target: string): void {
    if (this.#busy.has(target)) return;
    const queue = this.#waiting.get(target) ?? [];
    const at = queue.findIndex((request) => request.isWaiting());
    const [request] = at < 0 ? [] : queue.slice(at);
    this.#waiting.set(target, at < 0 ? [] : queue.slice(at + 1));
    if (request) this.#start(request);
  }

  #start(request: DurableRequest): void {
    const { target } = request;
    this.#busy.add(target);
    const work = this.#sender.send(request).then((next) => {
      if (next === 'again') this.#waiting.set(target, [request, ...(this.#waiting.get(target) ?? [])]);
      this.#work.delete(work);
      this.#busy.delete(target);
      this.#sender.end(request);
      // If another queue has a request of the target in flight, its end calls `#sendNext`.
      if (this.#sender.isFree(target)) this.#sendNext(target);
    });
    this.#work.add(work);
  }
}
