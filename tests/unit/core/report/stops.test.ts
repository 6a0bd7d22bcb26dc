import { describe, expect, it } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import type { ReviewedTrade } from '#core/cache/queries/reviewed-trades.ts';
import { noServiceIds, type OrderRow } from '#core/orders/journal/order-row.ts';
import { firstStops } from '#core/report/first-stops.ts';
import { journaledStops } from '#core/report/journaled-stops.ts';
import { systemId, ticket } from '#tests/unit/core/orders/order-fixtures.ts';

const order = (serviceId: string | null, sentAt: number, changes: Partial<Ticket> = {}): OrderRow => ({
  rowId: `00000000-0000-4000-8000-${String(sentAt).padStart(12, '0')}`,
  profileId: 'practice',
  mode: 'PRACTICE',
  ownId: '1',
  ticket: ticket(changes),
  confirmed: [],
  state: 'LANDED',
  version: 3,
  attempts: 1,
  createdAt: 0,
  confirmedAt: 0,
  sentAt: sentAt * 1000,
  sentMonotonic: 0,
  changedAt: 0,
  serviceIds: { ...noServiceIds, signal: serviceId },
  preExistingMatches: [],
  answer: [],
  reason: '',
  mirror: null,
  alarm: null,
  acknowledged: false,
});
const stopOrder = (stop: string, more: Partial<Ticket> = {}): Partial<Ticket> => ({
  action: 'STC',
  price: { kind: 'stop', stop },
  stopLoss: null,
  profitTarget: null,
  ...more,
});
const stops = (...orders: OrderRow[]) => journaledStops(orders, { id: 'practice', mode: 'PRACTICE' }, systemId);

const trade = (change: Partial<ReviewedTrade> = {}): ReviewedTrade => ({
  tradeId: '77',
  open: false,
  side: 'long',
  symbol: 'AAPL',
  instrument: 'stock',
  pointValue: '1',
  currency: 'USD',
  quantityOpened: '100',
  openPrice: '150',
  openedAt: 100,
  closedAt: 200,
  profit: '10',
  ...change,
});
const firstStopByTrade = (orders: OrderRow[], tradeOpenedBy: Record<string, string> = {}, trades = [trade()]) =>
  Object.fromEntries(
    firstStops(trades, stops(...orders), {
      openedBy: new Map(Object.entries(tradeOpenedBy)),
      maybeOpened: new Set(),
    }),
  );

describe('the stops in the journal', () => {
  it('are stop losses of entries and closing stop orders, with the price texts that were sent', () => {
    expect(stops(order('9', 50), order('10', 60, stopOrder('144.00')))).toEqual([
      { symbol: 'AAPL', side: 'long', price: '145.5', entryId: '9', at: 50 },
      { symbol: 'AAPL', side: 'long', price: '144.00', entryId: null, at: 60 },
    ]);
    const short = order('9', 50, { action: 'SSHORT', stopLoss: '155' });
    const cover = order('10', 60, stopOrder('154', { action: 'BTC', conditionalUpon: '9' }));
    expect(stops(short, cover).map(({ side, entryId }) => [side, entryId])).toEqual([
      ['short', '9'],
      ['short', '9'],
    ]);
  });

  it('belong to the entry that they name by its own id', () => {
    const entry = { ...order('9', 50, { stopLoss: null }), ownId: '179' };
    const stop = order('10', 60, stopOrder('144.00', { conditionalUpon: '179' }));
    expect(stops(entry, stop)).toMatchObject([{ price: '144.00', entryId: '9' }]);
  });

  it('leave out unaccepted stops, limit exits, stop entries and other strategies', () => {
    const unsent = { ...order('9', 50), sentAt: null };
    const limitExit = order('9', 50, stopOrder('1', { price: { kind: 'limit', limit: '160' } }));
    const stopEntry = order('9', 50, { price: { kind: 'stop', stop: '151' }, stopLoss: null });
    const otherStrategy = order('9', 50, { systemId: '8' });
    const otherConnection = { ...order('9', 50), profileId: 'main' };
    expect(stops(order(null, 50), unsent, limitExit, stopEntry, otherStrategy, otherConnection)).toEqual([]);
  });
});

describe('the first stop of a trade', () => {
  it('is the stop sent with the entry, even if a later stop was sent', () => {
    const separateStop = order('11', 150, stopOrder('149'));
    expect(firstStopByTrade([order('9', 90), separateStop], { 9: '77' })).toEqual({ 77: '145.5' });
    const conditionalStop = order('12', 95, stopOrder('140', { conditionalUpon: '9' }));
    expect(firstStopByTrade([conditionalStop, order('9', 90)], { 9: '77' })).toEqual({ 77: '145.5' });
  });

  it('is the earliest stop sent for the symbol and side during the trade if the entry had none', () => {
    const early = order('10', 99, stopOrder('1'));
    const first = order('11', 100, stopOrder('148'));
    const second = order('12', 150, stopOrder('149'));
    expect(firstStopByTrade([second, first, early])).toEqual({ 77: '148' });
    expect(firstStopByTrade([order('13', 201, stopOrder('148'))])).toEqual({});
    expect(firstStopByTrade([order('13', 150, stopOrder('148', { symbol: 'MSFT' }))])).toEqual({});
    expect(firstStopByTrade([order('13', 150, stopOrder('148', { action: 'BTC' }))])).toEqual({});
    expect(firstStopByTrade([order('13', 900, stopOrder('148'))], {}, [trade({ open: true, closedAt: null })])).toEqual(
      {
        77: '148',
      },
    );
  });

  it('is found for an option whose strike was sent with zeros at its end', () => {
    const option = trade({ symbol: 'MSFT2620C400', instrument: 'option', pointValue: '100' });
    const sent = order('11', 100, stopOrder('2.5', { symbol: 'MSFT2620C400.00', instrument: 'option' }));
    expect(firstStopByTrade([sent], {}, [option])).toEqual({ 77: '2.5' });
  });

  it('is not a later stop if it is not known when the trade was closed', () => {
    expect(firstStopByTrade([order('13', 900, stopOrder('148'))], {}, [trade({ closedAt: null })])).toEqual({});
  });

  it('is found by the clock of the service, also if the clock of the computer is off', () => {
    // The trade was open from 100 to 200. The clock of the computer was an hour ahead.
    const stop = { ...order('11', 3_750, stopOrder('148')), sentServiceAt: 150_000 };
    expect(firstStopByTrade([stop])).toEqual({ 77: '148' });
    const later = { ...order('12', 150, stopOrder('149')), sentServiceAt: 250_000 };
    expect(firstStopByTrade([later])).toEqual({});
    expect(firstStopByTrade([{ ...order('12', 150, stopOrder('149')), sentServiceAt: null }])).toEqual({ 77: '149' });
  });

  it('is not the stop of an entry that opened another trade', () => {
    expect(firstStopByTrade([order('9', 150)], { 9: '78' })).toEqual({ 78: '145.5' });
    expect(firstStopByTrade([order('9', 150)])).toEqual({});
  });
});
