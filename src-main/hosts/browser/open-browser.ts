import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // `start` is a word of cmd, which would take the first quoted argument for a window title.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Shows the address in the user's own browser. Where none can be opened, `failed` is told why and the user opens the
 * printed address by hand. The command line is visible to other programs of this machine for a moment: the code in it is
 * worth nothing once the page has loaded.
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
