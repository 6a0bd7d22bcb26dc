import { pipeline, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, printEnvelope, type Envelope } from '#practice/envelope.ts';
import type { FaultRule, Faults } from '#practice/control/faults.ts';
import { plainEnvelope } from '#practice/long-list.ts';
import type { Switches } from '#practice/switches.ts';
import { sendEnvelope } from './send-envelope.ts';

type Parts = { readonly faults: Faults; readonly switches: Switches };

const HTML = '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';
const THROTTLED = { title: 'Too many requests', message: 'Please pause about one second between requests.' };

const CHUNK = Buffer.alloc(64 * 1024, 'x');

/**
 * The text of a JSON object with one more member in front, in pieces, so that only one piece is in
 * memory.
 */
function* padded(text: string, bytes: number): Generator<Buffer> {
  yield Buffer.from('{"padding":"');
  for (let rest = bytes; rest > 0; rest -= CHUNK.length) yield CHUNK.subarray(0, Math.min(rest, CHUNK.length));
  yield Buffer.from(`",${text.slice(1)}`);
}

/**
 * Answers one request with its fault. `answer` executes the command, so the fault decides whether
 * it is called.
 */
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
    const envelope = fault.processed ? plainEnvelope(answer()) : undefined;
    const wholeAnswer = envelope ?? failure(this.#parts.switches, THROTTLED);
    switch (fault.kind) {
      case 'dropBefore':
      case 'dropAfter':
        return this.#disconnect();
      case 'hang':
        return this.#reply.hijack();
      case 'cutBody':
        return this.#sendHalf(printEnvelope(wholeAnswer));
      case 'answerTwice':
        return this.#sendTwice(printEnvelope(wholeAnswer));
      case 'hugeAnswer':
      case 'gzipBomb':
        return this.#sendHuge(printEnvelope(wholeAnswer), fault);
      case 'lostFields':
        return sendEnvelope(this.#reply, this.#parts.faults.withLosses(wholeAnswer), this.#parts.switches);
      case 'wrongOk':
        return sendEnvelope(this.#reply, { ...envelope, ok: 'maybe' }, this.#parts.switches);
      default:
        return this.#sendUnrelatedAnswer(fault);
    }
  }

  /** Sends an answer that has nothing of the command's envelope. */
  #sendUnrelatedAnswer(fault: FaultRule): FastifyReply {
    const reply = this.#reply;
    switch (fault.kind) {
      case 'garbage':
        return reply.code(200).header('content-type', 'application/json').send(this.#parts.faults.garbage());
      case 'html':
        return reply.code(200).header('content-type', 'text/html').send(HTML);
      case 'http5xx':
        return reply.code(502).header('content-type', 'text/html').send(HTML);
      default:
        return this.#sendThrottled();
    }
  }

  #sendThrottled(): FastifyReply {
    const { switches } = this.#parts;
    if (switches.get('throttleAnswer') === 'envelope')
      return sendEnvelope(this.#reply, failure(switches, THROTTLED), switches);
    return this.#reply
      .code(429)
      .header('retry-after', '1')
      .header('content-type', 'text/plain')
      .send('Too Many Requests');
  }

  /** Sends the whole answer twice on one connection, for one request. */
  #sendTwice(text: string): FastifyReply {
    this.#reply.hijack();
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
    this.#request.raw.socket.write((head + text).repeat(2));
    return this.#reply;
  }

  /**
   * Sends the answer with a padding member of `bytes` in front. A gzip bomb is compressed to less
   * than a hundredth of that.
   */
  #sendHuge(text: string, { kind, bytes }: FaultRule): FastifyReply {
    const reply = this.#reply.code(200).header('content-type', 'application/json');
    const stream = Readable.from(padded(text, bytes));
    if (kind === 'hugeAnswer') return reply.send(stream);
    const packed = createGzip({ level: 1 });
    // A client that closes the connection ends both streams. It is not an error of this service.
    pipeline(stream, packed, () => undefined);
    return reply.header('content-encoding', 'gzip').send(packed);
  }

  #disconnect(): FastifyReply {
    this.#reply.hijack();
    this.#request.raw.socket.destroy();
    return this.#reply;
  }

  /** Declares the full length, but sends only half of the text. */
  #sendHalf(text: string): FastifyReply {
    const bytes = Buffer.from(text);
    this.#reply.hijack();
    const { raw } = this.#reply;
    raw.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    raw.write(bytes.subarray(0, bytes.length >> 1), () => this.#request.raw.socket.destroy());
    return this.#reply;
  }
}
