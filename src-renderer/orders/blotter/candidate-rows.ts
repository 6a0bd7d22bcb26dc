import type { JournalFacts, Signal } from '#contract/model/signal.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { words } from '#renderer/messages/words.ts';
import { kindText, stateText } from '#renderer/format/signal-words.ts';

type Fact = { readonly name: string; readonly value: string; readonly differs: boolean };
export type CandidateRow = {
  readonly serviceId: string;
  /** The text from core, used if the row is not in the list. */
  readonly text: string;
  readonly facts: readonly Fact[];
};

/** Orders that may be the lost one, with their differences marked. `at` formats a time. */
export function candidateRows(
  candidates: JournalFacts['candidates'],
  signals: readonly Signal[],
  at: (seconds: number) => string,
): readonly CandidateRow[] {
  const described = candidates.map(({ serviceId, text }) => {
    const signal = signals.find((one) => one.serviceId === serviceId);
    return { serviceId, text: words(text), facts: signal === undefined ? [] : factsOf(signal, at) };
  });
  const distinctCount = (index: number): number =>
    new Set(described.flatMap(({ facts }) => facts[index]?.[1] ?? [])).size;
  return described.map(({ serviceId, text, facts }) => ({
    serviceId,
    text,
    facts: facts.map(([name, value], index) => ({ name, value, differs: distinctCount(index) > 1 })),
  }));
}

const factsOf = (signal: Signal, at: (seconds: number) => string): readonly (readonly [string, string])[] => [
  ['', `${signal.action} ${decimalText(signal.quantity)} ${signal.symbol} ${kindText(signal)}`],
  ['state', stateText(signal)],
  ['time in force', signal.duration ?? 'not shown'],
  ['posted', signal.postedAt === null ? 'not shown' : at(signal.postedAt)],
  ['fill price', signal.tradedPrice === null ? '–' : decimalText(signal.tradedPrice)],
];
