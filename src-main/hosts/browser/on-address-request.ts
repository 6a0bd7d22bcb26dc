/**
 * A SIGUSR2 within this time after another is ignored. The library that writes the settings file
 * catches the first signal and sends it to this process a second time.
 */
const REPEAT_MS = 200;

/**
 * Prints a one-time address only on request: when Enter is pressed in the terminal, or on SIGUSR2
 * if the system has this signal.
 */
export function onAddressRequest(print: () => void): void {
  let lastSignalAt = -Infinity;
  const printUnlessRepeated = (): void => {
    if (performance.now() - lastSignalAt < REPEAT_MS) return;
    lastSignalAt = performance.now();
    print();
  };
  if (process.stdin.isTTY) process.stdin.on('data', print).unref();
  if (process.platform !== 'win32') process.on('SIGUSR2', printUnlessRepeated);
}
