import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Does the work with these processes, and this one, on one processor, where a caller and a service that take turns never wait for a
 * processor to wake up; undefined where the system can not.
 */
export async function onOneProcessor<T>(pids: readonly number[], work: () => Promise<T>): Promise<T | undefined> {
  const allowed = allowedProcessors();
  const [one] = /^\d+/.exec(allowed) ?? [];
  const all = [process.pid, ...pids];
  if (one === undefined || !all.every((pid) => bind(pid, one))) return undefined;
  try {
    return await work();
  } finally {
    for (const pid of all) bind(pid, allowed);
  }
}

/** Such as `0-3,6`; '' where the system tells none. */
function allowedProcessors(): string {
  if (process.platform !== 'linux') return '';
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
}

/** With all threads. */
function bind(pid: number, processors: string): boolean {
  return spawnSync('taskset', ['-a', '-c', '-p', processors, String(pid)], { stdio: 'ignore' }).status === 0;
}
