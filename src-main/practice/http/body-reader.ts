import type { IncomingMessage } from 'node:http';

/** One body, and all bodies that are being received together: a thousand slow senders must not fill the memory. */
const LARGEST_BODY = 1024 * 1024;
const LARGEST_TOGETHER = 64 * 1024 * 1024;

/** Why a body was not read to its end; the status is what HTTP calls it, the text is for the caller. */
export class BodyError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Reads bodies whatever their type, because the body decides what it is. */
export class BodyReader {
  #together = 0;

  async read(request: IncomingMessage): Promise<Buffer> {
    const parts: Buffer[] = [];
    let size = 0;
    try {
      for await (const part of request.iterator({ destroyOnReturn: false })) {
        if (!Buffer.isBuffer(part)) throw new BodyError(400, 'The body did not arrive as bytes.');
        size += part.length;
        this.#together += part.length;
        if (size > LARGEST_BODY) throw new BodyError(413, 'The body is larger than a megabyte.');
        if (this.#together > LARGEST_TOGETHER) throw new BodyError(503, 'Too many requests are being received.');
        parts.push(part);
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    } finally {
      this.#together -= size;
    }
  }
}
