import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asMembers, text, texts, type Members } from './service.ts';

/** A practice service in its own process, so that its memory and its end can be observed. */
export class PracticeProcess {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #ready: Members;

  private constructor(child: ChildProcess, folder: string, ready: Members) {
    this.#child = child;
    this.#folder = folder;
    this.#ready = ready;
  }

  static async start(): Promise<PracticeProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'practice-'));
    const file = join(import.meta.dirname, 'measured-practice.ts');
    const child = fork(file, [folder], { execArgv: ['--expose-gc'] });
    return new PracticeProcess(child, folder, asMembers(await answerOf(child, 'ready')));
  }

  get port(): number {
    return Number(new URL(text(this.#ready, 'baseUrl')).port);
  }

  get token(): string {
    return text(asMembers(this.#ready['control']), 'token');
  }

  get credentials(): { apikey: string; systemid: string } {
    const world = asMembers(this.#ready['world']);
    return { apikey: text(world, 'apikey'), systemid: texts(world, 'systemids')[0] ?? '' };
  }

  url(path: string): string {
    return `${text(this.#ready, 'baseUrl')}${path}`;
  }

  /** Megabytes that the process uses after a garbage collection. */
  async megabytes(): Promise<number> {
    const answer = answerOf(this.#child, 'memory');
    this.#child.send('memory');
    return Number(await answer) / 1024 / 1024;
  }

  /** True if the service runs and answers correctly. */
  async isWell(): Promise<boolean> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return false;
    const answer = await fetch(this.url('/world/apiv3/listAllSystems'), {
      method: 'POST',
      body: JSON.stringify(this.credentials),
    });
    return answer.status === 200 && asMembers(await answer.json())['ok'] === '1';
  }

  open(): Socket {
    const socket = connect(this.port, '127.0.0.1');
    return socket.on('error', () => socket.destroy());
  }

  /** Sends bytes, ends our side, and returns what the service sends until it closes its side. */
  async say(bytes: Buffer | string): Promise<string> {
    const socket = this.open();
    const { promise, resolve } = Promise.withResolvers<string>();
    let received = '';
    socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
    socket.on('close', () => resolve(received));
    socket.end(bytes);
    return promise;
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.disconnect();
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The value of this member in the next message that contains it. */
async function answerOf(child: ChildProcess, name: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number | null): void =>
    reject(new Error(`the practice service ended with code ${String(code)}`));
  const onMessage = (message: unknown): void => {
    const members = asMembers(message);
    if (!(name in members)) return;
    child.off('message', onMessage).off('exit', onExit);
    resolve(members[name]);
  };
  child.on('message', onMessage).on('exit', onExit);
  return promise;
}
