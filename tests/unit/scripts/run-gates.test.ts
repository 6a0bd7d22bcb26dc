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
class GateRunStub {
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
    // `runGates` sees the end of the gate, and starts the next one, only after some microtasks.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

test('two gates run in parallel, and a gate with `alone` runs by itself', async () => {
  const stub = new GateRunStub();
  const done = runGates([gate('a'), gate('b'), gate('c', { alone: true }), gate('d')], stub.run, () => undefined, 2);
  expect(stub.running).toEqual(['a', 'b']);
  await stub.end('b');
  expect(stub.running).toEqual(['a']);
  await stub.end('a');
  expect(stub.running).toEqual(['c']);
  await stub.end('c');
  expect(stub.running).toEqual(['d']);
  await stub.end('d');
  expect((await done).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(stub.log).toEqual(['a', 'a+b', 'c', 'd']);
});

test('a gate fails without being run if a gate that it needs failed', async () => {
  const stub = new GateRunStub();
  const done = runGates([gate('build'), gate('e2e', { needs: ['build'], alone: true })], stub.run, () => undefined, 2);
  await stub.end('build', false);
  const [build, e2e] = await done;
  expect([build?.passed, e2e?.passed]).toEqual([false, false]);
  expect(e2e?.output).toContain('build failed');
  expect(stub.log).toEqual(['build']);
});

test('a gate waits for a running gate that it needs', async () => {
  const stub = new GateRunStub();
  const done = runGates([gate('build'), gate('hosts', { needs: ['build'] })], stub.run, () => undefined, 2);
  expect(stub.running).toEqual(['build']);
  await stub.end('build');
  expect(stub.running).toEqual(['hosts']);
  await stub.end('hosts');
  expect((await done).every(({ passed }) => passed)).toBe(true);
});
