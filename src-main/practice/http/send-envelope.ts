import type { FastifyReply } from 'fastify';
import { printEnvelope, type Envelope } from '#practice/envelope.ts';
import type { Switches } from '#practice/switches.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** HTTP 200 for every envelope, failures too (platform-notes.md 22), unless the switch says otherwise. */
export function sendEnvelope(reply: FastifyReply, envelope: Envelope, switches: Switches): FastifyReply {
  const failed = String(envelope['ok']) === '0' && switches.get('failureStatus') === '400';
  return reply
    .code(failed ? 400 : 200)
    .header('content-type', JSON_TYPE)
    .send(printEnvelope(envelope));
}
