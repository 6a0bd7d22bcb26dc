import { beforeAll, describe, expect, it } from 'vitest';
import { inventedInstrument } from '#practice/market/invented.ts';
import { Market } from '#practice/market/market.ts';
import { Random } from '#practice/market/random.ts';
import { Catalog } from '#practice/catalog.ts';
import { MANUAL_START } from '#practice/clock.ts';
import { InProcess } from './in-process.ts';
import { asList, asMembers, type Members } from './service.ts';

let service: InProcess;
beforeAll(() => {
  service = new InProcess('always', 'all strategies');
});

const order = (typeofsymbol: string, symbol: string, over: object = {}): Members =>
  service.call('submitSignal', {
    signal: { action: 'BTO', quant: 1, symbol, typeofsymbol, duration: 'GTC', ...over },
  });

const UNLISTED = [
  ['stock', 'TNA', '0.01', '1'],
  ['stock', 'BRK.B', '0.01', '1'],
  ['option', 'TNA2617D50', '0.01', '100'],
  ['option', 'BMY2617P42.5', '0.01', '100'],
  ['future', '@KCK6', '0.01', '100'],
  ['future', 'BBU6', '0.01', '100'],
  ['forex', 'USDSEK', '0.00001', '10000'],
  ['forex', 'ZARJPY', '0.00001', '10000'],
  ['forex', 'GBPHUF', '0.001', '10000'],
] as const;

describe('[Endpoints/submitSignal] [Notes/14] [Notes/16] [Notes/17] any well-formed symbol can be traded', () => {
  it.each(UNLISTED)('the unlisted %s %s fills at an invented price', (type, symbol, tick, pointValue) => {
    service.reset();
    expect(order(type, symbol)).toMatchObject({
      ok: '1',
      signal: { symbol, description: expect.stringContaining('invented price') as string },
    });
    service.control.advanceClock({ advanceSeconds: 1 });
    const [trade] = asList(service.call('requestTradesOpen')['response']);
    expect(trade).toMatchObject({ symbol, instrument: type, ptValue: pointValue });
    const state = asMembers(service.control.state().body);
    const shown = asList(state['instruments']).find((one) => one['symbol'] === symbol);
    expect(shown).toMatchObject({ type, tick, pointValue, invented: true });
    expect(Number(shown?.['price'])).toBeGreaterThan(0);
    expect(asList(state['instruments']).find((one) => one['symbol'] === 'AAPL')).toMatchObject({ invented: false });
  });

  it.each([
    ['stock', 'AA PL'],
    ['stock', 'TOOLONG'],
    ['stock', 'AAPL1'],
    ['stock', '@ESM6'],
    ['stock', 'USDSEK'],
    ['future', '@KCA6'],
    ['future', '@KCK26'],
    ['future', 'TNA'],
    ['option', 'TNA2631D50'],
    ['option', 'TNA2617Y50'],
    ['option', 'TNA2617D'],
    ['forex', 'USDXXX'],
    ['forex', 'USD/SEK'],
    ['forex', 'USDUSD'],
  ])('a %s with the symbol %s is refused, and the message names the symbol', (type, symbol) => {
    const answer = order(type, symbol);
    expect(answer).toMatchObject({ ok: '0', error: { title: 'Unknown symbol' } });
    expect(String(asMembers(answer['error'])['message'])).toContain(symbol);
  });

  it('the price of an unlisted symbol depends only on symbol and seed, and changes no listed price', () => {
    const catalog = new Catalog(() => MANUAL_START);
    const market = (seed: string): Market => new Market(catalog, new Random('walk'), [], seed);
    const [first, sameSeed, otherSeed, listedOnly] = [market('1'), market('1'), market('2'), market('1')];
    for (const each of [first, sameSeed, otherSeed]) each.price('TNA', MANUAL_START);
    for (const each of [first, sameSeed, otherSeed, listedOnly])
      for (let at = 1; at <= 50; at += 1) each.walk(MANUAL_START + at * 1000, 1, () => true);
    const [now, symbol] = [MANUAL_START + 50_000, 'TNA'];
    expect(first.price(symbol, now)).toBe(sameSeed.price(symbol, now));
    expect(first.price(symbol, now)).not.toBe(otherSeed.price(symbol, now));
    expect(first.price('AAPL', now)).toBe(listedOnly.price('AAPL', now));
  });

  it('a stock with the symbol of a future root has its own price', () => {
    expect(inventedInstrument('BB', MANUAL_START)?.path).not.toBe(inventedInstrument('BBU6', MANUAL_START)?.path);
  });

  it('the price of an unlisted symbol survives a restart', () => {
    service.reset();
    order('stock', 'TQQQ');
    service.control.setPrice({ symbol: 'TQQQ', price: '61.5' });
    service.restart();
    const shown = asList(asMembers(service.control.state().body)['instruments']).find(
      (one) => one['symbol'] === 'TQQQ',
    );
    expect(shown).toMatchObject({ price: '61.50' });
  });

  it('desired positions accept any symbol too', () => {
    service.reset();
    const positions = [{ symbol: 'TZA', typeofsymbol: 'stock', quant: 3 }];
    expect(service.call('setDesiredPositions', { positions })).toMatchObject({ ok: '1' });
    service.control.advanceClock({ advanceSeconds: 2 });
    expect(asList(service.call('requestTradesOpen')['response'])).toMatchObject([{ symbol: 'TZA', quant_opened: '3' }]);
  });

  it('with the catalog of listed symbols, no symbol with an invented price can be traded', () => {
    const listed = new Catalog(() => MANUAL_START, 'listed');
    expect(listed.findForOrder('TNA')).toBeUndefined();
    expect(listed.findForOrder('AAPL')?.symbol).toBe('AAPL');
    // A position in a future or an option that is no longer listed can be closed.
    for (const symbol of ['@ESZ6', 'AAPL2618L200']) {
      expect(listed.listed().some((one) => one.symbol === symbol)).toBe(false);
      expect(listed.findForOrder(symbol)?.symbol).toBe(symbol);
    }
    // Earlier trades, made with the catalog of all symbols, may have unlisted symbols.
    expect(listed.get('TNA').type).toBe('stock');
  });
});

describe('[States/Signal] one step of the market over several symbols', () => {
  const stockOrder = (symbol: string, over: object = {}): Members => order('stock', symbol, { ...over });
  const statusOf = (answer: Members): unknown => {
    const id = asMembers(answer['signal'])['signalid'];
    return asList(service.call('retrieveSignalsAll')['response']).find((one) => one['signal_id'] === id)?.['status'];
  };

  it('in a group, the order with the lower id fills, whichever symbol was known first', () => {
    service.reset();
    stockOrder('KO', { limit: 1 });
    const first = stockOrder('AAPL', { ocaid: 'both' });
    const second = stockOrder('KO', { ocaid: 'both' });
    service.control.advanceClock({ advanceSeconds: 1 });
    expect([statusOf(first), statusOf(second)]).toEqual(['traded', 'canceled']);
  });

  it('a child in another symbol waits for the next step of the market', () => {
    service.reset();
    stockOrder('KO', { limit: 1 });
    const parent = stockOrder('AAPL', { limit: 90 });
    const child = stockOrder('KO', { conditionalupon: asMembers(parent['signal'])['signalid'] });
    service.control.setPrice({ symbol: 'AAPL', price: '89' });
    expect([statusOf(parent), statusOf(child)]).toEqual(['traded', 'working']);
    service.control.advanceClock({ advanceSeconds: 1 });
    expect(statusOf(child)).toBe('traded');
  });
});

describe('[Endpoints/submitSignal] [Endpoints/setDesiredPositions] a strategy that is not alive', () => {
  it('accepts closing orders and the target `flat`, but no entry and no other target list', () => {
    service.reset();
    order('stock', 'KO', { quant: 5 });
    service.control.advanceClock({ advanceSeconds: 1 });
    expect(service.call('changeSystemAttribute', { isAlive: 0 })).toMatchObject({ ok: '1' });
    const dead = { ok: '0', error: { title: 'Strategy not alive' } };
    expect(order('stock', 'KO')).toMatchObject(dead);
    const parent = { action: 'BTO', quant: 1, symbol: 'KO', typeofsymbol: 'stock' };
    expect(order('stock', 'KO', { action: 'STC', conditionalUponSignal: parent })).toMatchObject(dead);
    expect(
      service.call('setDesiredPositions', { positions: [{ symbol: 'KO', typeofsymbol: 'stock', quant: 1 }] }),
    ).toMatchObject(dead);
    expect(order('stock', 'KO', { action: 'STC', quant: 2 })).toMatchObject({ ok: '1' });
    service.control.advanceClock({ advanceSeconds: 1 });
    expect(
      service.call('setDesiredPositions', { positions: [{ symbol: 'flat', typeofsymbol: 'flat', quant: 0 }] }),
    ).toMatchObject({ ok: '1' });
    service.control.advanceClock({ advanceSeconds: 1 });
    expect(asList(service.call('requestTradesOpen')['response'])).toEqual([]);
  });
});

describe('[Contexts] [Endpoints/getSystemRoster] getSystemRoster', () => {
  it('is refused on a private platform', () => {
    const { platformKey, platformId } = service.credentials;
    const context = { kind: 'platform', platformId } as const;
    expect(service.ask('getSystemRoster', JSON.stringify({ apikey: platformKey }), context)).toMatchObject({
      ok: '0',
      error: { title: 'Not a platform command' },
    });
  });
});

describe('[Resources/Strategy] [Endpoints/changeSystemAttribute] a description', () => {
  it('is cleared by an empty text, or left unchanged if a switch says so', () => {
    service.reset();
    const short = (): unknown => asMembers(service.call('getSystemDetails')['response'])['shortDescription'];
    const before = short();
    expect(before).not.toBe('');
    service.control.setSwitches({ emptyDescription: 'notGiven' });
    expect(service.call('changeSystemAttribute', { shortDescription: '' })).toMatchObject({ ok: '0' });
    expect(short()).toBe(before);
    service.control.setSwitches({ emptyDescription: 'clear' });
    expect(service.call('changeSystemAttribute', { shortDescription: '' })).toMatchObject({ ok: '1' });
    expect(short()).toBe('');
  });
});

describe('[Resources/Strategy] trades_own_system_certified and trades_own_system_scaling', () => {
  it('differ between strategies', () => {
    const accounts = service.services.engine
      .accounts()
      .filter((one) => one.strategy.ownerPersonId === service.credentials.worldPerson);
    const figures = accounts.map(({ strategy }) => {
      const details = asMembers(service.call('getSystemDetails', { systemid: strategy.id })['response']);
      return JSON.stringify(['certified', 'scaling'].map((name) => details[`trades_own_system_${name}`]));
    });
    expect(new Set(figures).size).toBeGreaterThan(1);
  });
});

describe('[Endpoints/startAutoTrade] [Resources/Broker] a broker copies only what it trades', () => {
  it('a broker for futures copies no stocks', () => {
    service.reset();
    const credentials = { broker_accountnum: 'U12345', broker_userid: 'trader', broker_password: 'secret' };
    const flags = { allow_short_options: 0, ignore_manual_trades_in_account: 1, join_trades_in_progress: 0 };
    const brokercode = 'futures-only';
    const classes = asList(asMembers(service.call('getListAvailableBrokers')['success'])['brokers_available']);
    const choices = classes.flatMap((one) => asList(one['brokerChoicesForThisParentClass']));
    const futuresOnly = choices.find(
      (one) => one['broker_trades_futures'] === '1' && one['broker_trades_stocks'] === '0',
    );
    const start = {
      ...credentials,
      ...flags,
      scalingPercentage: 100,
      brokercode: futuresOnly?.['brokercode'] ?? brokercode,
    };
    expect(service.call('startAutoTrade', start)).toMatchObject({ ok: '1' });
    order('stock', 'KO', { quant: 5 });
    order('future', '@ESM6');
    service.control.advanceClock({ advanceSeconds: 1 });
    const [account] = asList(asMembers(service.control.brokers().body)['accounts']);
    expect(asList(account?.['positions']).map((one) => one['symbol'])).toEqual(['@ESM6']);
  });

  it('a blank account number and an excessive scaling are refused; each error names its member', () => {
    const start = {
      broker_accountnum: '    ',
      broker_userid: 'trader',
      broker_password: 'secret',
      scalingPercentage: 100,
    };
    const answer = service.call('startAutoTrade', start);
    expect(asMembers(answer['error'])['errors']).toContainEqual(expect.stringContaining('broker_accountnum'));
    const huge = service.call('startAutoTrade', { ...start, broker_accountnum: 'U12345', scalingPercentage: 1e12 });
    expect(asMembers(huge['error'])['errors']).toContainEqual(expect.stringContaining('scalingPercentage'));
  });
});
