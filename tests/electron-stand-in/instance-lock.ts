import { existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Stands in for Electron's single-instance lock: the first process of a folder holds it and is
 * notified of later ones.
 */
export function takeInstanceLock(userData: string, onSecond: () => void): boolean {
  mkdirSync(userData, { recursive: true });
  const lock = join(userData, 'stand-in.lock');
  const request = join(userData, 'stand-in.knock');
  if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
    writeFileSync(request, String(process.pid));
    return false;
  }
  writeFileSync(lock, String(process.pid));
  const watcher = watch(userData, (_event, file) => {
    if (file !== 'stand-in.knock' || !existsSync(request)) return;
    rmSync(request, { force: true });
    onSecond();
  });
  watcher.unref();
  return true;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
