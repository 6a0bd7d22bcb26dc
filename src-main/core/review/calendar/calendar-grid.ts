import type { Message } from '#contract/message.ts';
import type { Figure, GridYear } from '#contract/model/review.ts';
import { dayText, monthOf, cachedMonthOf } from './calendar-day.ts';
import type { DayCloses } from './day-closes.ts';
import { figure } from '#core/review/figure.ts';

/** Rows of `closes`: the close that a span starts from, and the last close of the span. */
type Span = { readonly before: number; readonly last: number };

/**
 * Returns of calendar months and years in New York. Each is measured from the last close before the
 * month or year to the last close in it. Months therefore compound to years, and years to the
 * return of the period. A month without a close is null and counts as no change. A year without a
 * close has no row.
 */
export function calendarGrid(closes: DayCloses): GridYear[] {
  if (closes.days.length < 2) return [];
  const monthAt = cachedMonthOf();
  const months = spansBy(closes, monthAt);
  const years = spansBy(closes, (day) => Math.floor(monthAt(day) / 12));
  return [...years].map(([year, span]) => ({
    year,
    months: Array.from({ length: 12 }, (_, month) => cellOf(closes, months.get(year * 12 + month), year, month)),
    total: cellOf(closes, span, year, null),
  }));
}

/** Days ascend, so the rows of a span are adjacent. */
function spansBy({ days }: DayCloses, keyOf: (day: number) => number): ReadonlyMap<number, Span> {
  const spans = new Map<number, Span>();
  let before = 0;
  for (let row = 1; row < days.length; row += 1) {
    const key = keyOf(days[row] ?? 0);
    if (row + 1 < days.length && keyOf(days[row + 1] ?? 0) === key) continue;
    spans.set(key, { before, last: row });
    before = row;
  }
  return spans;
}

const noPointInSpan = { value: null, caveats: [{ code: 'figure.no-point-in-span' }] } as const;
const startNotPositive: Message = { code: 'figure.start-not-positive' };

function cellOf(closes: DayCloses, span: Span | undefined, year: number, month: number | null): Figure {
  const key =
    month === null
      ? (`equity.year.${year}` as const)
      : (`equity.month.${year}-${String(month + 1).padStart(2, '0')}` as const);
  const definition = { key, unit: 'percent' } as const;
  if (span === undefined) return figure(definition, { sample: 0, from: null, to: null }, noPointInSpan);
  const before = closes.values[span.before] ?? 0;
  const last = closes.values[span.last] ?? 0;
  const basis = {
    sample: span.last - span.before,
    from: closes.times[span.before] ?? null,
    to: closes.times[span.last] ?? null,
  };
  return figure(definition, basis, {
    value: before > 0 ? (last / before - 1) * 100 : null,
    inputs: { closeBefore: before, lastClose: last },
    caveats: [before > 0 ? startCaveat(closes.days[span.before] ?? 0, year, month) : startNotPositive],
  });
}

/** The caveat of a cell that does not start at the start of its calendar span. */
function startCaveat(day: number, year: number, month: number | null): Message | null {
  const start = month === null ? year * 12 : year * 12 + month;
  const at = monthOf(day);
  if (at >= start) return { code: 'figure.starts-on', day: dayText(day) };
  return at < start - 1 ? { code: 'figure.includes-since', day: dayText(day) } : null;
}
