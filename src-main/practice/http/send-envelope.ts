import type { FastifyReply } from 'fastify';
import { printEnvelope, type Envelope } from '#practice/envelope.ts';
import { printInParts } from '#practice/long-list.ts';
import type { Switches } from '#practice/switches.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Like `sendEnvelope`, but for a long list, which is printed in parts. Stops when the caller has
 * closed the connection.
 */
export async function sendPrintedInParts(
  reply: FastifyReply,
  envelope: Envelope,
  switches: Switches,
): Promise<FastifyReply> {
  const text = await printInParts(envelope, () => !reply.raw.destroyed);
  return text === null ? reply.hijack() : sendText(reply, envelope, switches, text);
}

/**
 * HTTP 200 for every envelope, including failures (platform-notes.md 22), unless the switch
 * failureStatus says otherwise.
 */
export function sendEnvelope(reply: FastifyReply, envelope: Envelope, switches: Switches): FastifyReply {
  return sendText(reply, envelope, switches, printEnvelope(envelope));
}

function sendText(reply: FastifyReply, envelope: Envelope, switches: Switches, text: string): FastifyReply {
  const failed = String(envelope['ok']) === '0' && switches.get('failureStatus') === '400';
  return reply
    .code(failed ? 400 : 200)
    .header('content-type', JSON_TYPE)
    .send(text);
}
