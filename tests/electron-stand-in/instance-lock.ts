import { existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Electron's single-instance lock: the folder's first process holds it while it lives and hears of every later one. */
export function takeInstanceLock(userData: string, onSecond: () => void): boolean {
  mkdirSync(userData, { recursive: true });
  const lock = join(userData, 'stand-in.lock');
  const knock = join(userData, 'stand-in.knock');
  if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
    writeFileSync(knock, String(process.pid));
    return false;
  }
  writeFileSync(lock, String(process.pid));
  const watcher = watch(userData, (_event, file) => {
    if (file !== 'stand-in.knock' || !existsSync(knock)) return;
    rmSync(knock, { force: true });
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
