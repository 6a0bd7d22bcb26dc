import { beforeEach, describe, expect, it } from 'vitest';
import { InProcess } from './in-process.ts';
import { asList, asMembers, type Members } from './service.ts';

const SECONDS_TO_SATURDAY = 5 * 86_400;
const service = new InProcess('market');

const setRehearsal = (body: object): Members => asMembers(service.control.setRehearsal(body).body);
const holdings = (systemid: unknown): string[] =>
  (service.services.engine.account(String(systemid))?.book.openTrades() ?? []).map(
    ({ side, symbol }) => `${side} ${symbol}`,
  );
const workingSymbolCount = (systemid: unknown): number =>
  service.services.engine.account(String(systemid))?.book.workingSymbols().length ?? 0;
const stock = (symbol: string, quant: string): object => ({ symbol, typeofsymbol: 'stock', quant });
const limitOrder = { action: 'BTO', typeofsymbol: 'stock', symbol: 'KO', quant: 5, limit: '1.00', duration: 'GTC' };

describe('[Practice] POST /practice/rehearsal', () => {
  beforeEach(() => service.reset());

  it('gives one strategy the holdings and working signals, also while the markets are closed', () => {
    service.control.advanceClock({ advanceSeconds: SECONDS_TO_SATURDAY });
    const first = setRehearsal({ positions: [stock('KO', '30'), stock('IBM', '-4')], signals: [limitOrder] });
    expect(holdings(first['systemid']).toSorted()).toEqual(['long KO', 'short IBM']);
    expect(workingSymbolCount(first['systemid'])).toBe(1);
    expect(first['refusedSignals']).toBe(0);

    const second = setRehearsal({ positions: [stock('KO', '-30')] });
    expect(second['systemid']).toBe(first['systemid']);
    expect(holdings(second['systemid'])).toEqual(['short KO']);
    expect(workingSymbolCount(second['systemid'])).toBe(0);

    const flat = setRehearsal({});
    expect(holdings(flat['systemid'])).toEqual([]);
  });

  it('sets a price only if no other strategy uses the symbol', () => {
    service.call('submitSignal', { signal: limitOrder });
    const prices = [
      { symbol: 'ACME', price: '12.50' },
      { symbol: 'KO', price: '0.50' },
    ];
    const [free, used] = asList(setRehearsal({ prices })['prices']);
    expect(free).toEqual({ symbol: 'ACME', price: '12.50', set: true });
    expect(used).toMatchObject({ symbol: 'KO', set: false });
    expect(used?.['price']).not.toBe('0.50');
  });

  it.each([
    ['an option on the stock', { typeofsymbol: 'option', symbol: 'AAPL2617D250', limit: '0.01' }, 'AAPL', false],
    ['another month of the future', { typeofsymbol: 'future', symbol: '@ESM6', limit: '1.00' }, '@ESH6', false],
    ['the underlying of the option', { typeofsymbol: 'stock', symbol: 'AAPL' }, 'AAPL2617D250', true],
    ['another stock', { typeofsymbol: 'stock', symbol: 'KO' }, 'AAPL', true],
  ])('sets a price only if that moves no symbol that another strategy uses: %s', (_name, used, symbol, isSet) => {
    service.call('submitSignal', { signal: { ...limitOrder, ...used } });
    const [answer] = asList(setRehearsal({ prices: [{ symbol, price: '77.00' }] })['prices']);
    expect(answer).toMatchObject({ symbol, set: isSet });
  });

  it('counts the signals that the service refuses', () => {
    expect(setRehearsal({ signals: [limitOrder, { ...limitOrder, quant: '0' }] })).toMatchObject({ refusedSignals: 1 });
  });

  it.each([
    [{ positions: [stock('KO', 'many')] }, /quant/],
    [{ positions: [{ symbol: 'KO' }] }, /typeofsymbol/],
    [{ signals: ['BTO'] }, /signals must be objects/],
    [{ prices: [{ symbol: 'KO', price: '0' }] }, /price greater than 0/],
    [{ prices: [{ symbol: '', price: '3' }] }, /symbol of this market/],
  ])('refuses %j with the reason and creates nothing', (body, reason) => {
    const before = service.services.engine.accounts().length;
    const answer = service.control.setRehearsal(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(reason);
    expect(service.services.engine.accounts()).toHaveLength(before);
  });
});
