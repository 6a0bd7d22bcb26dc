import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { StoredUnreadable } from '#core/cache/tables/unreadable-table.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock } from '#core/ports.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';
import { asMembers } from '#tests/conformance/service.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';

/**
 * What happens to a submit that waits for its turn. `copies`: it leaves the desk, and this many
 * copies of it travel to the service; 0 if it is lost on the way. `never left`: there is proof that
 * it was not sent.
 */
export type Departure = { readonly copies: 0 | 1 | 2 } | 'never left';

/**
 * The connection between a desk and the practice service, controlled by the test: a submit is sent,
 * arrives and is answered only when a trace contains that step. Reads fail, except during a step of
 * the trace that reads the lists. The first read after a start opens order entry, so it waits for
 * such a step. Cancels are passed on at once.
 */
export class PracticeConnection implements PlatformClient, SignalReader {
  readonly #service: InProcess;
  readonly #clock: Clock;
  readonly #waitingSubmits = new Map<string, (how: Departure) => void>();
  readonly #answers = new Map<string, (result: PlatformResult) => void>();
  readonly #copiesOnWire = new Map<string, PlatformRequest['body'][]>();
  #readsSucceed = false;
  #firstRead: (() => void) | null = null;
  #delaysFirstRead = false;
  /** Whether only the id, symbol and action of each listed record can be read. */
  isUnreadable = false;
  unreadable: readonly StoredUnreadable[] = [];
  /** The records of the lists at the last refresh. */
  cached: readonly CachedSignal[] = [];

  constructor(service: InProcess, clock: Clock) {
    this.#service = service;
    this.#clock = clock;
  }

  async send({ command, body, beforeSend }: PlatformRequest): Promise<PlatformResult> {
    if (command !== 'submitSignal') {
      return beforeSend?.() === false ? withdrawn : this.#answerOf(this.#service.call(command, body));
    }
    const ownId = String(asMembers(body['signal'])['signalid']);
    const how = await new Promise<Departure>((resolve) => this.#waitingSubmits.set(ownId, resolve));
    if (beforeSend?.() === false) return withdrawn;
    if (how === 'never left') return { kind: 'not-sent', text: 'Nothing answers at this address.' };
    const copies = Array.from({ length: how.copies }, () => body);
    this.#copiesOnWire.set(ownId, [...(this.#copiesOnWire.get(ownId) ?? []), ...copies]);
    return new Promise<PlatformResult>((resolve) => this.#answers.set(ownId, resolve));
  }

  /** Sends the waiting submit; throws when none waits. */
  depart(ownId: string, how: Departure): void {
    const release = this.#waitingSubmits.get(ownId);
    if (!release) throw new Error(`no submit of ${ownId} waits`);
    this.#waitingSubmits.delete(ownId);
    release(how);
  }

  /** Releases the submits whose order is no longer to be sent; `beforeSend` then refuses them. */
  withdraw(isNeeded: (ownId: string) => boolean): void {
    for (const ownId of this.#waitingSubmits.keys()) if (!isNeeded(ownId)) this.depart(ownId, { copies: 0 });
  }

  /** Delivers one copy to the service. Its answer reaches the desk only if `isAnswered`. */
  arrive(ownId: string, isAnswered: boolean): void {
    const [body, ...rest] = this.#copiesOnWire.get(ownId) ?? [];
    if (!body) throw new Error(`no copy of ${ownId} is on the wire`);
    this.#copiesOnWire.set(ownId, rest);
    const result = this.#answerOf(this.#service.call('submitSignal', body));
    if (isAnswered) this.#deliver(ownId, result);
  }

  cutWithoutAnswer(ownId: string): void {
    this.#deliver(ownId, { kind: 'no-answer', text: 'The connection was cut.', sentAt: this.#clock.now() });
  }

  /** Discards everything that waits in the ended process. Copies in transit remain. */
  crash(): void {
    this.#waitingSubmits.clear();
    this.#answers.clear();
    this.#firstRead = null;
  }

  /** Treats the read that `begin` starts as the first read after a start. */
  async delayFirstRead(begin: () => void): Promise<void> {
    this.#delaysFirstRead = true;
    begin();
    await Promise.resolve();
    this.#delaysFirstRead = false;
  }

  /** Copies the current lists of the service into the cache. */
  refresh(): void {
    const working = this.#list('retrieveSignalsWorking');
    const workingIds = new Set(working.map(({ serviceId }) => serviceId));
    const all = [...working, ...this.#list('retrieveSignalsAll').filter(({ serviceId }) => !workingIds.has(serviceId))];
    const listed = all.map((one) => ({ ...one, inWorkingList: workingIds.has(one.serviceId), unlisted: false }));
    this.cached = this.isUnreadable ? [] : listed;
    this.unreadable = this.isUnreadable ? listed.map(unreadableOf) : [];
  }

  /** Reads succeed while `action` runs. Then the pending first read succeeds too. */
  async allowReads(action: () => Promise<void>, settle: () => Promise<void>): Promise<void> {
    await this.allowLaterReads(async () => {
      await action();
      this.#firstRead?.();
      this.#firstRead = null;
      await settle();
    });
  }

  /** Reads that begin while `action` runs succeed. The pending first read continues to wait. */
  async allowLaterReads(action: () => Promise<void>): Promise<void> {
    this.#readsSucceed = true;
    await action();
    this.#readsSucceed = false;
  }

  async readWorking(): Promise<SignalReading> {
    if (this.#delaysFirstRead) await new Promise<void>((resolve) => (this.#firstRead = resolve));
    return this.#reading((one) => one.inWorkingList);
  }

  /** The lists omit no order, because the strategy belongs to the user. */
  showsAll(): boolean {
    return true;
  }

  async readPosted(_systemId: string, from: number, to: number): Promise<SignalReading> {
    return this.#reading(({ postedAt }) => postedAt !== null && postedAt >= from && postedAt <= to);
  }

  #reading(matches: (signal: CachedSignal) => boolean): SignalReading {
    if (!this.#readsSucceed) return { ok: false, text: 'no answer' };
    const at = this.#clock.now();
    return { ok: true, records: this.cached.filter(matches), unreadable: this.unreadable, sentAt: at, receivedAt: at };
  }

  #list(command: string): SignalRecord[] {
    return itemsOf(this.#service.call(command)['response'], this.#service.systemId);
  }

  #deliver(ownId: string, result: PlatformResult): void {
    const deliver = this.#answers.get(ownId);
    if (!deliver) throw new Error(`no request waits for an answer to ${ownId}`);
    this.#answers.delete(ownId);
    deliver(result);
  }

  #answerOf(body: object): PlatformResult {
    const at = this.#clock.now();
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    return { kind: 'answer', httpStatus: 200, bytes, sentAt: at, receivedAt: at };
  }
}

const withdrawn: PlatformResult = { kind: 'withdrawn', text: 'Withdrawn.' };

function itemsOf(response: unknown, systemId: string): SignalRecord[] {
  const parsed = parseSignals(response, systemId);
  if (!parsed || parsed.bad > 0) throw new Error(`a list cannot be read: ${JSON.stringify(response)}`);
  return parsed.items;
}

const unreadableOf = ({ systemId, serviceId, symbol, action, inWorkingList }: CachedSignal): StoredUnreadable => ({
  ...{ systemId, serviceId, symbol, action, ownId: null, postedAt: null },
  ...{ contradicts: false, problem: 'quant', raw: '{}', working: inWorkingList, listedCount: 1 },
});
