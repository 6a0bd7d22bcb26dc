import type { StrategyStore } from './strategy-store.svelte.ts';

/**
 * Calls `run` when the component ends, and when this or another window chooses another strategy.
 * `run` closes what was opened for the strategy that was left.
 */
export function onStrategyLeft(strategy: Pick<StrategyStore, 'systemId'>, run: () => void): void {
  $effect(() => {
    if (strategy.systemId === null) return;
    return run;
  });
}
