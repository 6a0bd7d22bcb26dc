import type { Figure, ReviewSelection, SplitRow, Splits } from '#contract/model/review.ts';
import type { Instrument } from '#contract/model/scalars.ts';

/** Trades that a figure was made from: closed ones of these days, symbols, types and sides. */
export type Drill = { readonly title: string; readonly selection: ReviewSelection };

const span = /^equity\.(?:month|year)\.(\d{4})(?:-(\d{2}))?$/;

/** The trades closed in the month or year of a cell of the grid, out of those selected. Null for other figures. */
export function drillToSpan(figure: Figure, selection: ReviewSelection): Drill | null {
  const [, year, month] = span.exec(figure.key) ?? [];
  if (year === undefined) return null;
  const last = month === undefined ? 31 : new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const from = `${year}-${month ?? '01'}-01`;
  const to = `${year}-${month ?? '12'}-${last}`;
  return {
    title: `Closed in ${month === undefined ? year : `${year}-${month}`}`,
    selection: { ...selection, from: later(from, selection.from), to: earlier(to, selection.to) },
  };
}

const later = (day: string, bound: string | null): string => (bound !== null && bound > day ? bound : day);
const earlier = (day: string, bound: string | null): string => (bound !== null && bound < day ? bound : day);

const instruments: readonly Instrument[] = ['stock', 'option', 'future', 'forex'];

/** The trades of a group of a split; null where trades are not filtered by it. */
export function drillToGroup(kind: keyof Splits, { name }: SplitRow, selection: ReviewSelection): Drill | null {
  if (kind === 'symbol') return { title: name, selection: { ...selection, symbols: [name] } };
  if (kind === 'side') {
    const side = name === 'short' ? 'short' : 'long';
    return { title: side === 'short' ? 'Short' : 'Long', selection: { ...selection, sides: [side] } };
  }
  const instrument = kind === 'instrument' ? instruments.find((one) => one === name) : undefined;
  return instrument === undefined
    ? null
    : { title: `Type ${name}`, selection: { ...selection, instruments: [instrument] } };
}
