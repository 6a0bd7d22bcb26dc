// Opens a connection before it is needed, so that the handshake does not delay an order.
// Order-safety 1.3 requires a fresh socket for each mutating call, and an open but unused socket is
// fresh. At most one is open. It carries one request, and is closed when no request uses it in
// time. Only the handshake is sent on it before that request. Once a request uses it, it counts as
// an established connection: a failure after that is `no-answer`, never `not-sent`.
import { isIP, connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '#core/ports.ts';

/**
 * Milliseconds that an unused connection stays open: less than any known server waits for a first
 * request.
 */
const maxIdleMs = 8_000;
const endEvents = ['error', 'end', 'close'] as const;

type ReadySocket = {
  readonly origin: string;
  readonly socket: Socket;
  readonly drop: () => void;
  readonly cancelTimer: () => void;
};

export class ReadySockets {
  readonly #clock: Clock;
  #ready: ReadySocket | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens a connection to this address, unless one is open or being opened. */
  prepare(url: URL): void {
    if (this.#ready?.origin === url.origin && !this.#ready.socket.destroyed) return;
    this.close();
    const socket = open(url);
    const drop = (): void => {
      if (this.#ready?.socket === socket) this.close();
    };
    // A failure of an unused socket belongs to no request. A later request opens its own socket and
    // reports its own failure.
    for (const event of endEvents) socket.on(event, drop);
    // A listener for data makes the socket flow, so that its end is noticed. Data before a request
    // is unexpected and closes the socket.
    socket.on('data', drop);
    this.#ready = { origin: url.origin, socket, drop, cancelTimer: this.#clock.after(maxIdleMs, drop) };
  }

  /** Hands over the connection, once. Null if none is established and alive. */
  take(url: URL): Socket | null {
    const ready = this.#ready;
    if (ready?.origin !== url.origin) return null;
    const { socket } = ready;
    if (socket.destroyed || socket.connecting || !socket.writable || socket.readableEnded || isInHandshake(socket))
      return null;
    this.#ready = null;
    ready.cancelTimer();
    for (const event of [...endEvents, 'data']) socket.off(event, ready.drop);
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
  // A URL has an IPv6 address in brackets. The socket functions take it without them.
  const host = hostname.replace(/^\[|\]$/g, '');
  const noDelay = true;
  if (protocol === 'http:') return connectTcp({ host, port: Number(port === '' ? '80' : port), noDelay });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port: Number(port === '' ? '443' : port), ALPNProtocols: ['http/1.1'], ...servername });
}

/** The TLS handshake is not finished. The socket is no longer `connecting` in this phase. */
const isInHandshake = (socket: Socket): boolean =>
  'encrypted' in socket && 'getProtocol' in socket && !isSecure(socket);

const isSecure = (socket: Socket): boolean => 'authorized' in socket && socket.authorized === true;
