import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Random } from '#practice/market/random.ts';
import { readFlags } from '#tests/fixtures/read-flags.ts';
import { asList, asMembers, text, texts, type Members } from './service.ts';

export type KillPlan = { readonly submits: number; readonly kills: number; readonly seed: number };

export type KillReport = {
  readonly answered: number;
  readonly canceled: number;
  /** Sent, but the service was killed before the answer: each may exist or not, but not twice. */
  readonly unanswered: number;
  readonly unansweredButDone: number;
  readonly kills: number;
  /** Own ids of answered requests whose result is missing or different. */
  readonly lost: readonly string[];
  /** Own ids that more than one signal has. */
  readonly storedTwice: readonly string[];
};

const ROOT = join(import.meta.dirname, '..', '..');
/** Senders that work in parallel, so that a kill interrupts requests at different points. */
const SENDER_COUNT = 8;
const FIRST_ID = 10_000_000;
const SHARE_OF_CANCELS = 0.15;

/**
 * Sends submits and cancels to the stand-alone service and ends it with kill -9 at random requests.
 * What was answered must exist after the restart. Run alone:
 * `node tests/conformance/kill-submits.ts --submits=10000 --kills=100 --seed=1`.
 */
export async function killSubmits(plan: KillPlan): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'practice-kills-'));
  const run = new Run(plan, folder);
  try {
    for (let turn = 0; turn <= plan.kills; turn += 1) await run.runService(turn === plan.kills);
    return await run.report();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One process of the service, from its start to its end. */
type Life = { readonly child: ChildProcess; readonly ready: Members; dead: boolean };

class Run {
  readonly #plan: KillPlan;
  readonly #folder: string;
  readonly #random: Random;
  /** The last answered status of each order, by own id. */
  readonly #answered = new Map<string, 'working' | 'canceled'>();
  readonly #unanswered = new Set<string>();
  #sent = 0;
  #kills = 0;
  #canceled = 0;

  constructor(plan: KillPlan, folder: string) {
    this.#plan = plan;
    this.#folder = folder;
    this.#random = new Random(`${String(plan.seed)}/kills`);
  }

  /** Runs the service until a kill at a random request or, if last, until the end of the plan. */
  async runService(isLast: boolean): Promise<void> {
    const life = await start(this.#folder);
    const remaining = this.#plan.submits - this.#sent;
    const share = Math.ceil((2 * remaining) / Math.max(1, this.#plan.kills - this.#kills + 1));
    const killAt = isLast ? Infinity : this.#sent + this.#random.whole(1, Math.max(1, share));
    const senders = Array.from({ length: SENDER_COUNT }, () => this.#sendUntilDead(life, killAt));
    await Promise.all(senders);
    if (isLast) await stop(life, 'SIGTERM');
    else await this.#kill(life);
  }

  async #sendUntilDead(life: Life, killAt: number): Promise<void> {
    while (!life.dead && this.#sent < this.#plan.submits) {
      const id = String(FIRST_ID + (this.#sent += 1));
      const work = this.#submit(life, id);
      if (this.#sent >= killAt && !life.dead) void this.#kill(life);
      await work;
    }
  }

  /** Kills the service. A later caller waits until the service that was killed has ended. */
  async #kill(life: Life): Promise<void> {
    if (!life.dead) this.#kills += 1;
    life.dead = true;
    await stop(life, 'SIGKILL');
  }

  async #submit(life: Life, id: string): Promise<void> {
    this.#unanswered.add(id);
    const signal = {
      action: 'BTO',
      quant: 1,
      symbol: 'KO',
      typeofsymbol: 'stock',
      duration: 'GTC',
      limit: 1,
      signalid: id,
    };
    const answer = await this.#call(life, 'submitSignal', { signal });
    if (answer === undefined) return;
    if (answer['ok'] !== '1') throw new Error(`refused: ${JSON.stringify(answer)}`);
    this.#unanswered.delete(id);
    this.#answered.set(id, 'working');
    if (!this.#random.chance(SHARE_OF_CANCELS)) return;
    const canceled = await this.#call(life, 'cancelSignal', { signalid: id });
    // A cancel without an answer may have been carried out, so its signal proves nothing about
    // durability.
    if (canceled === undefined) this.#answered.delete(id);
    else {
      this.#answered.set(id, 'canceled');
      this.#canceled += 1;
    }
  }

  /** Undefined if the service was killed before the whole answer arrived. */
  async #call(life: Life, command: string, fields: object): Promise<Members | undefined> {
    try {
      return await call(life.ready, command, fields);
    } catch (error) {
      if (life.dead) return undefined;
      throw error;
    }
  }

  async report(): Promise<KillReport> {
    const life = await start(this.#folder);
    const all = asList((await call(life.ready, 'retrieveSignalsAll', {}))['response']);
    await stop(life, 'SIGTERM');
    const found = Map.groupBy(all, (signal) => String(signal['localsignalid']));
    const lost = [...this.#answered].filter(([id, status]) => found.get(id)?.[0]?.['status'] !== status);
    return {
      answered: this.#answered.size,
      canceled: this.#canceled,
      unanswered: this.#unanswered.size,
      unansweredButDone: [...this.#unanswered].filter((id) => found.has(id)).length,
      kills: this.#kills,
      lost: lost.map(([id]) => id),
      storedTwice: [...this.#answered.keys(), ...this.#unanswered].filter((id) => (found.get(id)?.length ?? 0) > 1),
    };
  }
}

async function start(folder: string): Promise<Life> {
  const flags = ['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${folder}`];
  const child = spawn(process.execPath, flags, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('exit', (code) => reject(new Error(`the service did not start again: code ${String(code)}`)));
  createInterface({ input: child.stdout }).once('line', resolve);
  return { child, ready: asMembers(JSON.parse(await promise)), dead: false };
}

async function stop({ child }: Life, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function call(ready: Members, command: string, fields: object): Promise<Members> {
  const world = asMembers(ready['world']);
  const body = JSON.stringify({ apikey: world['apikey'], systemid: texts(world, 'systemids')[0], ...fields });
  const answer = await fetch(`${text(ready, 'baseUrl')}/world/apiv3/${command}`, { method: 'POST', body });
  return asMembers(await answer.json());
}

if (import.meta.main) {
  const plan = readFlags({ submits: 10_000, kills: 100, seed: 1 });
  const started = performance.now();
  const report = await killSubmits(plan);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${JSON.stringify({ ...report, seconds })}\n`);
  process.exitCode = report.lost.length + report.storedTwice.length === 0 ? 0 : 1;
}
