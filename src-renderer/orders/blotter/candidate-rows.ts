import type { JournalFacts, Signal } from '#contract/model/signal.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { words } from '#renderer/messages/words.ts';
import { kindText, stateText } from '#renderer/format/signal-words.ts';

type Fact = { readonly name: string; readonly value: string; readonly differs: boolean };
export type CandidateRow = {
  readonly serviceId: string;
  /** The text from core, shown if the order is not in the list of signals. */
  readonly text: string;
  readonly facts: readonly Fact[];
};

/** The orders that may be the unknown order, with the differences between them marked. */
export function candidateRows(
  candidates: JournalFacts['candidates'],
  signals: readonly Signal[],
  formatTime: (seconds: number) => string,
): readonly CandidateRow[] {
  const described = candidates.map(({ serviceId, text }) => {
    const signal = signals.find((one) => one.serviceId === serviceId);
    return { serviceId, text: words(text), facts: signal === undefined ? [] : factsOf(signal, formatTime) };
  });
  const distinctCount = (index: number): number =>
    new Set(described.flatMap(({ facts }) => facts[index]?.[1] ?? [])).size;
  return described.map(({ serviceId, text, facts }) => ({
    serviceId,
    text,
    facts: facts.map(([name, value], index) => ({ name, value, differs: distinctCount(index) > 1 })),
  }));
}

const factsOf = (signal: Signal, formatTime: (seconds: number) => string): readonly (readonly [string, string])[] => [
  ['', `${signal.action} ${decimalText(signal.quantity)} ${signal.symbol} ${kindText(signal)}`],
  ['state', stateText(signal)],
  ['time in force', signal.duration ?? 'not shown'],
  ['posted', signal.postedAt === null ? 'not shown' : formatTime(signal.postedAt)],
  ['fill price', signal.tradedPrice === null ? '–' : decimalText(signal.tradedPrice)],
];
