// The built browser program as a process: its flags, its folder, its lock, its output, its end.
// `npm test` builds it first.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const outDir = process.env['STRATDESK_OUT'] ?? fileURLToPath(new URL('../../out', import.meta.url));
const running = new Set<ChildProcess>();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-built-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => once(child, 'close')));
  rmSync(folder, { recursive: true, force: true });
});

type ProgramEnd = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const run = (args: readonly string[]) => spawnProgram([join(outDir, 'main', 'browser.js'), '--no-open', ...args]);

function spawnProgram(args: readonly string[]) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, STRATDESK_SECRETS: 'session' },
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  const line = new Promise<string>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString();
      if (stdout.includes('\n')) resolve(stdout);
    });
  });
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = once(child, 'close').then((): ProgramEnd => {
    running.delete(child);
    return { code: child.exitCode, stdout, stderr };
  });
  return { child, line, ended };
}

const start = async (args: readonly string[] = []) => {
  const program = run([`--data-dir=${join(folder, 'data')}`, '--json', ...args]);
  const line = await Promise.race([
    program.line,
    program.ended.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ]);
  return { ...program, url: new URL((JSON.parse(line) as { url: string }).url) };
};

async function sessionToken(url: URL): Promise<string> {
  const answer = await fetch(`${url.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url.origin },
    body: JSON.stringify({ code: url.hash.slice('#code='.length) }),
  });
  return ((await answer.json()) as { token: string }).token;
}

const call = async (url: URL, token: string, name: string, input: unknown) => {
  const headers = { 'content-type': 'application/json', origin: url.origin, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url.origin}/call/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
  return (await answer.json()) as { ok: boolean; value: Record<string, unknown> };
};

describe('a start', () => {
  test('prints exactly one line of JSON, and on SIGTERM backs up its settings and exits with 0', async () => {
    const { child, ended, url } = await start();
    expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
    const token = await sessionToken(url);
    const info = await call(url, token, 'app.info', {});
    expect(info).toMatchObject({ ok: true, value: { host: 'browser', dataDir: join(folder, 'data') } });
    if (process.platform !== 'win32') child.kill('SIGUSR2');
    await call(url, token, 'app.info', {});
    const change = { theme: 'light', views: { 'autotrade.draft': 'of this run' } };
    expect(await call(url, token, 'preferences.set', change)).toMatchObject({ ok: true });
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    const copies = join(folder, 'data', 'backups', 'preferences.json');
    const newest = readdirSync(copies).sort().at(-1) ?? '';
    expect(JSON.parse(readFileSync(join(copies, newest), 'utf8'))).toMatchObject(change);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^stratdesk: another window: http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}\n$/);
    expect(stderr).not.toContain(token);
  });

  test('creates its folder for the owner only', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no file modes');
    await start();
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  });

  test('serves the built page', async () => {
    const { url } = await start();
    const page = await (await fetch(`${url.origin}/`)).text();
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(new URL(script, url.origin))).status).toBe(200);
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(page).not.toContain('<style');
  });
});

test('one Ctrl+C that arrives several times closes the program in order', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no signals to pass on');
  const { child, ended } = await start();
  // The terminal, npm and the start script each send it.
  for (const milliseconds of [0, 15, 30, 45]) setTimeout(() => child.kill('SIGINT'), milliseconds);
  expect((await ended).code).toBe(0);
  const log = readFileSync(join(folder, 'data', 'log', 'stratdesk.log'), 'utf8');
  expect(log.trim().split('\n').at(-1)).toContain('"msg":"stop"');
});

test('the bundles need no package except the keychain', async () => {
  cpSync(outDir, join(folder, 'out'), { recursive: true, filter: (file) => !file.endsWith('.map') });
  const args = [join(folder, 'out', 'main', 'browser.js'), '--no-open', '--json', `--data-dir=${join(folder, 'data')}`];
  const { line, ended } = spawnProgram(args);
  const answer = await Promise.race([line, ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
  expect(JSON.parse(answer)).toMatchObject({ host: 'browser' });
});

describe('starts on one data folder:', () => {
  test('a second start changes nothing, reports the running program and ends with code 3', async () => {
    await start();
    const files = () => readdirSync(join(folder, 'data'), { recursive: true }).map(String).sort();
    const before = files();
    const second = await run([`--data-dir=${join(folder, 'data')}`]).ended;
    expect(second.code).toBe(3);
    expect(second.stderr).toContain('already runs on the data folder');
    expect(second.stdout).toBe('');
    expect(files()).toEqual(before);
  });

  test('exactly one of many simultaneous starts succeeds', async () => {
    const programs = Array.from({ length: 5 }, () => run([`--data-dir=${join(folder, 'data')}`, '--json']));
    const settled = programs.map(({ line, ended }) =>
      Promise.race([line.then(() => 'runs'), ended.then(({ code }) => code)]),
    );
    expect((await Promise.all(settled)).sort()).toEqual([3, 3, 3, 3, 'runs']);
  });

  test('a second start succeeds after the first program was killed', async () => {
    const first = await start();
    first.child.kill('SIGKILL');
    await first.ended;
    await start();
  });
});

describe('a start that fails', () => {
  test.each([
    [['--nonsense'], 'unknown flag "--nonsense"'],
    [
      ['--profile=Nobody'],
      'There is no profile "Nobody" (there is "Practice", "Practice (operator)"). Stratdesk was not started.',
    ],
  ])('names the mistake in the flags %j and ends with code 2', async (args, message) => {
    const { code, stderr, stdout } = await run([`--data-dir=${join(folder, 'data')}`, ...args]).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('closes the core properly and ends with code 1 if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, stderr } = await run([`--data-dir=${join(folder, 'data')}`, `--port=${port}`]).ended;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken by another program. Stratdesk was not started`);
    // The core was already open. It is closed properly: nothing is left in a write-ahead log.
    const log = readFileSync(join(folder, 'data', 'log', 'stratdesk.log'), 'utf8');
    expect(log).toContain('"msg":"serving-failed"');
    expect(log).toMatch(/"msg":"stop"\}\n$/);
    const files = readdirSync(join(folder, 'data'), { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith('-wal'))).toEqual([]);
  });

  test('reports that the data folder is a file, and leaves the file unchanged', async () => {
    writeFileSync(join(folder, 'file'), 'mine');
    const { code, stderr } = await run([`--data-dir=${join(folder, 'file')}`]).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be written');
    expect(stderr).toContain('nothing was read or sent');
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
  });

  test('reports that the data folder is read-only, and writes nothing', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no file modes');
    if (process.getuid?.() === 0) {
      console.log('Not run: the superuser may write everywhere. desktop-parts.test.ts changes the user for this case.');
      skip();
    }
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o555 });
    const { code, stderr } = await run([`--data-dir=${data}`]).ended;
    chmodSync(data, 0o755);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot be written (EACCES)');
    expect(readdirSync(data)).toEqual([]);
  });
});

describe('the build', () => {
  const files = (name: string) => {
    const all = readdirSync(join(outDir, name), { recursive: true }).map(String);
    return all.filter((file) => /\.(js|cjs)$/.test(file)).map((file) => join(outDir, name, file));
  };
  const importsElectron = /(?:from\s*|import\s*\(?\s*|require\s*\(\s*)["'](?:electron|electron-store)["']/;

  /** A file of the bundle and every chunk that it loads. */
  function loadedFiles(entry: string, seen = new Set<string>()): Set<string> {
    if (seen.has(entry)) return seen;
    seen.add(entry);
    const text = readFileSync(entry, 'utf8');
    for (const [, path = ''] of text.matchAll(/["'](\.\.?\/[^"']+\.js)["']/g)) {
      const next = join(entry, '..', path);
      if (existsSync(next)) loadedFiles(next, seen);
    }
    return seen;
  }

  test.each(['browser.js', 'practice.js', 'practice-worker.js', 'ingest-worker.js'])(
    'has no import of electron in %s',
    (name) => {
      const all = [...loadedFiles(join(outDir, 'main', name))];
      for (const file of all) expect(readFileSync(file, 'utf8'), file).not.toMatch(importsElectron);
    },
  );

  test('has an import of electron in index.js, which shows that the check detects one', () => {
    const texts = [...loadedFiles(join(outDir, 'main', 'index.js'))].map((file) => readFileSync(file, 'utf8'));
    expect(texts.some((text) => importsElectron.test(text))).toBe(true);
  });

  test('has one preload file, which requires only electron', () => {
    expect(files('preload')).toEqual([join(outDir, 'preload', 'index.cjs')]);
    const text = readFileSync(join(outDir, 'preload', 'index.cjs'), 'utf8');
    expect([...text.matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name)).toEqual(['electron']);
  });
});
