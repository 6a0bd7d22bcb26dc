// The small run for every change, and the proof that it can fail. `npm run chaos` runs the same
// code for longer.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleChaos } from '#scripts/chaos-bundle.mjs';
import { violations } from './checker/verdict.ts';
import type { Figures } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'chaos-test-'));
const bundle = join(folder, 'bundle');
const wanted = { orders: 240, kills: 80 };
let sound: Figures;
let resent: Figures;
let forgotten: Figures;

beforeAll(async () => {
  await bundleChaos(bundle);
  const careless = ['--orders=20', '--kills=3', '--pairs=1', '--lives=4'];
  [sound, resent, forgotten] = await Promise.all([
    run('sound', `--orders=${wanted.orders}`, `--kills=${wanted.kills}`, '--pairs=8', '--lives=25'),
    // Only a service that accepts an id twice creates two orders from a repeated request.
    run('resent', ...careless, '--broken=resend', '--switches=duplicateOwnId=accept'),
    run('forgotten', ...careless, '--broken=forget'),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(name: string, ...args: string[]): Promise<Figures> {
  const json = join(folder, `${name}.json`);
  const keep = `--keep=${join(folder, name)}`;
  const child = spawn(
    process.execPath,
    [join(bundle, 'run.js'), '--seed=20', `--bundle=${bundle}`, keep, `--json=${json}`, ...args],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(JSON.parse(readFileSync(json, 'utf8')) as Figures));
  });
}

test('orders and acts were sent, and the core was killed', () => {
  expect(sound.orders).toBeGreaterThanOrEqual(wanted.orders);
  expect(sound.acts).toBeGreaterThan(80);
  expect(sound.kills).toBeGreaterThanOrEqual(wanted.kills);
  expect(sound.pointsHit).toBeGreaterThan(5);
});

test.each(Object.entries(violations))('%s: none (%s)', (kind) => {
  expect(sound.findings.filter((text) => text.startsWith(`${kind}:`))).toEqual([]);
  expect(sound.violations[kind]).toBe(0);
});

test('a core that repeats a request whose answer was lost is detected, by duplicates and repeats', () => {
  expect(resent.violations['duplicates']).toBeGreaterThan(0);
  expect(resent.violations['repeats']).toBeGreaterThan(0);
  expect(resent.violations['actDoubled']).toBeGreaterThan(0);
  expect(resent.findings.join('\n')).toMatch(/2 requests, 1 sends: createNewSystem/);
});

test('a journal without rows of an order and of acts that were sent is detected', () => {
  expect(forgotten.violations['lost']).toBeGreaterThan(0);
  expect(forgotten.violations['unjournaled']).toBeGreaterThan(0);
  expect(forgotten.violations['actUnseen']).toBeGreaterThan(0);
  for (const command of ['createNewSystem', 'changePersonAttribute'])
    expect(forgotten.findings.join('\n')).toContain(`received without a row: ${command}`);
});
