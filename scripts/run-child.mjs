import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {NodeJS.Signals[]} */
const FORWARDED = process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in place of this one: same streams, signals forwarded. Returns its exit code (128
 * + the signal's number if a signal ended it, as a shell does).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function runChild(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  const handlers = FORWARDED.map((signal) => {
    const forward = () => void child.kill(signal);
    process.on(signal, forward);
    return () => process.off(signal, forward);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  }).finally(() => handlers.forEach((release) => release()));
}
