// A connection made ready before it is needed, so that the handshake is not in the way of an order (order-safety 1.3 wants a
// fresh socket for each mutating call; fresh does not mean late). At most one is kept; it carries one request and no other,
// and is closed when nothing comes. Before that request no byte of it has left, but once a request is handed to it, it was
// an established connection: what then goes wrong is `no-answer`, never `not-sent`.
import { isIP, connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '#core/ports.ts';

/** Milliseconds that an unused connection is kept: less than any server is known to wait for a first request. */
const keepMs = 8_000;
const endings = ['error', 'end', 'close'] as const;

type Ready = {
  readonly origin: string;
  readonly socket: Socket;
  readonly drop: () => void;
  readonly cancelTimer: () => void;
};

export class ReadySockets {
  readonly #clock: Clock;
  #ready: Ready | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens one for this address, unless one is ready or on its way. */
  prepare(url: URL): void {
    if (this.#ready?.origin === url.origin && !this.#ready.socket.destroyed) return;
    this.close();
    const socket = open(url);
    const drop = (): void => {
      if (this.#ready?.socket === socket) this.close();
    };
    // A failure here is nobody's request: it shows when one is sent.
    for (const event of endings) socket.on(event, drop);
    // Flowing, so that an end is noticed; nothing may come before a request, and what does ends it.
    socket.on('data', drop);
    this.#ready = { origin: url.origin, socket, drop, cancelTimer: this.#clock.after(keepMs, drop) };
  }

  /** Hands the connection over, once; null when there is none that is established and alive. */
  take(url: URL): Socket | null {
    const ready = this.#ready;
    if (ready?.origin !== url.origin) return null;
    const { socket } = ready;
    if (socket.destroyed || socket.connecting || !socket.writable || socket.readableEnded || isShaking(socket))
      return null;
    this.#ready = null;
    ready.cancelTimer();
    for (const event of [...endings, 'data']) socket.off(event, ready.drop);
    return socket;
  }

  close(): void {
    const ready = this.#ready;
    this.#ready = null;
    ready?.cancelTimer();
    ready?.socket.destroy();
  }
}

function open({ protocol, hostname, port }: URL): Socket {
  // An IPv6 address stands in brackets in a URL and nowhere else.
  const host = hostname.replace(/^\[|\]$/g, '');
  const noDelay = true;
  if (protocol === 'http:') return connectTcp({ host, port: Number(port === '' ? '80' : port), noDelay });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port: Number(port === '' ? '443' : port), ALPNProtocols: ['http/1.1'], ...servername });
}

/** A TLS socket is `connecting` no more while it still shakes hands. */
const isShaking = (socket: Socket): boolean => 'encrypted' in socket && 'getProtocol' in socket && !isSecure(socket);

const isSecure = (socket: Socket): boolean => 'authorized' in socket && socket.authorized === true;
