import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '#practice/service.ts';

let founded: Promise<string> | null = null;

/**
 * Gives a new data folder the practice world that the program itself would create at its first start
 * on the manual clock. Creating it takes a second of CPU time, so it is created once for each worker
 * and copied. On the real clock the program creates its world itself.
 */
export async function copyFoundedWorld(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'practice');
  if (existsSync(folder)) return;
  founded ??= found();
  mkdirSync(folder, { mode: 0o700 });
  cpSync(await founded, folder, { recursive: true });
}

async function found(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-world-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startPractice({ dataDir, port: 0, seed: 1, clock: 'manual', hours: 'always' });
  await service.close();
  return dataDir;
}
