/**
 * A library the program is measured against, bundled by the driver and loaded by address, so that nothing of the program needs it
 * (`tests/bench/peers`). The caller names what it uses of it.
 */
export async function loadPeer<T>(name: string): Promise<T> {
  const address = `/peers/${name}.js`;
  return (await import(/* @vite-ignore */ address)) as T;
}
