import { flushSync } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, describe, expect, it } from 'vitest';
import { everyTrade, type TradeFilter } from '#contract/model/trade-filter.ts';
import type { Trade } from '#contract/model/trade.ts';
import type { SplitRow } from '#contract/model/review.ts';
import { drillFilter, drillToBin, drillToGroup } from '#renderer/performance/drill.ts';
import { wholeStrategy } from '#renderer/performance/performance-store.svelte.ts';
import { chipsOf, noConditions, noMarks, type TradeMarks, type TradeQuery } from '#renderer/trades/trade-query.ts';
import { tradeRow } from '#renderer/trades/trade-row.ts';
import { TradesStore } from '#renderer/trades/trades-store.svelte.ts';
import { bridgeOf, settle, strategyOf, type Calls } from '../bridge-of.ts';

const trade = (tradeId: string, systemId: string): Trade => ({
  tradeId,
  systemId,
  open: false,
  side: 'long',
  symbol: 'AAPL',
  description: 'Apple Inc',
  instrument: 'stock',
  pointValue: '1',
  currency: 'USD',
  quantityOpened: '100',
  quantityClosed: '100',
  openPrice: '10',
  closePrice: '11',
  openedAt: 1_700_000_000,
  closedAt: 1_700_000_100,
  markedAt: null,
  profit: '100',
  heldSeconds: 100,
});

let idAndRevisions: SvelteMap<string, string>;
let calls: Calls;
let answer: (name: string, input: { systemId: string }) => unknown;
let marks: TradeMarks;
let store: TradesStore;

const queries = (): unknown[] => calls.filter(([name]) => name === 'trades.query').map(([, input]) => input);
const showRows = async (): Promise<void> => {
  store.source?.setVisibleRange(0, 20);
  await settle();
};

beforeEach(() => {
  idAndRevisions = new SvelteMap([
    ['systemId', '7'],
    ['trades', '1'],
    ['tradesOpen', '1'],
  ]);
  marks = noMarks;
  answer = (_name, { systemId }) => ({ ok: true, value: { trades: [trade('31', systemId)], total: 1, revision: 1 } });
  const fake = bridgeOf((name, input) => answer(name, input));
  calls = fake.calls;
  store = new TradesStore(fake.bridge, strategyOf(idAndRevisions), () => marks);
  flushSync();
  return () => store.dispose();
});

describe('the trades of the chosen strategy', () => {
  it('are read in pages with sort, text and status', async () => {
    await showRows();
    expect(store.source?.row(0)?.id).toBe('31');
    store.source?.setSort({ column: 'profit', descending: true });
    await settle();
    store.source?.setText('aap');
    await settle();
    store.status = 'closed';
    await settle();
    expect(queries().at(-1)).toEqual({
      systemId: '7',
      filter: { ...everyTrade, text: 'aap', status: 'closed' },
      sort: { column: 'profit', descending: true },
      offset: 0,
      limit: 100,
    });
  });

  it('are limited by the typed text, and by a drill-down until the drill-down is removed', async () => {
    await showRows();
    store.choose(tradeRow(trade('31', '7')));
    const closed = { from: '2026-02-01', to: '2026-02-28' };
    store.setDrillDown({ title: 'Closed in 2026-02', filter: { status: 'closed', closed } });
    store.source?.setText('aap');
    await settle();
    expect(store.chosen).toBeNull();
    expect(store.status).toBe('closed');
    expect(queries().at(-1)).toMatchObject({ filter: { ...everyTrade, text: 'aap', status: 'closed', closed } });
    store.setDrillDown(null);
    await settle();
    expect(queries().at(-1)).toMatchObject({ filter: { ...everyTrade, text: 'aap' } });
    store.setDrillDown({ title: 'Short', filter: { sides: ['short'] } });
    idAndRevisions.set('systemId', '8');
    await settle();
    expect(store.drillDown).toBeNull();
  });

  it("are all trades of the figure during a drill-down, which suspends the trader's filter", async () => {
    await showRows();
    const own: TradeQuery = { ...noConditions, status: 'open', text: 'aap', sides: ['short'], tags: ['late'] };
    store.query = own;
    store.setDrillDown({ title: 'Closed in 2026-02', filter: { status: 'closed', sides: [] } });
    await settle();
    expect([store.query, chipsOf(store.query)]).toEqual([{ ...noConditions, status: 'closed' }, []]);
    expect(queries().at(-1)).toMatchObject({ filter: { ...everyTrade, status: 'closed' } });
    store.setDrillDown({ title: 'Short', filter: { status: 'closed', sides: ['short'] } });
    store.setDrillDown(null);
    expect(store.query).toEqual(own);
    store.setDrillDown({ title: 'Short', filter: { sides: ['short'] } });
    idAndRevisions.set('systemId', '8');
    await settle();
    expect(store.query).toEqual(own);
  });

  it('are those of the last drill-down only', async () => {
    await showRows();
    const row = (name: string) => ({ ...({} as SplitRow), name });
    const drills = [
      drillToBin({ from: -100, to: 0, trades: 3 }, wholeStrategy),
      drillToGroup('symbol', row('AAPL'), wholeStrategy),
      drillToGroup('weekday', row('1'), wholeStrategy),
      drillToGroup('hour', row('09'), wholeStrategy),
    ].filter((drill) => drill !== null);
    expect(drills).toHaveLength(4);
    const baseFilter = drillFilter({ title: '', selection: wholeStrategy });
    for (const drill of drills) {
      store.setDrillDown({ title: drill.title, filter: drillFilter(drill) });
      await settle();
      expect([store.drillDown?.title, chipsOf(store.query)]).toEqual([drill.title, []]);
      expect(queries().at(-1)).toMatchObject({ filter: { ...everyTrade, ...drillFilter(drill) } });
    }
    expect(queries().at(-1)).toMatchObject({
      filter: { ...baseFilter, figureBounds: { ...baseFilter.figureBounds, hour: 9 } },
    });
  });

  it('of a figure can be filtered further', async () => {
    await showRows();
    store.setDrillDown({
      title: 'AAPL',
      filter: { status: 'closed', symbols: ['AAPL'], profit: { min: '0', max: null } },
    });
    store.query = { ...store.query, sides: ['short'], profit: { min: '-5', max: '90' } };
    await settle();
    expect(chipsOf(store.query).map(({ label }) => label)).toEqual(['short', 'P/L -5 to 90']);
    expect(queries().at(-1)).toMatchObject({
      filter: { status: 'closed', symbols: ['AAPL'], sides: ['short'], profit: { min: '0', max: '90' } },
    });
  });

  it('of one query are never shown under another query, nor are their sums', async () => {
    const sums = { count: 1 };
    const earlierAnswer = answer;
    answer = (name, input) => (name === 'trades.sum' ? { ok: true, value: { sums } } : earlierAnswer(name, input));
    idAndRevisions.set('trades', '2');
    await showRows();
    const noRows = [undefined, null];
    const shownValues = (): unknown => [store.source?.row(0)?.id, store.sums];
    expect(shownValues()).toEqual(['31', sums]);
    for (const change of [
      () => store.setDrillDown({ title: 'Short', filter: { sides: ['short'] } }),
      () => (store.status = 'closed'),
      () => (store.query = { ...store.query, tags: ['late'] }),
      // A saved filter changes the text and the conditions together.
      () => (store.query = { ...store.query, text: 'aap', tags: [] }),
      () => store.setDrillDown(null),
    ]) {
      change();
      expect(shownValues()).toEqual(noRows);
      await settle();
      expect(shownValues()).toEqual(['31', sums]);
    }
    answer = () => ({ ok: false, failure: { code: 'internal', message: 'The cache gave no answer.' } });
    store.query = { ...store.query, text: 'aap' };
    await settle();
    expect(store.sums).toBeNull();
  });

  it('are read again in the same source when a list of trades changed, and not when the equity changed', async () => {
    await showRows();
    const { source } = store;
    const before = queries().length;
    idAndRevisions.set('tradesOpen', '2');
    await settle();
    expect(queries()).toHaveLength(before + 1);
    idAndRevisions.set('equity', '2');
    await settle();
    expect(queries()).toHaveLength(before + 1);
    expect(store.source).toBe(source);
  });

  it('have current values in the details, even if they no longer match the filter', async () => {
    await showRows();
    store.choose(store.source?.row(0) ?? null);
    await settle();
    const rows = (profit: string) => ({ ok: true, value: { trades: [{ ...trade('31', '7'), profit }], total: 1 } });
    const none = { ok: true, value: { trades: [], total: 0, revision: 2 } };
    const isForChosen = (input: object): boolean => (input as { filter?: TradeFilter }).filter?.ids?.join() === '31';
    answer = (_name, input) => (isForChosen(input) ? rows('150') : none);
    idAndRevisions.set('tradesOpen', '2');
    await settle();
    expect(store.source?.row(0)).toBeUndefined();
    expect(store.chosen).toMatchObject({ id: '31', profit: '150' });
    // A trade that is gone keeps the values that it had when it was chosen.
    answer = () => none;
    idAndRevisions.set('trades', '2');
    await settle();
    expect(store.chosen).toMatchObject({ id: '31', profit: '100' });
  });

  it('show why a filter that matches more than 10,000 trades with notes cannot be used', async () => {
    const mark = { tags: ['late'], rating: null, setup: '', start: '', images: 0 };
    marks = new Map(Array.from({ length: 10_001 }, (_, at) => [`${at}`, { ...mark, tradeId: `${at}` }]));
    store.query = { ...noConditions, tags: ['late'] };
    await showRows();
    expect([store.sums, store.source?.failure]).toEqual([null, 'More than 10,000 trades match. Add another tag.']);
  });

  it('are exported by the filter that was set when the export was started', async () => {
    await showRows();
    store.status = 'closed';
    answer = (_name, { systemId }) => ({ ok: true, value: { trades: [trade('31', systemId)], total: 2, revision: 1 } });
    const pages = store.exported(() => Promise.resolve(null))?.pages() ?? [];
    store.status = 'open';
    const before = queries().length;
    for await (const page of pages) expect(page).toHaveLength(1);
    expect(queries().slice(before)).toMatchObject([{ filter: { status: 'closed' } }, { filter: { status: 'closed' } }]);
  });

  it('are never shown under another strategy', async () => {
    await showRows();
    const { source } = store;
    store.choose(tradeRow(trade('31', '7')));
    idAndRevisions.set('systemId', '8');
    await settle();
    expect(store.source).not.toBe(source);
    expect(store.source?.row(0)).toBeUndefined();
    expect(store.chosen).toBeNull();
    await showRows();
    expect(store.source?.row(0)?.systemId).toBe('8');
    idAndRevisions.delete('systemId');
    await settle();
    expect(store.source).toBeNull();
  });

  it('show why they could not be read', async () => {
    answer = () => ({ ok: false, failure: { code: 'internal', message: 'The cache gave no answer.' } });
    await showRows();
    expect([store.source?.state, store.source?.failure]).toEqual(['failed', 'The cache gave no answer.']);
  });
});

describe('the signals of a trade', () => {
  it('are read for the trade in the details, and null differs from an empty list', async () => {
    const earlierAnswer = answer;
    let components: readonly unknown[] | null = null;
    answer = (name, input) =>
      name === 'trades.components' ? { ok: true, value: { components } } : earlierAnswer(name, input);
    expect(store.components).toBeNull();
    store.choose(tradeRow(trade('31', '7')));
    await settle();
    expect(store.components).toEqual({ components: null });
    expect(calls).toContainEqual(['trades.components', { systemId: '7', tradeId: '31' }]);
    components = [];
    idAndRevisions.set('trades', '2');
    await settle();
    expect(store.components).toEqual({ components: [] });
    // Another trade is chosen: nothing of the previous one is shown, even before the read starts.
    store.choose(tradeRow(trade('32', '7')));
    expect(store.components).toBeNull();
  });
});
