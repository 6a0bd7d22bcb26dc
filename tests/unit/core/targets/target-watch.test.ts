import { beforeEach, describe, expect, it } from 'vitest';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Notice } from '#contract/model/status.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { TargetWatch } from '#core/targets/target-watch.ts';
import { noTarget } from '#tests/fixtures/no-target.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { position } from './target-facts.ts';

/** A Monday, an hour after the opening of the stock market. */
const marketOpenAt = Date.UTC(2026, 2, 2, 15, 30);
/** The Sunday before. */
const marketClosedAt = Date.UTC(2026, 2, 1, 15, 30);

let clock: FakeClock;
let state: DesiredState;
let positions: OpenPosition[];
let signals: Signal[];
let reading: { readAt: number | null; failure: string | null };
let notices: Notice[];
let watch: TargetWatch;

const nowSeconds = (): number => Math.floor(clock.now() / 1000);
const list = (...lines: [string, string][]): DesiredTarget => ({
  kind: 'list',
  positions: lines.map(([symbol, quantity]) => ({ symbol, instrument: 'stock', quantity })),
});

function maintain(target: DesiredTarget, at = nowSeconds()): void {
  state = { ...state, mode: 'maintaining', confirmed: { target, source: 'ours', at } };
}

const order = (symbol: string, changes: Partial<Signal>): Signal => ({
  rowId: `s${symbol}`,
  systemId: '1',
  serviceId: '5',
  ownId: null,
  parentRowId: null,
  role: 'order',
  links: 'unknown',
  ocaGroupId: null,
  action: 'BTO',
  quantity: '10',
  symbol,
  name: '',
  instrument: 'stock',
  kind: 'market',
  limit: null,
  stop: null,
  duration: 'DAY',
  parkedUntil: null,
  state: 'working',
  postedAt: nowSeconds(),
  endedAt: null,
  tradedPrice: null,
  changedAt: nowSeconds(),
  tradeId: null,
  cause: null,
  journal: null,
  ...changes,
});

/** Another reading of the positions, a few seconds later. */
async function read(...held: OpenPosition[]): Promise<void> {
  await clock.advance(5_000);
  positions = held;
  reading = { readAt: nowSeconds(), failure: null };
  watch.check('1');
}
const rows = () =>
  watch.progress('1')?.rows.map(({ symbol, holding, target, state: rowState }) => [symbol, holding, target, rowState]);
const levels = (): string[] => notices.map(({ level }) => level);

function start(wall = marketOpenAt): void {
  clock = new FakeClock(wall);
  state = noTarget('1');
  [positions, signals, notices] = [[], [], []];
  reading = { readAt: null, failure: null };
  watch = new TargetWatch({
    clock,
    desired: () => state,
    positions: () => positions,
    signals: () => signals,
    reading: () => reading,
    serviceClockOffsetMs: () => 0,
    notify: (notice) => notices.push(notice),
  });
}
beforeEach(() => start());

describe('the progress of a list', () => {
  it('is null while no list is maintained', async () => {
    await read(position('KO', 5));
    expect(watch.progress('1')).toBeNull();
  });

  it('shows the fills, and shows the list as reached at the first clean reading that agrees', async () => {
    maintain(list(['KO', '10']));
    signals = [order('KO', { state: 'working' })];
    await read();
    expect(watch.progress('1')).toMatchObject({ reached: null, readAt: nowSeconds() });
    expect(rows()).toEqual([['KO', '0', '10', 'on-its-way']]);
    signals = [order('KO', { state: 'traded', tradedPrice: '68.1', endedAt: nowSeconds() })];
    await read(position('KO', 10));
    const reached = { at: nowSeconds(), isExact: true };
    expect(watch.progress('1')).toMatchObject({
      reached,
      rows: [{ state: 'reached', fills: [{ action: 'BTO', quantity: '10', price: '68.1' }] }],
    });
    await read(position('KO', 10));
    expect(watch.progress('1')?.reached).toEqual(reached);
  });

  it('is unknown until a successful reading that is later than the confirmation of the list', async () => {
    maintain(list(['KO', '10']));
    positions = [position('KO', 10)];
    reading = { readAt: nowSeconds(), failure: null };
    watch.check('1');
    expect(watch.progress('1')).toMatchObject({ readAt: null, reached: null, rows: [] });
    await clock.advance(5_000);
    reading = { readAt: nowSeconds(), failure: 'no answer' };
    watch.check('1');
    expect(watch.progress('1')).toMatchObject({ readAt: null, reached: null });
  });

  it('does not claim an exact time for a list of an earlier run', async () => {
    maintain(list(['KO', '10']), nowSeconds() - 3_600);
    await read(position('KO', 10));
    expect(watch.progress('1')?.reached).toEqual({ at: nowSeconds(), isExact: false });
  });

  it('follows the readings after the clock was set back to a time before the list', async () => {
    maintain(list(['KO', '10']));
    await read();
    const readAt = nowSeconds();
    clock.jumpWall(-3_600_000);
    // Another dataset was read. The positions are still those of the reading before.
    watch.check('1');
    expect(watch.progress('1')?.readAt).toBe(readAt);
    await read(position('KO', 10));
    expect(watch.progress('1')).toMatchObject({ readAt: nowSeconds(), reached: { at: nowSeconds(), isExact: true } });
  });

  it('ignores a reading from before the list, also after the clock was set back', async () => {
    await clock.advance(60_000);
    reading = { readAt: nowSeconds() - 30, failure: null };
    positions = [position('KO', 10)];
    maintain(list(['KO', '10']));
    watch.check('1');
    clock.jumpWall(-20_000);
    watch.check('1');
    expect(watch.progress('1')).toMatchObject({ readAt: null, reached: null });
  });

  it('claims no exact time for a list of an earlier run if that list has a time in the future', async () => {
    maintain(list(['KO', '10']), nowSeconds() + 3_600);
    reading = { readAt: nowSeconds() - 30, failure: null };
    positions = [position('KO', 10)];
    watch.check('1');
    expect(watch.progress('1')).toMatchObject({ readAt: null, reached: null });
    await read(position('KO', 10));
    expect(watch.progress('1')?.reached).toEqual({ at: nowSeconds(), isExact: false });
  });

  it('gives the reason for each row that is not reached', async () => {
    maintain(list(['KO', '10'], ['PEP', '4'], ['XOM', '-3']));
    signals = [
      order('KO', { state: 'traded', quantity: '6', tradedPrice: '1', endedAt: nowSeconds() }),
      order('PEP', { state: 'canceled', endedAt: nowSeconds() }),
      // This order ended before the list was sent.
      order('XOM', { state: 'traded', endedAt: nowSeconds() - 60 }),
    ];
    await read(position('KO', 6), position('GLD', 2));
    expect(rows()).toEqual([
      ['KO', '6', '10', 'partial'],
      ['PEP', '0', '4', 'order-ended'],
      ['XOM', '0', '-3', 'no-order'],
      ['GLD', '2', '0', 'no-order'],
    ]);
    // A position that the list left out was closed, as its closing order shows.
    signals = [order('GLD', { action: 'STC', state: 'traded', quantity: '2', endedAt: nowSeconds() })];
    await read(position('KO', 10), position('PEP', 4), position('XOM', -3));
    expect(watch.progress('1')?.rows.at(-1)).toMatchObject({
      symbol: 'GLD',
      state: 'reached',
      fills: [{ action: 'STC' }],
    });
    start(marketClosedAt);
    maintain(list(['KO', '10']));
    await read();
    expect(rows()).toEqual([['KO', '0', '10', 'market-closed']]);
  });
});

describe('the alarm of a deviation', () => {
  it('is raised once, at the third deviating reading in an open market, and ends at agreement', async () => {
    maintain(list(['KO', '10']));
    await read();
    // A reading that is checked twice counts once.
    watch.check('1');
    await read();
    expect(notices).toEqual([]);
    await read();
    expect(notices).toMatchObject([{ level: 'danger', title: { code: 'target.drift', symbols: ['KO'] } }]);
    expect(watch.progress('1')?.drifting).toEqual(['KO']);
    await read();
    expect(levels()).toEqual(['danger']);
    await read(position('KO', 10));
    expect(levels()).toEqual(['danger', 'info']);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(1);
    expect(watch.progress('1')?.drifting).toEqual([]);
  });

  it('counts from zero after a reading that agrees', async () => {
    maintain(list(['KO', '10']));
    for (const quantity of [9, 9, 10, 9, 9]) await read(position('KO', quantity));
    expect(notices).toEqual([]);
    await read(position('KO', 9));
    expect(levels()).toEqual(['danger']);
  });

  it('counts from zero for a symbol that was closed and is not in the list', async () => {
    maintain(list(['KO', '10']));
    const leftOut = position('GLD', 2);
    for (let readings = 0; readings < 3; readings += 1) await read(position('KO', 10), leftOut);
    expect(levels()).toEqual(['danger']);
    await read(position('KO', 10));
    expect(levels()).toEqual(['danger', 'info']);
    await read(position('KO', 10), leftOut);
    expect(levels()).toEqual(['danger', 'info']);
  });

  it('is raised by the readings after the clock was set back', async () => {
    maintain(list(['KO', '10']));
    watch.check('1');
    clock.jumpWall(-1_800_000);
    for (let readings = 0; readings < 3; readings += 1) await read();
    expect(levels()).toEqual(['danger']);
  });

  it('is not raised while the market is closed', async () => {
    start(marketClosedAt);
    maintain(list(['KO', '10']));
    for (let readings = 0; readings < 6; readings += 1) await read();
    expect(notices).toEqual([]);
  });

  it('ends when another list is maintained, and that list starts its own count', async () => {
    maintain(list(['KO', '10']));
    for (let readings = 0; readings < 3; readings += 1) await read();
    maintain(list(['KO', '5']));
    await read();
    expect(notices.map(({ title }) => title)).toMatchObject([{ code: 'target.drift' }, { code: 'target.drift-ended' }]);
    state = { ...state, mode: 'off', confirmed: null };
    await read();
    expect(watch.progress('1')).toBeNull();
    expect(notices).toHaveLength(2);
  });

  it('waits while a list is not confirmed', async () => {
    maintain(list(['KO', '10']));
    state = { ...state, mode: 'pending', pending: { target: list(['KO', '5']), sentAt: nowSeconds(), attempts: 1 } };
    for (let readings = 0; readings < 4; readings += 1) await read();
    expect(notices).toEqual([]);
  });
});

it('takes both forms of an option symbol as one contract', async () => {
  maintain(list(['MSFT2720J30.5', '2']));
  const held = { ...position('MSFT2720J30.50', 2), instrument: 'option' } as const;
  for (let reads = 0; reads < 3; reads++) await read(held);
  expect(rows()).toEqual([['MSFT2720J30.5', '2', '2', 'reached']]);
  expect(notices).toEqual([]);
});

it('shows the fills between the request and the reading that confirmed the list', async () => {
  const sentAt = nowSeconds();
  await clock.advance(40_000);
  const target = list(['KO', '10'], ['PEP', '4']);
  state = { ...state, mode: 'maintaining', confirmed: { target, source: 'ours', at: nowSeconds(), sentAt } };
  signals = [
    order('KO', { state: 'traded', tradedPrice: '68.1', endedAt: sentAt + 1 }),
    order('PEP', { state: 'traded', tradedPrice: '150', quantity: '3', endedAt: sentAt - 60 }),
  ];
  await read(position('KO', 6));
  expect(watch.progress('1')?.rows).toMatchObject([
    { symbol: 'KO', state: 'partial', fills: [{ action: 'BTO', quantity: '10', price: '68.1' }] },
    // This order was filled before the list was sent.
    { symbol: 'PEP', state: 'no-order', fills: [] },
  ]);
});
