// node tests/bench/long-life.ts [--orders=N] [--rest=SECONDS] [--profile=FOLDER]: the built program
// against a practice service in another process. Orders are sent one after the other as fast as
// they are answered, while a page follows the strategy. After the first and the last tenth of the
// orders, there is a pause of SECONDS before the memory is read. A CPU profile is written to
// FOLDER. Run `npm run build` before. The exit code is 1 if processor time or memory grows from the
// first tenth to the last by more than `limits` allows.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loopback, type PageSession, type StreamMessage, type StreamRequest } from '#contract/loopback.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { nodeEnvironment, nodeFlags } from '#scripts/project.mjs';
import { readFlags } from '#tests/fixtures/read-flags.ts';
import { Child, type ReadyLine } from './practice-child.ts';

const flags = readFlags({ orders: 10_000, rest: 60, profile: '' });
const limits = { cpu: 1.2, memory: 1.3 };
const out = join(import.meta.dirname, '..', '..', 'out');
const folder = mkdtempSync(join(tmpdir(), 'stratdesk-long-life-'));
const ordersPerSlice = Math.max(1, Math.floor(flags.orders / 10));

/**
 * Copies the program with another practice worker, which returns the address of a service in
 * another process. Returns the path of the script that starts the copy.
 */
function copyProgramFor(service: ReadyLine): string {
  const copy = join(folder, 'out', 'main');
  cpSync(join(out, 'main'), copy, { recursive: true, filter: (file) => !file.endsWith('.map') });
  symlinkSync(join(out, 'renderer'), join(folder, 'out', 'renderer'));
  const worker = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', () => parentPort.close());
parentPort.postMessage({ ready: ${JSON.stringify(service)} });`;
  writeFileSync(join(copy, 'practice-worker.js'), worker);
  return join(copy, 'browser.js');
}

/** The connection of a window: makes calls and listens to events. */
class Page {
  readonly #calls = new Map<number, (outcome: unknown) => void>();
  readonly #listeners = new Map<number, (payload: unknown) => void>();
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as StreamMessage));
  }

  static async open(address: URL): Promise<Page> {
    const answer = await fetch(`${address.origin}${loopback.session}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address.origin },
      body: JSON.stringify({ code: address.hash.slice(`#${loopback.codeParameter}=`.length) }),
    });
    const { token } = (await answer.json()) as PageSession;
    const socket = new WebSocket(`ws://${address.host}${loopback.events}`, {
      headers: { origin: address.origin },
    } as unknown as string[]);
    const page = new Page(socket);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    const ready = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    page.#send({ token });
    await ready;
    return page;
  }

  async call<Value>(name: string, input: object): Promise<Value> {
    const id = (this.#lastId += 1);
    const outcome = new Promise((resolve) => this.#calls.set(id, resolve));
    this.#send({ call: { id, name, input } });
    const { ok, value, failure } = (await outcome) as { ok: boolean; value: Value; failure: unknown };
    if (!ok) throw new Error(`${name}: ${JSON.stringify(failure)}`);
    return value;
  }

  listen(name: string, params: object, handler: (payload: never) => void): void {
    const id = (this.#lastId += 1);
    this.#listeners.set(id, handler as (payload: unknown) => void);
    this.#send({ listen: { id, name, params } });
  }

  #send(request: StreamRequest): void {
    this.#socket.send(JSON.stringify(request));
  }

  #receive(message: StreamMessage): void {
    if ('answer' in message) {
      this.#calls.get(message.answer)?.(message.outcome);
      this.#calls.delete(message.answer);
    } else if ('payload' in message) this.#listeners.get(message.id)?.(message.payload);
  }
}

type Row = { readonly rowId: string; readonly state: string };
/** `mark` names the state of the list. A request with `since: mark` returns only later changes. */
type List = { readonly signals: readonly Row[]; readonly mark?: string; readonly gone?: readonly string[] };

/** Follows a strategy as a window does: reads the changes after each event, one read at a time. */
class Blotter {
  readonly #page: Page;
  readonly #systemId: string;
  readonly #states = new Map<string, string>();
  #mark: string | undefined;
  #readings = 0;
  #isReading = false;
  #isDue = false;
  #waiting: { readonly rowId: string; readonly from: number; readonly resolve: () => void } | null = null;

  constructor(page: Page, systemId: string) {
    this.#page = page;
    this.#systemId = systemId;
    page.listen('strategy.changed', { systemId }, () => void this.#read());
  }

  /** Resolves when a reading after this call lists the row as neither queued nor sending. */
  untilSent(rowId: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { rowId, from: this.#readings + 1, resolve };
      void this.#read();
    });
  }

  async #read(): Promise<void> {
    this.#isDue = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isDue) {
      this.#isDue = false;
      this.#readings += 1;
      await this.#readOnce(this.#readings);
    }
    this.#isReading = false;
  }

  async #readOnce(reading: number): Promise<void> {
    const request = { systemId: this.#systemId, text: '', scope: 'all', ...(this.#mark ? { since: this.#mark } : {}) };
    const [list] = await Promise.all([
      this.#page.call<List>('signals.list', request),
      this.#page.call('positions.list', { systemId: this.#systemId }),
    ]);
    this.#mark = list.mark;
    if (list.gone === undefined) this.#states.clear();
    for (const rowId of list.gone ?? []) this.#states.delete(rowId);
    for (const { rowId, state } of list.signals) this.#states.set(rowId, state);
    if (this.#waiting === null || reading < this.#waiting.from) return;
    if (['queued', 'sending'].includes(this.#states.get(this.#waiting.rowId) ?? '')) return;
    this.#waiting.resolve();
    this.#waiting = null;
  }
}

/** Processor time of the whole process, including its threads. */
function cpuSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const ticket = (systemId: string, number: number): Ticket => ({
  systemId,
  // Buys and sells alternate, so that there are no more positions at the end than at the beginning.
  action: number % 2 === 0 ? 'BTO' : 'STC',
  quantity: '1',
  symbol: symbols[Math.floor(number / 2) % symbols.length] ?? 'AAPL',
  instrument: 'stock',
  price: { kind: 'market' },
  duration: 'DAY',
  profitTarget: null,
  stopLoss: null,
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
});
const symbols = ['AAPL', 'MSFT', 'JPM', 'KO', 'XOM'];
const confirmedCodes = [
  'market',
  'stale',
  'naked-entry',
  'same-order',
  'equal-working',
  'may-turn',
  'closing-more',
  'nothing-to-close',
  'against-position',
  'market-closed',
  'rests-on-old-data',
  'may-close-twice',
];

/**
 * A tenth of the orders. `orders`: the number sent from the start to the end of this tenth. `cpuMs`
 * and `ms`: the average of one order of this tenth. `rss`: megabytes.
 */
type Slice = { readonly orders: number; readonly cpuMs: number; readonly ms: number; readonly rss: number };

async function run(): Promise<readonly Slice[]> {
  const args = ['--port=0', '--json', '--seed=7', '--hours=always', `--data-dir=${join(folder, 'service')}`];
  const practice = await Child.start([join(out, 'main', 'practice.js'), ...args]);
  const service = JSON.parse(practice.line) as ReadyLine;
  const profiled = flags.profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`];
  const command = [...nodeFlags, copyProgramFor(service), '--no-open', '--json', `--data-dir=${join(folder, 'data')}`];
  const program = await Child.start([...profiled, ...command], nodeEnvironment);
  try {
    return await sendOrders(program.pid, new URL((JSON.parse(program.line) as { url: string }).url), service);
  } finally {
    await program.stop();
    await practice.stop();
  }
}

/** Sends all orders. Returns a slice for each tenth of them. */
async function sendOrders(pid: number, address: URL, service: ReadyLine): Promise<readonly Slice[]> {
  const page = await Page.open(address);
  const [systemId = ''] = service.world.systemids;
  const blotter = new Blotter(page, systemId);
  let isOrderEntryOpen = false;
  page.listen('status.changed', {}, ({ orderEntry }: { orderEntry: { open: boolean } }) => {
    isOrderEntryOpen = orderEntry.open;
  });
  await page.call('sync.watch', { systemId, datasets: ['signalsWorking', 'tradesOpen', 'signalsAll', 'margin'] });
  while (!isOrderEntryOpen) await sleep(50);
  const slices: Slice[] = [];
  let sliceStart = { cpu: cpuSeconds(pid), at: performance.now() };
  for (let number = 0; number < flags.orders; number += 1) {
    await blotter.untilSent(await submit(page, systemId, number));
    if ((number + 1) % ordersPerSlice !== 0) continue;
    const isEdge = number + 1 === ordersPerSlice || number + 1 === flags.orders;
    const sliceEnd = { cpu: cpuSeconds(pid), at: performance.now() };
    if (isEdge) await sleep(flags.rest * 1_000);
    slices.push({
      orders: number + 1,
      cpuMs: ((sliceEnd.cpu - sliceStart.cpu) * 1_000) / ordersPerSlice,
      ms: (sliceEnd.at - sliceStart.at) / ordersPerSlice,
      rss: memoryMb(pid),
    });
    process.stderr.write(`${JSON.stringify(slices.at(-1))}\n`);
    sliceStart = { cpu: cpuSeconds(pid), at: performance.now() };
  }
  return slices;
}

async function submit(page: Page, systemId: string, number: number): Promise<string> {
  const input = { intentId: crypto.randomUUID(), ticket: ticket(systemId, number), confirmed: confirmedCodes };
  return (await page.call<{ rowId: string }>('orders.submit', input)).rowId;
}

try {
  const slices = await run();
  const [first] = slices;
  const last = slices.at(-1);
  if (first === undefined || last === undefined) throw new Error('nothing was sent');
  const cpu = last.cpuMs / first.cpuMs;
  const memory = last.rss / first.rss;
  process.stdout.write(`${JSON.stringify({ orders: flags.orders, cpu, memory, limits, slices }, null, 2)}\n`);
  process.exitCode = cpu <= limits.cpu && memory <= limits.memory ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
