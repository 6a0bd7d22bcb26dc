// One POST over HTTP, and what is known about its outcome. `not-sent` is reported only with proof:
// the socket of this request never became an established connection (for https: never finished its
// handshake), so no byte of the request can have arrived. Every failure after that point (reset,
// cut body, timeout, size limit) is `no-answer`: the request may have been carried out. Nothing is
// repeated and no redirect is followed. A mutating call gets a socket of its own, because a
// kept-alive one may close between two requests, which looks like a lost answer (order-safety 1.3).
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import got, { type Got, type Request } from 'got';
import { ReadySockets } from './ready-sockets.ts';
import type { Clock } from '#core/ports.ts';
import type { Text } from '#contract/message.ts';
import { networkFailure } from './network-failure.ts';

/** Milliseconds a request may spend in each phase. */
export type Timeouts = {
  readonly lookupMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** From the last byte sent to the headers of the answer. */
  readonly answerMs: number;
  /** The whole request, from its start (before the lookup) to the last byte received. */
  readonly totalMs: number;
};

export type TransportResult =
  | {
      readonly kind: 'answer';
      readonly httpStatus: number;
      readonly bytes: Uint8Array;
      readonly date: string | null;
      readonly retryAfter?: string | null;
      /** When the headers arrived, monotonic ms. */
      readonly respondedAt?: number;
    }
  | { readonly kind: 'not-sent'; readonly text: Text }
  | { readonly kind: 'no-answer'; readonly text: Text };

export type Post = {
  readonly url: URL;
  readonly body: string;
  readonly freshSocket: boolean;
  /** Called when the request starts and when all of it was written to the connection. */
  readonly onDeparted: () => void;
  /**
   * Aborted when the answer is no longer waited for. The connection is then closed, and the result
   * is `no-answer`.
   */
  readonly stop: AbortSignal;
};

type Agents = { readonly http?: HttpAgent; readonly https?: HttpsAgent };

const keepAliveAgents = (): Agents => ({
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
});

const destroy = ({ http, https }: Agents): void => {
  http?.destroy();
  https?.destroy();
};

export class Transport {
  /**
   * Has the options that all requests share. Merging the options takes as long as sending a
   * request, so it is done once.
   */
  readonly #got: Got;
  readonly #maxAnswerBytes: number;
  readonly #keptAlive = keepAliveAgents();
  readonly #ready: ReadySockets;
  readonly #clock: Clock;

  constructor({ lookupMs, connectMs, tlsMs, answerMs, totalMs }: Timeouts, maxAnswerBytes: number, clock: Clock) {
    this.#clock = clock;
    this.#ready = new ReadySockets(clock);
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#got = got.extend({
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      decompress: true,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: {
        lookup: lookupMs,
        connect: connectMs,
        secureConnect: tlsMs,
        response: answerMs,
        request: totalMs,
      },
    });
  }

  /** Never throws. */
  async post(post: Post): Promise<TransportResult> {
    const agents = post.freshSocket ? this.#fresh(post.url) : this.#keptAlive;
    try {
      return await this.#carry(post, agents);
    } finally {
      if (agents !== this.#keptAlive) destroy(agents);
    }
  }

  /** Opens a connection for the next request that needs a fresh one. */
  prepare(url: URL): void {
    this.#ready.prepare(url);
  }

  /**
   * The agents of one request. Their first connection is the prepared one, if there is one. The
   * agents have no socket limit: with a limit, Node asks the server to keep the connection open.
   */
  #fresh(url: URL): Agents {
    const fresh: Agents = url.protocol === 'http:' ? { http: new HttpAgent() } : { https: new HttpsAgent() };
    const agent = fresh.http ?? fresh.https;
    const socket = this.#ready.take(url);
    if (socket === null || agent === undefined) return fresh;
    const connect = agent.createConnection.bind(agent);
    let isFirst = true;
    agent.createConnection = (options, done) => {
      if (!isFirst) return connect(options, done);
      isFirst = false;
      return socket;
    };
    return fresh;
  }

  /** Closes the prepared socket and the kept-alive ones that carry no request. */
  closeUnused(): void {
    this.#ready.close();
    for (const agent of [this.#keptAlive.http, this.#keptAlive.https])
      for (const sockets of Object.values(agent?.freeSockets ?? {}))
        for (const socket of sockets ?? []) socket.destroy();
  }

  /** Closes the kept-alive sockets and the prepared one. */
  close(): void {
    this.#ready.close();
    destroy(this.#keptAlive);
  }

  #carry(post: Post, agent: Agents): Promise<TransportResult> {
    const stream = this.#got.stream.post(post.url, { body: post.body, agent });
    stream.on('request', (request: ClientRequest) => {
      post.onDeparted();
      request.once('finish', post.onDeparted);
    });
    post.stop.addEventListener('abort', () => stream.destroy(), { once: true });
    return collect(stream, this.#maxAnswerBytes, this.#clock);
  }
}

/** Reads the stream to its end or to the first failure. */
const collect = (stream: Request, maxAnswerBytes: number, clock: Clock): Promise<TransportResult> =>
  new Promise((resolve) => {
    const body = new ReceivedBody(maxAnswerBytes);
    let httpStatus = 0;
    let date: string | null = null;
    let retryAfter: string | null = null;
    let respondedAt = 0;
    const connection = { established: false };
    stream.on('request', (request: ClientRequest) => watchConnection(request, connection));
    stream.on('response', (response: IncomingMessage) => {
      connection.established = true;
      respondedAt = clock.monotonic();
      httpStatus = response.statusCode ?? 0;
      date = response.headers.date ?? null;
      retryAfter = response.headers['retry-after'] ?? null;
    });
    stream.on('data', (chunk: Uint8Array) => {
      if (body.add(chunk)) return;
      resolve({ kind: 'no-answer', text: { code: 'answer.too-large', bytes: maxAnswerBytes } });
      stream.destroy();
    });
    stream.on('error', (error: unknown) => {
      resolve({ kind: connection.established ? 'no-answer' : 'not-sent', text: networkFailure(error) });
    });
    stream.on('end', () => resolve({ kind: 'answer', httpStatus, bytes: body.bytes(), date, retryAfter, respondedAt }));
    stream.on('close', () => resolve({ kind: 'no-answer', text: { code: 'answer.incomplete' } }));
  });

/**
 * The bytes of one answer, in one buffer that grows in place. A list of chunks would double the
 * memory, and keep it until the next garbage collection, which an idle program does not run.
 */
class ReceivedBody {
  readonly #buffer: ArrayBuffer;
  #size = 0;

  /** Address space of `maxBytes` is reserved. Memory is used as the answer arrives. */
  constructor(maxBytes: number) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: maxBytes });
  }

  /** Returns false if the answer exceeds its maximum size. */
  add(chunk: Uint8Array): boolean {
    const size = this.#size + chunk.byteLength;
    if (size > this.#buffer.maxByteLength) return false;
    if (size > this.#buffer.byteLength)
      this.#buffer.resize(Math.min(this.#buffer.maxByteLength, Math.max(size, 2 * this.#buffer.byteLength)));
    new Uint8Array(this.#buffer, this.#size).set(chunk);
    this.#size = size;
    return true;
  }

  /**
   * The bytes in their own buffer, not a view into a pool: they are transferred to the worker. Call
   * it once.
   */
  bytes(): Uint8Array {
    return new Uint8Array(this.#buffer.transferToFixedLength(this.#size));
  }
}

const watchConnection = (request: ClientRequest, connection: { established: boolean }): void => {
  const watch = (socket: Socket): void => {
    const markEstablished = (): void => {
      connection.established = true;
    };
    if (!socket.connecting) markEstablished();
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', markEstablished);
  };
  if (request.socket !== null) watch(request.socket);
  else request.once('socket', watch);
};
