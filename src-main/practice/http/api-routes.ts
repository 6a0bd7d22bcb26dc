import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '#practice/access.ts';
import type { Dispatcher } from '#practice/dispatcher.ts';
import { failure, type Envelope } from '#practice/envelope.ts';
import type { FaultRule, Faults } from '#practice/control/faults.ts';
import { longListOf } from '#practice/long-list.ts';
import type { RequestLog } from '#practice/control/request-log.ts';
import type { Switches } from '#practice/switches.ts';
import { bodyText } from './body-text.ts';
import { FaultyReply } from './faulty-reply.ts';
import { sendEnvelope, sendPrintedInParts } from './send-envelope.ts';

export type ApiParts = {
  readonly dispatcher: Dispatcher;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly switches: Switches;
  /** The service's time in unix milliseconds, for the `Date` header of every answer. */
  readonly now: () => number;
};

type WorldParams = { version: string; command: string };
type PlatformParams = WorldParams & { platformId: string };

/** Name of a request decorator: the `performance.now()` at which the headers were read. */
export const ARRIVED_AT = 'arrivedAt';

/** Version 3, and version 2 as an alias that is in use (platform-notes.md 12). */
const VERSIONS = ['apiv3', 'apiv2'];

/** The paths of both contexts. Every command has the same answer by POST and GET. */
export function addApiRoutes(app: FastifyInstance, parts: ApiParts): void {
  app.route<{ Params: WorldParams }>({
    method: ['GET', 'POST'],
    url: '/world/:version/:command',
    handler: (request, reply) => handle(parts, { kind: 'world' }, request.params, request, reply),
  });
  app.route<{ Params: PlatformParams }>({
    method: ['GET', 'POST'],
    url: '/platform/:version/:platformId/:command',
    handler: (request, reply) => {
      const context: RequestContext = { kind: 'platform', platformId: request.params.platformId };
      return handle(parts, context, request.params, request, reply);
    },
  });
}

/**
 * Only a long list and an answer with a fault are awaited. Every other answer is sent in the turn
 * of the event loop in which its request was read.
 */
function handle(
  parts: ApiParts,
  context: RequestContext,
  params: WorldParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> | undefined {
  const fault = parts.faults.take(params.command);
  logRequest(parts.log, request, fault);
  const answer = (): Envelope => answerTo(parts, context, params, request);
  if (fault) return new FaultyReply(parts, request, reply).send(fault, answer);
  const envelope = answer();
  if (longListOf(envelope) !== null) return sendPrintedInParts(reply, envelope, parts.switches);
  sendEnvelope(reply, envelope, parts.switches);
  return undefined;
}

function answerTo(parts: ApiParts, context: RequestContext, params: WorldParams, request: FastifyRequest): Envelope {
  if (!VERSIONS.includes(params.version)) {
    return failure(parts.switches, { title: 'Unknown API version', message: 'This service speaks apiv3' });
  }
  const { url = '' } = request.raw;
  const start = url.indexOf('?');
  const query = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  return parts.dispatcher.answer({ context, command: params.command, query, body: bodyText(request) });
}

function logRequest(log: RequestLog, request: FastifyRequest, fault: FaultRule | undefined): void {
  log.add({
    at: request.getDecorator<number>(ARRIVED_AT),
    method: request.method,
    url: request.raw.url ?? '',
    contentType: request.headers['content-type'] ?? null,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    fault: fault?.kind ?? null,
  });
}
