import type { Instrument } from '#contract/model/scalars.ts';
import { halfWidth } from '#renderer/format/half-width.ts';
import { readDay } from '#renderer/format/read-day.ts';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import type { TradeQuery } from './trade-query.ts';

/** The filter form as typed. */
export type QueryForm = {
  readonly symbols: string;
  readonly instrument: Instrument | 'any';
  readonly side: 'any' | 'long' | 'short';
  readonly openedFrom: string;
  readonly openedTo: string;
  readonly closedFrom: string;
  readonly closedTo: string;
  readonly profitMin: string;
  readonly profitMax: string;
  readonly tags: string;
  readonly rating: string;
  readonly setup: string;
};

export const formOf = (query: TradeQuery): QueryForm => ({
  symbols: query.symbols.join(', '),
  instrument: query.instruments[0] ?? 'any',
  side: query.sides[0] ?? 'any',
  openedFrom: query.opened.from ?? '',
  openedTo: query.opened.to ?? '',
  closedFrom: query.closed.from ?? '',
  closedTo: query.closed.to ?? '',
  profitMin: query.profit.min ?? '',
  profitMax: query.profit.max ?? '',
  tags: query.tags.join(', '),
  rating: String(query.rating ?? 0),
  setup: query.setup,
});

export type FormFaults = Partial<Record<keyof QueryForm, string>>;

/**
 * Parses the form to a query, or returns the faults by member. The form has no status and no text:
 * the query gets those of `base`.
 */
export function readForm(
  form: QueryForm,
  base: TradeQuery,
): { readonly query: TradeQuery } | { readonly faults: FormFaults } {
  const faults: FormFaults = {};
  const dayOf = (member: keyof QueryForm): string | null => {
    const text = form[member].trim();
    if (text === '') return null;
    if (readDay(text) !== text) faults[member] = 'Enter a New York day, such as 2026-03-02.';
    return text;
  };
  const amountOf = (member: keyof QueryForm): string | null => {
    const text = form[member].trim().replace('−', '-');
    const read = readDecimal(text.replace(/^[-+]/, ''));
    if (read.state === 'blank') return null;
    if (read.state === 'refused') faults[member] = read.reason;
    return read.state === 'read' ? (text.startsWith('-') ? '-' : '') + read.value : null;
  };
  const query: TradeQuery = {
    ...base,
    symbols: listOf(halfWidth(form.symbols).toUpperCase()),
    instruments: form.instrument === 'any' ? [] : [form.instrument],
    sides: form.side === 'any' ? [] : [form.side],
    opened: { from: dayOf('openedFrom'), to: dayOf('openedTo') },
    closed: { from: dayOf('closedFrom'), to: dayOf('closedTo') },
    profit: { min: amountOf('profitMin'), max: amountOf('profitMax') },
    tags: listOf(form.tags),
    rating: form.rating === '0' ? null : Number(form.rating),
    setup: form.setup.trim(),
  };
  if (isReversed(query.opened)) faults.openedTo = 'This day is before the start day.';
  if (isReversed(query.closed)) faults.closedTo = 'This day is before the start day.';
  const { min, max } = query.profit;
  if (min !== null && max !== null && Number(max) < Number(min)) faults.profitMax = 'This is below the minimum.';
  return Object.keys(faults).length === 0 ? { query } : { faults };
}

const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** The day that is `days` after the given day, or before it if `days` is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const isReversed = ({ from, to }: { readonly from: string | null; readonly to: string | null }): boolean =>
  from !== null && to !== null && to < from;
