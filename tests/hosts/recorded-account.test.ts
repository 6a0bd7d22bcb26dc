// Continues recorded-answers.test.ts for trades, positions, curves, details and lists of
// strategies. The answers are written by hand. The numbers in the titles are those of the notes in
// platform-notes.md.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CoreOnRecorded } from '#tests/fixtures/core-on-recorded.ts';

let recorded: CoreOnRecorded;
beforeAll(async () => {
  recorded = await CoreOnRecorded.start();
});
afterAll(() => recorded.dispose());

it('keeps option symbols as written; a worthless expiry closes at zero (14, 15, 39)', async () => {
  const signals = await recorded.signals('options', 'signalsWorking');
  expect(signals.get('810004001')).toMatchObject({
    symbol: 'CSCO1220V19',
    instrument: 'option',
    limit: '0.35',
    duration: 'GTC',
  });
  expect(signals.get('810004002')).toMatchObject({
    symbol: 'AAPL1318R85.00',
    kind: 'market',
    limit: null,
    duration: 'DAY',
  });
  const position = (await recorded.positions('options')).get('CSCO1220V19');
  expect(position).toMatchObject({ quantity: '4', averagePrice: '0.25000', pointValue: '100', profit: '40' });
  expect(position?.implied).toEqual({ price: '0.35', at: 1_349_100_000 });
  const worthless = (await recorded.trades('options', 'trades')).get('810004102');
  expect(worthless).toMatchObject({ open: false, closePrice: '0', profit: '-250', closedAt: 1_350_763_200 });
  expect(worthless).toMatchObject({ symbol: 'MSFT1220J30.5', description: 'MSFT Oct12 30.5 call' });
});

it('reads futures, mini-lots, foreign point values and fractional shares (8, 16, 17, 28)', async () => {
  const positions = await recorded.positions('futures-forex');
  expect([...positions.keys()].sort()).toEqual(['@ESH6', 'BBU6', 'BRKB', 'EURUSD', 'QCLG7']);
  expect(positions.get('@ESH6')).toMatchObject({ side: 'short', pointValue: '50', averagePrice: '6801.25000' });
  expect(positions.get('@ESH6')?.implied?.price).toBe('6799.25');
  expect(positions.get('QCLG7')).toMatchObject({ instrument: 'future', profit: '0', implied: null });
  // The point value of BBU6, 12,500,000, is in euros. Figures of a position are in dollars.
  expect(positions.get('BBU6')).toMatchObject({ pointValue: null, profit: '-15', implied: null });
  expect(positions.get('EURUSD')).toMatchObject({ instrument: 'forex', quantity: '3', pointValue: '10000' });
  expect(positions.get('EURUSD')?.implied?.price).toBe('1.0811');
  expect(positions.get('BRKB')).toMatchObject({ quantity: '2.25', implied: null });
  expect((await recorded.trades('futures-forex')).get('810005103')).toMatchObject({
    symbol: 'BBU6',
    currency: 'EUR',
    pointValue: '12500000',
  });
});

it('ignores stale marks and new or misspelled members of trades (24, 26 to 28, 37)', async () => {
  const trades = await recorded.trades('trades', 'trades');
  expect(trades.get('810008101')).toMatchObject({
    open: true,
    closePrice: '104.123456789012345',
    markedAt: 1_771_189_200,
    closedAt: null,
    profit: '1234',
    openedAt: 1_780_084_800,
  });
  expect(trades.get('810008103')).toMatchObject({ openPrice: null, closePrice: '98.00000', pointValue: null });
  expect(trades.size).toBe(3);
  const positions = await recorded.positions('trades');
  expect(positions.get('NVDA')).toMatchObject({ quantity: '60', profit: '1234', implied: null, unprotected: true });
  expect(positions.get('TSLA')).toMatchObject({ averagePrice: '250.5', profit: '0', implied: null });
  // The list of open trades has no signals, so the signals that were read before remain.
  const components = await recorded.components('trades', '810008101');
  expect(components?.map(({ serviceId }) => serviceId)).toEqual(['810008001', '810008002']);
});

it('reads a curve with weekends, equal times, fees, gaps and negative equity (29)', async () => {
  const systemId = await recorded.read('equity', 'equity');
  const curve = await recorded.core.call('equity.get', { systemId });
  expect(curve.times).toEqual([
    1_780_320_600, 1_780_344_300, 1_780_761_600, 1_780_803_000, 1_780_803_000, 1_780_891_200,
  ]);
  expect(curve.withCost).toEqual([99_950, 99_900.5, 100_100, -120.75, 100_200, 100_400]);
  expect(curve.raw).toEqual([100_000, 100_001, null, 0, 100_300, 100_500]);
  expect(curve.index).toEqual([6800.25, 6800.25, 6791, null, 6795, 6799]);
  expect(curve.fees).toEqual([{ row: 1, amounts: [49, 1.5] }]);
  expect(curve.indexScale).toBe('14.705882352941');
});

it('reads every kind of statistic, raw text and negative equity (19, 25, 30, 31, 38)', async () => {
  const systemId = await recorded.read('details', 'details');
  await recorded.read('details', 'margin');
  const { details, margin } = await recorded.core.call('strategies.details', { systemId });
  expect(margin).toEqual({
    buyPower: '115944',
    cash: '116032',
    equity: '-88',
    marginUsed: '0',
    modelAccountValue: '115900',
    updatedText: '2026-06-01 09:30:00',
  });
  expect(details).toMatchObject({
    name: "Bull & Bear's",
    ownerScreenName: "O'Neil & Co",
    longDescription: '',
    monthlyFee: '0',
    freeTrialDays: null,
    minimumPortfolio: '25000',
    alive: true,
    test: false,
    instruments: ['stocks', 'shorts options'],
  });
  const values = details?.statistics.map(({ name, value }) => [name, value]);
  expect(values).toEqual([
    ['Annual Return (Compounded)', '23.45'],
    ['Max Drawdown', '-30'],
    ['Sharpe Ratio', null],
    ['Popularity', 'Rising'],
    ['Trades Own Strategy', 'Yes, 100 % & certified'],
    ['Zero', '0'],
    ['Months', '2026-04 4.1, 2026-05 -6'],
    ['Listed', 'a, b'],
    ['Nothing', null],
  ]);
  expect(details?.statistics[1]).toMatchObject({ group: 'Risk', suffix: '%', precision: 2, helpText: '' });
});

it('reads an account under `response` and refuses details of another strategy (19, 30)', async () => {
  const systemId = await recorded.read('details-nested', 'details', 'margin');
  const { details, margin } = await recorded.core.call('strategies.details', { systemId });
  expect(details).toBeNull();
  expect(margin).toMatchObject({ buyPower: '-15', equity: '-250', modelAccountValue: null, updatedText: '' });
});

it('reads strategies with dates, words instead of dates, and raw names (32, 38)', async () => {
  await recorded.core.call('sync.refresh', { systemId: null, datasets: [] });
  const { strategies, failure } = await recorded.core.call('strategies.list', {});
  expect(failure).toEqual({
    code: 'read.some-unreadable',
    bad: 1,
    total: 4,
    problems: ['strategy: system_id'],
  });
  expect(strategies).toMatchObject([
    { systemId: '81000006', name: 'Signals & <i>more</i>', createdAt: 1_777_608_000, monthlyFee: '0', alive: true },
    { systemId: '81000004', createdAt: 1_777_731_072, monthlyFee: '25', alive: false, freeTrialDays: '7' },
    { systemId: '81000005', name: 'Strategy 81000005', createdAt: null, createdText: 'some day', alive: null },
  ]);
});
