import type { Lane } from '#contract/model/activity.ts';
import { endpoint } from './endpoints.ts';
import type { PlatformRequest, PlatformResult } from './platform-client.ts';

export type QueuedRequest = {
  readonly request: PlatformRequest;
  /** Monotonic ms. */
  readonly askedAt: number;
  /** Answers every caller. */
  readonly settle: (result: PlatformResult) => void;
  readonly mergeKey: string | null;
  readonly callers: ((result: PlatformResult) => void)[];
  /** Grows with each entry that is added or put back. The entries of a lane are sorted by it. */
  readonly seq: number;
};

const ranks: Readonly<Record<Lane, number>> = { cancel: 0, reconcile: 1, submit: 2, view: 3, background: 4 };
/** Whether `one` is sent before `other`, regardless of their age. */
export const isAhead = (one: Pick<PlatformRequest, 'lane'>, other: Pick<PlatformRequest, 'lane'>): boolean =>
  ranks[one.lane] < ranks[other.lane];

/**
 * The waiting requests, in the order of lanes. They are merged and dropped here; the pacer decides
 * when one is sent.
 */
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
      if (this.#entries.length > this.#capacity) this.#dropOne();
    });
  }

  /** Gives an equal waiting read the higher lane of the two, and `retryNow` if either has it. */
  raise(request: PlatformRequest): void {
    const equalEntry = this.#findEqual({ mergeKey: mergeKeyOf(request) });
    if (equalEntry !== undefined) this.#raise(equalEntry, request);
  }

  /**
   * Puts a sent request back into the queue, behind the others of its lane. If an equal request
   * waits, the answer to that one is used for both.
   */
  putBack(entry: QueuedRequest): void {
    const equalEntry = this.#findEqual(entry);
    if (equalEntry === undefined) {
      this.#lastSeq += 1;
      return this.#insert({ ...entry, seq: this.#lastSeq });
    }
    equalEntry.callers.push(...entry.callers);
    this.#raise(equalEntry, entry.request);
  }

  /** The first waiting request, in the order of lanes, for which `isAllowed` is true. */
  next(isAllowed: (entry: QueuedRequest) => boolean): QueuedRequest | undefined {
    return this.#entries.find(isAllowed);
  }

  remove(entry: QueuedRequest): void {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  takeReads(isWanted: (request: PlatformRequest) => boolean = () => true): readonly QueuedRequest[] {
    const reads = this.#entries.filter(({ request }) => isRead(request) && isWanted(request));
    this.#entries = this.#entries.filter((entry) => !reads.includes(entry));
    return reads;
  }

  drain(): readonly QueuedRequest[] {
    const all = this.#entries;
    this.#entries = [];
    return all;
  }

  /**
   * Returns true if an equal read waits. That read then answers this caller too, in the higher of
   * the two lanes.
   */
  #join(request: PlatformRequest, resolve: (result: PlatformResult) => void): boolean {
    const equalEntry = this.#findEqual({ mergeKey: mergeKeyOf(request) });
    if (equalEntry === undefined) return false;
    equalEntry.callers.push(resolve);
    this.#raise(equalEntry, request);
    return true;
  }

  #findEqual({ mergeKey }: Pick<QueuedRequest, 'mergeKey'>): QueuedRequest | undefined {
    return mergeKey === null ? undefined : this.#entries.find((entry) => entry.mergeKey === mergeKey);
  }

  /** Gives the waiting entry the higher lane of the two, and `retryNow` if either has it. */
  #raise(entry: QueuedRequest, { lane, retryNow }: PlatformRequest): void {
    const isHigher = ranks[lane] < ranks[entry.request.lane];
    if (!isHigher && (retryNow !== true || entry.request.retryNow === true)) return;
    this.remove(entry);
    const request = { ...entry.request, ...(isHigher ? { lane } : {}), ...(retryNow === true ? { retryNow } : {}) };
    this.#insert(entryOf(request, entry.askedAt, entry.seq, entry.callers));
  }

  #insert(entry: QueuedRequest): void {
    const index = this.#entries.findIndex(
      (other) =>
        isAhead(entry.request, other.request) || (!isAhead(other.request, entry.request) && other.seq > entry.seq),
    );
    this.#entries.splice(index === -1 ? this.#entries.length : index, 0, entry);
  }

  /**
   * Drops the newest background read, else the newest read, else (no read waits) the newest
   * request.
   */
  #dropOne(): void {
    const newest = (entries: readonly QueuedRequest[]): QueuedRequest | undefined =>
      entries.reduce<QueuedRequest | undefined>(
        (best, entry) => (best === undefined || entry.seq > best.seq ? entry : best),
        undefined,
      );
    const reads = this.#entries.filter((entry) => isRead(entry.request));
    const dropped =
      newest(reads.filter(({ request }) => request.lane === 'background')) ?? newest(reads) ?? newest(this.#entries);
    if (dropped === undefined) return;
    this.remove(dropped);
    dropped.settle({ kind: 'withdrawn', text: { code: 'request.queue-full' } });
  }
}

const entryOf = (
  request: PlatformRequest,
  askedAt: number,
  seq: number,
  callers: QueuedRequest['callers'],
): QueuedRequest => ({
  request,
  askedAt,
  seq,
  callers,
  mergeKey: mergeKeyOf(request),
  settle: (result) => answerAll(callers, result),
});

/** Every caller gets its own copy of the bytes, because the bytes are transferred to a worker. */
const answerAll = (callers: readonly ((result: PlatformResult) => void)[], result: PlatformResult): void => {
  for (const [index, answer] of callers.entries()) {
    answer(index === 0 || result.kind !== 'answer' ? result : { ...result, bytes: result.bytes.slice() });
  }
};

const isRead = (request: PlatformRequest): boolean => endpoint(request.command)?.effect === 'read';

/**
 * Null for requests that are never merged: mutating ones, reads with a `beforeSend`, and those sent
 * by another connection.
 */
const mergeKeyOf = (request: PlatformRequest): string | null =>
  isRead(request) && request.beforeSend === undefined && request.carriedBy === undefined
    ? `${request.command} ${JSON.stringify(request.body)}`
    : null;
