import type { EventMessage, Transport } from '#contract/bridge.ts';
import { loopback, type Session, type StreamMessage, type StreamRequest } from '#contract/loopback.ts';

/**
 * `lost`: the program does not answer at the moment, the line is tried again. `refused`: this page's session is over or
 * never began; only an address printed by the program opens another.
 */
export type LineState = 'connecting' | 'connected' | 'lost' | 'refused';

/** The browser's own functions, so that a test can be the network. */
export type Surroundings = {
  readonly location: Pick<Location, 'origin' | 'host' | 'hash' | 'pathname'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly fetch: typeof fetch;
  readonly openSocket: (url: string) => WebSocket;
  readonly removeFragment: () => void;
  readonly after: (milliseconds: number, run: () => void) => void;
};

/** Settles a call that went by the stream. */
type Waiting = { resolve(outcome: unknown): void; reject(reason: Error): void };
type Listener = { readonly name: string; readonly params: unknown; receive(message: EventMessage): void };

const RENEWAL = 'stratdesk.renewal';
/** What a page may still send while it goes away is bounded by the browser: 64 KiB in all. */
const MOST_KEPT_ALIVE = 60_000;
/** Characters of a call that goes by the stream, of at most three bytes each: it takes no longer messages of anybody. */
const MOST_BY_STREAM = 20_000;
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000] as const;

/**
 * The contract's two functions over a WebSocket, and over fetch what cannot go by it: there is none yet, it is too long, or it
 * has to outlive the page. A fetch takes three times as long, which an order has better uses for. The token lives in this object only; the renewal code for the
 * next load of this tab lives in its session storage (the policy stands in hosts/browser/sessions.ts). A lost stream is
 * opened again and every subscription starts anew on it, counting from 0 with a fresh snapshot.
 */
export class LoopbackTransport implements Transport {
  readonly #page: Surroundings;
  readonly #onState: (state: LineState) => void;
  readonly #listeners = new Map<number, Listener>();
  readonly #calls = new Map<number, Waiting>();
  readonly #session: Promise<Session>;
  #token: string | null = null;
  #socket: WebSocket | undefined;
  #ready = false;
  #state: LineState = 'connecting';
  #lastId = 0;
  #failures = 0;

  constructor(page: Surroundings, onState: (state: LineState) => void) {
    this.#page = page;
    this.#onState = onState;
    this.#session = this.#openSession();
    this.#session.then(
      ({ token }) => {
        this.#token = token;
        this.#connect(token);
      },
      () => this.#enter('refused'),
    );
  }

  async invoke(name: string, input: unknown): Promise<unknown> {
    // Without a wait once the session is there: what a key asks for leaves before the window is busy with showing it.
    const token = this.#token ?? (await this.#session).token;
    // What was typed last is written as the page goes: this one request outlives it.
    const outlives = name === 'preferences.set';
    const id = (this.#lastId += 1);
    const text = this.#ready && !outlives ? textOf({ call: { id, name, input } }) : null;
    if (text !== null && text.length <= MOST_BY_STREAM) return this.#ask(id, text);
    const answer = await this.#post(`${loopback.call}${name}`, input, { authorization: `Bearer ${token}` }, outlives);
    if (answer.status === 401) this.#enter('refused');
    if (!answer.ok) throw new Error(`the program answered ${answer.status}`);
    return await answer.json();
  }

  /** Rejects when the line is lost before the answer: whether it was carried out is then not known. */
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

  /** The code in the address first; after a reload it is spent, and this tab's renewal counts. */
  async #openSession(): Promise<Session> {
    const fragment = new URLSearchParams(this.#page.location.hash.slice(1)).get(loopback.codeParameter);
    if (fragment !== null) this.#page.removeFragment();
    const renewal = this.#page.storage.getItem(RENEWAL);
    for (const code of [fragment, renewal]) {
      const session = code === null ? undefined : await this.#exchange(code);
      if (session !== undefined) return session;
    }
    throw new Error('no code');
  }

  async #exchange(code: string): Promise<Session | undefined> {
    const answer = await this.#post(loopback.session, { code });
    if (!answer.ok) return undefined;
    const session: unknown = await answer.json();
    if (!isSession(session)) return undefined;
    this.#page.storage.setItem(RENEWAL, session.renewal);
    return session;
  }

  #post(path: string, body: unknown, headers: Record<string, string> = {}, outlives = false): Promise<Response> {
    const text = JSON.stringify(body);
    return this.#page.fetch(`${this.#page.location.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
      keepalive: outlives && new TextEncoder().encode(text).length <= MOST_KEPT_ALIVE,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
  }

  #connect(token: string): void {
    const socket = this.#page.openSocket(`ws://${this.#page.location.host}${loopback.events}`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#send({ token }));
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))));
    socket.addEventListener('close', ({ code }) => this.#closed(token, code));
  }

  #take(message: unknown): void {
    if (!isStreamMessage(message)) return;
    if ('answer' in message) {
      this.#calls.get(message.answer)?.resolve(message.outcome);
      this.#calls.delete(message.answer);
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

  #closed(token: string, code: number): void {
    this.#ready = false;
    for (const waiting of this.#calls.values()) waiting.reject(new Error('the line was lost'));
    this.#calls.clear();
    if (code === loopback.refusedClose) {
      this.#enter('refused');
      return;
    }
    this.#enter('lost');
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#page.after(wait, () => {
      if (this.#state !== 'refused') this.#connect(token);
    });
  }

  #send(request: StreamRequest): void {
    this.#socket?.send(textOf(request));
  }

  #enter(state: LineState): void {
    if (this.#state === state || this.#state === 'refused') return;
    this.#state = state;
    this.#onState(state);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isSession = (value: unknown): value is Session =>
  isObject(value) && typeof value['token'] === 'string' && typeof value['renewal'] === 'string';

const isStreamMessage = (value: unknown): value is StreamMessage =>
  isObject(value) &&
  (value['ready'] === true ||
    typeof value['answer'] === 'number' ||
    (typeof value['id'] === 'number' && typeof value['seq'] === 'number'));

const textOf = (request: StreamRequest): string => JSON.stringify(request);
