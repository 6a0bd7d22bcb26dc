import { flushSync } from 'svelte';
import type { SvelteMap } from 'svelte/reactivity';
import type { Bridge } from '#contract/bridge.ts';
import type { LoadKey } from '#renderer/stores/loader.svelte.ts';

export type Input = { readonly systemId: string } & Readonly<Record<string, unknown>>;
export type Calls = readonly (readonly [name: string, input: Input])[];
type Receive = (payload: unknown) => void;

/** A bridge with the answers of a test, and the commands that were called. */
export function bridgeOf(
  answer: (name: string, input: Input) => unknown,
  listen: (params: Input, receive: Receive) => () => void = () => () => undefined,
): { readonly bridge: Bridge; readonly calls: Calls } {
  const calls: [name: string, input: Input][] = [];
  const bridge = {
    call: async (name: string, input: Input) => {
      calls.push([name, input]);
      return answer(name, input);
    },
    on: (_name: string, params: Input, receive: Receive) => listen(params, receive),
  } as unknown as Bridge;
  return { bridge, calls };
}

/**
 * A strategy store of a test. `idAndRevisions` has the id of the strategy under `systemId`, and the
 * revision of each dataset under its name.
 */
export const strategyOf = (idAndRevisions: SvelteMap<string, string>) => ({
  get systemId(): string | null {
    return idAndRevisions.get('systemId') ?? null;
  },
  loadKey: (...names: readonly string[]): LoadKey | null => {
    const scope = idAndRevisions.get('systemId');
    return scope === undefined
      ? null
      : { scope, revision: names.map((name) => idAndRevisions.get(name) ?? '0').join('.') };
  },
});

/** Runs pending effects and promises. */
export async function settle(): Promise<void> {
  flushSync();
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  flushSync();
}
