import { parentPort, workerData } from 'node:worker_threads';
import { startPractice, type PracticeOptions, type PracticeReady } from './service.ts';

/** Posted once by the worker: the ready line of the service, or the error. */
export type PracticeWorkerMessage = { readonly ready: PracticeReady } | { readonly failed: string };

// In Electron a rejected promise would only print a warning: it must end this thread, as it does in
// Node.
process.on('unhandledRejection', (error) => {
  throw error;
});

/**
 * The service in the desktop has its own thread, so that it cannot delay an order. The message
 * 'stop' closes the service.
 */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  const post = (message: PracticeWorkerMessage): void => port.postMessage(message);
  try {
    const service = await startPractice(readOptions(workerData));
    port.on('message', (message: unknown) => {
      if (message === 'stop') void service.close().then(() => port.close());
    });
    post({ ready: service.ready });
  } catch (error) {
    post({ failed: error instanceof Error ? error.message : String(error) });
    port.close();
  }
}

function readOptions(data: unknown): PracticeOptions {
  if (typeof data !== 'object' || data === null || !('dataDir' in data) || typeof data.dataDir !== 'string') {
    throw new Error('the practice worker needs dataDir');
  }
  const number = (name: string, fallback: number): number => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'number' ? value : fallback;
  };
  return {
    dataDir: data.dataDir,
    port: number('port', 0),
    seed: number('seed', 1),
    clock: Reflect.get(data, 'clock') === 'manual' ? 'manual' : 'real',
    hours: Reflect.get(data, 'hours') === 'market' ? 'market' : 'always',
    speed: number('speed', 1),
  };
}

await run();
