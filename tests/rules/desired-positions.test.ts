import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixed, formatFixed } from '#rules/decimal.ts';
import {
  DESIRED_OFF,
  modeAfter,
  planDesired,
  decideOnSignal,
  type DesiredMode,
  type DesiredPosition,
  type Holding,
} from '#rules/desired/desired-positions.ts';
import { readDesired, type DesiredElement, type DesiredOptions } from '#rules/desired/desired-request.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { openQuantity } from '#rules/trades/trade.ts';
import { BookOwner } from './desk.ts';

const REFUSE: DesiredOptions = { fractionalQuantity: 'refuse', desiredTwice: 'refuse' };
const TYPES: Readonly<Record<string, InstrumentType>> = {
  AAPL: 'stock',
  KO: 'stock',
  EURUSD: 'forex',
  '@ESM6': 'future',
};
const typeOf = (symbol: string): InstrumentType | undefined => TYPES[symbol];

const element = (symbol: string, quant: string, typeofsymbol = 'stock'): DesiredElement => ({
  symbol,
  typeofsymbol,
  quantity: quant === '' ? undefined : fixed(quant),
});
const read = (elements: readonly DesiredElement[], options = REFUSE) => readDesired(elements, typeOf, options);
const codes = (elements: readonly DesiredElement[], options = REFUSE): string[] => {
  const reading = read(elements, options);
  return reading.ok ? [] : reading.problems.map((problem) => problem.code);
};
const target = (symbol: string, quantity: string): DesiredPosition => ({
  symbol,
  instrument: TYPES[symbol] ?? 'stock',
  quantity: fixed(quantity),
});
const modeOf = (...targets: readonly DesiredPosition[]): DesiredMode => modeAfter({ kind: 'list', positions: targets });

/** The signed position sizes by symbol. */
function held(desk: BookOwner): Record<string, string> {
  const entries = desk.book.openTrades().map((trade) => {
    const quantity = openQuantity(trade);
    return [trade.symbol, formatFixed(trade.side === 'long' ? quantity : -quantity)] as const;
  });
  return Object.fromEntries(entries);
}

const liveOrders = (desk: BookOwner): string[] =>
  desk.book.liveSignals().map((signal) => `${signal.action} ${formatFixed(signal.quantity)} ${signal.symbol}`);

describe('[States/Desired-position mode] mode, row by row (specification, and order-safety.md 6.3)', () => {
  it('Off, a non-empty list -> Maintaining: market orders toward the list, signal entry off', () => {
    const desk = new BookOwner();
    const mode = modeOf(target('AAPL', '100'), target('KO', '-50'));
    desk.maintain(mode);
    expect(liveOrders(desk)).toEqual(['BTO 100 AAPL', 'STO 50 KO']);
    expect(desk.book.liveSignals()).toMatchObject([
      { limit: null, stop: null, duration: 'DAY' },
      { limit: null, stop: null },
    ]);
    desk.tick('10', 'AAPL');
    desk.tick('10', 'KO');
    expect(held(desk)).toEqual({ AAPL: '100', KO: '-50' });
    expect(decideOnSignal(mode, 'refuse')).toBe('refuse');
  });

  it('Off, a non-empty list, markets closed -> Maintaining: nothing is sent until they open', () => {
    const desk = new BookOwner();
    const mode = modeOf(target('AAPL', '100'), target('EURUSD', '3'));
    desk.maintain(mode, (symbol) => symbol === 'EURUSD');
    expect(liveOrders(desk)).toEqual(['BTO 3 EURUSD']);
    desk.maintain(mode);
    expect(liveOrders(desk)).toEqual(['BTO 3 EURUSD', 'BTO 100 AAPL']);
  });

  it('Maintaining, another list -> Maintaining: positions that are left out are closed', () => {
    const desk = new BookOwner();
    desk.maintain(modeOf(target('AAPL', '100'), target('KO', '20')));
    desk.tick('10', 'AAPL');
    desk.tick('10', 'KO');
    desk.maintain(modeOf(target('AAPL', '60')));
    expect(liveOrders(desk)).toEqual(['STC 40 AAPL', 'STC 20 KO']);
  });

  it('Maintaining, [flat] -> Maintaining an empty portfolio: positions are reduced to none', () => {
    const desk = new BookOwner();
    desk.place({ quantity: '30', action: 'STO' });
    desk.tick('10');
    const mode = modeAfter({ kind: 'flat' });
    expect(mode).toEqual({ state: 'maintaining', targets: [] });
    desk.maintain(mode);
    desk.tick('11');
    expect(held(desk)).toEqual({});
    desk.maintain(mode);
    expect(liveOrders(desk)).toEqual([]);
  });

  it('Off, [flat] -> Maintaining an empty portfolio', () => {
    expect(decideOnSignal(modeAfter({ kind: 'flat' }), 'refuse')).toBe('refuse');
  });

  it('Maintaining, [stop] -> Off: holdings and open orders remain, signals are accepted again', () => {
    const desk = new BookOwner();
    desk.maintain(modeOf(target('AAPL', '100')));
    desk.tick('10');
    const mode = modeAfter({ kind: 'stop' });
    expect(mode).toBe(DESIRED_OFF);
    expect(desk.maintain(mode)).toEqual([]);
    expect(held(desk)).toEqual({ AAPL: '100' });
    expect(decideOnSignal(mode, 'refuse')).toBe('accept');
  });

  it('Maintaining, a manual action -> Off: no further orders are placed', () => {
    const desk = new BookOwner();
    const mode = modeOf(target('AAPL', '100'), target('KO', '5'));
    desk.maintain(mode, (symbol) => symbol === 'AAPL');
    expect(decideOnSignal(mode, 'switchOff')).toBe('switchOff');
    expect(desk.maintain(DESIRED_OFF)).toEqual([]);
    desk.tick('10');
    expect(held(desk)).toEqual({ AAPL: '100' });
    expect(desk.maintain(DESIRED_OFF)).toEqual([]);
  });

  it('Off, any valid list -> Maintaining again', () => {
    const desk = new BookOwner();
    desk.maintain(modeAfter({ kind: 'stop' }));
    desk.maintain(modeOf(target('KO', '1')));
    expect(liveOrders(desk)).toEqual(['BTO 1 KO']);
  });

  it('set([]) is refused', () => {
    expect(codes([])).toEqual(['emptyList']);
  });

  it.each(['refuse', 'accept', 'switchOff'] as const)('signal entry while maintaining: %s', (choice) => {
    expect(decideOnSignal(modeOf(target('AAPL', '1')), choice)).toBe(choice);
    expect(decideOnSignal(DESIRED_OFF, choice)).toBe('accept');
  });
});

describe('[States/Desired-position mode] the list (order-safety D1)', () => {
  it.each(['flat', 'stop'])('%s alone with quant 0 is accepted', (kind) => {
    expect(read([element(kind, '0', kind)])).toEqual({ ok: true, request: { kind } });
    expect(read([element(kind.toUpperCase(), '0', kind)])).toMatchObject({ ok: true });
  });

  it.each(['flat', 'stop'])(
    '%s with another element, or with a quantity that is empty or not 0, is refused',
    (kind) => {
      expect(codes([element(kind, '0', kind), element('AAPL', '1')])).toEqual(['specialNotAlone']);
      expect(codes([element('AAPL', '1'), element(kind, '0', kind)])).toEqual(['specialNotAlone']);
      expect(codes([element(kind, '0', kind), element(kind, '0', kind)])).toEqual(['specialNotAlone']);
      expect(codes([element(kind, '1', kind)])).toEqual(['specialWithQuantity']);
      expect(codes([element(kind, '', kind)])).toEqual(['specialWithQuantity']);
    },
  );

  it('flat or stop must be both the symbol and the type; otherwise one of them is unknown', () => {
    expect(codes([element('flat', '0', 'stock')])).toEqual(['unknownSymbol']);
    expect(codes([element('AAPL', '0', 'flat')])).toEqual(['unknownType']);
    expect(codes([element('flat', '0', 'stop')])).toEqual(['unknownType']);
  });

  it('quant 0 for a real symbol holds none of it', () => {
    const reading = read([element('AAPL', '0'), element('KO', '5')]);
    if (!reading.ok) throw new Error('refused');
    expect(modeAfter(reading.request)).toEqual({ state: 'maintaining', targets: [target('KO', '5')] });
  });

  it('every wrong element is named', () => {
    const wrong = [
      element('AAPL', '1', 'equity'),
      element('AAPL', '1', 'index'),
      element('NONE', '1'),
      element('', '1'),
      element('EURUSD', '1', 'stock'),
      element('AAPL', ''),
      element('AAPL', '1.5'),
    ];
    const expected = ['unknownType', 'unknownType', 'unknownSymbol', 'noSymbol', 'wrongType', 'noQuantity', 'fraction'];
    expect(codes(wrong)).toEqual(expected);
  });

  it('fractionalQuantity `accept` allows fractions of stocks, never of other types', () => {
    const options = { ...REFUSE, fractionalQuantity: 'accept' } as const;
    const reading = read([element('AAPL', '1.9'), element('KO', '-1.9')], options);
    expect(reading).toMatchObject({
      request: { positions: [{ quantity: fixed('1.9') }, { quantity: fixed('-1.9') }] },
    });
    expect(read([element('EURUSD', '1.5', 'forex')], options)).toEqual({
      ok: false,
      problems: [{ code: 'fraction', index: 0, type: 'forex' }],
    });
  });

  it.each([
    ['refuse', undefined],
    ['add', '8'],
    ['last', '5'],
  ] as const)('the same symbol twice: %s', (desiredTwice, quantity) => {
    const reading = read([element('AAPL', '3'), element('aapl', '5')], { ...REFUSE, desiredTwice });
    if (quantity === undefined)
      expect(reading).toEqual({ ok: false, problems: [{ code: 'twice', index: 1, symbol: 'AAPL' }] });
    else expect(reading).toEqual({ ok: true, request: { kind: 'list', positions: [target('AAPL', quantity)] } });
  });
});

describe('the plan', () => {
  const holding = (quantity: string, pending = '0'): Holding => ({
    ...target('AAPL', quantity),
    pending: fixed(pending),
    pendingIds: pending === '0' ? [] : ['p'],
  });
  const plan = (from: Holding, to: string, open = true) => {
    const { cancel, orders } = planDesired([target('AAPL', to)], [from], () => open);
    return [...cancel, ...orders.map((order) => `${order.action} ${formatFixed(order.quantity)}`)];
  };

  it.each([
    ['opens', '0', '5', ['BTO 5']],
    ['opens short', '0', '-5', ['STO 5']],
    ['adds', '5', '8', ['BTO 3']],
    ['adds short', '-5', '-8', ['STO 3']],
    ['reduces', '8', '5', ['STC 3']],
    ['reduces short', '-8', '-5', ['BTC 3']],
    ['closes', '5', '0', ['STC 5']],
    ['closes short', '-5', '0', ['BTC 5']],
    ['across zero', '5', '-3', ['STC 5', 'STO 3']],
    ['across zero upwards', '-5', '3', ['BTC 5', 'BTO 3']],
    ['is reached', '5', '5', []],
    ['closes a fraction', '5.5', '0', ['STC 5.5']],
  ])('%s: %s -> %s', (_name, from, to, orders) => {
    expect(plan(holding(from), to)).toEqual(orders);
    expect(plan(holding(from), to, false)).toEqual([]);
  });

  it('open orders count toward the position; those that miss the target are canceled', () => {
    expect(plan(holding('2', '3'), '5')).toEqual([]);
    expect(plan(holding('2', '3'), '9')).toEqual(['p', 'BTO 7']);
    expect(plan(holding('2', '3'), '9', false)).toEqual([]);
  });
});

describe('signals that were working before the mode was set', () => {
  it('are kept by default, and a position opened by one is closed if it is not in the list', () => {
    const desk = new BookOwner();
    const stop = desk.place({ stop: '12' });
    const mode = modeOf(target('KO', '1'));
    desk.maintain(mode);
    expect(desk.state(stop)).toBe('working');
    desk.tick('12');
    desk.tick('10', 'KO');
    desk.maintain(mode);
    desk.tick('12');
    expect(held(desk)).toEqual({ KO: '1' });
  });

  it('are canceled with cancelAll, whether they work or wait', () => {
    const desk = new BookOwner();
    const entry = desk.place({ limit: '9', profitTarget: '12', stopLoss: '8' });
    desk.maintain(modeOf(target('KO', '1')), () => true, true);
    expect(['canceled', 'canceled', 'canceled']).toEqual(
      [entry.id, entry.profitTargetId, entry.stopLossId].map((id) => desk.get(id).state),
    );
    expect(liveOrders(desk)).toEqual(['BTO 1 KO']);
  });
});

describe('orders that the mode placed', () => {
  it('end with the day and are placed again', () => {
    const desk = new BookOwner();
    const mode = modeOf(target('AAPL', '5'));
    const [first] = desk.maintain(mode);
    desk.advanceTo(first?.expiresAt ?? 0);
    expect(liveOrders(desk)).toEqual([]);
    desk.maintain(mode);
    expect(liveOrders(desk)).toEqual(['BTO 5 AAPL']);
  });
});

/** Random lists, ticks and closed markets. The result is compared with the last list. */
describe('[States/Desired-position mode] histories (order-safety D2, D3 and D5)', () => {
  const SYMBOLS = ['AAPL', 'KO', 'EURUSD', '@ESM6'];
  const quantity = fc.integer({ min: -5, max: 5 });
  const list = fc.array(fc.record({ symbol: fc.constantFrom(...SYMBOLS), quant: quantity }), {
    minLength: 1,
    maxLength: 6,
  });
  const special = fc.constantFrom('flat', 'stop').map((symbol) => [{ symbol, quant: 0 }]);
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), list }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('set' as const), list: special }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('tick' as const), symbol: fc.constantFrom(...SYMBOLS) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('markets' as const), open: fc.subarray(SYMBOLS) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('signal' as const), symbol: fc.constantFrom(...SYMBOLS) }) },
  );

  const elements = (lines: readonly { symbol: string; quant: number }[]): DesiredElement[] =>
    lines.map(({ symbol, quant }) => element(symbol, String(quant), TYPES[symbol] ?? symbol));

  it('D2, D3 and D5 hold, and the portfolio equals the last list wherever markets are open', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const desk = new BookOwner();
        let mode: DesiredMode = DESIRED_OFF;
        let open = new Set(SYMBOLS);
        const isOpen = (symbol: string): boolean => open.has(symbol);
        for (const one of steps) {
          if (one.kind === 'markets') open = new Set(one.open);
          if (one.kind === 'tick' && isOpen(one.symbol)) desk.tick('10', one.symbol);
          // D3: the service takes no signal while the mode is on.
          if (one.kind === 'signal' && decideOnSignal(mode, 'refuse') === 'accept')
            desk.place({ symbol: one.symbol, instrument: TYPES[one.symbol] ?? 'stock', limit: '11' });
          if (one.kind === 'set') {
            const reading = read(elements(one.list), { ...REFUSE, desiredTwice: 'last' });
            expect(reading.ok).toBe(true);
            if (reading.ok) mode = modeAfter(reading.request);
          }
          desk.maintain(mode, isOpen);
          // D5: the same list again places and cancels nothing.
          expect(desk.maintain(mode, isOpen)).toEqual([]);
        }
        if (mode.state === 'off') return;
        // D2: the last list wins once every market has opened and ticked. Fills of signals that
        // were kept need a second round.
        for (let round = 0; round < 2; round += 1) {
          desk.maintain(mode);
          for (const symbol of SYMBOLS) desk.tick('10', symbol);
        }
        const wanted = mode.targets.map(({ symbol, quantity: size }) => [symbol, formatFixed(size)]);
        expect(held(desk)).toEqual(Object.fromEntries(wanted));
        expect(desk.maintain(mode)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });
});
