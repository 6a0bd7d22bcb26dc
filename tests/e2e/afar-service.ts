import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRepository } from './hosts.ts';

/** A practice service of its own, which can go away and come back; for the program it is a live connection. */
export type AfarService = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly apikey: string;
  /** Whose key it is. */
  readonly personid: string;
  /** The key and the id of its private platform. */
  readonly platform: { readonly apikey: string; readonly platformid: string };
};

/** A service at an address; the same port again is the way back. */
export async function startAfar(dataDir: string, port: string): Promise<AfarService> {
  const child = spawn(
    process.execPath,
    [inRepository('out/main/practice.js'), `--port=${port}`, '--json', '--clock=manual', `--data-dir=${dataDir}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { baseUrl, platform, world } = JSON.parse(line) as Pick<AfarService, 'baseUrl' | 'platform'> & {
    world: Pick<AfarService, 'apikey' | 'personid'>;
  };
  return { child, baseUrl, platform, ...world };
}

/** Stopping one that is gone already is nothing. */
export async function stopAfar({ child }: AfarService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
