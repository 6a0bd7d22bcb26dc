import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { PageSession, StreamRequest } from '#contract/loopback.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import { startLoopbackServer, type LoopbackServer } from '#hosts/browser/loopback-server.ts';
import { FakeCore } from './fake-core.ts';
import { rawRequest } from './raw-request.ts';
import { CollectedLog } from './collected-log.ts';

/** A loopback host with a fake core, and a small renderer folder with a secret file beside it. */
export class LoopbackFixture {
  readonly core = new FakeCore();
  readonly log = new CollectedLog();
  /** The number of open pages after each change. */
  readonly pageCounts: number[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'stratdesk-hosts-'));
  #server: LoopbackServer | undefined;

  async start(port = 0): Promise<this> {
    const rendererFolder = join(this.#folder, 'renderer');
    mkdirSync(join(rendererFolder, 'assets'), { recursive: true });
    writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html><title>Stratdesk</title>');
    writeFileSync(join(rendererFolder, 'assets', 'app.js'), 'export {};');
    writeFileSync(join(rendererFolder, '.sources'), 'stamp');
    writeFileSync(join(this.#folder, 'beside.txt'), 'OUTSIDE-THE-FOLDER');
    this.#server = await startLoopbackServer({
      core: this.core,
      log: this.log,
      rendererFolder,
      port,
      onPages: (count) => this.pageCounts.push(count),
      clock: systemClock,
    });
    return this;
  }

  get server(): LoopbackServer {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server;
  }

  get port(): number {
    return Number(new URL(this.server.origin).port);
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  code(address = this.server.newAddress()): string {
    return new URL(address).hash.slice('#code='.length);
  }

  /** A POST as our own page makes it. `headers` replaces some headers; undefined removes one. */
  post(path: string, body: unknown, headers: Record<string, string | undefined> = {}): Promise<string> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send(
      'POST',
      path,
      { origin: `http://${this.host}`, 'content-type': 'application/json', ...headers },
      text,
    );
  }

  send(method: string, path: string, headers: Record<string, string | undefined> = {}, body = ''): Promise<string> {
    const all = { host: this.host, connection: 'close', 'content-length': String(Buffer.byteLength(body)), ...headers };
    const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
    return rawRequest(this.port, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  async session(code = this.code()): Promise<PageSession> {
    const answer = await this.post('/session', { code });
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as PageSession;
  }

  /** A stream of events. `messages` collects them; `closed` resolves with the close code. */
  stream(origin: string | undefined = `http://${this.host}`) {
    const socket = new WebSocket(`ws://${this.host}/events`, origin === undefined ? {} : { origin });
    const messages: unknown[] = [];
    const waiting: (() => void)[] = [];
    socket.on('message', (data: Buffer) => {
      messages.push(JSON.parse(data.toString()));
      for (const check of waiting) check();
    });
    socket.on('error', () => undefined);
    const closed = new Promise<number>((resolve) => {
      socket.on('close', (code) => resolve(code));
    });
    const opened = new Promise<void>((resolve) => {
      socket.on('open', () => resolve());
    });
    const untilMessages = (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (messages.length >= count) resolve();
        };
        waiting.push(check);
        check();
      });
    const send = (request: StreamRequest) => socket.send(JSON.stringify(request));
    return { socket, messages, opened, closed, untilMessages, send };
  }

  async close(): Promise<void> {
    await this.#server?.close();
    rmSync(this.#folder, { recursive: true });
  }
}
