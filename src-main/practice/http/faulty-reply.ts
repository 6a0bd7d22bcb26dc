import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, printEnvelope, type Envelope } from '#practice/envelope.ts';
import type { FaultRule, Faults } from '#practice/faults.ts';
import type { Switches } from '#practice/switches.ts';
import { sendEnvelope } from './send-envelope.ts';

type Parts = { readonly faults: Faults; readonly switches: Switches };

const HTML = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const THROTTLED = { title: 'Too many requests', message: 'Please pause about one second between requests.' };

/** Answers one request wrongly, as its fault says. `answer` carries the command out, so whether it is called is part of the fault. */
export class FaultyReply {
  readonly #parts: Parts;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
    this.#parts = parts;
    this.#request = request;
    this.#reply = reply;
  }

  async send(fault: FaultRule, answer: () => Envelope): Promise<FastifyReply> {
    if (fault.kind === 'delay') {
      await wait(fault.ms);
      return sendEnvelope(this.#reply, answer(), this.#parts.switches);
    }
    const envelope = fault.processed ? answer() : undefined;
    switch (fault.kind) {
      case 'dropBefore':
      case 'dropAfter':
        return this.#cut();
      case 'hang':
        return this.#reply.hijack();
      case 'cutBody':
        return this.#half(printEnvelope(envelope ?? failure(this.#parts.switches, THROTTLED)));
      case 'wrongOk':
        return sendEnvelope(this.#reply, { ...envelope, ok: 'maybe' }, this.#parts.switches);
      default:
        return this.#otherBody(fault);
    }
  }

  #otherBody(fault: FaultRule): FastifyReply {
    const reply = this.#reply;
    switch (fault.kind) {
      case 'garbage':
        return reply.code(200).header('content-type', 'application/json').send(this.#parts.faults.garbage());
      case 'html':
        return reply.code(200).header('content-type', 'text/html').send(HTML);
      case 'http5xx':
        return reply.code(502).header('content-type', 'text/html').send(HTML);
      default:
        return this.#throttled();
    }
  }

  #throttled(): FastifyReply {
    const { switches } = this.#parts;
    if (switches.get('throttleAnswer') === 'envelope')
      return sendEnvelope(this.#reply, failure(switches, THROTTLED), switches);
    return this.#reply
      .code(429)
      .header('retry-after', '1')
      .header('content-type', 'text/plain')
      .send('Too Many Requests');
  }

  #cut(): FastifyReply {
    this.#reply.hijack();
    this.#request.raw.socket.destroy();
    return this.#reply;
  }

  /** The full length is promised, half of it is sent. */
  #half(text: string): FastifyReply {
    const bytes = Buffer.from(text);
    this.#reply.hijack();
    const { raw } = this.#reply;
    raw.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    raw.write(bytes.subarray(0, bytes.length >> 1), () => this.#request.raw.socket.destroy());
    return this.#reply;
  }
}
