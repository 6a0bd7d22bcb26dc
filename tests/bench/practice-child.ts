import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '..', '..');

/** The line, as JSON, that the practice service prints when it is ready. */
export type ReadyLine = {
  readonly baseUrl: string;
  readonly control?: { readonly token: string };
  readonly world: { readonly apikey: string; readonly systemids: readonly string[] };
};

/** A program in a child process that prints one line when it is ready. */
export class Child {
  readonly #child: ChildProcess;
  readonly line: string;

  private constructor(child: ChildProcess, line: string) {
    this.#child = child;
    this.line = line;
  }

  static async start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Child> {
    const env = { ...process.env, ...environment };
    const child = spawn(process.execPath, [...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    child.once('exit', (code) => reject(new Error(`${args[0] ?? ''} ended at its start with code ${String(code)}`)));
    createInterface({ input: child.stdout }).once('line', resolve);
    return new Child(child, await promise);
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('the program has not started');
    return pid;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/**
 * Returns a function that posts a body over node:http on one kept-alive connection. An answer that
 * is not ok is an error.
 */
export function makeCaller(url: string): (body: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (body) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject).on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (/"ok": ?"1"/.test(text)) resolve(undefined);
        else reject(new Error(text));
      });
    });
    call.on('error', reject).end(body);
    return promise;
  };
}
