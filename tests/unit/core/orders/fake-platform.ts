import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { StoredUnreadable } from '#core/cache/tables/unreadable-table.ts';
import type { PlatformClient, PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock } from '#core/ports.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';
import { systemId as defaultSystem } from './order-fixtures.ts';

/**
 * The outcome of the next mutating request. A `late` request gets no answer, and arrives `ms`
 * milliseconds later.
 */
export type RequestOutcome =
  | { readonly kind: 'ok' }
  /** The request is lost before the platform gets it. */
  | { readonly kind: 'lost-before' }
  /** The request is accepted, and its answer is lost. */
  | { readonly kind: 'lost-after' }
  | { readonly kind: 'late'; readonly ms: number }
  /** Accepted twice. The answer is lost unless `answered` is true. */
  | { readonly kind: 'doubled'; readonly answered?: boolean }
  /** Answered with a refusal. The order is listed all the same if `isAccepted` is true. */
  | { readonly kind: 'refused'; readonly title: string; readonly isCarriedOut?: boolean }
  | { readonly kind: 'garbage' }
  /** Accepted, and answered with this body. */
  | { readonly kind: 'answered'; readonly body: unknown; readonly httpStatus?: number }
  | { readonly kind: 'not-sent' }
  /** Sent without the permission that `beforeSend` gives. */
  | { readonly kind: 'without-permission' }
  | { readonly kind: 'hang' };

type WireRecord = Record<string, unknown>;

/**
 * A small platform for tests of the desk: it accepts submits and cancels, lists its signals, and
 * can lose, delay or double a request. It records every request that was sent, and calls `onSend`
 * at that moment.
 */
export class FakePlatform implements PlatformClient, SignalReader {
  readonly #clock: Clock;
  readonly sent: { readonly command: string; readonly id: string; readonly lane: string }[] = [];
  /** The signal of each submit that was sent. */
  readonly sentSignals: WireRecord[] = [];
  readonly signals = new Map<string, CachedSignal>();
  readonly outcomes: RequestOutcome[] = [];
  /** Unreadable records by service id, each with the members that can be read. */
  readonly unreadable = new Map<string, UnreadableSignal>();
  /** Called when the first byte is sent. */
  onSend: (id: string) => void = () => undefined;
  /** If set, each new signal is listed as the unreadable record that this function returns. */
  toUnreadable: ((signal: CachedSignal) => UnreadableSignal) | null = null;
  /** Members of the signal in the answer to a cancel, in addition to its id. */
  cancelEcho: WireRecord = {};
  /** Whether lists show the own id of an order. */
  showsOwnIds = true;
  /** Whether answers and lists name the group of an order. */
  showsGroups = true;
  /** Whether the answer to an order with a stop loss names its stop. No list shows the legs. */
  namesStop = true;
  /**
   * Whether a replacement cancels the replaced order. The siblings of the replaced order are
   * canceled too, unless the request excludes them.
   */
  obeysReplace = false;
  /** Whether a replacement that does not cancel the siblings is listed in their group. */
  listsReplacementInGroup = true;
  readsFail = false;
  /** Whether the cache stores what is read. */
  storesReads = true;
  /** The number of lists that were read. */
  readCount = 0;
  /** When the last reading of the working list began. */
  workingReadStartedAt: number | null = null;
  /** The number of requests that were sent and have no answer yet. */
  inFlight = 0;
  /** The largest value that `inFlight` had. */
  mostInFlight = 0;
  #lastId = 155_000_000;
  #blockedRequests: (() => void)[] = [];
  /** Each function ends one hanging request. If `isCut` is true, the request never arrives. */
  #hanging: ((isCut: boolean) => void)[] = [];
  /** While true, requests wait before they ask for permission to be sent. */
  blocked = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async send(request: PlatformRequest): Promise<PlatformResult> {
    if (this.blocked) await new Promise<void>((resolve) => this.#blockedRequests.push(resolve));
    const outcome = this.outcomes.shift() ?? { kind: 'ok' };
    if (outcome.kind !== 'without-permission' && request.beforeSend?.() === false) {
      this.outcomes.unshift(outcome);
      return { kind: 'withdrawn', text: 'Withdrawn.' };
    }
    if (outcome.kind === 'not-sent') return { kind: 'not-sent', text: 'Nothing answers at this address.' };
    const id = idOf(request);
    this.sent.push({ command: request.command, id, lane: request.lane });
    if (request.command === 'submitSignal') this.sentSignals.push(request.body['signal'] as WireRecord);
    this.onSend(id);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    await Promise.resolve();
    const isCut = outcome.kind === 'hang' && (await new Promise<boolean>((resolve) => this.#hanging.push(resolve)));
    this.inFlight -= 1;
    if (isCut) return this.#noAnswer();
    return request.command === 'submitSignal'
      ? this.#submit(request.body, outcome)
      : this.#cancel(request.body, outcome);
  }

  unblock(): void {
    this.blocked = false;
    const waiting = this.#blockedRequests;
    this.#blockedRequests = [];
    for (const resolve of waiting) resolve();
    this.#endHanging(false);
  }

  /** Cuts the hanging requests after this time, as the real client does. */
  async cutInFlight(afterMs: number): Promise<void> {
    if (this.#hanging.length === 0) return;
    await new Promise<void>((resolve) => this.#clock.after(afterMs, resolve));
    this.#endHanging(true);
  }

  #endHanging(isCut: boolean): void {
    const hanging = this.#hanging;
    this.#hanging = [];
    for (const resolve of hanging) resolve(isCut);
  }

  async readWorking(systemId: string): Promise<SignalReading> {
    this.workingReadStartedAt = this.#clock.now();
    return this.#read(systemId, (signal) => signal.status === 'working');
  }

  showsAll(): boolean {
    return true;
  }

  async readPosted(systemId: string, from: number, to: number): Promise<SignalReading> {
    return this.#read(systemId, ({ postedAt }) => postedAt !== null && postedAt >= from && postedAt <= to);
  }

  /** The records that the cache would have: those that can be read. */
  list(systemId: string): CachedSignal[] {
    return this.#all(systemId).filter(({ serviceId }) => !this.unreadable.has(serviceId));
  }

  /** The records that the cache would have as unreadable. */
  unreadableOf(systemId: string): StoredUnreadable[] {
    const recordCount = this.#all(systemId).length;
    return [...this.unreadable]
      .filter(([id, record]) => record.systemId === systemId && this.signals.get(id)?.status === 'working')
      .map(([, record]) => ({ ...record, working: true, listedCount: recordCount }));
  }

  #all(systemId: string): CachedSignal[] {
    return [...this.signals.values()].filter((signal) => signal.systemId === systemId);
  }

  set(serviceId: string, changes: Partial<CachedSignal>): void {
    const before = this.signals.get(serviceId);
    if (!before) throw new Error(`no signal ${serviceId}`);
    const status = changes.status ?? before.status;
    this.signals.set(serviceId, { ...before, statusText: status, inWorkingList: status === 'working', ...changes });
  }

  add(signal: CachedSignal): void {
    this.signals.set(signal.serviceId, signal);
  }

  #read(systemId: string, matches: (signal: CachedSignal) => boolean): SignalReading {
    this.readCount += 1;
    if (this.readsFail) return { ok: false, text: 'no answer' };
    const at = this.#clock.now();
    const listed = this.#all(systemId).filter(matches);
    const records = listed.filter(({ serviceId }) => !this.unreadable.has(serviceId));
    const unreadable = listed.flatMap(({ serviceId }) => this.unreadable.get(serviceId) ?? []);
    const notStored = this.storesReads ? {} : { notStored: true as const };
    return { ok: true, records, unreadable, sentAt: at, receivedAt: at, ...notStored };
  }

  #submit(body: WireRecord, outcome: RequestOutcome): PlatformResult {
    const signal = body['signal'] as WireRecord;
    if (outcome.kind === 'lost-before') return this.#noAnswer();
    if (outcome.kind === 'late') {
      this.#clock.after(outcome.ms, () => void this.#addWithParent(signal));
      return this.#noAnswer();
    }
    if (outcome.kind === 'refused') {
      if (outcome.isCarriedOut) this.#addWithParent(signal);
      return this.#answer({
        ok: '0',
        error: { title: outcome.title, message: 'Refused.' },
        signalid: signal['signalid'],
      });
    }
    if (this.obeysReplace && typeof signal['xreplace'] === 'string') {
      this.#cancelGroup(signal['xreplace'], signal['leave_oca_intact'] === '1');
    }
    const ids = this.#addWithParent(signal);
    this.#joinGroup(signal, String(ids['signalid']));
    if (outcome.kind === 'doubled') this.#addWithParent(signal);
    if (outcome.kind === 'lost-after' || (outcome.kind === 'doubled' && outcome.answered !== true))
      return this.#noAnswer();
    if (outcome.kind === 'garbage') return this.#answer('<html>');
    if (outcome.kind === 'answered') return this.#answer(outcome.body, outcome.httpStatus);
    const group = this.showsGroups ? {} : { ocaid: undefined };
    const echo = { ...signal, ...group, ...ids, localsignalid: signal['signalid'], systemid: defaultSystem };
    return this.#answer({ ok: '1', signal: echo, signalid: signal['signalid'] });
  }

  #cancel(body: WireRecord, outcome: RequestOutcome): PlatformResult {
    const id = String(body['signalid']);
    if (outcome.kind === 'lost-before') return this.#noAnswer();
    if (outcome.kind === 'late') {
      this.#clock.after(outcome.ms, () => void this.#carryOutCancel(id));
      return this.#noAnswer();
    }
    if (outcome.kind === 'refused') {
      if (outcome.isCarriedOut) this.#carryOutCancel(id);
      return this.#answer({ ok: '0', error: { title: outcome.title, message: 'Refused.' }, signalid: id });
    }
    const answer = this.#carryOutCancel(id);
    if (outcome.kind === 'lost-after' || (outcome.kind === 'doubled' && outcome.answered !== true))
      return this.#noAnswer();
    if (outcome.kind === 'garbage') return this.#answer('<html>');
    if (outcome.kind === 'answered') return this.#answer(outcome.body, outcome.httpStatus);
    return this.#answer(answer);
  }

  /** Cancels the signal with its group, unless the signal has ended. Returns the answer. */
  #carryOutCancel(id: string): WireRecord {
    const found = [...this.signals.values()].find((signal) => signal.serviceId === id || signal.ownId === id);
    if (!found) return { ok: '0', error: { title: 'Unknown signal', message: '' } };
    if (found.status === 'traded') return { ok: 0, title: 'Signal was traded', signalid: id };
    if (found.status === 'canceled') return { ok: '0', error: { title: 'Signal already canceled' } };
    this.#cancelGroup(found.serviceId, false);
    return {
      ok: 1,
      title: 'Signal canceled',
      signalid: id,
      signal: { signalid: found.serviceId, ...this.cancelEcho },
    };
  }

  #cancelGroup(id: string, keepsSiblings: boolean): void {
    const at = Math.floor(this.#clock.now() / 1000);
    const named = this.signals.get(id);
    for (const { serviceId, ocaId, status } of this.signals.values()) {
      if (serviceId !== id && (keepsSiblings || status === 'traded' || ocaId === null || ocaId !== named?.ocaId))
        continue;
      this.set(serviceId, { status: 'canceled', canceledAt: at });
    }
  }

  #joinGroup(signal: WireRecord, id: string): void {
    const replaced = this.signals.get(String(signal['xreplace']));
    const joins =
      this.obeysReplace && this.listsReplacementInGroup && this.showsGroups && signal['leave_oca_intact'] === '1';
    if (joins && replaced !== undefined && this.signals.has(id)) this.set(id, { ocaId: replaced.ocaId });
  }

  /** Adds a nested parent first. The order itself then waits for the fill of the parent. */
  #addWithParent(signal: WireRecord): WireRecord {
    const nested = signal['conditionalUponSignal'] as Record<string, string> | undefined;
    if (!nested) return this.#accept(signal as Record<string, string>);
    const parent = { ...nested, ...this.#accept(nested), localsignalid: nested['signalid'] };
    const ids = this.#accept(signal as Record<string, string>);
    this.set(ids['signalid'] ?? '', { status: 'waiting' });
    return { ...ids, conditionalUponSignal: parent };
  }

  #accept(signal: Record<string, string>): Record<string, string> {
    const id = String(++this.#lastId);
    const price = signal['limit'] ?? signal['stop'] ?? null;
    const kind: CachedSignal['kind'] = signal['limit'] ? 'limit' : signal['stop'] ? 'stop' : 'market';
    const common = {
      systemId: defaultSystem,
      status: 'working' as const,
      statusText: 'working',
      quantity: signal['quant'] ?? '',
      symbol: signal['symbol'] ?? '',
      name: 'Apple',
      instrument: 'stock' as const,
      duration: signal['duration'] as 'DAY' | 'GTC',
      postedAt: Math.floor(this.#clock.now() / 1000),
      tradedAt: null,
      canceledAt: null,
      expiredAt: null,
      tradedPrice: null,
      openingTradeId: null,
      closingTradeId: null,
      parentId: null,
      parkedUntil: null,
      inWorkingList: true,
      unlisted: false,
    };
    const action = signal['action'] as CachedSignal['action'];
    const limit = kind === 'limit' ? price : null;
    const stop = kind === 'stop' ? price : null;
    const ownId = this.showsOwnIds ? (signal['signalid'] ?? null) : null;
    const added: CachedSignal = {
      ...common,
      serviceId: id,
      ownId,
      action,
      kind,
      limit,
      stop,
      ocaId: this.showsGroups ? (signal['ocaid'] ?? null) : null,
    };
    this.add(added);
    if (this.toUnreadable) this.unreadable.set(id, this.toUnreadable(added));
    const target = signal['profittarget'] === undefined ? null : String(++this.#lastId);
    const stopLoss = signal['stoploss'] === undefined || !this.namesStop ? null : String(++this.#lastId);
    const ids: Record<string, string> = { signalid: id };
    if (target !== null) ids['profittargetsignalid'] = target;
    if (stopLoss !== null) ids['stoplosssignalid'] = stopLoss;
    const hasBoth = signal['profittarget'] !== undefined && signal['stoploss'] !== undefined;
    if (this.showsGroups && hasBoth && signal['forcenooca'] !== '1') ids['targetocagroupid'] = String(++this.#lastId);
    return ids;
  }

  #noAnswer(): PlatformResult {
    return { kind: 'no-answer', text: 'The connection was cut.', sentAt: this.#clock.now() };
  }

  #answer(body: unknown, httpStatus = 200): PlatformResult {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const at = this.#clock.now();
    return { kind: 'answer', httpStatus, bytes: new TextEncoder().encode(text), sentAt: at, receivedAt: at };
  }
}

function idOf({ command, body }: PlatformRequest): string {
  const holder = command === 'submitSignal' ? (body['signal'] as WireRecord) : body;
  return String(holder['signalid']);
}
