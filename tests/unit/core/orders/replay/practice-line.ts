import type { CachedSignal } from '#core/cache/cached-signal.ts';
import type { StoredUnreadable } from '#core/cache/unreadable-table.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock } from '#core/ports.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';
import { asMembers } from '#tests/conformance/service.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';

/** What becomes of a submit that waits for its turn: copies that reach the line, or proof that none did. */
export type Departure = { readonly copies: 0 | 1 | 2 } | 'never left';

/**
 * The line between a desk and the practice service, moved by hand: a submit leaves, arrives and is answered only when a trace says so.
 * Reads fail unless a trace reads; the very first read after a start waits for that, because it opens order entry. Cancels go through.
 */
export class PracticeLine implements PlatformClient, SignalReader {
  readonly #world: InProcess;
  readonly #clock: Clock;
  readonly #departs = new Map<string, (how: Departure) => void>();
  readonly #answers = new Map<string, (result: PlatformResult) => void>();
  readonly #onWire = new Map<string, PlatformRequest['body'][]>();
  #reads = false;
  #firstRead: (() => void) | null = null;
  #holdsFirstRead = false;
  /** No record of the lists can be read but for its id, symbol and action. */
  isUnreadable = false;
  unreadable: readonly StoredUnreadable[] = [];
  /** What the lists showed last. */
  cached: readonly CachedSignal[] = [];

  constructor(world: InProcess, clock: Clock) {
    this.#world = world;
    this.#clock = clock;
  }

  async send({ command, body, beforeSend }: PlatformRequest): Promise<PlatformResult> {
    if (command !== 'submitSignal') {
      return beforeSend?.() === false ? withdrawn : this.#answered(this.#world.call(command, body));
    }
    const ownId = String(asMembers(body['signal'])['signalid']);
    const how = await new Promise<Departure>((resolve) => this.#departs.set(ownId, resolve));
    if (beforeSend?.() === false) return withdrawn;
    if (how === 'never left') return { kind: 'not-sent', text: 'Nothing answers at this address.' };
    const copies = Array.from({ length: how.copies }, () => body);
    this.#onWire.set(ownId, [...(this.#onWire.get(ownId) ?? []), ...copies]);
    return new Promise<PlatformResult>((resolve) => this.#answers.set(ownId, resolve));
  }

  /** The submit that waits may leave; throws when none waits. */
  depart(ownId: string, how: Departure): void {
    const go = this.#departs.get(ownId);
    if (!go) throw new Error(`no submit of ${ownId} waits`);
    this.#departs.delete(ownId);
    go(how);
  }

  /** Those whose order does not want to leave any more ask in vain. */
  withdraw(isWanted: (ownId: string) => boolean): void {
    for (const ownId of this.#departs.keys()) if (!isWanted(ownId)) this.depart(ownId, { copies: 0 });
  }

  /** A copy reaches the service; its answer goes back only when it is `heard`. */
  arrive(ownId: string, heard: boolean): void {
    const [body, ...rest] = this.#onWire.get(ownId) ?? [];
    if (!body) throw new Error(`no copy of ${ownId} is on the wire`);
    this.#onWire.set(ownId, rest);
    const result = this.#answered(this.#world.call('submitSignal', body));
    if (heard) this.#hear(ownId, result);
  }

  silence(ownId: string): void {
    this.#hear(ownId, { kind: 'no-answer', text: 'The connection was cut.', sentAt: this.#clock.now() });
  }

  /** What waits in a process that ended is gone; what is on the wire is not. */
  crash(): void {
    this.#departs.clear();
    this.#answers.clear();
    this.#firstRead = null;
  }

  /** Whatever begins to read now is the first read after a start. */
  async holdFirstRead(begin: () => void): Promise<void> {
    this.#holdsFirstRead = true;
    begin();
    await Promise.resolve();
    this.#holdsFirstRead = false;
  }

  /** Both lists as they are, into the cache. */
  refresh(): void {
    const working = this.#list('retrieveSignalsWorking');
    const isWorking = new Set(working.map(({ serviceId }) => serviceId));
    const all = [...working, ...this.#list('retrieveSignalsAll').filter(({ serviceId }) => !isWorking.has(serviceId))];
    const listed = all.map((one) => ({ ...one, inWorkingList: isWorking.has(one.serviceId), unlisted: false }));
    this.cached = this.isUnreadable ? [] : listed;
    this.unreadable = this.isUnreadable ? listed.map(unreadableOf) : [];
  }

  /** While `during` runs, reads succeed; the first read of all ends with it. */
  async reading(during: () => Promise<void>, settled: () => Promise<void>): Promise<void> {
    this.#reads = true;
    await during();
    this.#firstRead?.();
    this.#firstRead = null;
    await settled();
    this.#reads = false;
  }

  async working(): Promise<SignalReading> {
    if (this.#holdsFirstRead) await new Promise<void>((resolve) => (this.#firstRead = resolve));
    return this.#reading((one) => one.inWorkingList);
  }

  showsAll(): boolean {
    return true;
  }

  async posted(_systemId: string, from: number, to: number): Promise<SignalReading> {
    return this.#reading(({ postedAt }) => postedAt !== null && postedAt >= from && postedAt <= to);
  }

  #reading(keep: (signal: CachedSignal) => boolean): SignalReading {
    if (!this.#reads) return { ok: false, text: 'no answer' };
    const at = this.#clock.now();
    return { ok: true, records: this.cached.filter(keep), unreadable: this.unreadable, sentAt: at, receivedAt: at };
  }

  #list(command: string): SignalRecord[] {
    return itemsOf(this.#world.call(command)['response'], this.#world.systemId);
  }

  #hear(ownId: string, result: PlatformResult): void {
    const hear = this.#answers.get(ownId);
    if (!hear) throw new Error(`nobody waits for an answer to ${ownId}`);
    this.#answers.delete(ownId);
    hear(result);
  }

  #answered(body: object): PlatformResult {
    const at = this.#clock.now();
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return { kind: 'answer', httpStatus: 200, bytes, sentAt: at, receivedAt: at };
  }
}

const withdrawn: PlatformResult = { kind: 'withdrawn', text: 'Withdrawn.' };

function itemsOf(response: unknown, systemId: string): SignalRecord[] {
  const parsed = parseSignals(response, systemId);
  if (!parsed || parsed.bad > 0) throw new Error(`a list can not be read: ${JSON.stringify(response)}`);
  return parsed.items;
}

const unreadableOf = ({ systemId, serviceId, symbol, action, inWorkingList }: CachedSignal): StoredUnreadable => ({
  ...{ systemId, serviceId, symbol, action, ownId: null, postedAt: null },
  ...{ contradicts: false, problem: 'quant', raw: '{}', working: inWorkingList, listed: 1 },
});
