import { modeOf } from '#core/owner.ts';
import type { Message } from '#contract/message.ts';
import type { ActivityEntry, Verdict } from '#contract/model/activity.ts';
import { limits } from '#contract/limits.ts';
import type { QueueState } from '#contract/model/status.ts';
import { RetryAfterWait } from './retry-after-wait.ts';
import { canAddRisk } from './can-add-risk.ts';
import { addressFault, commandUrl } from './address.ts';
import { answerVerdict } from './answer-verdict.ts';
import { ConnectionHealth, type RequestEnd } from './connection-health.ts';
import { SecretCutter } from './cut-secrets.ts';
import type { Carrier, ConnectionOptions, Health, PlatformConnection } from './connection.ts';
import { endpoint } from './endpoints.ts';
import { secretRedactor } from './secret-redactor.ts';
import { KeyWatch } from './key-watch.ts';
import { Pacer, type Departure } from './pacer.ts';
import type { PlatformRequest, PlatformResult } from './platform-client.ts';
import { withoutDirectionControls } from './plain-bytes.ts';
import { Transport, type Post, type Timeouts, type TransportResult } from './transport.ts';

/** A read that was stopped for an order. */
const stoppedRead = { kind: 'no-answer', text: { code: 'request.stopped' } } as const;

/** An order or a cancel that a panic plan stopped waiting for. */
const cutRequest = { kind: 'no-answer', text: { code: 'request.cut' } } as const;

/**
 * The shortest read that belongs to no strategy. It shows whether the whole service is down or only
 * one list fails.
 */
const probeRequest: PlatformRequest = { command: 'listAllSystems', body: {}, lane: 'reconcile', systemId: null };
/** The probe waits this long, because the answer to another request may make it unnecessary. */
const probeAfterMs = 1_500;

const askedToWaitMessage: Message = { code: 'request.asked-to-wait' };
const closedMessage: Message = { code: 'request.closed' };

const defaultTimeouts: Timeouts = {
  lookupMs: 5_000,
  connectMs: 10_000,
  tlsMs: 10_000,
  answerMs: 30_000,
  totalMs: 120_000,
};

/**
 * The connection of a profile. Every request is sent from here, and its outcome is recorded here.
 */
export const createPlatformClient = (options: ConnectionOptions): PlatformConnection & Carrier =>
  new Connection(options);

class Connection implements PlatformConnection, Carrier {
  readonly #options: ConnectionOptions;
  readonly #transport: Pick<Transport, 'post' | 'prepare' | 'closeUnused' | 'close'>;
  readonly #secrets: SecretCutter;
  readonly #releaseKey: () => void;
  readonly #pacer: Pacer;
  readonly #listeners = new Set<() => void>();
  readonly #health: ConnectionHealth;
  readonly #wait: RetryAfterWait;
  readonly #key: KeyWatch;
  #cancelProbe: () => void = () => undefined;
  #cancelWaitEnd: () => void = () => undefined;
  #isProbing = false;
  /**
   * The service's time at an instant of the monotonic clock. The wall clock is not used, because it
   * may be changed at any moment.
   */
  #serviceTime: { readonly at: number; readonly monotonic: number } | null = null;
  /**
   * When the service time was forgotten, in monotonic ms. The `Date` of an answer is not used if
   * its request started before that.
   */
  #forgotAt = -Infinity;
  /** For each address, why it may not be used, or null if it may. */
  readonly #addressFaults = new Map<string, Message | null>();
  /** Toggled by each read that gets no answer while the connection is failing. */
  #readsUseAlternative = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#secrets = new SecretCutter([options.apiKey]);
    this.#releaseKey = secretRedactor.add(this.#secrets);
    const timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#transport =
      options.transport ?? new Transport(timeouts, options.answerBytes ?? limits.answerBytes, options.clock);
    this.#health = new ConnectionHealth(options.clock);
    this.#wait = new RetryAfterWait(options.clock);
    this.#key = new KeyWatch(options.clock);
    const { kind } = options.profile;
    const paceMs = this.#paceOf(options.profile.paceMs);
    this.#pacer = new Pacer({
      clock: options.clock,
      paceMs,
      firstWaitMs: kind === 'practice' ? 0 : paceMs,
      carry: (departure) => this.#carry(departure),
      health: this.#health,
      readsWaitUntil: () => this.#wait.until(),
      onChange: () => this.#changed(),
    });
  }

  send(request: PlatformRequest): Promise<PlatformResult> {
    const fault = this.#fault(request);
    if (fault !== null) return Promise.resolve({ kind: 'not-sent', text: fault });
    // A read that a person waits for is refused at once. Other reads wait.
    if (request.retryNow === true && this.askedToWaitUntil() !== null) {
      return Promise.resolve({ kind: 'withdrawn', text: askedToWaitMessage });
    }
    return this.#pacer.send(this.#gated(request));
  }

  raise(request: PlatformRequest): void {
    this.#pacer.raise(request);
    if (this.askedToWaitUntil() !== null) this.#pacer.withdrawUserReads(askedToWaitMessage);
  }

  earliestStart(request: PlatformRequest): number {
    return this.#pacer.earliestStart(request);
  }

  carry(request: PlatformRequest, onDeparted: () => void, stop: AbortSignal): Promise<PlatformResult> {
    const text = this.#fault(request);
    return text === null
      ? this.#carry({ request, waitMs: 0, onDeparted, stop })
      : Promise.resolve({ kind: 'not-sent', text });
  }

  /**
   * The gate is checked in the instant before the request is sent, and before its `beforeSend`. So
   * the owner of the request writes SENDING only if the request is then sent.
   */
  #gated(request: PlatformRequest): PlatformRequest {
    const { gate } = this.#options;
    if (endpoint(request.command)?.effect === 'read') return request;
    const mayBeSent = (): boolean =>
      (gate?.(request) ?? null) === null && !(this.askedToWaitUntil() !== null && canAddRisk(request));
    return { ...request, beforeSend: () => mayBeSent() && (request.beforeSend?.() ?? true) };
  }

  prewarm(): void {
    const { profile } = this.#options;
    if (this.#addressFault(profile.baseUrl) !== null) return;
    this.#transport.prepare(commandUrl(profile.baseUrl, profile.platformId, 'submitSignal'));
  }

  queue(): QueueState {
    const askedUntil = this.askedToWaitUntil();
    return { ...this.#pacer.state(), ...(askedUntil === null ? {} : { askedUntil }) };
  }

  health(): Health {
    return this.#health.state();
  }

  askedToWaitUntil(): number | null {
    return this.#wait.endsAt();
  }

  keyRefusedSince(): number | null {
    return this.#key.refusedSince();
  }

  clockOffsetMs(): number | null {
    const { clock } = this.#options;
    if (this.#serviceTime === null) return null;
    const { at, monotonic } = this.#serviceTime;
    return Math.round(at + clock.monotonic() - monotonic - clock.now());
  }

  wokeFromSleep(): void {
    // A socket that was open before the sleep may be dead without notice. The first exit would then
    // wait for an answer that cannot come.
    this.#transport.closeUnused();
    this.#serviceTime = null;
    this.#forgotAt = this.#options.clock.monotonic();
    if (this.askedToWaitUntil() === null) return;
    this.#wait.wokeFromSleep();
    this.#resumeAfterWait();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The platform asks for a second between requests. No setting goes below that, except for
   * practice.
   */
  #paceOf(paceMs: number): number {
    return this.#options.profile.kind === 'practice' ? paceMs : Math.max(paceMs, limits.paceMs.min);
  }

  setPace(paceMs: number): void {
    this.#pacer.setPace(this.#paceOf(paceMs));
  }

  cutInFlight(afterMs: number): Promise<void> {
    return this.#pacer.cutInFlight(afterMs);
  }

  endReads(): void {
    this.#cancelProbe();
    this.#cancelWaitEnd();
    this.#pacer.endReads(closedMessage);
  }

  async close(): Promise<void> {
    await this.#pacer.close(closedMessage);
    // The answer to the request in flight may have started either timer.
    this.#cancelProbe();
    this.#cancelWaitEnd();
    this.#transport.close();
    this.#releaseKey();
  }

  /** Why this connection can never send a request, independent of the queue. */
  #fault({ command }: PlatformRequest): Message | null {
    const { profile } = this.#options;
    const known = endpoint(command);
    if (known === undefined) return { code: 'request.unknown-command', command };
    const context = profile.platformId === null ? 'world' : 'platform';
    if (!known.contexts.includes(context)) return { code: 'request.not-served', command };
    return this.#addressFault(profile.baseUrl);
  }

  #addressFault(baseUrl: string): Message | null {
    let fault = this.#addressFaults.get(baseUrl);
    if (fault === undefined) {
      fault = addressFault(this.#options.profile.kind, baseUrl);
      this.#addressFaults.set(baseUrl, fault);
    }
    return fault;
  }

  async #carry({ request, waitMs, onDeparted, stop }: Departure): Promise<PlatformResult> {
    const { clock, profile } = this.#options;
    const isRead = endpoint(request.command)?.effect === 'read';
    const baseUrl = isRead && this.#readsUseAlternative ? (profile.altBaseUrl ?? profile.baseUrl) : profile.baseUrl;
    const started = clock.monotonic();
    const sentAt = clock.now();
    const carried = await this.#post(request, baseUrl, { freshSocket: !isRead, onDeparted, stop });
    // A request that was stopped here says nothing about the service.
    const isStopped = stop.aborted && carried.kind !== 'answer';
    const receivedAt = clock.now();
    const ended = clock.monotonic();
    const serviceMs = carried.kind === 'answer' ? serviceTime(carried.date) : null;
    if (serviceMs !== null && started >= this.#forgotAt) {
      // The service dates an answer when it begins to send it, not when it was asked.
      const respondedAt = carried.kind === 'answer' ? carried.respondedAt : undefined;
      this.#serviceTime = { at: serviceMs, monotonic: respondedAt ?? (started + ended) / 2 };
    }
    const result = isStopped
      ? { ...(isRead ? stoppedRead : cutRequest), sentAt }
      : withTimes(carried, sentAt, receivedAt);
    this.#noteWait(carried);
    if (isStopped) this.#health.noteStopped(request, ended - started);
    else this.#noteHealth(request, result);
    const isDown = this.#health.state().state === 'failing';
    if (isRead && carried.kind !== 'answer' && !isStopped && isDown)
      this.#readsUseAlternative = !this.#readsUseAlternative;
    this.#report(request, result, { at: sentAt - waitMs, waitMs, durationMs: clock.monotonic() - started });
    return result;
  }

  async #post(
    request: PlatformRequest,
    baseUrl: string,
    postOptions: Omit<Post, 'url' | 'body'>,
  ): Promise<TransportResult> {
    const { profile, apiKey } = this.#options;
    // Checked again at the last moment: the first check did not cover the alternative address.
    const fault = this.#addressFault(baseUrl);
    if (fault !== null) return { kind: 'not-sent', text: fault };
    const carried = await this.#transport.post({
      url: commandUrl(baseUrl, profile.platformId, request.command),
      body: JSON.stringify({ ...request.body, apikey: apiKey }),
      ...postOptions,
    });
    if (carried.kind !== 'answer') return carried;
    const requestSecrets = new SecretCutter(request.secrets ?? []);
    return { ...carried, bytes: withoutDirectionControls(requestSecrets.cut(this.#secrets.cut(carried.bytes))) };
  }

  #noteWait(carried: TransportResult): void {
    if (carried.kind !== 'answer' || !isBusy(carried.httpStatus)) return;
    if (!this.#wait.note(carried.retryAfter ?? null, carried.date)) return;
    this.#pacer.withdrawUserReads(askedToWaitMessage);
    this.#resumeAfterWait();
  }

  #resumeAfterWait(): void {
    this.#cancelWaitEnd();
    const remainingMs = Math.max(0, this.#wait.until() - this.#options.clock.monotonic());
    this.#cancelWaitEnd = this.#options.clock.after(Math.ceil(remainingMs) + 1, () => this.#pacer.resume());
  }

  #noteHealth(request: PlatformRequest, result: PlatformResult): void {
    const { verdict, text } = answerVerdict(result);
    const httpStatus = result.kind === 'answer' ? result.httpStatus : null;
    const wasBusy = httpStatus !== null && isBusy(httpStatus);
    this.#health.note(request, endOf(result, verdict), text, wasBusy);
    // A busy service refuses every request and says nothing about the key.
    if (!wasBusy) this.#key.note(request, verdict, httpStatus);
    if (!(this.#health.inDoubt() || this.#key.inDoubt()) || this.#isProbing) return;
    this.#isProbing = true;
    this.#cancelProbe = this.#options.clock.after(probeAfterMs, () => void this.#probe());
  }

  async #probe(): Promise<void> {
    if (this.#health.inDoubt() || this.#key.inDoubt()) await this.#pacer.send(probeRequest);
    this.#isProbing = false;
  }

  #report(
    request: PlatformRequest,
    result: PlatformResult,
    times: Pick<ActivityEntry, 'at' | 'waitMs'> & { durationMs: number },
  ): void {
    const { profile, random, onActivity } = this.#options;
    const { verdict, text } = answerVerdict(result);
    onActivity?.({
      id: random.uuid(),
      at: Math.round(times.at),
      profile: profile.name,
      mode: modeOf(profile),
      command: request.command,
      systemId: request.systemId,
      lane: request.lane,
      waitMs: times.waitMs,
      durationMs: result.kind === 'not-sent' ? null : times.durationMs,
      bytes: result.kind === 'answer' ? result.bytes.byteLength : null,
      verdict,
      text,
    });
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

const endOf = ({ kind }: PlatformResult, verdict: Verdict): RequestEnd => {
  if (kind === 'not-sent') return 'unreachable';
  return verdict === 'ok' || verdict === 'refused' ? 'answered' : 'failed';
};

const isBusy = (httpStatus: number): boolean => httpStatus === 429 || httpStatus >= 500;

const withTimes = (carried: TransportResult, sentAt: number, receivedAt: number): PlatformResult => {
  if (carried.kind === 'not-sent') return carried;
  if (carried.kind === 'no-answer') return { ...carried, sentAt };
  const { kind, httpStatus, bytes } = carried;
  return { kind, httpStatus, bytes, sentAt, receivedAt };
};

/** The `Date` header has whole seconds, so half a second is added. */
const serviceTime = (date: string | null): number | null => {
  const dateMs = date === null ? NaN : Date.parse(date);
  return Number.isNaN(dateMs) ? null : dateMs + 500;
};
