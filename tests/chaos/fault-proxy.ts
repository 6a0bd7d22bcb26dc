// The faulty network between the core and the practice service. A fault that is planned for a
// command happens to the next request of that command. The proxy reads each request whole and
// forwards it on a connection of its own, so that it knows exactly what the service has received.
// It also applies the client's time limit in simulated time: after `patienceMs` without an answer
// it closes the connection.
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { actCommands, keyOfRequest } from './checker/acts.ts';
import {
  isWhole,
  jsonAnswer,
  keptAlive,
  takeRequest,
  withConnectionClose,
  withUnreadableRecord,
  type RawRequest,
} from './http-bytes.ts';
import { pause } from './pause.ts';

export type NetworkFault =
  | 'cut-before'
  | 'cut-after'
  | 'cut-body'
  | 'reply-twice'
  | 'request-twice'
  | 'late'
  | 'slow'
  /**
   * The kept-alive connection is closed after the answer, when the next request may already be on
   * its way.
   */
  | 'idle-cut'
  /** The service accepts the order, and the client gets a refusal. */
  | 'lie-refused'
  /** The list in the answer has a record that cannot be read. */
  | 'unreadable-record';

export type SeenRequest = {
  readonly command: string;
  readonly ownId: string | null;
  /** The key of an act, see `keyOfRequest`; null for all other requests. */
  readonly actKey: string | null;
  /**
   * A submit, a cancel or an act on a socket that had carried another request, which order-safety
   * 1.3 forbids.
   */
  readonly reusedSocket: boolean;
};

type Options = {
  readonly patienceMs: number;
  /**
   * Delay of a late request: longer than the time after which the client believes that it is lost.
   */
  readonly lateMs: number;
  readonly slowMs: number;
};

export type NetworkHooks = {
  readonly arrived: (seen: SeenRequest) => void;
  readonly answered: (seen: SeenRequest) => void;
  readonly faultApplied: (fault: NetworkFault, seen: SeenRequest) => void;
};

const mutating = new Set(['submitSignal', 'cancelSignal', ...actCommands]);

export class FaultProxy {
  readonly #options: Options;
  readonly #hooks: NetworkHooks;
  readonly #plans: { readonly command: string; readonly fault: NetworkFault; readonly marker: string }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #atService = new Set<Promise<unknown>>();
  #gate: Promise<void> | null = null;
  #servicePort = 0;
  #port = 0;
  #server: Server | null = null;

  constructor(options: Options, hooks: NetworkHooks) {
    this.#options = options;
    this.#hooks = hooks;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, on the same port as before if there was one. */
  async accept(servicePort = this.#servicePort): Promise<void> {
    this.#servicePort = servicePort;
    if (this.#server) return;
    const server = createServer((socket) => this.#serve(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Stops listening: connections are refused, and open ones are closed. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise<void>((resolve) => void server.close(() => resolve()));
  }

  /** Plans a fault for the next request of the command whose body contains the marker. */
  plan(command: string, fault: NetworkFault, marker = ''): void {
    this.#plans.push({ command, fault, marker });
  }

  clearPlans(): void {
    this.#plans.length = 0;
  }

  /**
   * Forwards nothing while the work is done. Requests that were already forwarded are answered
   * before the work, and late requests are forwarded after it.
   */
  async whileStopped(work: () => Promise<void>): Promise<void> {
    let open = (): void => undefined;
    this.#gate = new Promise((resolve) => (open = resolve));
    while (this.#atService.size > 0) await Promise.all(this.#atService);
    await work();
    this.#gate = null;
    open();
  }

  /** Resolves when every received request was forwarded. */
  async whenIdle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let waiting = Buffer.alloc(0);
    let carriedCount = 0;
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let taken = takeRequest(waiting); taken; taken = takeRequest(waiting)) {
        waiting = Buffer.from(taken.rest);
        carriedCount += 1;
        void track(this.#underWay, this.#carry(taken.request, socket, carriedCount > 1));
      }
    });
  }

  async #carry(request: RawRequest, socket: Socket, isReused: boolean): Promise<void> {
    const { command } = request;
    const reusedSocket = isReused && mutating.has(command);
    const actKey = keyOfRequest(command, request.body.toString('utf8'));
    const seen: SeenRequest = { command, ownId: ownIdOf(request), actKey, reusedSocket };
    const index = this.#plans.findIndex((plan) => plan.command === command && request.body.includes(plan.marker));
    const fault = index < 0 ? null : (this.#plans.splice(index, 1)[0]?.fault ?? null);
    this.#hooks.arrived(seen);
    if (fault !== null) this.#hooks.faultApplied(fault, seen);
    if (fault === 'cut-before') return void socket.destroy();
    if (fault === 'late') return this.#forwardLate(request, socket);
    if (fault === 'slow') await pause(this.#options.slowMs);
    if (fault === 'request-twice') await this.#forward(request);
    const answer = await this.#answerInTime(request, socket);
    this.#hooks.answered(seen);
    if (fault === 'lie-refused' && isWhole(answer)) return void socket.end(refusal(request));
    const isChanged = fault === 'unreadable-record' && isWhole(answer);
    this.#reply(socket, request, isChanged ? withUnreadableRecord(answer) : answer, fault);
  }

  #reply(socket: Socket, request: RawRequest, answer: Buffer, fault: NetworkFault | null): void {
    if (socket.destroyed) return;
    if (fault === 'cut-after' || answer.length === 0) return void socket.destroy();
    if (fault === 'cut-body' || !isWhole(answer)) {
      const part = fault === 'cut-body' ? answer.subarray(0, answer.length - 20) : answer;
      return void socket.write(part, () => socket.destroy());
    }
    const reply = request.keepsAlive ? keptAlive(answer) : answer;
    socket.write(fault === 'reply-twice' ? Buffer.concat([reply, reply]) : reply);
    if (!request.keepsAlive) socket.end();
    // Closes an idle connection at the moment when the next request may be on its way.
    else if (fault === 'idle-cut') setImmediate(() => socket.destroy());
  }

  async #forwardLate(request: RawRequest, socket: Socket): Promise<void> {
    await pause(this.#options.patienceMs);
    socket.destroy();
    await pause(this.#options.lateMs - this.#options.patienceMs);
    await this.#forward(request);
  }

  async #answerInTime(request: RawRequest, socket: Socket): Promise<Buffer> {
    const patience = setTimeout(() => socket.destroy(), this.#options.patienceMs);
    try {
      return await this.#forward(request);
    } finally {
      clearTimeout(patience);
    }
  }

  async #forward(request: RawRequest): Promise<Buffer> {
    while (this.#gate) await this.#gate;
    return track(this.#atService, this.#exchange(request));
  }

  /** All bytes until the connection ends; none if it is closed before the first byte. */
  #exchange(request: RawRequest): Promise<Buffer> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      const upstream = connect(this.#servicePort, '127.0.0.1', () => upstream.write(withConnectionClose(request)));
      const limit = setTimeout(() => upstream.destroy(), this.#options.patienceMs * 2);
      upstream.on('data', (chunk: Buffer) => chunks.push(chunk));
      upstream.on('error', () => upstream.destroy());
      upstream.once('close', () => {
        clearTimeout(limit);
        resolve(Buffer.concat(chunks));
      });
    });
  }
}

function track<Result>(set: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  set.add(work);
  void work.finally(() => set.delete(work));
  return work;
}

function ownIdOf({ command, body }: RawRequest): string | null {
  if (command !== 'submitSignal') return null;
  const { signal } = JSON.parse(body.toString('utf8')) as { signal?: { signalid?: string } };
  return signal?.signalid ?? null;
}

/**
 * A refusal in the form of the service, for an order that the service accepted (platform-notes 21).
 */
function refusal(request: RawRequest): Buffer {
  const { signal } = JSON.parse(request.body.toString('utf8')) as { signal: object };
  const error = { title: 'Unknown symbol', message: 'Unknown symbol' };
  return jsonAnswer({ ok: '0', error, signal: { symbol: null }, rejectedSignal: signal });
}
