import Big from 'big.js';
import type { PastAccount } from '#contract/model/history.ts';
import type { DesiredList } from '#contract/model/desired.ts';
import type { NamedTargetList, SentTarget, TargetLine } from '#contract/model/target-plan.ts';
import { likelyInstrument } from '#renderer/format/likely-instrument.ts';
import { linesOf, linesText, targetText } from './list-diff.ts';
import { heldLines, withHeldSymbols, type KnownSymbols } from './target-rows.ts';

/** A list that can be loaded into the draft, or compared with another one. */
export type ListSource = {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly lines: readonly TargetLine[];
  /** The lines to load, if they differ from the lines to compare. */
  readonly linesToLoad?: readonly TargetLine[];
};

type TimeLabel = (seconds: number) => string;

type Lines = readonly TargetLine[];

/** A quantity `=` (what is held, in whole units) is compared as a number and loaded as `=`. */
const sourceLines = (lines: Lines, known: KnownSymbols): Pick<ListSource, 'lines' | 'linesToLoad'> => ({
  lines: withHeldSymbols(lines, known).map((line) =>
    line.quantity === '=' ? { ...line, quantity: heldOf(line.symbol, known).round(0, 0).toFixed() } : line,
  ),
  linesToLoad: lines,
});

const heldOf = (symbol: string, known: KnownSymbols): Big => known.get(symbol)?.holding ?? new Big(0);

export const draftSource = (lines: Lines, known: KnownSymbols): ListSource => ({
  id: 'draft',
  title: 'Draft',
  detail: linesText(lines.length),
  ...sourceLines(lines, known),
});

/** What is held now. It is compared with its fractions, and loaded as `=`, so in whole units. */
export function holdingsSource(known: KnownSymbols): ListSource {
  const linesToLoad = heldLines(known);
  const lines = linesToLoad.map((line) => ({ ...line, quantity: heldOf(line.symbol, known).toFixed() }));
  return { id: 'holdings', title: 'Holdings', detail: linesText(lines.length), lines, linesToLoad };
}

export const namedSource = (
  { name, lines, savedAt }: NamedTargetList,
  known: KnownSymbols,
  timeLabel: TimeLabel,
): ListSource => ({
  id: `named ${name}`,
  title: name,
  detail: `${linesText(lines.length)}, saved ${timeLabel(savedAt)}`,
  ...sourceLines(lines, known),
});

export const platformSource = ({ target, at: readAt }: DesiredList, timeLabel: TimeLabel): ListSource => ({
  id: 'platform',
  title: 'List of the platform',
  detail: `${targetText(target)}, read ${timeLabel(readAt)}`,
  lines: linesOf(target),
});

const stateWords: Readonly<Partial<Record<SentTarget['state'], string>>> = {
  DONE: 'confirmed',
  REFUSED: 'refused',
  NOT_SENT: 'not sent',
  UNKNOWN: 'no clear answer',
  ABSENT: 'not shown by the platform',
};

export const sentSource = ({ intentId, sentAt, state, target }: SentTarget, timeLabel: TimeLabel): ListSource => ({
  id: `sent ${intentId}`,
  title: timeLabel(sentAt),
  detail: `${targetText(target)}, ${stateWords[state] ?? 'being sent'}`,
  lines: linesOf(target),
});

/**
 * The two lists of a past reading. The reading does not contain the types of the symbols. A type is
 * taken from what is known of the symbol, or else from the form of the symbol.
 */
export function pastSources(account: PastAccount, known: KnownSymbols, timeLabel: TimeLabel): ListSource[] {
  const instrument = (symbol: string) => known.get(symbol)?.instrument ?? likelyInstrument(symbol);
  const line = (symbol: string, quantity: string): TargetLine => ({
    symbol,
    instrument: instrument(symbol),
    quantity,
  });
  const listed = (account.desired ?? []).filter(({ quantity }) => !new Big(quantity).eq(0));
  const target = listed.map(({ symbol, quantity }) => line(symbol, new Big(quantity).toFixed()));
  const held = [...pastHoldings(account)].map(([symbol, quantity]) => line(symbol, quantity.toFixed()));
  const time = timeLabel(account.at);
  return [
    {
      id: `past list ${account.at}`,
      title: `Target list of ${time}`,
      detail: account.desired === null ? 'not known then' : linesText(target.length),
      lines: target,
    },
    {
      id: `past holdings ${account.at}`,
      title: `Holdings of ${time}`,
      detail: account.positions === null ? 'not known then' : linesText(held.length),
      lines: held,
    },
  ];
}

function pastHoldings({ positions }: PastAccount): ReadonlyMap<string, Big> {
  const held = new Map<string, Big>();
  for (const { quantity, side, symbol } of positions ?? []) {
    const size = new Big(quantity);
    held.set(symbol, (held.get(symbol) ?? new Big(0)).plus(side === 'long' ? size : size.times(-1)));
  }
  return new Map([...held].filter(([, quantity]) => !quantity.eq(0)));
}
