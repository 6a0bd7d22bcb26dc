import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Log, PracticeAccess } from '#core/ports.ts';
import { practiceAccess } from './practice-access.ts';

const Ready = Type.Object({
  ready: Type.Object({
    baseUrl: Type.String(),
    control: Type.Object({ token: Type.String() }),
    world: Type.Object({ apikey: Type.String() }),
    platform: Type.Object({ apikey: Type.String(), platformid: Type.String() }),
  }),
});
const Answer = Type.Union([Ready, Type.Object({ failed: Type.String() })]);
const answerValidator = Compile(Answer);

const START_MS = 30_000;
const STOP_MS = 5_000;

export type PracticeThread = {
  readonly access: PracticeAccess | { readonly failure: string };
  stop(): Promise<void>;
};

type Options = {
  readonly entry: URL;
  /** The folder of the practice world; created if it is missing. */
  readonly folder: string;
  readonly clock: 'real' | 'manual';
  readonly seed: number | undefined;
  readonly log: Log;
};

/**
 * Starts the practice service in its own thread, on a free loopback port. The desktop works without
 * it: a failure is returned as a reason. With STRATDESK_PRACTICE_CONTROL=1 the service's address,
 * keys and control token are written to `control.json` in its folder, readable by the owner only,
 * so that tests can move its clock and market.
 */
export async function startPractice({ entry, folder, clock, seed, log }: Options): Promise<PracticeThread> {
  const folderFailure = makeFolder(folder);
  if (folderFailure !== null) return notStarted(folderFailure, log);
  const workerData = { dataDir: folder, port: 0, seed: seed ?? 1, clock, hours: 'always' };
  // The output of the thread is not printed: with --json, stdout has exactly one line.
  const worker = new Worker(entry, { workerData, stdout: true, stderr: true });
  // Listens from the start: a thread that dies during the run reports its exit only once, before
  // `stop`.
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  worker.on('error', (error) => log.error('practice service failed', { error: messageOf(error) }));
  const answer = await firstAnswer(worker);
  if ('failed' in answer) {
    await worker.terminate();
    return notStarted(answer.failed, log);
  }
  const { ready } = answer;
  const removeControl = writeControl(folder, ready);
  return {
    access: practiceAccess(ready),
    async stop() {
      await stopWorker(worker, exited);
      removeControl();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error');

function notStarted(reason: string, log: Log): PracticeThread {
  log.error('practice service did not start', { reason });
  return { access: { failure: `The practice service did not start: ${reason}` }, stop: async () => undefined };
}

/** Returns why the folder cannot be created, or null if it exists now. */
function makeFolder(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function firstAnswer(worker: Worker): Promise<Static<typeof Answer>> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => resolve({ failed: reason });
    const limit = setTimeout(() => fail('it did not answer in time'), START_MS);
    worker.once('message', (message: unknown) =>
      answerValidator.Check(message) ? resolve(message) : fail('its answer could not be understood'),
    );
    worker.once('error', (error) => fail(messageOf(error)));
    worker.once('exit', (code) => fail(`it ended at once (${code})`));
    worker.once('message', () => clearTimeout(limit));
    worker.once('exit', () => clearTimeout(limit));
  });
}

async function stopWorker(worker: Worker, exited: Promise<void>): Promise<void> {
  const limit = setTimeout(() => void worker.terminate(), STOP_MS);
  worker.postMessage('stop');
  await exited;
  clearTimeout(limit);
}

function writeControl(folder: string, ready: Static<typeof Ready>['ready']): () => void {
  if (process.env['STRATDESK_PRACTICE_CONTROL'] !== '1') return () => undefined;
  const file = join(folder, 'control.json');
  writeFileSync(file, JSON.stringify(ready), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
