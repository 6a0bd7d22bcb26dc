import type { Lane } from '#contract/model/activity.ts';
import { endpoint } from './endpoints.ts';
import type { PlatformRequest, PlatformResult } from './platform-client.ts';

export type QueuedRequest = {
  readonly request: PlatformRequest;
  /** Monotonic ms. */
  readonly askedAt: number;
  /** Answers everyone who asked for it. */
  readonly settle: (result: PlatformResult) => void;
  readonly key: string | null;
  readonly askers: ((result: PlatformResult) => void)[];
  /** Grows with every entry: the order of asking. */
  readonly seq: number;
};

const ranks: Readonly<Record<Lane, number>> = { cancel: 0, reconcile: 1, submit: 2, view: 3, background: 4 };
/** Whether it is served before the other, whoever came first. */
export const isAhead = (one: PlatformRequest, other: PlatformRequest): boolean => ranks[one.lane] < ranks[other.lane];
const fullText = 'Not sent: too many requests are waiting already.';

/** What waits, in the order of lanes. Merging and giving up live here; when something leaves is the pacer's. */
export class RequestQueue {
  readonly #capacity: number;
  #entries: QueuedRequest[] = [];
  #lastSeq = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.length;
  }

  entries(): readonly QueuedRequest[] {
    return this.#entries;
  }

  add(request: PlatformRequest, askedAt: number): Promise<PlatformResult> {
    return new Promise((resolve) => {
      if (this.#join(request, resolve)) return;
      this.#lastSeq += 1;
      this.#insert(entryOf(request, askedAt, this.#lastSeq, [resolve]));
      if (this.#entries.length > this.#capacity) this.#giveOneUp();
    });
  }

  /** One that had left comes back, behind those of its lane; an equal one that waits by now answers for both. */
  putBack(entry: QueuedRequest): void {
    const twin = this.#twinOf(entry);
    if (twin === undefined) {
      this.#lastSeq += 1;
      return this.#insert({ ...entry, seq: this.#lastSeq });
    }
    twin.askers.push(...entry.askers);
    this.#raise(twin, entry.request);
  }

  /** The first, in the order of lanes, that may leave. */
  next(may: (entry: QueuedRequest) => boolean): QueuedRequest | undefined {
    return this.#entries.find(may);
  }

  remove(entry: QueuedRequest): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  takeReads(which: (request: PlatformRequest) => boolean = () => true): readonly QueuedRequest[] {
    const reads = this.#entries.filter(({ request }) => isRead(request) && which(request));
    this.#entries = this.#entries.filter((entry) => !reads.includes(entry));
    return reads;
  }

  drain(): readonly QueuedRequest[] {
    const all = this.#entries;
    this.#entries = [];
    return all;
  }

  /** True when an equal read waits: the asker is answered with it, in the higher of the two lanes. */
  #join(request: PlatformRequest, resolve: (result: PlatformResult) => void): boolean {
    const twin = this.#twinOf({ key: mergeKey(request) });
    if (twin === undefined) return false;
    twin.askers.push(resolve);
    this.#raise(twin, request);
    return true;
  }

  #twinOf({ key }: Pick<QueuedRequest, 'key'>): QueuedRequest | undefined {
    return key === null ? undefined : this.#entries.find((entry) => entry.key === key);
  }

  /** As wanted as the more wanted of the two. */
  #raise(entry: QueuedRequest, { lane, retryNow }: PlatformRequest): void {
    const isHigher = ranks[lane] < ranks[entry.request.lane];
    if (!isHigher && (retryNow !== true || entry.request.retryNow === true)) return;
    this.remove(entry);
    const request = { ...entry.request, ...(isHigher ? { lane } : {}), ...(retryNow === true ? { retryNow } : {}) };
    this.#insert(entryOf(request, entry.askedAt, entry.seq, entry.askers));
  }

  #insert(entry: QueuedRequest): void {
    const behind = this.#entries.findIndex(
      (other) =>
        isAhead(entry.request, other.request) || (!isAhead(other.request, entry.request) && other.seq > entry.seq),
    );
    this.#entries.splice(behind === -1 ? this.#entries.length : behind, 0, entry);
  }

  /** The newest background read, else the newest read, else (nothing but orders waits) the newest of all. */
  #giveOneUp(): void {
    const newest = (from: readonly QueuedRequest[]): QueuedRequest | undefined =>
      from.reduce<QueuedRequest | undefined>(
        (best, entry) => (best === undefined || entry.seq > best.seq ? entry : best),
        undefined,
      );
    const reads = this.#entries.filter((entry) => isRead(entry.request));
    const victim =
      newest(reads.filter(({ request }) => request.lane === 'background')) ?? newest(reads) ?? newest(this.#entries);
    if (victim === undefined) return;
    this.remove(victim);
    victim.settle({ kind: 'withdrawn', text: fullText });
  }
}

const entryOf = (
  request: PlatformRequest,
  askedAt: number,
  seq: number,
  askers: QueuedRequest['askers'],
): QueuedRequest => ({
  request,
  askedAt,
  seq,
  askers,
  key: mergeKey(request),
  settle: (result) => answerAll(askers, result),
});

/** Every asker gets bytes of its own: they are handed on to a worker, which takes them away. */
const answerAll = (askers: readonly ((result: PlatformResult) => void)[], result: PlatformResult): void => {
  for (const [index, answer] of askers.entries()) {
    answer(index === 0 || result.kind !== 'answer' ? result : { ...result, bytes: result.bytes.slice() });
  }
};

const isRead = (request: PlatformRequest): boolean => endpoint(request.command)?.effect === 'read';

/** Null for what is never merged: orders, reads whose owner wants a say before they leave, and those that go by another way. */
const mergeKey = (request: PlatformRequest): string | null =>
  isRead(request) && request.beforeSend === undefined && request.carriedBy === undefined
    ? `${request.command} ${JSON.stringify(request.body)}`
    : null;
