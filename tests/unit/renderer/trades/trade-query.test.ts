import { describe, expect, it } from 'vitest';
import { everyTrade } from '#contract/model/trade-filter.ts';
import type { NoteMark } from '#contract/model/note.ts';
import { done } from '#contract/outcome.ts';
import { formOf, readForm } from '#renderer/trades/query-form.ts';
import { saveQuery, savedQueries } from '#renderer/trades/saved-queries.ts';
import { chipsOf, noConditions, filterOf, type TradeQuery } from '#renderer/trades/trade-query.ts';
import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';

const mark = (tradeId: string, changes: Partial<NoteMark> = {}): [string, NoteMark] => [
  tradeId,
  { tradeId, tags: [], rating: null, setup: '', start: '', images: 0, ...changes },
];
const marks = new Map([
  mark('1', { tags: ['late', 'news'], rating: 2 }),
  mark('2', { tags: ['late'], rating: 5, setup: 'Gap' }),
  mark('3', { rating: 4 }),
]);
const query = (changes: Partial<TradeQuery>): TradeQuery => ({ ...noConditions, ...changes });
const ids = (changes: Partial<TradeQuery>): string[] | null => {
  const filter = filterOf(query(changes), marks);
  return filter.ok ? filter.value.ids : null;
};

describe('the filter of the trades', () => {
  it('matches every trade if it has no conditions', () => {
    expect(filterOf(noConditions, marks)).toEqual(done(everyTrade));
  });

  it('selects trades by notes: every tag, at least the rating, the exact setup', () => {
    expect(ids({ tags: ['late'] })).toEqual(['1', '2']);
    expect(ids({ tags: ['late', 'news'] })).toEqual(['1']);
    expect(ids({ rating: 4 })).toEqual(['2', '3']);
    expect(ids({ tags: ['late'], rating: 3, setup: 'Gap' })).toEqual(['2']);
    expect(ids({ tags: ['none has it'] })).toEqual([]);
  });

  it('is shown in chips that can be removed', () => {
    const fullQuery = query({
      symbols: ['AAPL', '@ESH6'],
      sides: ['short'],
      closed: { from: '2026-01-01', to: null },
      profit: { min: null, max: '-1' },
      tags: ['late', 'news'],
      rating: 3,
    });
    const chips = chipsOf(fullQuery);
    expect(chips.map(({ label }) => label)).toEqual([
      'AAPL or @ESH6',
      'short',
      'Closed from 2026-01-01',
      'P/L to -1',
      '#late',
      '#news',
      'Rating 3 or more',
    ]);
    let remaining = fullQuery;
    while (chipsOf(remaining)[0]) remaining = chipsOf(remaining)[0]?.remainingQuery ?? noConditions;
    expect(remaining).toEqual(noConditions);
  });
});

describe('a filter entered in the form', () => {
  const entered = (changes: Partial<ReturnType<typeof formOf>>) =>
    readForm({ ...formOf(noConditions), ...changes }, noConditions);

  it('is parsed with lists, signs and days', () => {
    expect(
      entered({
        symbols: 'AAPL, @esh6,aapl',
        profitMin: '−12.50',
        profitMax: '1000',
        openedFrom: '2026-02-28',
        tags: ' late ,',
      }),
    ).toEqual({
      query: query({
        symbols: ['AAPL', '@ESH6'],
        profit: { min: '-12.50', max: '1000' },
        opened: { from: '2026-02-28', to: null },
        tags: ['late'],
      }),
    });
  });

  it.each([
    [{ openedFrom: '2026-02-30' }, 'openedFrom'],
    [{ closedTo: 'yesterday' }, 'closedTo'],
    [{ openedFrom: '2026-03-02', openedTo: '2026-03-01' }, 'openedTo'],
    [{ profitMin: '1e3' }, 'profitMin'],
    [{ profitMin: '5', profitMax: '-5' }, 'profitMax'],
  ])('%j is refused at its field', (form, member) => {
    const read = entered(form);
    expect('faults' in read && Object.keys(read.faults)).toEqual([member]);
  });

  it('is read back as the query that filled the form', () => {
    const original = query({
      symbols: ['AAPL'],
      sides: ['long'],
      profit: { min: '-5', max: null },
      rating: 2,
      setup: 'Gap',
    });
    expect(readForm(formOf(original), noConditions)).toEqual({ query: original });
  });
});

describe('saved filters', () => {
  const preferences = (text: string | null) => {
    let saved = text;
    return {
      view: () => saved,
      setView: (_name: string, value: string) => (saved = value),
    } as unknown as PreferencesStore;
  };

  it('are restored by name', () => {
    const store = preferences(null);
    const original = query({ tags: ['late'] });
    saveQuery(store, 'Late ones', original);
    expect([...savedQueries(store)]).toEqual([['Late ones', original]]);
  });

  it.each(['', 'no JSON', '[]', '{"a":1}', '{"a":{"status":"all"}}', '{"a":{"status":"all","text":7}}'])(
    'that are damaged are not restored: %s',
    (text) => expect(savedQueries(preferences(text)).size).toBe(0),
  );
});
