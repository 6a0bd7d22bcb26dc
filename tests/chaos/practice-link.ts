import { fork, type ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import type { PracticeReady } from '#practice/service.ts';
import type { FromPractice, ToPractice } from './practice-messages.ts';
import type { SimTime } from './sim-time.ts';

export type Switch = { readonly name: string; readonly value: string; readonly values: readonly string[] };
export type MarketInstrument = {
  readonly symbol: string;
  readonly type: string;
  readonly price: string;
  readonly tick: string;
};
export type LoggedRequest = { readonly number: number; readonly url: string; readonly body: string };

/**
 * The parent's side of the practice process. Lets the process open folders, and calls the control
 * interface of the service.
 */
export class PracticeLink {
  readonly #child: ChildProcess;
  readonly #waiting: ((message: FromPractice) => void)[] = [];
  #ready: PracticeReady | null = null;
  #stderr = '';

  constructor(programFile: string, env: NodeJS.ProcessEnv) {
    this.#child = fork(programFile, [], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.#child.on('message', (message) => this.#waiting.shift()?.(message as FromPractice));
  }

  get ready(): PracticeReady {
    if (!this.#ready) throw new Error('no practice folder is open');
    return this.#ready;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get port(): number {
    return Number(new URL(this.ready.baseUrl).port);
  }

  async open(dataDir: string, seed: number, time: SimTime): Promise<void> {
    const answer = await this.#ask({ do: 'open', dataDir, seed, time });
    this.#ready = answer.is === 'open' ? answer.ready : null;
  }

  async setTime(time: SimTime): Promise<void> {
    await this.#ask({ do: 'time', time });
  }

  async close(): Promise<void> {
    await this.#ask({ do: 'close' });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async switches(): Promise<readonly Switch[]> {
    return ((await this.control('GET', 'switches')) as { switches: Switch[] }).switches;
  }

  async setSwitches(values: Readonly<Record<string, string>>): Promise<void> {
    // The service refuses a request without a switch.
    if (Object.keys(values).length > 0) await this.control('POST', 'switches', values);
  }

  async instruments(): Promise<readonly MarketInstrument[]> {
    return ((await this.control('GET', 'state')) as { instruments: MarketInstrument[] }).instruments;
  }

  async setPrice(symbol: string, price: string): Promise<void> {
    await this.control('POST', 'market', { symbol, price });
  }

  async addFault(fault: object): Promise<void> {
    await this.control('POST', 'faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.control('DELETE', 'faults');
  }

  /**
   * Returns the requests received since the last call and removes them from the bounded log. Call
   * it only while nothing is sent: a request in between would be lost, and the numbers of the
   * requests would show a gap.
   */
  async drain(): Promise<readonly LoggedRequest[]> {
    const { requests } = (await this.control('GET', 'requests')) as { requests: LoggedRequest[] };
    await this.control('DELETE', 'requests');
    return requests;
  }

  /**
   * Enters an order as another client of the same account, such as the web screen. The address is
   * marked, so that the request is not counted as ours.
   */
  async submitElsewhere(systemid: string, signal: object): Promise<void> {
    const { world } = this.ready;
    const body = { apikey: world.apikey, systemid, signal };
    // The request may get a fault that was planned for the core. The records of the service show
    // whether it was accepted.
    await this.#http('POST', '/world/apiv3/submitSignal?via=elsewhere', body).catch(() => undefined);
  }

  async control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const { status, text } = await this.#http(method, `/practice/${path}`, body);
    if (status !== 200) throw new Error(`practice control ${path}: ${status} ${text}`);
    return JSON.parse(text) as unknown;
  }

  /** Opens a connection for each request: the service may close a kept-alive one at any time. */
  #http(method: string, path: string, body: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const headers = { authorization: `Bearer ${this.ready.control.token}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const out = request({ host: '127.0.0.1', port: this.port, method, path, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      out.on('error', reject);
      out.end(body === undefined ? '' : JSON.stringify(body));
    });
  }

  #ask(message: ToPractice): Promise<FromPractice> {
    return new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error(`the practice service ended: ${this.#stderr}`));
      this.#child.once('exit', onExit);
      this.#waiting.push((answer) => {
        this.#child.off('exit', onExit);
        resolve(answer);
      });
      this.#child.send(message);
    });
  }
}
