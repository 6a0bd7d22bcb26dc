import type { Signal, SignalState } from '#contract/model/signal.ts';
import { stateWords } from '#renderer/format/signal-words.ts';

const told: readonly SignalState[] = ['working', 'waiting', 'queued', 'sending', 'held', 'unknown', 'absent'];

/** "4 working · 2 waiting · 1 unknown": how many there are of each state that is not over. */
export function signalTotals(signals: readonly Signal[]): string {
  const counts = Map.groupBy(signals, ({ state }) => state);
  return told
    .flatMap((state) => {
      const count = counts.get(state)?.length ?? 0;
      return count === 0 ? [] : [`${count} ${stateWords[state].toLowerCase()}`];
    })
    .join(' · ');
}
