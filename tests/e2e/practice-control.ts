import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type ControlFile = { baseUrl: string; control: { token: string }; world: { apikey: string } };

/** Controls the practice service while the program under test uses it (docs/practice.md). */
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

  /** Adds a fault (docs/practice.md). `processed`: whether the command is executed first. */
  addFault(fault: {
    command: string;
    kind: string;
    count: number;
    processed?: boolean;
    ms?: number;
  }): Promise<unknown> {
    return this.#send('POST', 'faults', fault);
  }

  clearFaults(): Promise<unknown> {
    return this.#send('POST', 'faults', { clear: true });
  }

  /** Ends the target mode of every strategy, as the trader could on the platform's web screen. */
  async endDesiredMode(): Promise<void> {
    for (const systemid of await this.systemIds()) await this.#send('POST', 'desired-mode', { systemid, mode: 'off' });
  }

  /** Sets switches of the service. `values`: their values by name (docs/practice.md). */
  setSwitches(values: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#send('POST', 'switches', values);
  }

  /** How often a command of the platform was received since the service started. */
  countReceived(command: string): Promise<number> {
    return this.countRequests(new RegExp(`/${command}`));
  }

  /** The number of received requests whose path matches. */
  async countRequests(path: RegExp): Promise<number> {
    const { requests } = (await this.#send('GET', 'requests')) as { requests: { url: string }[] };
    return requests.filter(({ url }) => path.test(url)).length;
  }

  /**
   * Cancels the first working signal whose record contains all of these texts, as its owner could
   * on the platform's web screen.
   */
  async cancelElsewhere(...texts: readonly string[]): Promise<void> {
    for (const systemid of await this.systemIds()) {
      const list = (await this.sendAsOtherClient('retrieveSignalsWorking', { systemid })) as {
        response: { signal_id: string }[];
      };
      const found = list.response.find((signal) => texts.every((text) => JSON.stringify(signal).includes(text)));
      if (!found) continue;
      await this.sendAsOtherClient('cancelSignal', { systemid, signalid: found.signal_id });
      return;
    }
    throw new Error(`no working signal with ${texts.join(', ')}`);
  }

  /** The code that is sent to start AutoTrade at the broker with this name. */
  async brokerCode(name: string): Promise<string> {
    const { success } = (await this.sendAsOtherClient('getListAvailableBrokers', {})) as {
      success: {
        brokers_available: { brokerChoicesForThisParentClass: { brokername: string; brokercode: string }[] }[];
      };
    };
    const choices = success.brokers_available.flatMap((brokerClass) => brokerClass.brokerChoicesForThisParentClass);
    const found = choices.find(({ brokername }) => brokername === name);
    if (!found) throw new Error(`no broker ${name}`);
    return found.brokercode;
  }

  async systemIds(): Promise<readonly string[]> {
    const { response } = (await this.sendAsOtherClient('listAllSystems', {})) as { response: { system_id: string }[] };
    return response.map(({ system_id: id }) => id);
  }

  /** The id of the person with the world key. This person owns the first strategy. */
  async ownPersonId(): Promise<string> {
    const [systemid] = await this.systemIds();
    const { response } = (await this.sendAsOtherClient('getSystemDetails', { systemid })) as {
      response: { ownerpersonid: string };
    };
    return response.ownerpersonid;
  }

  /** The position sizes of the first strategy, by symbol. A negative size is a short position. */
  async positionSizes(): Promise<Record<string, number>> {
    const [systemid] = await this.systemIds();
    const { response } = (await this.sendAsOtherClient('requestTradesOpen', { systemid })) as {
      response: { symbol: string; long_or_short: string; quant_opened: string; quant_closed: string }[];
    };
    const sizes = response.map((trade): [string, number] => {
      const size = Number(trade.quant_opened) - Number(trade.quant_closed);
      return [trade.symbol, trade.long_or_short === 'long' ? size : -size];
    });
    return Object.fromEntries(sizes);
  }

  /** Sends a command with the trader's key, as another client would. */
  async sendAsOtherClient(command: string, body: object): Promise<unknown> {
    const { baseUrl, world } = this.#readControlFile();
    const answer = await fetch(`${baseUrl}/world/apiv3/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apikey: world.apikey, ...body }),
    });
    return await answer.json();
  }

  /** Reads the current price of a symbol of the practice market. */
  async readPrice(symbol: string): Promise<string> {
    const state = (await this.#send('GET', 'state')) as { instruments: { symbol: string; price: string }[] };
    const found = state.instruments.find((instrument) => instrument.symbol === symbol);
    if (!found) throw new Error(`no ${symbol} in the practice market`);
    return found.price;
  }

  async #send(method: string, path: string, body?: unknown): Promise<unknown> {
    const { baseUrl, control } = this.#readControlFile();
    const answer = await fetch(`${baseUrl}/practice/${path}`, {
      method,
      headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`practice control ${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }

  /** The file is read for each call, because the service has a new port after every start. */
  #readControlFile(): ControlFile {
    const file = readFileSync(join(this.#dataDir, 'practice', 'control.json'), 'utf8');
    return JSON.parse(file) as ControlFile;
  }
}
