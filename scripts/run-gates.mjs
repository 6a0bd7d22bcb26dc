import { availableParallelism } from 'node:os';
import { NO_CASES } from './test-report.mjs';

/** @typedef {import('./gates.mjs').Gate} Gate */
/** @typedef {import('./run-gate.mjs').GateResult} GateResult */

const MAX_AT_ONCE = Math.min(2, availableParallelism());

/**
 * @param {string} name
 * @param {readonly string[]} failedGates
 * @returns {GateResult}
 */
const notRun = (name, failedGates) => ({
  name,
  passed: false,
  seconds: 0,
  cases: NO_CASES,
  output: `not run: ${failedGates.join(', ')} failed\n`,
});

/**
 * Runs the gates in their order, up to two at a time. A gate with `alone` waits for the others to
 * end. A gate fails without running if a gate that it needs has failed.
 * @param {readonly Gate[]} gates
 * @param {(gate: Gate) => Promise<GateResult>} run
 * @param {(result: GateResult) => void} onResult
 * @param {number} [maxAtOnce]
 * @returns {Promise<GateResult[]>} in the order of the gates
 */
export async function runGates(gates, run, onResult, maxAtOnce = MAX_AT_ONCE) {
  /** @type {Map<string, GateResult>} */
  const results = new Map();
  const chosen = new Set(gates.map(({ name }) => name));
  /** @type {Set<Promise<void>>} */
  const busy = new Set();
  /** @param {Gate} gate */
  const start = async (gate) => {
    const failedGates = (gate.needs ?? []).filter((need) => results.get(need)?.passed === false);
    const result = failedGates.length > 0 ? notRun(gate.name, failedGates) : await run(gate);
    results.set(gate.name, result);
    onResult(result);
  };
  for (const gate of gates) {
    const maxBusy = gate.alone === true ? 1 : maxAtOnce;
    const isBlocked = () => (gate.needs ?? []).some((need) => chosen.has(need) && !results.has(need));
    while (busy.size >= maxBusy || isBlocked()) await Promise.race(busy);
    const done = start(gate);
    busy.add(done);
    void done.finally(() => busy.delete(done));
    if (gate.alone === true) await done;
  }
  await Promise.all(busy);
  return gates.flatMap((gate) => results.get(gate.name) ?? []);
}
