/** Signals within this time after the first one are the same request to stop. */
const REPEAT_MS = 1_000;

/**
 * Calls `stop` at the first signal that asks the program to end. The terminal sends one Ctrl+C to
 * every process that `npm start` has started, and each of them passes it on to the program. A
 * SIGINT or SIGTERM calls `endNow` only if it comes so late that it was sent on purpose again.
 */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void, endNow: () => void): void {
  let stoppedAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Not `once`: a signal without a listener ends the process at once.
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        stop(signal);
      } else if (signal !== 'SIGHUP' && performance.now() - stoppedAt > REPEAT_MS) endNow();
    });
  }
}
