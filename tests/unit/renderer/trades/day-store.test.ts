import { beforeEach, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { Signal } from '#contract/model/signal.ts';
import { demoSignals } from '#renderer/gallery/demo-signals.ts';
import { demoTrades } from '#renderer/gallery/demo-trades.ts';
import { DayStore } from '#renderer/trades/day-store.svelte.ts';
import { bridgeOf, settle, type Calls } from '../bridge-of.ts';

const [signal] = demoSignals;
const [trade] = demoTrades;
/** 2026-03-02 23:30 in New York, which is the next day in UTC. */
const lateTime = 1_772_512_200;
let signals: Signal[];
let total: number;
let tradeCountOfDay: number;
let windows: { from: number; to: number }[];
let asked: Calls;
let store: DayStore;
let today: string;
let changeNotes: ((revision: number) => void) | null;

beforeEach(async () => {
  if (signal === undefined || trade === undefined) throw new Error('the demo has signals and trades');
  total = 4;
  tradeCountOfDay = 1;
  today = '2026-03-02';
  windows = [{ from: lateTime - 200_000, to: lateTime + 200_000 }];
  signals = [
    { ...signal, rowId: 'a', state: 'traded' as const, changedAt: lateTime },
    { ...signal, rowId: 'b', state: 'canceled' as const, changedAt: lateTime - 60 },
    { ...signal, rowId: 'c', state: 'expired' as const, changedAt: lateTime - 120 },
    { ...signal, rowId: 'd', state: 'working' as const, changedAt: lateTime + 86_400 },
  ];
  const fake = bridgeOf(
    (name) => {
      if (name === 'signals.list') return { ok: true, value: { signals, total, revision: 1 } };
      if (name === 'signals.windows') return { ok: true, value: { windows } };
      if (name === 'notes.search') return { ok: true, value: { hits: [], total: 0 } };
      return { ok: true, value: { trades: [trade], total: tradeCountOfDay, revision: 1 } };
    },
    (_params, receive) => {
      changeNotes = (revision) => receive({ revision });
      return () => (changeNotes = null);
    },
  );
  asked = fake.calls;
  store = new DayStore(fake.bridge, { systemId: '7', loadKey: () => ({ scope: 'p 7', revision: '1' }) }, () => today);
  await settle();
  return () => store.dispose();
});

it('lists filled, canceled and expired orders and opened or closed trades of a New York day', () => {
  const { facts } = store;
  expect(facts?.traded.map(({ rowId }) => rowId)).toEqual(['a']);
  expect(facts?.canceled.map(({ rowId }) => rowId)).toEqual(['b']);
  expect(facts?.unfilled.map(({ rowId }) => rowId)).toEqual(['c']);
  const filters = asked.filter(([name]) => name === 'trades.query').map(([, input]) => input);
  const day = { from: '2026-03-02', to: '2026-03-02' };
  expect(filters).toMatchObject([{ filter: { opened: day } }, { filter: { closed: day } }]);
});

it('shows another day with its own lists, and rejects an invalid day', async () => {
  store.step(1);
  await settle();
  expect([store.day, store.facts?.traded.length]).toEqual(['2026-03-03', 0]);
  expect(store.choose('2026-02-30')).toBe(false);
  expect(store.day).toBe('2026-03-03');
});

it('reports when signals older than the loaded ones may belong to the day', async () => {
  expect(store.facts?.allSignalsListed).toBe(true);
  total = 5_001;
  store.step(-1);
  await settle();
  expect(store.facts?.allSignalsListed).toBe(false);
});

it('reports that older orders may be missing when core lists as many as it reads', async () => {
  // Core reads at most the limit from the cache and counts nothing beyond it.
  const one = signals[0];
  total = limits.blotterSignals;
  signals = Array.from({ length: total }, (_, at) => ({ ...one, rowId: `t${at}`, changedAt: lateTime - at }) as Signal);
  store.step(-1);
  await settle();
  expect(store.facts?.allSignalsListed).toBe(false);
  store.step(2);
  await settle();
  expect(store.facts?.allSignalsListed).toBe(true);
});

it('does not take an old working order for the end of the list', async () => {
  if (signal === undefined) throw new Error('the demo has signals');
  total = 5_001;
  // Working orders come first, then the latest change. This stop has worked for months.
  signals.unshift({ ...signal, rowId: 'e', state: 'working', changedAt: lateTime - 90 * 86_400 });
  store.step(-1);
  await settle();
  expect(store.facts?.allSignalsListed).toBe(false);
});

it('reports when a day has more trades than are listed', async () => {
  expect(store.facts?.allTradesListed).toBe(true);
  tradeCountOfDay = 501;
  store.step(-1);
  await settle();
  expect(store.facts?.allTradesListed).toBe(false);
});

it('reports days that were not read from their start to their end', async () => {
  const isDayReadWith = async (...next: { from: number; to: number }[]): Promise<boolean | undefined> => {
    windows = next;
    // Leaves the day and returns to it, so that the day is read again.
    store.step(1);
    store.step(-1);
    await settle();
    store.step(1);
    await settle();
    store.step(-1);
    await settle();
    return store.facts?.allSignalsRead;
  };
  expect(store.facts?.allSignalsRead).toBe(true);
  expect(await isDayReadWith()).toBe(false);
  // The first window starts within the day, and the second one ends before the day.
  expect(await isDayReadWith({ from: lateTime - 60, to: lateTime + 200_000 })).toBe(false);
  expect(await isDayReadWith({ from: lateTime - 400_000, to: lateTime - 100_000 })).toBe(false);
  // A window that ends within the day is enough only if the day is today.
  expect(await isDayReadWith({ from: lateTime - 400_000, to: lateTime - 60 })).toBe(true);
  today = '2026-03-03';
  expect(await isDayReadWith({ from: lateTime - 400_000, to: lateTime - 60 })).toBe(false);
  expect(await isDayReadWith({ from: lateTime - 400_000, to: lateTime + 1_800 })).toBe(true);
});

it('searches for the trimmed text, and not for a blank one', async () => {
  store.search('  ');
  await settle();
  expect(asked.some(([name]) => name === 'notes.search')).toBe(false);
  store.search(' late ');
  await settle();
  expect(asked.at(-1)).toEqual(['notes.search', { systemId: '7', text: 'late' }]);
  expect(store.hits).toEqual({ hits: [], total: 0 });
});

it('searches again after a note was changed', async () => {
  store.search('late');
  await settle();
  const searchCount = () => asked.filter(([name]) => name === 'notes.search').length;
  expect(searchCount()).toBe(1);
  changeNotes?.(2);
  await settle();
  expect(searchCount()).toBe(2);
});
