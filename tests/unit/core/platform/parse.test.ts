import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerObject } from '#core/platform/answer-object.ts';
import { envelopeOf, envelopeText, readEnvelope } from '#core/platform/envelope.ts';
import { parseCancelAnswer } from '#core/platform/parse/cancel-answer.ts';
import { parseBrokers } from '#core/platform/parse/brokers.ts';
import { parseEquity } from '#core/platform/parse/equity.ts';
import { decimal, id, instant, price } from '#core/platform/parse/scalars.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import { parseStatistics } from '#core/platform/parse/statistics.ts';
import { parseDetails, parseMargin, parseStrategies } from '#core/platform/parse/strategy.ts';
import { parseSubmitEcho } from '#core/platform/parse/submit-echo.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import type { JsonObject } from '#core/platform/wire/json-object.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const object = (text: string): JsonObject => answerObject(bytes(text))!;
const fixture = (name: string): JsonObject => object(readFileSync(`tests/fixtures/platform/${name}.json`, 'utf8'));

describe('the envelope (platform-notes 18 to 22)', () => {
  it.each([
    ['{"ok":"1"}', 'ok'],
    ['{"ok":1}', 'ok'],
    ['{"ok":"0"}', 'refused'],
    ['{"ok":0}', 'refused'],
    ['{"ok":true}', 'bad'],
    ['{"ok":"yes"}', 'bad'],
    ['{}', 'bad'],
    ['[{"ok":1}]', 'bad'],
    ['"ok"', 'bad'],
    ['<html>', 'bad'],
    ['', 'bad'],
    ['{"ok":"1"', 'bad'],
    ['\uFEFF{"ok":"1"}', 'ok'],
    ['['.repeat(1_000_000), 'bad'],
    [`{"ok":"1","a":12345678901234567,"b":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'bad'],
  ])('reads the verdict of case %#', (text, verdict) => {
    expect(readEnvelope(bytes(text)).verdict, text.slice(0, 30)).toBe(verdict);
  });

  it('reads title, message and errors from the member `error`, else from the top level', () => {
    const inner = envelopeOf(
      object('{"ok":"0","title":"t","error":{"title":"T","message":"M","errors":["a",7,null]}}'),
    );
    expect(inner).toMatchObject({ verdict: 'refused', title: 'T', message: 'M', errors: ['a', '7'] });
    expect(envelopeText(inner)).toBe('T: M (a; 7)');
    const outer = envelopeOf(object('{"ok":0,"title":"Signal was traded","message":"Signal could not be canceled"}'));
    expect(envelopeText(outer)).toBe('Signal was traded: Signal could not be canceled');
    expect(envelopeText(envelopeOf(object('{"ok":0,"error":"Just text"}')))).toBe('Just text');
    expect(envelopeText(envelopeOf(object('{"ok":0,"error":{"errors":["only"]}}')))).toBe('only');
  });

  it('reads unquoted ids beyond 2^53 exactly, and small numbers as numbers', () => {
    expect(object('{"a": 12345678901234567890, "b":[ 9007199254740993], "c": 1.5}')).toEqual({
      a: '12345678901234567890',
      b: ['9007199254740993'],
      c: 1.5,
    });
    expect(object('{"a":"x:12345678901234567890"}')).toEqual({ a: 'x:12345678901234567890' });
  });

  it('reads a decimal as a number also in an answer with a long id', () => {
    expect(object('{"id":9007199254740993,"price":1234.56789012345,"change":-0.1234567890123456}')).toEqual({
      id: '9007199254740993',
      price: 1234.56789012345,
      change: -0.1234567890123456,
    });
  });

  it('reads a price as text if a double would change it, unless it has more than nine decimals', () => {
    for (let shift = 0; shift < 40; shift += 1) {
      const before = '1'.repeat(shift);
      expect(object(`{"a":"${before}","b":18211011.937563191,"c":-18211011.937563191,"d":0.1}`)).toEqual({
        ...{ a: before, b: '18211011.937563191', c: '-18211011.937563191', d: 0.1 },
      });
    }
    expect(object('{"a":0.30000000000000004,"b":1.2345678901234567890}')).toEqual({
      a: 0.30000000000000004,
      b: 1.2345678901234567,
    });
  });

  it('finds long numbers anywhere, even after millions of digits in a text', () => {
    for (let shift = 0; shift < 40; shift += 1) {
      const before = '1'.repeat(shift);
      expect(object(`{"a":"${before}","b":9007199254740993,"c":-9007199254740993}`)).toEqual({
        a: before,
        b: '9007199254740993',
        c: '-9007199254740993',
      });
    }
    const digits = '7'.repeat(4_000_000);
    expect(object(`{"a":"${digits}","b":9007199254740993}`)).toEqual({ a: digits, b: '9007199254740993' });
  });
});

describe('scalars', () => {
  it('`decimal` reads zero as a value, and `price` reads zero as absent', () => {
    for (const absent of [null, undefined, '', {}, [], NaN]) {
      expect([decimal(absent), price(absent), id(absent)]).toEqual([null, null, null]);
    }
    for (const zero of ['0', 0, '0.0', '0.00000']) expect([decimal(zero), price(zero)]).toEqual([String(zero), null]);
  });

  it('changes only the form of unusual numbers, never their value', () => {
    expect(['1e-7', 1e-7, '.5', '+3', '5.', '-.5', '1e3'].map(decimal)).toEqual([
      '0.0000001',
      '0.0000001',
      '0.5',
      '3',
      '5',
      '-0.5',
      '1000',
    ]);
    expect(['1,000', '12a', '0x10', 'Infinity', '1e300', '--1', '1 2'].map(decimal)).toEqual(Array(7).fill(null));
  });

  it('prefers Unix times, and otherwise reads New York times and dates', () => {
    expect(instant('1772461860', '1999-01-01 00:00:00')).toBe(1_772_461_860);
    expect(instant('0', '2026-03-02 09:31:00')).toBe(1_772_461_860);
    expect(instant(null, '0', '', '2026-03-02 09:31')).toBe(1_772_461_860);
    expect(instant(null, '20260302')).toBe(1_772_427_600);
    expect(instant(null, '0000-00-00 00:00:00', 'soon', '2026-02-30 10:00:00')).toBeNull();
    expect(instant('99999999999999')).toBeNull();
  });

  it('never changes the text of a plain number', () => {
    const digits = fc.stringMatching(/^-?[0-9]{1,18}(\.[0-9]{1,18})?$/);
    fc.assert(
      fc.property(digits, (text) => decimal(object(JSON.stringify({ v: text }))['v']) === text),
      { numRuns: 10_000 },
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }),
        (big) => id(object(`{"v": ${big}}`)['v']) === String(big),
      ),
      { numRuns: 10_000 },
    );
  });
});

describe('signals', () => {
  const parsed = parseSignals(fixture('odd-signals')['response'], '77')!;
  const [working, traded, parked, posted, strange, canceled] = parsed.items;

  it('counts and leaves out unreadable records, and reads the others', () => {
    expect(parsed.items.map(({ serviceId }) => serviceId)).toEqual([
      '900000001',
      '900000002',
      '900000004',
      '900000005',
      '900000006',
      '12345678901234567890',
    ]);
    expect(parsed.bad).toBe(6);
    expect(parsed.problems.join()).not.toContain('HOLD');
  });

  it('reads prices as texts, and derives the order type from them', () => {
    expect(working).toMatchObject({ kind: 'limit', limit: '73.98', stop: null, status: 'working', duration: 'DAY' });
    expect(working).toMatchObject({ name: "Apple & Sons' Inc", postedAt: 1_772_461_860, ownId: null, systemId: '77' });
    expect(traded).toMatchObject({ kind: 'limit', limit: '73.980000000', tradedPrice: '73.980000000', action: 'STO' });
    expect(traded).toMatchObject({ quantity: '3', duration: 'GTC', openingTradeId: '900000003', closingTradeId: null });
    expect(traded).toMatchObject({ postedAt: 1_772_461_860, tradedAt: 1_772_461_861, canceledAt: null });
    expect(strange).toMatchObject({ kind: 'limit', limit: '12.5' });
  });

  it('separates waiting from working, and keeps unknown status words', () => {
    expect(parked).toMatchObject({ status: 'waiting', kind: 'stop', stop: '1.08010', limit: null, quantity: '2.5' });
    expect(parked).toMatchObject({ ownId: '176123456712345', parentId: '900000001', ocaId: null });
    expect(parked!.parkedUntil).toBe(1_772_548_200);
    expect(posted).toMatchObject({ status: 'waiting', kind: 'market', instrument: null });
    expect(strange).toMatchObject({ status: 'other', statusText: 'held by desk', action: 'SSHORT' });
    expect(canceled).toMatchObject({ status: 'canceled', canceledAt: 1_772_461_860 });
  });

  it('returns null for a value that is no list', () => {
    for (const none of [null, undefined, {}, '[]', 7]) expect(parseSignals(none, '77')).toBeNull();
    expect(parseSignals([], '77')).toEqual({ items: [], bad: 0, problems: [], unreadable: [] });
  });
});

describe('trades', () => {
  const parsed = parseTrades(fixture('odd-trades')['response'], '77')!;
  const [worthless, futures, fresh] = parsed.items;

  it('counts unreadable records', () => {
    expect([parsed.items.length, parsed.bad]).toEqual([3, 2]);
  });

  it('reads a worthless option as closed at zero (platform-notes 39) with its signals', () => {
    expect(worthless!.trade).toMatchObject({ open: false, closePrice: '0', profit: '-250', openPrice: '1.25000' });
    expect(worthless!.trade).toMatchObject({
      openedAt: 1_349_100_000,
      closedAt: 1_350_763_200,
      heldSeconds: 1_663_200,
    });
    expect(worthless!.components).toEqual([
      {
        serviceId: '799999999',
        action: 'BTO',
        quantity: '2',
        symbol: 'MSFT1220J30.5',
        price: '1.25',
        tradedAt: 1_349_100_000,
        tradedText: '2012-10-01 10:00:00',
      },
    ]);
  });

  it('separates the stale mark of an open trade from its close (platform-notes 27)', () => {
    expect(futures!.trade).toMatchObject({
      open: true,
      closedAt: null,
      heldSeconds: null,
      closePrice: '6790.123456789012345',
      markedAt: 1_771_189_200,
      profit: '0',
      pointValue: '12500000',
    });
    expect(futures!.components).toBeNull();
    expect(fresh!.trade).toMatchObject({ closePrice: null, markedAt: null, quantityClosed: '0', profit: '12.00' });
  });
});

describe('strategies', () => {
  it('reads list entries and details with every shape of statistic (platform-notes 31)', () => {
    expect(
      parseStrategies([
        { system_id: 5, systemName: 'A & B', createdWhen: '2023-05-01', isAlive: 1, monthlyFee: '0' },
        {},
      ]),
    ).toMatchObject({
      bad: 1,
      items: [{ systemId: '5', name: 'A & B', createdAt: 1_682_913_600, alive: true, monthlyFee: '0' }],
    });
    const details = parseDetails(
      {
        system_id: '5',
        systemName: 'A',
        trades_stocks: '1',
        trades_stocks_short: '0',
        trades_forex: null,
        shorts_stocks: '1',
        trades_own_system_certified: '1',
        test_system: '0',
      },
      '5',
    );
    expect(details).toMatchObject({
      instruments: ['stocks', 'shorts stocks'],
      test: false,
      alive: null,
      statistics: [],
    });
    expect(parseDetails({ system_id: '6' }, '5')).toBeNull();
    expect(
      parseStatistics({
        'Annual Return': {
          value: '0.1234',
          metainfo: { multiplier: '100', suffix: '%', precision: '1', group: 'g', helpText: 'h', prefix: '' },
        },
        Bare: '23 of 42',
        None: { value: null },
        Months: [
          { month: '2026-01', ret: '4.1' },
          { month: '2026-02', ret: 6 },
        ],
        constructor: 'x',
      }),
    ).toMatchObject([
      { name: 'Annual Return', value: '12.34', multiplier: 100, precision: 1, suffix: '%', group: 'g', helpText: 'h' },
      { name: 'Bare', value: '23 of 42', multiplier: null },
      { name: 'None', value: null },
      { name: 'Months', value: '2026-01 4.1, 2026-02 6' },
      { name: 'constructor', value: 'x' },
    ]);
  });

  it('reads margin flat and nested, with a negative equity (platform-notes 19, 30)', () => {
    const figures = {
      buyPower: 99451,
      cash: '116032',
      equity: -88,
      marginUsed: 0,
      modelAccountValue: 1,
      updatedLastTimeET: 'x',
    };
    const margin = {
      buyPower: '99451',
      cash: '116032',
      equity: '-88',
      marginUsed: '0',
      modelAccountValue: '1',
      updatedText: 'x',
    };
    for (const answer of [
      { ok: 1, ...figures },
      { ok: 1, response: figures },
      { ok: 1, marginEquityData: figures },
    ]) {
      expect(parseMargin(answer, '7')).toEqual(margin);
    }
    expect(parseMargin({ ok: 1 }, '7')).toBeNull();
  });

  it('refuses a list of brokers whose answer contradicts a filter that was set', () => {
    for (const [echoed, isRead] of [
      [{ stocks: '1' }, true],
      [{ stocks: 1 }, true],
      [{}, true],
      [{ stocks: '0' }, false],
      [{ stocks: '' }, false],
    ] as const) {
      const brokers = parseBrokers(
        { brokers_available: [], parameters_in: echoed },
        { systemId: '7', personId: null, filters: ['stocks'] },
      );
      expect(brokers !== null, JSON.stringify(echoed)).toBe(isRead);
    }
  });

  it('reads no figures, curve or brokers of another strategy', () => {
    for (const [systemid, isRead] of [
      ['7', true],
      [7, true],
      ['', true],
      ['8', false],
    ] as const) {
      expect(parseMargin({ cash: '1', systemid }, '7') !== null, `margin of ${systemid}`).toBe(isRead);
      expect(parseEquity({ equity_data: [], systemid }, '7') !== null, `equity of ${systemid}`).toBe(isRead);
      const brokers = { brokers_available: [], parameters_in: { systemid } };
      expect(parseBrokers(brokers, { systemId: '7', personId: null }) !== null, `brokers of ${systemid}`).toBe(isRead);
    }
  });
});

describe('equity (platform-notes 29)', () => {
  it('sorts points, and reads equal times, fees and gaps', () => {
    const parsed = parseEquity(
      {
        ok: '1',
        initial_index_to_equity_scaling_factor: '14.5',
        equity_data: [
          {
            unix_timestamp: '1772461860',
            strategy_with_cost: 99,
            strategy_raw: 100,
            index_price: '',
            fee_event_list: [5, '1.5', null],
          },
          {
            unix_timestamp: '1772375460',
            strategy_with_cost: 0,
            strategy_raw: null,
            index_price: '6800.5',
            YYYYMMDD: '20260301',
          },
          { unix_timestamp: '1772461860', strategy_with_cost: 98, strategy_raw: 97 },
          { YYYYMMDD: '20260228', strategy_raw: 1 },
          { unix_timestamp: '1772461860' },
        ],
      },
      '7',
    )!;
    expect(parsed).toMatchObject({ bad: 1, indexScale: '14.5' });
    expect(parsed.points.map(({ at }) => at)).toEqual([1_772_254_800, 1_772_375_460, 1_772_461_860, 1_772_461_860]);
    expect(parsed.points[1]).toEqual({ at: 1_772_375_460, withCost: 0, raw: null, index: 6800.5, fees: [] });
    expect(parsed.points[2]).toMatchObject({ withCost: 99, index: null, fees: [5, 1.5] });
    expect(parseEquity({ ok: 1 }, '7')).toBeNull();
  });
});

describe('order answers', () => {
  it('reads the echo of an order with a target and a nested parent (platform-notes 21, 33)', () => {
    const echo = parseSubmitEcho({
      ok: '1',
      signalid: '176123456712345',
      signal: {
        signalid: '900000010',
        localsignalid: 176123456712345,
        symbol: 'AAPL',
        action: 'BTO',
        quant: '100',
        limit: '187.10',
        stop: '0',
        market: '0',
        profittarget: '190',
        stoploss: '0',
        gtc: '1',
        day: '0',
        pointvalue: 1,
        expiresat: '1900000000',
        targetocagroupid: null,
        profittargetsignalid: '900000011',
        typeofsymbol: 'stock',
        conditionalUponSignal: { signalid: '900000012', localsignalid: '176123456712399' },
      },
    });
    expect(echo).toMatchObject({
      ownId: '176123456712345',
      serviceId: '900000010',
      answerId: '176123456712345',
      limit: '187.10',
      stop: null,
      market: false,
      duration: 'GTC',
      pointValue: '1',
      expiresAt: 1_900_000_000,
      targetServiceId: '900000011',
      stopServiceId: null,
      bracketGroupId: null,
      nestedParentServiceId: '900000012',
      nestedParentOwnId: '176123456712399',
    });
    expect(parseSubmitEcho({ ok: '0', signal: { symbol: null } })).toBeNull();
    expect(parseSubmitEcho({ ok: '0' })).toBeNull();
  });

  it('reads the signal of a refused cancel; an answer that is not JSON has the verdict bad', () => {
    const traded = parseCancelAnswer(
      readEnvelope(
        bytes(
          '{"ok":0,"title":"Signal was traded","signal":{"signalid":"9","tradedwhen":"2026-03-02 09:31:00","tradeprice":"74.09","killedwhen":"0"}}',
        ),
      ),
    );
    expect(traded).toMatchObject({
      verdict: 'refused',
      title: 'Signal was traded',
      serviceId: '9',
      tradedAt: 1_772_461_860,
      tradedPrice: '74.09',
      canceledAt: null,
    });
    expect(parseCancelAnswer(readEnvelope(bytes('nonsense')))).toMatchObject({ verdict: 'bad', serviceId: null });
  });
});
