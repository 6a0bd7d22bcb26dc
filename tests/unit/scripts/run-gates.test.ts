import { expect, test } from 'vitest';
import type { Gate } from '#scripts/gates.mjs';
import type { GateResult } from '#scripts/run-gate.mjs';
import { runGates } from '#scripts/run-gates.mjs';
import { NO_CASES } from '#scripts/test-report.mjs';

const gate = (name: string, more: Partial<Gate> = {}): Gate => ({ name, steps: [], limitSeconds: 1, ...more });

const result = (name: string, passed: boolean): GateResult => ({
  name,
  passed,
  seconds: 0,
  output: '',
  cases: NO_CASES,
});

/** A gate ends when the test calls `end`, so that the test sees which gates run together. */
class Bench {
  readonly running: string[] = [];
  readonly log: string[] = [];
  readonly #ends = new Map<string, (result: GateResult) => void>();

  readonly run = (wanted: Gate): Promise<GateResult> => {
    this.running.push(wanted.name);
    this.log.push([...this.running].sort().join('+'));
    return new Promise((resolve) => this.#ends.set(wanted.name, resolve));
  };

  async end(name: string, passed = true): Promise<void> {
    this.running.splice(this.running.indexOf(name), 1);
    this.#ends.get(name)?.(result(name, passed));
    // The runner needs some turns of the queue to see the end of the gate and to start the next gate.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

test('two gates run in parallel, and a gate marked alone runs alone', async () => {
  const bench = new Bench();
  const done = runGates([gate('a'), gate('b'), gate('c', { alone: true }), gate('d')], bench.run, () => undefined, 2);
  expect(bench.running).toEqual(['a', 'b']);
  await bench.end('b');
  expect(bench.running).toEqual(['a']);
  await bench.end('a');
  expect(bench.running).toEqual(['c']);
  await bench.end('c');
  expect(bench.running).toEqual(['d']);
  await bench.end('d');
  expect((await done).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(bench.log).toEqual(['a', 'a+b', 'c', 'd']);
});

test('a gate fails without being run if a gate that it needs failed', async () => {
  const bench = new Bench();
  const done = runGates([gate('build'), gate('e2e', { needs: ['build'], alone: true })], bench.run, () => undefined, 2);
  await bench.end('build', false);
  const [build, e2e] = await done;
  expect([build?.passed, e2e?.passed]).toEqual([false, false]);
  expect(e2e?.output).toContain('build failed');
  expect(bench.log).toEqual(['build']);
});

test('a gate waits for a running gate that it needs', async () => {
  const bench = new Bench();
  const done = runGates([gate('build'), gate('hosts', { needs: ['build'] })], bench.run, () => undefined, 2);
  expect(bench.running).toEqual(['build']);
  await bench.end('build');
  expect(bench.running).toEqual(['hosts']);
  await bench.end('hosts');
  expect((await done).every(({ passed }) => passed)).toBe(true);
});
