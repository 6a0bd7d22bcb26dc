import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One source of lock signals on D-Bus. `gdbus` is part of GLib, which every Linux desktop has. */
type Source = { readonly bus: '--system' | '--session'; readonly service: string };

const sources: readonly Source[] = [
  { bus: '--system', service: 'org.freedesktop.login1' },
  { bus: '--session', service: 'org.freedesktop.ScreenSaver' },
  { bus: '--session', service: 'org.gnome.ScreenSaver' },
];

/**
 * Calls `locked` each time the screen is locked; never without D-Bus or `gdbus`. Returns a function
 * that stops watching.
 */
export function watchLinuxLock(locked: () => void): () => void {
  const releases = sources.map((source) => monitor(source, (line) => isLock(line) && locked()));
  return () => releases.forEach((release) => release());
}

/** Whether a line of `gdbus monitor` reports that the screen is being locked. */
export const isLock = (line: string): boolean =>
  /\.ScreenSaver\.ActiveChanged \(true,?\)/.test(line) ||
  line.includes('.login1.Session.Lock ()') ||
  line.includes("'LockedHint': <true>");

function monitor({ bus, service }: Source, onLine: (line: string) => void): () => void {
  const child = spawn('gdbus', ['monitor', bus, '--dest', service], { stdio: ['ignore', 'pipe', 'ignore'] });
  // Without gdbus the screen lock is not noticed. Sleep and idle time still disarm.
  child.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', onLine);
  return () => void child.kill();
}
