/**
 * Loads a library that the driver has bundled: one of `tests/bench/peers`, or one that the program
 * uses. It is loaded by address, so that nothing depends on a peer. The caller declares the part
 * that it uses.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  const address = `/peers/${name}.js`;
  return (await import(/* @vite-ignore */ address)) as T;
}
