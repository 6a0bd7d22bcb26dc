import { bodyWithoutSecrets, urlWithoutSecrets } from './without-secrets.ts';

export type LoggedRequest = {
  readonly number: number;
  /** Milliseconds on a monotonic clock. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly contentType: string | null;
  /** Byte for byte as received, but for keys and passwords. */
  readonly body: string;
  readonly fault: string | null;
};

const MOST_KEPT = 20_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;
const REMOVED = '[removed]';

/** Every API request that came in, with arrival times, for tests that count and order them. Keys and passwords never enter it. */
export class RequestLog {
  readonly #secrets: readonly string[];
  #requests: LoggedRequest[] = [];
  #count = 0;
  #characters = 0;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  add(request: Omit<LoggedRequest, 'number'>): void {
    this.#count += 1;
    const url = this.#clean(urlWithoutSecrets(request.url));
    const body = this.#clean(bodyWithoutSecrets(request.body));
    this.#requests.push({ ...request, url, body, number: this.#count });
    this.#characters += body.length;
    if (this.#requests.length > MOST_KEPT || this.#characters > MOST_CHARACTERS) this.#forget();
  }

  list(): readonly LoggedRequest[] {
    return this.#requests;
  }

  clear(): void {
    this.#requests = [];
    this.#characters = 0;
  }

  #clean(text: string): string {
    return this.#secrets.reduce((clean, secret) => clean.replaceAll(secret, REMOVED), text);
  }

  /** Drops the older half. */
  #forget(): void {
    this.#requests = this.#requests.slice(Math.ceil(this.#requests.length / 2));
    this.#characters = this.#requests.reduce((sum, request) => sum + request.body.length, 0);
  }
}
