import type { JournalFacts, Signal } from '#contract/model/signal.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { kindText, stateWords } from '#renderer/format/signal-words.ts';

type Fact = { readonly name: string; readonly value: string; readonly differs: boolean };
export type CandidateRow = {
  readonly serviceId: string;
  /** Main's own words for it, where its row is not in the list. */
  readonly text: string;
  readonly facts: readonly Fact[];
};

/** Orders that may be the one that was lost, with what tells them apart. `at` writes a time. */
export function candidateRows(
  candidates: JournalFacts['candidates'],
  signals: readonly Signal[],
  at: (seconds: number) => string,
): readonly CandidateRow[] {
  const told = candidates.map(({ serviceId, text }) => {
    const signal = signals.find((one) => one.serviceId === serviceId);
    return { serviceId, text, facts: signal === undefined ? [] : factsOf(signal, at) };
  });
  const values = (index: number): number => new Set(told.map(({ facts }) => facts[index]?.[1])).size;
  return told.map(({ serviceId, text, facts }) => ({
    serviceId,
    text,
    facts: facts.map(([name, value], index) => ({ name, value, differs: values(index) > 1 })),
  }));
}

const factsOf = (signal: Signal, at: (seconds: number) => string): readonly (readonly [string, string])[] => [
  ['', `${signal.action} ${decimalText(signal.quantity)} ${signal.symbol} ${kindText(signal)}`],
  ['state', stateWords[signal.state]],
  ['duration', signal.duration ?? 'not shown'],
  ['posted', signal.postedAt === null ? 'not shown' : at(signal.postedAt)],
  ['traded at', signal.tradedPrice === null ? '–' : decimalText(signal.tradedPrice)],
];
