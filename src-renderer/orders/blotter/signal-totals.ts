import type { Signal, SignalState } from '#contract/model/signal.ts';
import { stateWords } from '#renderer/format/signal-words.ts';

const openStates: readonly SignalState[] = [
  'working',
  'waiting',
  'queued',
  'sending',
  'held',
  'unlisted',
  'unknown',
  'absent',
];

/** The number of orders in each open state: "4 working · 2 pending parent · 1 unknown". */
export function signalTotals(signals: readonly Signal[]): string {
  const counts = Map.groupBy(signals, ({ state }) => state);
  return openStates
    .flatMap((state) => {
      const count = counts.get(state)?.length ?? 0;
      return count === 0 ? [] : [`${count} ${stateWords[state].toLowerCase()}`];
    })
    .join(' · ');
}
