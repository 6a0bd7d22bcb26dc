import type { IncomingMessage } from 'node:http';

/**
 * Limits for one body and for all bodies received at a time: a thousand slow senders must not fill
 * the memory.
 */
const LARGEST_BODY = 1024 * 1024;
const LARGEST_TOTAL = 64 * 1024 * 1024;

/**
 * Why a body was not read completely. The message is sent in a failure envelope. `statusCode` is
 * not sent, because an envelope has its own HTTP status.
 */
export class BodyError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

type BodyCallback = (error: Error | null, body?: Buffer) => void;

/** Reads bodies of any declared type, because only their text shows whether they are JSON. */
export class BodyReader {
  #totalBytes = 0;

  /**
   * `done` is called once: with the whole body, or with the problem. The rest of a body that is too
   * large is not read.
   */
  read(request: IncomingMessage, done: BodyCallback): void {
    const parts: Buffer[] = [];
    let size = 0;
    const onData = (part: unknown): void => {
      if (!Buffer.isBuffer(part)) return finish(new BodyError(400, 'The body did not arrive as bytes.'));
      size += part.length;
      this.#totalBytes += part.length;
      parts.push(part);
      const reason = this.#limitError(size);
      if (reason) finish(reason);
    };
    const onEnd = (): void => finish(null);
    const onClose = (): void => finish(new BodyError(400, 'The body ended too early.'));
    const finish = (error: Error | null): void => {
      request.off('data', onData).off('end', onEnd).off('error', finish).off('close', onClose);
      this.#totalBytes -= size;
      if (error) request.pause();
      done(error, error ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts));
    };
    request.on('data', onData).on('end', onEnd).on('error', finish).on('close', onClose);
  }

  #limitError(size: number): BodyError | undefined {
    if (size > LARGEST_BODY) return new BodyError(413, 'The body is larger than a megabyte.');
    if (this.#totalBytes > LARGEST_TOTAL) return new BodyError(503, 'Too many requests are being received.');
    return undefined;
  }
}
