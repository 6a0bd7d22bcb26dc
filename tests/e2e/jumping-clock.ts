import { readFileSync, watch, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the program's own modules (`--import`). The monotonic clock and `setTimeout` of the
 * main thread can jump ahead, so that a test does not wait for the long delays of the program. The
 * file named by STRATDESK_E2E_CLOCK contains the milliseconds that the clock is ahead. Nothing else
 * is changed.
 */
const file = process.env['STRATDESK_E2E_CLOCK'];
if (isMainThread && file !== undefined) installClock(file);

function installClock(path: string): void {
  const realNow = performance.now.bind(performance);
  const realTimeout = globalThis.setTimeout;
  const realClear = globalThis.clearTimeout;
  const pendingTimers = new Map<NodeJS.Timeout, { readonly due: number; readonly run: () => void }>();
  let aheadMs = 0;
  performance.now = () => realNow() + aheadMs;
  const start = (run: (...args: unknown[]) => void, wait = 0, ...args: unknown[]): NodeJS.Timeout => {
    const timer = realTimeout(() => {
      pendingTimers.delete(timer);
      run(...args);
    }, wait);
    pendingTimers.set(timer, { due: performance.now() + wait, run: () => run(...args) });
    return timer;
  };
  globalThis.setTimeout = Object.assign(start, realTimeout);
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') pendingTimers.delete(timer);
    realClear(timer);
  };
  writeFileSync(path, '0');
  watch(path, { persistent: false }, () => {
    aheadMs = Math.max(aheadMs, Number(readFileSync(path, 'utf8')));
    const dueTimers = [...pendingTimers]
      .filter(([, { due }]) => due <= performance.now())
      .sort(([, a], [, b]) => a.due - b.due);
    for (const [timer, { run }] of dueTimers) {
      // An earlier timer may have stopped this one.
      if (!pendingTimers.delete(timer)) continue;
      realClear(timer);
      run();
    }
  });
}
