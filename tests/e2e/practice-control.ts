import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The practice service's control, as a test uses it beside the program (docs/practice.md). */
export class PracticeControl {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  setPrice(symbol: string, price: string): Promise<unknown> {
    return this.#send('POST', 'market', { symbol, price });
  }

  advance(seconds: number): Promise<unknown> {
    return this.#send('POST', 'clock', { advanceSeconds: seconds });
  }

  fault(fault: { command: string; kind: string; count: number; processed?: boolean }): Promise<unknown> {
    return this.#send('POST', 'faults', fault);
  }

  /** How often a command of the platform came in since the service started. */
  async received(command: string): Promise<number> {
    const { requests } = (await this.#send('GET', 'requests')) as { requests: { url: string }[] };
    return requests.filter(({ url }) => url.includes(`/${command}`)).length;
  }

  async price(symbol: string): Promise<string> {
    const state = (await this.#send('GET', 'state')) as { instruments: { symbol: string; price: string }[] };
    const found = state.instruments.find((instrument) => instrument.symbol === symbol);
    if (!found) throw new Error(`no ${symbol} in the practice market`);
    return found.price;
  }

  /** Read anew for each call: the service has a new port after every start. */
  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    const file = readFileSync(join(this.#dataDir, 'practice', 'control.json'), 'utf8');
    const { baseUrl, control } = JSON.parse(file) as { baseUrl: string; control: { token: string } };
    const answer = await fetch(`${baseUrl}/practice/${path}`, {
      method,
      headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`practice control ${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }
}
