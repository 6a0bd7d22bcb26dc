import { relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { commands } from '#contract/commands.ts';
import { limits } from '#contract/limits.ts';
import { loopback } from '#contract/loopback.ts';
import type { Clock, Core, Log } from '#core/ports.ts';
import { pageHeaders } from '#hosts/desktop/page-headers.ts';
import { UserError } from '#hosts/desktop/user-error.ts';
import { bearerToken, checkRequest } from './request-check.ts';
import { PageSessions } from './page-sessions.ts';
import { serveStream } from './stream.ts';

const HOST = '127.0.0.1';
const SESSION_BYTES = 1_024;
const STREAM_BYTES = 64 * 1024;
const codeBody = Compile(Type.Object({ code: Type.String({ maxLength: 100 }) }, { additionalProperties: false }));

export type LoopbackOptions = {
  readonly core: Core;
  readonly log: Log;
  readonly rendererFolder: string;
  /** 0 uses any free port. */
  readonly port: number;
  /** Called with the number of open pages after each change. */
  readonly onPages: (count: number) => void;
  readonly clock: Clock;
};

export type LoopbackServer = {
  readonly origin: string;
  /** A new address with a one-time code. An unused earlier code is invalid from then on. */
  newAddress(): string;
  close(): Promise<void>;
};

/**
 * Serves the renderer and the core's commands and events on the loopback address of this computer.
 */
export async function startLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const server = fastify({
    bodyLimit: limits.commandBytes,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 60 },
    http: { maxHeaderSize: 8_192 },
  });
  const sessions = new PageSessions(options.clock, options.onPages);
  const origin = (): string => `http://${authority(server)}`;
  const newAddress = (): string => `${origin()}/#${loopback.codeParameter}=${sessions.issueCode()}`;
  await server.register(fastifyWebsocket, { options: { maxPayload: STREAM_BYTES, perMessageDeflate: false } });
  // Called after the plugin, whose own hook closes the socket of an upgrade that `guard` refuses.
  guard(server);
  await server.register(fastifyStatic, {
    root: options.rendererFolder,
    dotfiles: 'ignore',
    decorateReply: false,
    // File names in `assets` contain a hash of the content.
    setHeaders: (reply, path) => {
      const isHashed = relative(options.rendererFolder, path).startsWith(`assets${sep}`);
      if (isHashed) reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  sessionRoute(server, sessions);
  callRoute(server, sessions, options.core);
  server.get(loopback.events, { websocket: true }, (socket) => serveStream(socket, { ...options, sessions }));
  await listen(server, options.port);
  return { origin: origin(), newAddress, close: () => server.close() };
}

function authority(server: FastifyInstance): string {
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the loopback server is not listening');
  return `${HOST}:${address.port}`;
}

function guard(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const refusal = checkRequest(request.raw, authority(server));
    if (refusal !== undefined) return reply.code(refusal.status).send({ error: refusal.error });
    return undefined;
  });
  server.addHook('onSend', async (_request, reply) => {
    reply.headers(pageHeaders(`ws://${authority(server)}`));
    if (!reply.hasHeader('etag')) reply.header('cache-control', 'no-store');
  });
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not found' }));
  server.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    return reply.code(status).send({ error: status < 500 ? 'bad request' : 'internal' });
  });
}

function sessionRoute(server: FastifyInstance, sessions: PageSessions): void {
  server.post(loopback.session, { bodyLimit: SESSION_BYTES }, async (request, reply) => {
    const session = codeBody.Check(request.body) ? sessions.exchange(request.body.code) : undefined;
    return session ?? reply.code(401).send({ error: 'wrong code' });
  });
}

function callRoute(server: FastifyInstance, sessions: PageSessions, core: Core): void {
  server.post<{ Params: { name: string } }>(
    `${loopback.call}:name`,
    {
      // Runs before the body is read, so that an unauthenticated caller cannot send a megabyte.
      onRequest: async (request, reply) => {
        const token = bearerToken(request.raw);
        if (token === undefined || !sessions.isToken(token)) return reply.code(401).send({ error: 'wrong token' });
        return undefined;
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      if (!Object.hasOwn(commands, name)) return reply.code(404).send({ error: 'unknown command' });
      return await core.call(name, request.body);
    },
  );
}

async function listen(server: FastifyInstance, port: number): Promise<void> {
  try {
    await server.listen({ host: HOST, port });
  } catch (error) {
    await server.close();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} is taken by another program. Stratdesk was not started; choose another --port.`,
      );
    }
    if (code === 'EACCES') {
      throw new UserError(
        `Port ${port} may not be used by this user. Stratdesk was not started; choose another --port.`,
      );
    }
    throw error;
  }
}
