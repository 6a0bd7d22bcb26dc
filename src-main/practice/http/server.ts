import fastify, { type FastifyInstance } from 'fastify';
import type { Control } from '#practice/control.ts';
import { failure } from '#practice/envelope.ts';
import { addApiRoutes, type ApiParts } from './api-routes.ts';
import { addControlRoutes } from './control-routes.ts';
import { sendEnvelope } from './send-envelope.ts';

const LARGEST_BODY = 1024 * 1024;
const SLOWEST_REQUEST = 30_000;

/**
 * HTTP on loopback. Bodies are taken as bytes whatever their type, because the body decides what it is; anything that goes wrong inside
 * becomes a failure envelope, so a client never meets a dropped connection that it was not meant to meet.
 */
export function createServer(parts: ApiParts, control: Control, token: string): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: LARGEST_BODY,
    requestTimeout: SLOWEST_REQUEST,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
  });
  // A client learns the service's clock from here; under a manual clock it is not the machine's.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', new Date(parts.now()).toUTCString());
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: unknown, _request, reply) => {
    const message =
      error instanceof Error && isHttpError(error) ? error.message : 'The request could not be carried out.';
    return sendEnvelope(reply, failure(parts.switches, { title: 'Request failed', message }), parts.switches);
  });
  app.setNotFoundHandler((_request, reply) => {
    const message = 'Please refer to the API docs for the list of commands';
    return sendEnvelope(reply, failure(parts.switches, { title: 'Unknown API command', message }), parts.switches);
  });
  addApiRoutes(app, parts);
  addControlRoutes(app, control, token);
  return app;
}

/** Errors with an HTTP status are Fastify's own about the request; their text holds nothing of ours. */
function isHttpError(error: Error): boolean {
  return 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;
}
