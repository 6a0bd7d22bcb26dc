/**
 * Loads a library of `tests/bench/peers` that the driver has bundled, so that nothing in the
 * program depends on it. The caller declares the part that it uses.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  const address = `/peers/${name}.js`;
  return (await import(/* @vite-ignore */ address)) as T;
}
