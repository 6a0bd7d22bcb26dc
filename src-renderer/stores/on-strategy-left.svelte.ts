import type { StrategyStore } from './strategy-store.svelte.ts';

/**
 * Calls `run` when another strategy is chosen, which another window can do too, and when the
 * component ends. What is open is for the strategy that was left.
 */
export function onStrategyLeft(strategy: Pick<StrategyStore, 'systemId'>, run: () => void): void {
  $effect(() => {
    if (strategy.systemId === null) return;
    return run;
  });
}
