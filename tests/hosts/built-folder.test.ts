// The data folder of the built program: who may read it, a second program on it, and unexpected
// files or folders in it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const outDir = process.env['STRATDESK_OUT'] ?? fileURLToPath(new URL('../../out', import.meta.url));
const running = new Set<ChildProcess>();
let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'stratdesk-folder-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => once(child, 'close')));
  rmSync(data, { recursive: true, force: true });
});

type ProgramEnd = { readonly code: number | null; readonly stderr: string };

/** Starts the browser program. Resolves with its end, or with 'runs' once it printed its line. */
async function start(): Promise<'runs' | ProgramEnd> {
  const args = [join(outDir, 'main', 'browser.js'), '--no-open', '--json', `--data-dir=${data}`];
  const env = { ...process.env, STRATDESK_SECRETS: 'session' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  running.add(child);
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = once(child, 'close').then((): ProgramEnd => {
    running.delete(child);
    return { code: child.exitCode, stderr };
  });
  return await Promise.race([once(child.stdout, 'data').then(() => 'runs' as const), ended]);
}

const files = (): string[] =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('a second program is refused even after the lock file was removed', async () => {
  expect(await start()).toBe('runs');
  rmSync(join(data, 'lock.db'));
  const second = await start();
  expect(second).toMatchObject({ code: 3 });
  expect((second as ProgramEnd).stderr).toContain('already runs on the data folder');
});

test.skipIf(process.platform === 'win32')(
  'every file is readable by its owner only, even in a folder that others may read',
  async () => {
    chmodSync(data, 0o755);
    mkdirSync(join(data, 'orders-practice'), { mode: 0o755 });
    writeFileSync(join(data, 'orders-practice', 'note.txt'), 'from an earlier version', { mode: 0o644 });
    expect(await start()).toBe('runs');
    const readableByOthers = files().filter((file) => (statSync(file).mode & 0o077) !== 0);
    expect(readableByOthers).toEqual([]);
    expect(files().length).toBeGreaterThan(6);
  },
);

const expectedFiles = [
  ...['preferences.json', 'profiles.json', 'risk.json', 'lock.db', 'cache-practice.db', 'history-practice.db'],
  ...['orders-practice/journal.db', 'orders-live/journal.db', 'notes-practice/notes.db'],
];
const expectedFolders = ['orders-practice', 'orders-live', 'notes-practice', 'practice', 'log', 'backups'];

test.each([
  ...expectedFiles.map((name) => [name, 'a folder'] as const),
  ...expectedFolders.map((name) => [name, 'a file'] as const),
])('if %s is %s, the program runs, or ends with one sentence that says why', async (name, kind) => {
  if (kind === 'a folder') mkdirSync(join(data, name), { recursive: true });
  else writeFileSync(join(data, name), 'not a folder');
  const outcome = await start();
  if (outcome === 'runs') return;
  expect(outcome.stderr).toMatch(/^stratdesk: [^\n]+\n$/);
  expect(outcome.stderr).not.toContain('ended by a bug');
});
