import Big from 'big.js';
import type { Drawdown, Figure, ProfitBin, ReviewSelection, SplitRow, Splits } from '#contract/model/review.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { FigureBounds, TradeFilter } from '#contract/model/trade-filter.ts';
import { dateText } from '#renderer/format/time-text.ts';
import { binText } from './bin-text.ts';
import { groupName } from './group-name.ts';

/**
 * The trades that a figure is made of: closed trades of the selected days, symbols, types and
 * sides, with a known profit and within `bounds`.
 */
export type FigureDrill = {
  readonly title: string;
  readonly selection: ReviewSelection;
  readonly bounds?: Partial<FigureBounds> & { readonly atLeast?: string };
};

const noBounds: FigureBounds = { below: null, closedFrom: null, closedTo: null, weekday: null, hour: null };

export function drillFilter({ selection, bounds = {} }: FigureDrill): Partial<TradeFilter> {
  const { from, to, symbols, instruments, sides } = selection;
  const { atLeast = null, ...otherBounds } = bounds;
  return {
    status: 'closed',
    closed: { from, to },
    symbols,
    instruments,
    sides,
    profit: { min: atLeast, max: null },
    figureBounds: { ...noBounds, ...otherBounds },
  };
}

const spanKeyPattern = /^equity\.(?:month|year)\.(\d{4})(?:-(\d{2}))?$/;

/** The selected trades closed in the month or year of a grid cell. Null for other figures. */
export function drillToSpan(figure: Figure, selection: ReviewSelection): FigureDrill | null {
  const [, year, month] = spanKeyPattern.exec(figure.key) ?? [];
  if (year === undefined) return null;
  const last = month === undefined ? 31 : new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const from = `${year}-${month ?? '01'}-01`;
  const to = `${year}-${month ?? '12'}-${last}`;
  return {
    title: `Closed in ${month === undefined ? year : `${year}-${month}`}`,
    selection: { ...selection, from: laterDay(from, selection.from), to: earlierDay(to, selection.to) },
  };
}

const laterDay = (day: string, bound: string | null): string => (bound !== null && bound > day ? bound : day);
const earlierDay = (day: string, bound: string | null): string => (bound !== null && bound < day ? bound : day);

const instruments: readonly Instrument[] = ['stock', 'option', 'future', 'forex'];

/** The trades of a histogram bar: from its lower bound, below its upper bound. */
export function drillToBin(bin: ProfitBin, selection: ReviewSelection): FigureDrill {
  const text = (bound: number): string => new Big(bound).toFixed();
  const atLeast = bin.from === null ? {} : { atLeast: text(bin.from) };
  const below = bin.to === null ? {} : { below: text(bin.to) };
  return { title: `P/L ${binText(bin)}`, selection, bounds: { ...atLeast, ...below } };
}

/** The trades closed from the peak to the recovery, both times included. */
export function drillToDrawdown({ peakAt, recoveredAt }: Drawdown, selection: ReviewSelection): FigureDrill {
  const end = recoveredAt === null ? (selection.to ?? 'today') : dateText(recoveredAt, 'ET');
  const bounds = { closedFrom: peakAt, closedTo: recoveredAt };
  return { title: `Drawdown ${dateText(peakAt, 'ET')} to ${end}`, selection, bounds };
}

/** The trades of a longest streak, by their profit and closing time. Null for other figures. */
export function drillToStreak({ key, inputs }: Figure, selection: ReviewSelection): FigureDrill | null {
  const isWinning = key === 'trades.longestWinningStreak';
  const [closedFrom, closedTo] = [inputs.firstClosedAt, inputs.lastClosedAt];
  if (!isWinning && key !== 'trades.longestLosingStreak') return null;
  if (typeof closedFrom !== 'number' || typeof closedTo !== 'number') return null;
  // A trade at zero ends a streak.
  const profitBound = isWinning ? { above: '0' } : { below: '0' };
  return {
    title: `Longest ${isWinning ? 'winning' : 'losing'} streak`,
    selection,
    bounds: { closedFrom, closedTo, ...profitBound },
  };
}

/** The trades of a breakdown group. Null for the group `not stated`, which no filter can select. */
export function drillToGroup(kind: keyof Splits, { name }: SplitRow, selection: ReviewSelection): FigureDrill | null {
  if (name === null) return null;
  if (kind === 'symbol') return { title: name, selection: { ...selection, symbols: [name] } };
  if (kind === 'side') {
    const side = name === 'short' ? 'short' : 'long';
    return { title: side === 'short' ? 'Short' : 'Long', selection: { ...selection, sides: [side] } };
  }
  if (kind === 'weekday')
    return { title: `Opened on a ${groupName(kind, name)}`, selection, bounds: { weekday: Number(name) } };
  if (kind === 'hour')
    return { title: `Opened ${name}:00 to ${name}:59 ET`, selection, bounds: { hour: Number(name) } };
  const instrument = instruments.find((one) => one === name);
  return instrument === undefined
    ? null
    : { title: `Type ${name}`, selection: { ...selection, instruments: [instrument] } };
}
