import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`: it exists only in cmd, and takes a quoted first argument as a window title.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Shows the address in the user's default browser. If none can be opened, `failed` gets the
 * reason and the user opens the printed address. Other programs of this computer can see the
 * command line for a moment, but the code in it is useless once the page has loaded.
 */
export function openBrowser(url: string, failed: (reason: string) => void): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => failed(`${command} could not be run`));
  child.once('exit', (code) => {
    if (code !== 0) failed(`${command} ended with ${code ?? 'a signal'}`);
  });
  child.unref();
}
