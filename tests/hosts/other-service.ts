import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '#practice/service.ts';
import type { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { testWorldOptions } from '#tests/fixtures/test-world.ts';

type Ready = Awaited<ReturnType<typeof startPractice>>['ready'];
type Request = { readonly url: string; readonly body: string };

/** A second practice service with the strategies of the first. It acts as the live platform. */
export class OtherService {
  readonly ready: Ready;
  readonly #folder: string;
  readonly #close: () => Promise<void>;

  private constructor(folder: string, service: Awaited<ReturnType<typeof startPractice>>) {
    this.#folder = folder;
    this.ready = service.ready;
    this.#close = () => service.close();
  }

  static async start(): Promise<OtherService> {
    const folder = mkdtempSync(join(tmpdir(), 'other-service-'));
    const options = { dataDir: folder, port: 0, ...testWorldOptions };
    return new OtherService(folder, await startPractice(options));
  }

  /** Saves a live connection to this service and returns the id of the connection. */
  async save(program: CoreOnPractice, name = 'Main'): Promise<string> {
    const { baseUrl, world } = this.ready;
    const connection = { id: null, name, kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
    return (await program.call('profiles.save', { ...connection, paceMs: 1_000, key: world.apikey })).id;
  }

  async dispose(): Promise<void> {
    await this.#close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Calls the control interface of a service. */
export async function control(ready: Ready, method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${ready.baseUrl}/practice/${path}`, {
    method,
    headers: { authorization: `Bearer ${ready.control.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/** Until `run` is done, advances the manual clock of a service five times as fast as real time. */
export async function withTickingClock<Result>(ready: Ready, run: () => Promise<Result>): Promise<Result> {
  const tick = (): void => void control(ready, 'POST', 'clock', { advanceSeconds: 1 });
  const timer = setInterval(tick, 200);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

/** The own ids of the orders that a service received, in the order of their arrival. */
export async function submittedOwnIds(ready: Ready): Promise<string[]> {
  const { requests } = (await control(ready, 'GET', 'requests')) as { requests: readonly Request[] };
  return requests
    .filter(({ url }) => url.endsWith('/submitSignal'))
    .map(({ body }) => /"signalid":"(\d+)"/.exec(body)?.[1] ?? '');
}
