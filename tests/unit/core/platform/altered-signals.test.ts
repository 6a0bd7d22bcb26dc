// Tests every member of a signal record and of the answers to a submit and a cancel: missing,
// altered or of another type.
import { describe, expect, it } from 'vitest';
import { cancelDifferences } from '#core/orders/cancel/cancel-echo.ts';
import { classifySubmit } from '#core/orders/send/classify.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import { readEnvelope } from '#core/platform/envelope.ts';
import { parseCancelAnswer } from '#core/platform/parse/cancel-answer.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { exactEcho } from '#tests/unit/core/orders/exact-platform.ts';
import { newOrder, startWall, systemId } from '#tests/unit/core/orders/order-fixtures.ts';

type Wire = Readonly<Record<string, unknown>>;
const MISSING = Symbol('missing');
const altered: readonly unknown[] = [
  MISSING,
  null,
  '',
  '0',
  0,
  -1,
  true,
  false,
  [],
  ['1'],
  {},
  { a: 1 },
  'NaN',
  'garbage',
  '1,1395',
  '12a',
  '9'.repeat(40),
  '1e400',
  '\u0000',
  '７',
];

const cases = (record: Wire): [string, Wire][] =>
  Object.keys(record).flatMap((member) =>
    altered.map((value): [string, Wire] => {
      const { [member]: _was, ...rest } = record;
      return [
        `${member} = ${value === MISSING ? 'missing' : JSON.stringify(value)}`,
        value === MISSING ? rest : { ...rest, [member]: value },
      ];
    }),
  );

/** The record of retrieveSignalsAll (platform-api), with the members of platform-notes 6 and 36. */
const common: Wire = {
  signal_id: '155664001',
  status: 'working',
  action: 'STC',
  quant: '100',
  symbol: 'AAPL',
  name: 'Apple Inc',
  instrument: 'stock',
  strike: '',
  underlying: '',
  putcall: '',
  expiration: '',
  tif: 'GTC',
  posted_time: '2026-03-02 09:30:00',
  posted_time_unix: '1772461800',
  canceled_time: '0',
  canceled_time_unix: '0',
  expired_time: '0',
  expired_time_unix: '0',
  traded_time: '0',
  traded_time_unix: '0',
  traded_price: '0',
  trade_id_opening: '',
  trade_id_closing: '',
  localsignalid: '177246180000001',
  conditionalupon: '155664000',
  ocaid: '155664009',
  isOrderParked: '0',
};
const records: readonly (readonly [string, Wire])[] = [
  ['limit', { ...common, isMarketOrder: '0', isLimitOrder: '150.1', isStopOrder: '0' }],
  ['stop', { ...common, isMarketOrder: '0', isLimitOrder: '0', isStopOrder: '145.5' }],
  ['market', { ...common, isMarketOrder: '1', isLimitOrder: '0', isStopOrder: null }],
];

/** The members that identify the order. */
const orderOf = ({ serviceId, action, quantity, symbol, kind, limit, stop }: SignalRecord) => ({
  ...{ serviceId, action, quantity, symbol, kind, limit, stop },
});
/** Whether the altered value is well-formed. It is then shown as the platform sent it. */
const mayDiffer = (name: string, value: unknown): boolean =>
  (name === 'signal_id' && typeof value === 'string' && /^\d{1,20}$/.test(value)) ||
  (name === 'quant' && ['0', 0].includes(value as string)) ||
  (['isLimitOrder', 'isStopOrder'].includes(name) && value === -1) ||
  (name === 'symbol' && ['string', 'number'].includes(typeof value));

describe.each(records)('a record of a %s order', (_kind, record) => {
  const unaltered = parseSignals([record], '7')?.items[0];
  if (!unaltered) throw new Error('the record is not read');

  it('is shown as written or as unreadable, never as another order', () => {
    const wrong = cases(record).filter(([, wire]) => {
      const parsed = parseSignals([wire], '7');
      const [item] = parsed?.items ?? [];
      if (!item) return parsed?.unreadable.length !== 1;
      const changed = Object.keys(record).find((name) => wire[name] !== record[name]) ?? '';
      return JSON.stringify(orderOf(item)) !== JSON.stringify(orderOf(unaltered)) && !mayDiffer(changed, wire[changed]);
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it.each(['-100', -100, '-0.5'])('is unreadable with the quantity %j, which is not one of an order', (quant) => {
    expect(parseSignals([{ ...record, quant }], '7')).toMatchObject({
      items: [],
      unreadable: [{ problem: 'signal: quant' }],
    });
  });
});

const bytes = (body: object): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(body));

describe('the answer to a submit', () => {
  const created = reduce(null, { type: 'created', ...newOrder(1), ownId: '177246180000001' });
  const row = reduce(created, { type: 'slot-free', at: startWall, monotonic: 0, preExistingMatches: [] });
  const echo = exactEcho(row, '155664001');
  const answer: Wire = { ok: '1', signal: echo, signalid: row.ownId, elapsed_time: '0.1' };
  const verdictOf = (body: object) =>
    classifySubmit({ kind: 'answer', httpStatus: 200, bytes: bytes(body), sentAt: 1, receivedAt: 2 }, row);
  const tradingMembers = [
    'symbol',
    'typeofsymbol',
    'action',
    'quant',
    'limit',
    'stop',
    'duration',
    'profittarget',
    'stoploss',
    'systemid',
  ];

  it('confirms each member, raises an alarm, or reports it as not shown', () => {
    const unreported = cases(echo)
      .filter(([name]) => tradingMembers.includes(name.split(' ')[0] ?? ''))
      .filter(([, signal]) => {
        const verdict = verdictOf({ ...answer, signal });
        if (verdict.kind !== 'accepted' || verdict.alarm !== null || verdict.notShown.length > 0) return false;
        const [changed] = tradingMembers.filter((name) => signal[name] !== echo[name]);
        // A stop that was not sent may be absent in any form. The duration is also given by two
        // flags.
        return !(changed === 'stop' || changed === 'duration') && changed !== undefined;
      });
    expect(unreported.map(([name]) => name)).toEqual([]);
  });

  it('is no rejection when a member is altered, and is unknown when it has ids of another order', () => {
    for (const [, body] of cases(answer)) expect(['accepted', 'unknown']).toContain(verdictOf(body).kind);
    const foreign = verdictOf({ ...answer, signalid: '155664001', signal: { ...echo, localsignalid: '12' } });
    expect(foreign.kind).toBe('unknown');
  });
});

describe('the answer to a cancel', () => {
  const signal: Wire = {
    ...{ market: '0', strike: '', signalid: '155664001', expir: '', personid: '5', underlying: '', day: '0' },
    ...{ killedwhen: '1772461900', tradeprice: '0', expiredwhen: '', systemid: systemId, symbol: 'AAPL' },
    ...{ islimit: '150.1', tradedwhen: '', typeofsymbol: 'stock', putcall: '', guid: 'x', quant: '100', gtc: '1' },
    ...{ stop: '0', postedwhen: '1772461800', signalexpiresat: '1900000000', action: 'BTO' },
  };
  const orderToCancel = { symbol: 'AAPL', action: 'BTO', quantity: '100', instrument: 'stock', kind: 'limit' } as const;
  const row = { systemId, meant: { ...orderToCancel, limit: '150.10', stop: null, duration: 'GTC' as const } };
  const differencesOf = (echo: Wire) => {
    const { order } = parseCancelAnswer(readEnvelope(bytes({ ok: 1, signal: echo, signalid: '155664001' })));
    return cancelDifferences(row, order);
  };

  it('reports every member that differs from the order to cancel', () => {
    expect(differencesOf(signal)).toEqual([]);
    const other = {
      symbol: 'MSFT',
      action: 'STC',
      quant: '7',
      islimit: '9',
      stop: '9',
      typeofsymbol: 'option',
      systemid: '1',
    };
    for (const [name, value] of Object.entries(other)) {
      expect(differencesOf({ ...signal, [name]: value }), name).toHaveLength(1);
    }
    for (const [name, echo] of cases(signal)) expect(() => differencesOf(echo), name).not.toThrow();
  });
});
