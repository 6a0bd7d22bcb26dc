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

type Listener = { readonly name: string; readonly params: unknown; receive(message: EventMessage): void };

const RENEWAL = 'stratdesk.renewal';
/** What a page may still send while it goes away is bounded by the browser: 64 KiB in all. */
const MOST_KEPT_ALIVE = 60_000;
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000] as const;

/**
 * The contract's two functions over fetch and a WebSocket. The token lives in this object only; the renewal code for the
 * next load of this tab lives in its session storage (the policy stands in hosts/browser/sessions.ts). A lost stream is
 * opened again and every subscription starts anew on it, counting from 0 with a fresh snapshot.
 */
export class LoopbackTransport implements Transport {
  readonly #page: Surroundings;
  readonly #onState: (state: LineState) => void;
  readonly #listeners = new Map<number, Listener>();
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
    const answer = await this.#post(`${loopback.call}${name}`, input, { authorization: `Bearer ${token}` }, outlives);
    if (answer.status === 401) this.#enter('refused');
    if (!answer.ok) throw new Error(`the program answered ${answer.status}`);
    return await answer.json();
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
    this.#socket?.send(JSON.stringify(request));
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
  isObject(value) && (value['ready'] === true || (typeof value['id'] === 'number' && typeof value['seq'] === 'number'));
