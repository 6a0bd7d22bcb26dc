import { _electron } from '@playwright/test';
import { once } from 'node:events';
import { inRepository } from './hosts.ts';
import type { Launch, Running } from './launch.ts';

/** The real Electron, where its binary is there. */
export async function launchElectron({ args, env }: Launch): Promise<Running> {
  const app = await _electron.launch({
    // A runner without user namespaces can not start the sandbox of the operating system; the window's own stays on.
    args: [inRepository('out/main/index.js'), ...(process.platform === 'linux' ? ['--no-sandbox'] : []), ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  const page = await app.firstWindow();
  const kill = async (): Promise<void> => {
    const gone = once(app.process(), 'exit');
    app.process().kill('SIGKILL');
    await gone;
  };
  return { page, close: () => app.close(), kill };
}
