import { readFileSync, watch, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the program's own modules (`--import`). The monotonic clock and `setTimeout` of its
 * main thread can jump ahead, so that a test does not wait for two minutes. The file named by
 * STRATDESK_E2E_CLOCK contains the milliseconds that the clock is ahead. Nothing else is changed.
 */
const file = process.env['STRATDESK_E2E_CLOCK'];
if (isMainThread && file !== undefined) installClock(file);

function installClock(path: string): void {
  const realNow = performance.now.bind(performance);
  const realTimeout = globalThis.setTimeout;
  const realClear = globalThis.clearTimeout;
  const waiting = new Map<NodeJS.Timeout, { readonly due: number; readonly run: () => void }>();
  let ahead = 0;
  performance.now = () => realNow() + ahead;
  const start = (run: (...args: unknown[]) => void, wait = 0, ...args: unknown[]): NodeJS.Timeout => {
    const timer = realTimeout(() => {
      waiting.delete(timer);
      run(...args);
    }, wait);
    waiting.set(timer, { due: performance.now() + wait, run: () => run(...args) });
    return timer;
  };
  globalThis.setTimeout = Object.assign(start, realTimeout);
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') waiting.delete(timer);
    realClear(timer);
  };
  writeFileSync(path, '0');
  watch(path, { persistent: false }, () => {
    ahead = Math.max(ahead, Number(readFileSync(path, 'utf8')));
    const due = [...waiting].filter(([, one]) => one.due <= performance.now()).sort(([, a], [, b]) => a.due - b.due);
    for (const [timer, { run }] of due) {
      // An earlier timer may have stopped this one.
      if (!waiting.delete(timer)) continue;
      realClear(timer);
      run();
    }
  });
}
