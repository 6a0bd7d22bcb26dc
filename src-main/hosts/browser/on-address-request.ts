/**
 * A SIGUSR2 within this time after another is ignored: a library used by the settings file sends
 * the first signal that it catches to this process once more.
 */
const AGAIN_MS = 200;

/**
 * Enter on the terminal, or SIGUSR2 where the system has it: a one-time address is printed only on
 * request.
 */
export function onAddressRequest(print: () => void): void {
  let last = -Infinity;
  const printUnlessRepeated = (): void => {
    if (performance.now() - last < AGAIN_MS) return;
    last = performance.now();
    print();
  };
  if (process.stdin.isTTY) process.stdin.on('data', print).unref();
  if (process.platform !== 'win32') process.on('SIGUSR2', printUnlessRepeated);
}
