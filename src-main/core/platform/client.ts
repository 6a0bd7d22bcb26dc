import type { ActivityEntry } from '#contract/model/activity.ts';
import { limits } from '#contract/limits.ts';
import type { QueueState } from '#contract/model/status.ts';
import { addressFault, commandUrl } from './address.ts';
import { answerVerdict } from './answer-verdict.ts';
import type { Carrier, ConnectionOptions, Health, PlatformConnection, Timeouts } from './connection.ts';
import { endpoint } from './endpoints.ts';
import { Pacer, type Departure } from './pacer.ts';
import type { PlatformRequest, PlatformResult } from './platform-client.ts';
import { Transport, type Carried, type Post } from './transport.ts';

/** A read that gave way. */
const stopped = {
  kind: 'no-answer',
  text: 'Stopped, so that an order or a cancel did not wait for it; asked again after that.',
} as const;

const defaultTimeouts: Timeouts = {
  lookupMs: 5_000,
  connectMs: 10_000,
  tlsMs: 10_000,
  answerMs: 30_000,
  totalMs: 120_000,
};

/** The connection of a profile. What is sent, when, and what came of it pass through here and nowhere else. */
export const createPlatformClient = (options: ConnectionOptions): PlatformConnection & Carrier =>
  new Connection(options);

class Connection implements PlatformConnection, Carrier {
  readonly #options: ConnectionOptions;
  readonly #transport: Transport;
  readonly #pacer: Pacer;
  readonly #listeners = new Set<() => void>();
  #health: Health = { state: 'connecting' };
  /** The service's time at an instant of our monotonic clock: the wall clock may be set at any moment. */
  #serviceTime: { readonly at: number; readonly monotonic: number } | null = null;
  /** Why an address of the profile may not be used, by the address. */
  readonly #addressFaults = new Map<string, string | null>();
  /** Reads go to the other host form after one failed, and back after one failed there. */
  #readsUseAlternative = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#transport = new Transport(
      { ...defaultTimeouts, ...options.timeouts },
      options.answerBytes ?? limits.answerBytes,
      options.clock,
    );
    const { kind, paceMs } = options.profile;
    this.#pacer = new Pacer({
      clock: options.clock,
      paceMs,
      firstWaitMs: kind === 'practice' ? 0 : paceMs,
      carry: (departure) => this.#carry(departure),
      onChange: () => this.#changed(),
    });
  }

  send(request: PlatformRequest): Promise<PlatformResult> {
    const fault = this.#fault(request);
    return fault === null ? this.#pacer.send(this.#gated(request)) : Promise.resolve({ kind: 'not-sent', text: fault });
  }

  carry(request: PlatformRequest, left: () => void, stop: AbortSignal): Promise<PlatformResult> {
    const text = this.#fault(request);
    return text === null
      ? this.#carry({ request, waitMs: 0, left, stop })
      : Promise.resolve({ kind: 'not-sent', text });
  }

  /** The gate is asked first, in the last instant: an owner writes SENDING only for what then leaves. */
  #gated(request: PlatformRequest): PlatformRequest {
    const { gate } = this.#options;
    if (gate === undefined || endpoint(request.command)?.effect === 'read') return request;
    return { ...request, beforeSend: () => gate(request.command) === null && (request.beforeSend?.() ?? true) };
  }

  prewarm(): void {
    const { profile } = this.#options;
    if (this.#addressFault(profile.baseUrl) !== null) return;
    this.#transport.prepare(commandUrl(profile.baseUrl, profile.platformId, 'submitSignal'));
  }

  queue(): QueueState {
    return this.#pacer.state();
  }

  health(): Health {
    return this.#health;
  }

  clockOffsetMs(): number | null {
    const { clock } = this.#options;
    if (this.#serviceTime === null) return null;
    const { at, monotonic } = this.#serviceTime;
    return Math.round(at + clock.monotonic() - monotonic - clock.now());
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setPace(paceMs: number): void {
    this.#pacer.setPace(paceMs);
  }

  async close(): Promise<void> {
    await this.#pacer.close('Not sent: the connection was closed first.');
    this.#transport.close();
  }

  /** Why a request is never sent from here, whatever the queue says. */
  #fault({ command }: PlatformRequest): string | null {
    const { profile } = this.#options;
    const known = endpoint(command);
    if (known === undefined) return `The platform has no command ${command}; nothing was sent.`;
    const context = profile.platformId === null ? 'world' : 'platform';
    if (!known.contexts.includes(context)) return `${command} is not served to this kind of profile; nothing was sent.`;
    return this.#addressFault(profile.baseUrl);
  }

  #addressFault(baseUrl: string): string | null {
    let fault = this.#addressFaults.get(baseUrl);
    if (fault === undefined) {
      fault = addressFault(this.#options.profile.kind, baseUrl);
      this.#addressFaults.set(baseUrl, fault);
    }
    return fault;
  }

  async #carry({ request, waitMs, left, stop }: Departure): Promise<PlatformResult> {
    const { clock, profile } = this.#options;
    const isRead = endpoint(request.command)?.effect === 'read';
    const baseUrl = isRead && this.#readsUseAlternative ? (profile.altBaseUrl ?? profile.baseUrl) : profile.baseUrl;
    const started = clock.monotonic();
    const sentAt = clock.now();
    const carried = await this.#post(request, baseUrl, { freshSocket: !isRead, left, stop });
    // That it was stopped here says nothing of the service.
    const isStopped = stop.aborted && carried.kind !== 'answer';
    if (isRead && carried.kind !== 'answer' && !isStopped) this.#readsUseAlternative = !this.#readsUseAlternative;
    const receivedAt = clock.now();
    const ended = clock.monotonic();
    const told = carried.kind === 'answer' ? serviceTime(carried.date) : null;
    if (told !== null) this.#serviceTime = { at: told, monotonic: (started + ended) / 2 };
    const result = isStopped ? { ...stopped, sentAt } : withTimes(carried, sentAt, receivedAt);
    if (!isStopped) this.#noteHealth(result);
    this.#report(request, result, { at: sentAt - waitMs, waitMs, durationMs: clock.monotonic() - started });
    return result;
  }

  async #post(request: PlatformRequest, baseUrl: string, way: Omit<Post, 'url' | 'body'>): Promise<Carried> {
    const { profile, apiKey } = this.#options;
    // Asked again at the last moment: the alternative address has not been through the first check.
    const fault = this.#addressFault(baseUrl);
    if (fault !== null) return { kind: 'not-sent', text: fault };
    return this.#transport.post({
      url: commandUrl(baseUrl, profile.platformId, request.command),
      body: JSON.stringify({ ...request.body, apikey: apiKey }),
      ...way,
    });
  }

  #noteHealth(result: PlatformResult): void {
    const { verdict, text } = answerVerdict(result);
    const now = Math.floor(this.#options.clock.now() / 1_000);
    if (verdict === 'ok' || verdict === 'refused') this.#health = { state: 'answering', at: now };
    else this.#health = { state: 'failing', since: this.#health.state === 'failing' ? this.#health.since : now, text };
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
      mode: profile.kind === 'practice' ? 'PRACTICE' : 'LIVE',
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

const withTimes = (carried: Carried, sentAt: number, receivedAt: number): PlatformResult => {
  if (carried.kind === 'not-sent') return carried;
  if (carried.kind === 'no-answer') return { ...carried, sentAt };
  const { kind, httpStatus, bytes } = carried;
  return { kind, httpStatus, bytes, sentAt, receivedAt };
};

/** The header has whole seconds: half of one is added, and the answer is taken to be made half way. */
const serviceTime = (date: string | null): number | null => {
  const theirs = date === null ? NaN : Date.parse(date);
  return Number.isNaN(theirs) ? null : theirs + 500;
};
