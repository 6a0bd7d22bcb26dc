import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ConnectionToMain } from '#tests/electron-stand-in/main-connection.ts';

it('a request to an ended main process fails, even before its end was noticed', async () => {
  const main = fork('-e', ["process.send('up'); setInterval(() => {}, 60_000)"], { execArgv: [] });
  await once(main, 'message');
  const connection = new ConnectionToMain(main, () => undefined);
  main.kill('SIGKILL');
  // No event arrives while this thread sleeps: the process still counts as connected, and writing
  // to it fails.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(main.connected).toBe(true);
  await expect(connection.ask({ type: 'request', method: 'GET', url: 'stratdesk://app/' })).rejects.toThrow('is gone');
  if (main.exitCode === null && main.signalCode === null) await once(main, 'exit');
  await expect(connection.ask({ type: 'request', method: 'GET', url: 'stratdesk://app/' })).rejects.toThrow('is gone');
});
