import { isUtf8 } from 'node:buffer';
import { bodyWithoutSecrets, urlWithoutSecrets } from '#practice/without-secrets.ts';

export type LoggedRequest = {
  readonly number: number;
  /** Milliseconds on a monotonic clock. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly contentType: string | null;
  /**
   * As received, without keys and passwords. If the bytes are not UTF-8, this text has replacement
   * characters, and `base64` has the bytes, also without keys and passwords.
   */
  readonly body: string;
  readonly base64?: string;
  readonly fault: string | null;
};

/** A request as received, with its keys. */
type ReceivedRequest = Omit<LoggedRequest, 'number' | 'body' | 'base64'> & { readonly body: Buffer };

const MAX_REQUESTS = 20_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_WAIT_MS = 20;
const MAX_WAITING = 64;
const MAX_WAITING_BYTES = 1024 * 1024;
const REMOVED = '[removed]';

/**
 * Every received API request with its arrival time, for tests that count and order them. Keys and
 * passwords are removed before a request is listed.
 */
export class RequestLog {
  readonly #secrets: readonly string[];
  /** Requests from which secrets are not removed yet. */
  #waiting: ReceivedRequest[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #requests: LoggedRequest[] = [];
  #count = 0;
  #characters = 0;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /**
   * Removing secrets takes time, so it is done for several requests together after their answers
   * were sent.
   */
  add(request: ReceivedRequest): void {
    this.#timer ??= setTimeout(() => this.#catchUp(), MAX_WAIT_MS).unref();
    this.#waiting.push(request);
    this.#waitingBytes += request.body.length + request.url.length + (request.contentType?.length ?? 0);
    if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes > MAX_WAITING_BYTES) this.#catchUp();
  }

  list(): readonly LoggedRequest[] {
    this.#catchUp();
    return this.#requests;
  }

  clear(): void {
    this.#catchUp();
    this.#requests = [];
    this.#characters = 0;
  }

  /** Logs the waiting requests in the order of arrival. */
  #catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const request of this.#waiting) this.#logRequest(request);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #logRequest({ body: bytes, ...request }: ReceivedRequest): void {
    this.#count += 1;
    const url = this.#clean(urlWithoutSecrets(request.url));
    const body = this.#clean(bodyWithoutSecrets(bytes.toString('utf8')));
    const logged = {
      ...request,
      url,
      body,
      number: this.#count,
      ...(isUtf8(bytes) ? {} : { base64: this.#cleanBase64(bytes) }),
    };
    this.#requests.push(logged);
    this.#characters += sizeOf(logged);
    if (this.#requests.length > MAX_REQUESTS || this.#characters > MAX_CHARACTERS) this.#deleteOlderHalf();
  }

  /** The bytes in base64. Secrets are removed first, from a text with one character per byte. */
  #cleanBase64(bytes: Buffer): string {
    const text = this.#clean(bodyWithoutSecrets(bytes.toString('latin1')));
    return Buffer.from(text, 'latin1').toString('base64');
  }

  #clean(text: string): string {
    return this.#secrets.reduce((clean, secret) => clean.replaceAll(secret, REMOVED), text);
  }

  #deleteOlderHalf(): void {
    this.#requests = this.#requests.slice(Math.ceil(this.#requests.length / 2));
    this.#characters = this.#requests.reduce((sum, request) => sum + sizeOf(request), 0);
  }
}

/** The length of all texts of a request, because a header may be as long as a body. */
function sizeOf({ url, contentType, body, base64 }: LoggedRequest): number {
  return url.length + (contentType?.length ?? 0) + body.length + (base64?.length ?? 0);
}
