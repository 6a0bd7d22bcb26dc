import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Control } from '#practice/control/control.ts';
import { failure } from '#practice/envelope.ts';
import type { Switches } from '#practice/switches.ts';
import { addApiRoutes, ARRIVED_AT, type ApiParts } from './api-routes.ts';
import { BodyError, BodyReader } from './body-reader.ts';
import { answerClientError } from './client-error.ts';
import { addControlRoutes } from './control-routes.ts';
import { sendEnvelope } from './send-envelope.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 2000;

/**
 * HTTP on loopback. Bodies of any type are read as bytes. Every internal error becomes a failure
 * envelope, and does not close the connection.
 */
export function createServer(parts: ApiParts, control: Control, token: string): FastifyInstance {
  const app = fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be decoded, or that is too long, fails before routing.
    frameworkErrors: (error, _request, reply) => void answerError(error, reply, parts.switches),
    // A request without Host is accepted: there is only one host.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, parts.switches),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.decorateRequest(ARRIVED_AT, 0);
  app.addHook('onRequest', (request, reply, done) => {
    request.setDecorator(ARRIVED_AT, performance.now());
    // The service's time, because a manual clock differs from the clock of the machine.
    reply.header('date', new Date(parts.now()).toUTCString());
    done();
  });
  app.removeAllContentTypeParsers();
  const bodies = new BodyReader();
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage, done) => {
    bodies.read(payload, done);
  });
  app.setErrorHandler((error: unknown, _request, reply) => answerError(error, reply, parts.switches));
  app.setNotFoundHandler((_request, reply) => {
    const message = 'Please refer to the API docs for the list of commands';
    return sendEnvelope(reply, failure(parts.switches, { title: 'Unknown API command', message }), parts.switches);
  });
  addApiRoutes(app, parts);
  addControlRoutes(app, control, token);
  return app;
}

function answerError(error: unknown, reply: FastifyReply, switches: Switches): FastifyReply {
  const known = error instanceof Error && (error instanceof BodyError || isHttpError(error));
  const message = known ? error.message : 'The request could not be carried out.';
  // On an open connection the rest of the body would be read as the next request.
  if (error instanceof BodyError) reply.header('connection', 'close');
  return sendEnvelope(reply, failure(switches, { title: 'Request failed', message }), switches);
}

/**
 * Errors with an HTTP status are Fastify's own errors about the request. Their text has no data of
 * the service.
 */
function isHttpError(error: Error): boolean {
  return 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;
}
