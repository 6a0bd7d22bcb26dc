import { request as httpRequest } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTestWorld, testWorldOptions } from '#tests/fixtures/test-world.ts';
import { startPractice, type PracticeOptions, type PracticeReady } from '#practice/service.ts';

/** A JSON object; its members are checked before use. */
export type Members = Readonly<Record<string, unknown>>;
export type Answer = { readonly status: number; readonly type: string; readonly text: string; readonly json: Members };

/** A practice service with a manual clock in its own folder, and an independent HTTP client. */
export class TestService {
  readonly dataDir: string;
  readonly ready: PracticeReady;
  readonly #close: () => Promise<void>;

  private constructor(dataDir: string, ready: PracticeReady, close: () => Promise<void>) {
    this.dataDir = dataDir;
    this.ready = ready;
    this.#close = close;
  }

  static async start(options: Partial<PracticeOptions> = {}): Promise<TestService> {
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'practice-'));
    if (Object.keys(options).length === 0) await copyTestWorld(dataDir);
    const service = await startPractice({ port: 0, ...testWorldOptions, ...options, dataDir });
    return new TestService(dataDir, service.ready, () => service.close());
  }

  /** Closes the service, and starts it again on the same folder. */
  async restart(options: Partial<PracticeOptions> = {}): Promise<TestService> {
    await this.#close();
    return TestService.start({ ...options, dataDir: this.dataDir });
  }

  /** Closes the service, calls `work` to change the folder, and starts the service again. */
  async restartAfter(work: () => void): Promise<TestService> {
    await this.#close();
    work();
    return TestService.start({ dataDir: this.dataDir });
  }

  async stop(): Promise<void> {
    await this.#close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get systemId(): string {
    return this.ready.world.systemids[0] ?? '';
  }

  path(command: string): string {
    return `/world/apiv3/${command}`;
  }

  platformPath(command: string): string {
    return `/platform/apiv3/${this.ready.platform.platformid}/${command}`;
  }

  /** Sends a command in the world context. Adds the key and `systemId` unless `fields` has them. */
  async call(command: string, fields: object = {}): Promise<Members> {
    const body = { apikey: this.ready.world.apikey, systemid: this.systemId, ...fields };
    return (await this.post(this.path(command), JSON.stringify(body))).json;
  }

  async list(command: string, fields: object = {}): Promise<readonly Members[]> {
    return asList((await this.call(command, fields))['response']);
  }

  async submit(signal: object, fields: object = {}): Promise<Members> {
    return this.call('submitSignal', { signal: { ...BUY, ...signal }, ...fields });
  }

  async get(path: string): Promise<Answer> {
    return readAnswer(await fetch(this.ready.baseUrl + path));
  }

  async post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
    return readAnswer(await fetch(this.ready.baseUrl + path, { method: 'POST', body: Buffer.from(body), headers }));
  }

  async control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Members> {
    const headers = { authorization: `Bearer ${this.ready.control.token}` };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.ready.baseUrl + path, { method, headers, ...init });
    const json = asMembers(JSON.parse(await response.text()));
    if (response.status !== 200) throw new Error(`control ${path}: ${JSON.stringify(json)}`);
    return json;
  }

  /** Sets the price of a symbol of the practice market. */
  async setPrice(symbol: string, price: string): Promise<void> {
    await this.control('POST', '/practice/market', { symbol, price });
  }

  async advance(advanceSeconds: number): Promise<void> {
    await this.control('POST', '/practice/clock', { advanceSeconds });
  }

  async set(switches: Record<string, string>): Promise<void> {
    await this.control('POST', '/practice/switches', switches);
  }

  /** Posts the body with these headers, and without a Content-Type unless they contain one. */
  async raw(path: string, body: string, headers: Record<string, string> = {}): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const request = httpRequest(this.ready.baseUrl + path, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text)).on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
    return promise;
  }
}

export const BUY = { action: 'BTO', quant: 100, symbol: 'AAPL', typeofsymbol: 'stock', duration: 'GTC' } as const;

export function asMembers(value: unknown): Members {
  if (!isMembers(value)) throw new Error(`not an object: ${JSON.stringify(value)}`);
  return value;
}

export function asList(value: unknown): readonly Members[] {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value.map((one: unknown) => asMembers(one));
}

/** A member that must be text. */
export function text(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== 'string') throw new Error(`${name} is ${typeof value}, not text`);
  return value;
}

/** A member that must be a list of texts. */
export function texts(members: Members, name: string): string[] {
  const value = members[name];
  if (!Array.isArray(value)) throw new Error(`${name} is no list`);
  return value.map((one: unknown) => {
    if (typeof one !== 'string') throw new Error(`${name} holds more than texts`);
    return one;
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readAnswer(response: Response): Promise<Answer> {
  const body = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    type,
    text: body,
    json: type.startsWith('application/json') ? asMembers(JSON.parse(body)) : {},
  };
}
