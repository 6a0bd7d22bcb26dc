import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { WebSocket } from '@fastify/websocket';
import { loopback, type StreamMessage } from '#contract/loopback.ts';
import type { Core, Log } from '#core/ports.ts';
import type { PageSessions } from './page-sessions.ts';

const strict = { additionalProperties: false } as const;
const id = Type.Integer({ minimum: 1 });
const name = Type.String({ maxLength: 60 });
const listen = Type.Object({ id, name, params: Type.Unknown() }, strict);
const call = Type.Object({ id, name, input: Type.Unknown() }, strict);
const tokenMessage = Compile(Type.Object({ token: Type.String({ maxLength: 100 }) }, strict));
const requestMessage = Compile(
  Type.Union([
    Type.Object({ call }, strict),
    Type.Object({ listen }, strict),
    Type.Object({ unlisten: Type.Object({ id }, strict) }, strict),
  ]),
);

const TOKEN_MS = 5_000;
const MAX_SUBSCRIPTIONS = 200;
/**
 * A page that stopped reading events is disconnected. After it reconnects, it gets snapshots
 * instead of the backlog. Answers do not count, because the page requested them.
 */
const MAX_BACKLOG_BYTES = 16 * 1024 * 1024;
const MALFORMED_CLOSE = 4400;

/**
 * Handles calls and events of one page. Nothing is done or sent before the page has sent its token.
 * The subscriptions end when the connection closes.
 */
export function serveStream(socket: WebSocket, deps: { core: Core; sessions: PageSessions; log: Log }): void {
  const subscriptions = new Map<number, () => void>();
  let detach: (() => void) | undefined;
  const tokenTimer = setTimeout(() => socket.close(loopback.refusedClose, 'no token'), TOKEN_MS);

  /** Bytes of answers that are not sent yet. `bufferedAmount` includes them. */
  let unsentAnswerBytes = 0;
  const send = (message: StreamMessage): void => {
    if (socket.bufferedAmount - unsentAnswerBytes > MAX_BACKLOG_BYTES) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const authenticate = (message: unknown): void => {
    clearTimeout(tokenTimer);
    detach = tokenMessage.Check(message)
      ? deps.sessions.attach(message.token, () => socket.close(loopback.refusedClose, 'replaced'))
      : undefined;
    if (detach === undefined) socket.close(loopback.refusedClose, 'wrong token');
    else send({ ready: true });
  };
  const handle = (message: unknown): void => {
    if (!requestMessage.Check(message)) socket.close(MALFORMED_CLOSE, 'malformed');
    else if ('call' in message) void answer(message.call);
    else if ('unlisten' in message) drop(subscriptions, message.unlisten.id);
    else if (subscriptions.has(message.listen.id) || subscriptions.size >= MAX_SUBSCRIPTIONS) {
      socket.close(MALFORMED_CLOSE, 'too many');
    } else subscribe(message.listen);
  };
  const answer = async ({ id: key, ...asked }: { id: number; name: string; input: unknown }): Promise<void> => {
    const outcome = await deps.core.call(asked.name, asked.input);
    if (socket.readyState !== socket.OPEN) return;
    const message: StreamMessage = { answer: key, outcome };
    const bytes = Buffer.from(JSON.stringify(message));
    unsentAnswerBytes += bytes.length;
    socket.send(bytes, { binary: false }, () => (unsentAnswerBytes -= bytes.length));
  };
  const subscribe = ({ id: key, ...asked }: { id: number; name: string; params: unknown }): void => {
    try {
      subscriptions.set(
        key,
        deps.core.subscribe(asked.name, asked.params, ({ seq, payload }) => send({ id: key, seq, payload })),
      );
    } catch {
      deps.log.warn('subscription refused', { name: asked.name });
    }
  };

  socket.on('message', (data, isBinary) => {
    // A page may still send while the connection closes.
    if (socket.readyState !== socket.OPEN) return;
    const message = isBinary || !Buffer.isBuffer(data) ? undefined : parse(data.toString());
    if (detach === undefined) authenticate(message);
    else handle(message);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearTimeout(tokenTimer);
    for (const key of [...subscriptions.keys()]) drop(subscriptions, key);
    detach?.();
  });
}

function drop(subscriptions: Map<number, () => void>, key: number): void {
  subscriptions.get(key)?.();
  subscriptions.delete(key);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
