import { _electron } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { electronBinary } from '#scripts/electron-binary.mjs';
import { inRepository } from './hosts.ts';
import type { Launch, Running } from './launch.ts';

/** Starts the real Electron with its sandbox. Throws if its binary does not exist. */
export async function launchElectron({ args, env }: Launch): Promise<Running> {
  // The binary is started by its path, so that the process is Electron itself and not the start
  // script of the package.
  const executablePath = electronBinary();
  if (executablePath === undefined)
    throw new Error('Electron is not installed. Run: node node_modules/electron/install.js');
  const app = await _electron.launch({
    executablePath,
    args: [inRepository('.'), ...args],
    env: { ...(process.env as Record<string, string>), ...env },
    // A download is saved without the system's dialog, which no test can answer.
    acceptDownloads: true,
  });
  const page = await app.firstWindow();
  const kill = async (): Promise<void> => {
    const program = app.process();
    if (program.exitCode !== null || program.signalCode !== null) return;
    const exited = once(program, 'exit');
    endTree(program.pid);
    await exited;
  };
  return { page, close: () => app.close(), kill };
}

/** On Windows, ending a process does not end its children; elsewhere they end with Electron. */
function endTree(pid: number | undefined): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
  else process.kill(pid, 'SIGKILL');
}
