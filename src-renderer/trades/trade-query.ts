import type { NoteMark } from '#contract/model/note.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { TradeFilter } from '#contract/model/trade-filter.ts';
import { done, failed, type Outcome } from '#contract/outcome.ts';

/** The trader's filter: all conditions must match. An empty list, null and '' are no condition. */
export type TradeQuery = {
  readonly status: TradeFilter['status'];
  readonly text: string;
  readonly symbols: readonly string[];
  readonly instruments: readonly Instrument[];
  readonly sides: readonly ('long' | 'short')[];
  readonly opened: TradeFilter['opened'];
  readonly closed: TradeFilter['closed'];
  readonly profit: TradeFilter['profit'];
  /** The trade has all of these tags. */
  readonly tags: readonly string[];
  /** Minimum rating. */
  readonly rating: number | null;
  readonly setup: string;
};

export const noConditions: TradeQuery = {
  status: 'all',
  text: '',
  symbols: [],
  instruments: [],
  sides: [],
  opened: { from: null, to: null },
  closed: { from: null, to: null },
  profit: { min: null, max: null },
  tags: [],
  rating: null,
  setup: '',
};

/** What the trades blotter shows of the notes, by trade id. */
export type TradeMarks = ReadonlyMap<string, NoteMark>;

export const noMarks: TradeMarks = new Map();

export const marksByTrade = (marks: readonly NoteMark[]): TradeMarks =>
  new Map(marks.map((mark) => [mark.tradeId, mark]));

/** The maximum number of ids in a filter; see `TradeFilter.ids`. */
const maxIds = 10_000;

/**
 * The filter for the cache. The cache does not store tags, rating and setup, so these conditions
 * become the ids of the matching trades.
 */
export function filterOf(query: TradeQuery, marks: TradeMarks): Outcome<TradeFilter, 'too-many'> {
  const { tags, rating, setup, symbols, instruments, sides, ...rest } = query;
  const ids = usesNotes(query)
    ? [...marks.values()].filter((mark) => fits(mark, query)).map(({ tradeId }) => tradeId)
    : null;
  if (ids !== null && ids.length > maxIds) {
    return failed('too-many', 'More than 10,000 trades match. Add another tag.');
  }
  return done({ ...rest, symbols: [...symbols], instruments: [...instruments], sides: [...sides], ids });
}

export const usesNotes = ({ tags, rating, setup }: TradeQuery): boolean =>
  tags.length > 0 || rating !== null || setup !== '';

const fits = (mark: NoteMark, { tags, rating, setup }: TradeQuery): boolean =>
  tags.every((tag) => mark.tags.includes(tag)) &&
  (rating === null || (mark.rating ?? 0) >= rating) &&
  (setup === '' || mark.setup === setup);

export type QueryChip = { readonly label: string; readonly remainingQuery: TradeQuery };

/** The conditions besides status and text, each with the query without that condition. */
export function chipsOf(query: TradeQuery): QueryChip[] {
  const chips: (QueryChip | null)[] = [
    chip(query, 'symbols', query.symbols.join(' or ')),
    chip(query, 'instruments', query.instruments.join(' or ')),
    chip(query, 'sides', query.sides.join(' or ')),
    chip(query, 'opened', rangeText('Opened', query.opened.from, query.opened.to)),
    chip(query, 'closed', rangeText('Closed', query.closed.from, query.closed.to)),
    chip(query, 'profit', rangeText('P/L', query.profit.min, query.profit.max)),
    ...query.tags.map((tag) => ({
      label: `#${tag}`,
      remainingQuery: { ...query, tags: query.tags.filter((one) => one !== tag) },
    })),
    chip(query, 'rating', query.rating === null ? '' : `Rating ${query.rating} or more`),
    chip(query, 'setup', query.setup === '' ? '' : `Setup ${query.setup}`),
  ];
  return chips.filter((one) => one !== null);
}

const chip = (query: TradeQuery, member: keyof TradeQuery, label: string): QueryChip | null =>
  label === '' ? null : { label, remainingQuery: { ...query, [member]: noConditions[member] } };

function rangeText(name: string, from: string | null, to: string | null): string {
  if (from === null && to === null) return '';
  if (from === to) return `${name} ${from ?? ''}`;
  if (to === null) return `${name} from ${from ?? ''}`;
  return from === null ? `${name} to ${to}` : `${name} ${from} to ${to}`;
}
