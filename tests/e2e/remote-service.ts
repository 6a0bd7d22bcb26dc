import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRepository } from './hosts.ts';

/** A practice service that can be stopped and started; for the program it is a live connection. */
export type RemoteService = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly apikey: string;
  /** The id of the person that the key belongs to. */
  readonly personid: string;
  /** The private platform of the service. */
  readonly platform: { readonly apikey: string; readonly platformid: string };
};

/** Starts the service. With the port of an earlier start, the program can reach it again. */
export async function startRemote(dataDir: string, port: string): Promise<RemoteService> {
  const child = spawn(
    process.execPath,
    [inRepository('out/main/practice.js'), `--port=${port}`, '--json', '--clock=manual', `--data-dir=${dataDir}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { baseUrl, platform, world } = JSON.parse(line) as Pick<RemoteService, 'baseUrl' | 'platform'> & {
    world: Pick<RemoteService, 'apikey' | 'personid'>;
  };
  return { child, baseUrl, platform, ...world };
}

/** Stops the service, if it has not stopped already. */
export async function stopRemote({ child }: RemoteService): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
