import type { EventMessage, Transport } from '#contract/bridge.ts';
import { loopback, type PageSession, type StreamMessage, type StreamRequest } from '#contract/loopback.ts';

/**
 * `lost`: the program does not answer, and the connection is retried. `refused`: the session of
 * this page has ended or never started. Only an address that the program prints starts another
 * session.
 */
export type ProgramConnectionState = 'connecting' | 'connected' | 'lost' | 'refused';

/** What the transport uses of the browser. Tests replace it. */
export type Surroundings = {
  readonly location: Pick<Location, 'origin' | 'host' | 'hash' | 'pathname'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly fetch: typeof fetch;
  readonly openSocket: (url: string) => WebSocket;
  readonly removeFragment: () => void;
  readonly startTimer: (milliseconds: number, run: () => void) => void;
};

/** Callbacks of a call that was sent over the stream. */
type PendingCall = { resolve(outcome: unknown): void; reject(reason: Error): void };
type Listener = { readonly name: string; readonly params: unknown; receive(message: EventMessage): void };

const RENEWAL = 'stratdesk.renewal';
/** The browser limits requests of a closing page to 64 KiB in total. */
const MAX_KEEPALIVE_BYTES = 60_000;
/**
 * Maximum characters of a call over the stream, which refuses messages of more than 64 KiB. A
 * character is at most three bytes.
 */
const MAX_STREAM_CHARACTERS = 20_000;
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000] as const;

/** There is no code, or the program accepts none. */
class NoCodeError extends Error {}

/**
 * The transport over a WebSocket, called the stream. A call uses fetch while the stream is not
 * ready, if the call is too long, or if it has to outlive the page. A fetch takes three times as
 * long as a call over the stream. The token is only in this object. The renewal code for the next
 * load of this tab is in its session storage (see hosts/browser/page-sessions.ts). A lost stream is
 * opened again, and every subscription is started again on it with a new snapshot and `seq` from 0.
 */
export class LoopbackTransport implements Transport {
  readonly #page: Surroundings;
  readonly #onState: (state: ProgramConnectionState) => void;
  readonly #listeners = new Map<number, Listener>();
  readonly #calls = new Map<number, PendingCall>();
  /** The present attempt to open the session. If it fails, the calls that wait for it fail too. */
  #session: Promise<PageSession>;
  #token: string | null = null;
  #socket: WebSocket | undefined;
  #ready = false;
  #state: ProgramConnectionState = 'connecting';
  #lastId = 0;
  #failures = 0;

  constructor(page: Surroundings, onState: (state: ProgramConnectionState) => void) {
    this.#page = page;
    this.#onState = onState;
    this.#session = this.#start(this.#codes());
  }

  /**
   * Opens the session and the stream. If the program does not answer, tries again with the same
   * codes, because it may still accept one.
   */
  #start(codes: readonly string[]): Promise<PageSession> {
    const session = this.#openSession(codes);
    session.then(
      ({ token }) => {
        this.#token = token;
        this.#connect(token);
      },
      (error: unknown) => {
        if (error instanceof NoCodeError) this.#enter('refused');
        else this.#retryLater(() => void (this.#session = this.#start(codes)));
      },
    );
    return session;
  }

  async invoke(name: string, input: unknown): Promise<unknown> {
    // No await once the session is open, so that the call of a hotkey is sent before the window
    // renders.
    const token = this.#token ?? (await this.#session).token;
    // `preferences.set` saves the last typed text when the page closes. The request must outlive
    // the page.
    const outlivesPage = name === 'preferences.set';
    const id = (this.#lastId += 1);
    const text = this.#ready && !outlivesPage ? textOf({ call: { id, name, input } }) : null;
    if (text !== null && text.length <= MAX_STREAM_CHARACTERS) return this.#ask(id, text);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await this.#post(`${loopback.call}${name}`, input, headers, outlivesPage);
    if (answer.status === 401) this.#enter('refused');
    if (!answer.ok) throw new Error(`the program answered ${answer.status}`);
    return await answer.json();
  }

  /** Rejects if the connection is lost before the answer. The outcome is unknown then. */
  #ask(id: number, text: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#socket?.send(text);
    });
  }

  listen(name: string, params: unknown, receive: (message: EventMessage) => void): () => void {
    const id = (this.#lastId += 1);
    this.#listeners.set(id, { name, params, receive });
    if (this.#ready) this.#send({ listen: { id, name, params } });
    return () => {
      if (this.#listeners.delete(id) && this.#ready) this.#send({ unlisten: { id } });
    };
  }

  /**
   * The code in the address, then the renewal code of this tab. The renewal code is used if the
   * other is missing or spent, as after a reload.
   */
  #codes(): string[] {
    const fragment = new URLSearchParams(this.#page.location.hash.slice(1)).get(loopback.codeParameter);
    if (fragment !== null) this.#page.removeFragment();
    return [fragment, this.#page.storage.getItem(RENEWAL)].filter((code) => code !== null);
  }

  async #openSession(codes: readonly string[]): Promise<PageSession> {
    for (const code of codes) {
      const session = await this.#exchange(code);
      if (session !== undefined) return session;
    }
    throw new NoCodeError('no code is accepted');
  }

  async #exchange(code: string): Promise<PageSession | undefined> {
    const answer = await this.#post(loopback.session, { code });
    if (!answer.ok) return undefined;
    const session: unknown = await answer.json();
    if (!isSession(session)) return undefined;
    this.#page.storage.setItem(RENEWAL, session.renewal);
    return session;
  }

  #post(path: string, body: unknown, headers: Record<string, string> = {}, outlivesPage = false): Promise<Response> {
    const text = JSON.stringify(body);
    return this.#page.fetch(`${this.#page.location.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
      keepalive: outlivesPage && new TextEncoder().encode(text).length <= MAX_KEEPALIVE_BYTES,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
  }

  #connect(token: string): void {
    const socket = this.#page.openSocket(`ws://${this.#page.location.host}${loopback.events}`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#send({ token }));
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
    socket.addEventListener('close', ({ code }) => this.#onClose(token, code));
  }

  #receive(message: unknown): void {
    if (!isStreamMessage(message)) return;
    if ('answer' in message) {
      const { answer: callId, outcome } = message;
      this.#calls.get(callId)?.resolve(outcome);
      this.#calls.delete(callId);
      return;
    }
    if ('id' in message) {
      this.#listeners.get(message.id)?.receive({ seq: message.seq, payload: message.payload });
      return;
    }
    this.#ready = true;
    this.#failures = 0;
    this.#enter('connected');
    for (const [id, { name, params }] of this.#listeners) this.#send({ listen: { id, name, params } });
  }

  #onClose(token: string, code: number): void {
    this.#ready = false;
    for (const call of this.#calls.values()) call.reject(new Error('the connection was lost'));
    this.#calls.clear();
    if (code === loopback.refusedClose) {
      this.#enter('refused');
      return;
    }
    this.#retryLater(() => this.#connect(token));
  }

  #retryLater(retry: () => void): void {
    this.#enter('lost');
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#page.startTimer(wait, () => {
      if (this.#state !== 'refused') retry();
    });
  }

  #send(request: StreamRequest): void {
    this.#socket?.send(textOf(request));
  }

  #enter(state: ProgramConnectionState): void {
    if (this.#state === state || this.#state === 'refused') return;
    this.#state = state;
    this.#onState(state);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isSession = (value: unknown): value is PageSession =>
  isObject(value) && typeof value['token'] === 'string' && typeof value['renewal'] === 'string';

const isStreamMessage = (value: unknown): value is StreamMessage =>
  isObject(value) &&
  (value['ready'] === true ||
    typeof value['answer'] === 'number' ||
    (typeof value['id'] === 'number' && typeof value['seq'] === 'number'));

const textOf = (request: StreamRequest): string => JSON.stringify(request);
