// The short run that every change has to pass, and two runs with a deliberate fault that the
// checker must detect. `npm run chaos` runs the same code for longer.
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
const goal = { orders: 240, kills: 80 };
let soundRun: Figures;
let resentRun: Figures;
let forgottenRun: Figures;

beforeAll(async () => {
  await bundleChaos(bundle);
  const shortRunFlags = ['--orders=20', '--kills=3', '--pairs=1', '--lives=4'];
  soundRun = await run('sound', `--orders=${goal.orders}`, `--kills=${goal.kills}`, '--pairs=8', '--lives=25');
  // Not beside the first run: on a busy machine a short life ends before its first order.
  [resentRun, forgottenRun] = await Promise.all([
    // Only a service that accepts an id twice creates two orders from a repeated request.
    run('resent', ...shortRunFlags, '--broken=resend', '--switches=duplicateOwnId=accept'),
    run('forgotten', ...shortRunFlags, '--broken=forget'),
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

test('the sound run sends enough orders and acts, and kills the core often enough', () => {
  expect(soundRun.orders).toBeGreaterThanOrEqual(goal.orders);
  expect(soundRun.acts).toBeGreaterThan(80);
  expect(soundRun.kills).toBeGreaterThanOrEqual(goal.kills);
  expect(soundRun.pointsHit).toBeGreaterThan(5);
});

test.each(Object.entries(violations))('the sound run has no finding of the kind %s (%s)', (kind) => {
  expect(soundRun.findings.filter((text) => text.startsWith(`${kind}:`))).toEqual([]);
  expect(soundRun.violations[kind]).toBe(0);
});

test('the checker finds the doubled orders and acts of a core that repeats unanswered requests', () => {
  expect(resentRun.violations['duplicates']).toBeGreaterThan(0);
  expect(resentRun.violations['repeats']).toBeGreaterThan(0);
  expect(resentRun.violations['actDoubled']).toBeGreaterThan(0);
  expect(resentRun.findings.join('\n')).toMatch(/actDoubled: 2 requests, 1 sends: /);
});

test('a journal that has lost the rows of a sent order and of sent acts is detected', () => {
  expect(forgottenRun.violations['lost']).toBeGreaterThan(0);
  expect(forgottenRun.violations['unjournaled']).toBeGreaterThan(0);
  expect(forgottenRun.forgottenActs.length).toBeGreaterThan(0);
  for (const key of forgottenRun.forgottenActs)
    expect(forgottenRun.findings).toContain(`actUnseen: received without a row: ${key}`);
});
