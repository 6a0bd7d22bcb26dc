import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AutoTradeDesk, guidOf, START, untouchedPositionsOf } from './autotrade-desk.ts';
import { emptySystem, holdings } from './empty-system.ts';
import { containing, like } from './matchers.ts';
import { asList, asMembers, TestService, type Members } from './service.ts';

let service: TestService;
let desk: AutoTradeDesk;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  desk = new AutoTradeDesk(service, await emptySystem(service));
});

const GUID = like(/^[0-9a-f-]{36}$/);
const errorOf = (answer: Members): Members => asMembers(answer['error']);

describe('[Endpoints/startAutoTrade] [States/Subscription and AutoTrade] startAutoTrade', () => {
  it('creates the account and answers its guid; numbers may be text', async () => {
    const answer = await desk.start({ scalingPercentage: '50', brokercode: 'TIDEWATER' });
    expect(answer).toEqual({ ok: '1', success: { broker_account_guid: GUID } });
    expect(await desk.account()).toMatchObject({
      broker_account_guid: guidOf(answer),
      personid: service.ready.world.personid,
      systemid: desk.systemid,
      brokercode: 'TIDEWATER',
      broker_accountnum: 'U123456',
      state: 'live',
      cash: '100000.00',
      value: '100000.00',
      positions: [],
      orders: [],
      settings: { scalingPercentage: '50', max_units_futures: '', enable_stocks: '1', join_trades_in_progress: '1' },
    });
  });

  it('copies entries, partial closes and reversals at the fill price, scaled and rounded down', async () => {
    await desk.start({ scalingPercentage: 50 });
    await service.setPrice('KO', '70');
    await desk.order('BTO', 3);
    await service.setPrice('KO', '71.5');
    expect(await desk.positions()).toEqual(['KO 1']);
    await desk.trade('BTO', 2);
    await desk.trade('STC', 1);
    expect(await desk.positions()).toEqual(['KO 2']);
    await desk.trade('STO', 10);
    expect(await desk.positions()).toEqual(['KO -3']);
    const { orders, cash } = await desk.account();
    expect(asList(orders).toReversed()).toMatchObject([
      { symbol: 'KO', quantity: '1', price: '71.5', cause: 'strategy', time: like(/^2026-03-02 /) },
      { quantity: '1' },
      { quantity: '-2' },
      { quantity: '-3' },
    ]);
    expect(cash).toBe('100214.50');
  });

  it('a future settles its profit by its point value; an option costs its price', async () => {
    await desk.start();
    await service.setPrice('@ESM6', '6900');
    await desk.trade('BTO', 2, '@ESM6', 'future');
    await service.setPrice('@ESM6', '6910');
    expect(await desk.account()).toMatchObject({ cash: '100000.00', value: '101000.00' });
    await desk.trade('STC', 2, '@ESM6', 'future');
    expect(await desk.account()).toMatchObject({ cash: '101000.00', positions: [] });
    await service.setPrice('AAPL2617D260', '10');
    await desk.order('BTO', 1, 'AAPL2617D260', 'option');
    await service.setPrice('AAPL2617D260', '10');
    expect(await desk.account()).toMatchObject({ cash: '100000.00', value: '101000.00' });
  });

  it('join_trades_in_progress: 1 copies open trades at once, 0 ignores them until they end', async () => {
    await desk.trade('BTO', 10);
    await desk.start({ join_trades_in_progress: 0 });
    await desk.trade('BTO', 5);
    expect(await desk.positions()).toEqual([]);
    await desk.trade('STC', 15);
    await desk.trade('BTO', 3);
    expect(await desk.positions()).toEqual(['KO 3']);
    await desk.stop(0);
    await desk.start({ join_trades_in_progress: 1, broker_accountnum: 'U999' });
    expect((await desk.accounts()).map((one) => asList(one['positions']).length)).toEqual([0, 1]);
  });

  it.each([
    ['max_units_futures', '@ESM6', 'future'],
    ['max_units_forex', 'EURUSD', 'forex'],
    ['max_units_options', 'AAPL2617D260', 'option'],
  ])('%s caps a position', async (name, symbol, type) => {
    await desk.start({ [name]: 2 });
    await desk.trade('BTO', 5, symbol, type);
    expect(await desk.positions()).toEqual([`${symbol} 2`]);
  });

  it('max_dollars_stocks caps the dollars of a position, computed at the fill price', async () => {
    await desk.start({ max_dollars_stocks: '1000' });
    await desk.order('STO', 50);
    await service.setPrice('KO', '70');
    expect(await desk.positions()).toEqual(['KO -14']);
  });

  it.each([
    ['enable_stocks', 'KO', 'stock'],
    ['enable_options', 'AAPL2617D260', 'option'],
    ['enable_futures', '@ESM6', 'future'],
    ['enable_forex', 'EURUSD', 'forex'],
  ])('%s: 0 copies no position of the type, 1 copies all', async (name, symbol, type) => {
    await desk.start({ [name]: 0 });
    await desk.trade('BTO', 5, symbol, type);
    expect(await desk.positions()).toEqual([]);
    await desk.change({ [name]: '1' });
    expect(await desk.positions()).toEqual([`${symbol} 5`]);
  });

  it('allow_short_options=0: short options are not copied', async () => {
    await desk.start({ allow_short_options: 0 });
    await desk.trade('STO', 5, 'AAPL2617D260', 'option');
    expect(await desk.positions()).toEqual([]);
    await desk.change({ allow_short_options: 1 });
    expect(await desk.positions()).toEqual(['AAPL2617D260 -5']);
  });

  it('ignore_manual_trades_in_account: 1 ignores trades by hand, 0 counts them', async () => {
    await desk.start();
    await desk.trade('BTO', 10);
    expect(await desk.tradeByHand('KO', -4)).toMatchObject({
      positions: [{ quantity: '6', copied: '10', manual: '-4' }],
    });
    await desk.trade('BTO', 2);
    expect(await desk.positions()).toEqual(['KO 12 + -4']);
    await desk.change({ ignore_manual_trades_in_account: 0 });
    expect(await desk.positions()).toEqual(['KO 12']);
    await desk.tradeByHand('KO', '-5');
    await desk.trade('BTO', 1);
    expect(await desk.positions()).toEqual(['KO 13']);
  });

  it('stopLossDollarsPerPosition: a position is closed at this loss, and its trade is no longer copied', async () => {
    await desk.start({ stopLossDollarsPerPosition: 100 });
    await desk.order('BTO', 100);
    await service.setPrice('KO', '70');
    await service.setPrice('KO', '69.01');
    expect(await desk.positions()).toEqual(['KO 100']);
    await service.setPrice('KO', '69');
    await desk.trade('BTO', 1);
    expect(await desk.account()).toMatchObject({
      positions: [],
      cash: '99900.00',
      tradesNotCopied: [like(/^\d+$/)],
      orders: [{ cause: 'stopLoss', price: '69', quantity: '-100' }, { cause: 'strategy' }],
    });
  });

  it('an option is settled in the account as in the strategy, also one bought by hand', async () => {
    await desk.start();
    await desk.trade('BTO', 2, 'AAPL2606C1', 'option');
    await desk.tradeByHand('AAPL2606C900', 3);
    const before = Number((await desk.account())['cash']);
    await service.setPrice('AAPL', '260');
    await service.advance(5 * 86_400);
    const after = await desk.account();
    expect(after['positions']).toEqual([]);
    expect(Number(after['cash']) - before).toBe(259 * 100 * 2);
  });

  it('a second start on a live link is refused; another broker or person is accepted', async () => {
    await desk.start();
    expect(await desk.start()).toMatchObject({ ok: '0', error: { title: 'AutoTrade is already on' } });
    expect(await desk.start({ brokercode: 'MERIDIAN' })).toMatchObject({ ok: '1' });
    const personid = service.ready.platform.personids.find((id) => id !== service.ready.world.personid);
    expect(await desk.callOnPlatform('startAutoTrade', { ...START, personid })).toMatchObject({ ok: '1' });
    await desk.trade('BTO', 4);
    expect((await desk.accounts()).map((one) => asList(one['positions'])[0]?.['copied'])).toEqual(['4', '4', '4']);
  });
});

describe('[Endpoints/changeAutoTrade] [States/Subscription and AutoTrade] changeAutoTrade', () => {
  it('changes open positions at once, and answers the guid of the account', async () => {
    const guid = guidOf(await desk.start());
    await desk.trade('BTO', 10);
    expect(await desk.change({ scalingPercentage: 250 })).toEqual({ ok: '1', success: { broker_account_guid: guid } });
    expect(await desk.positions()).toEqual(['KO 25']);
    await desk.change({ max_dollars_stocks: 100 });
    expect(await desk.positions()).toEqual(['KO 1']);
  });

  it('a null, empty or missing member leaves its setting unchanged (order-safety A2)', async () => {
    await desk.start({ max_units_futures: 3, stopLossDollarsPerPosition: 500, enable_forex: 0 });
    await desk.change({ scalingPercentage: 20, max_units_futures: null, stopLossDollarsPerPosition: '' });
    expect((await desk.account())['settings']).toEqual({
      scalingPercentage: '20',
      max_units_futures: '3',
      max_units_forex: '',
      max_units_options: '',
      max_dollars_stocks: '',
      stopLossDollarsPerPosition: '500',
      enable_stocks: '1',
      enable_options: '1',
      enable_futures: '1',
      enable_forex: '0',
      allow_short_options: '1',
      ignore_manual_trades_in_account: '1',
      join_trades_in_progress: '1',
    });
  });

  it('with one wrong field nothing changes; all wrong fields are named', async () => {
    await desk.start();
    const answer = await desk.change({ scalingPercentage: 20, max_units_forex: 'x', enable_stocks: 7 });
    expect(answer).toMatchObject({ ok: '0', error: { title: 'Unable to changeAutoTrade' } });
    expect(errorOf(answer)['errors']).toEqual([containing('max_units_forex'), containing('enable_stocks')]);
    expect((await desk.account())['settings']).toMatchObject({ scalingPercentage: '100' });
  });

  it('the broker must be named when there are several links', async () => {
    await desk.start();
    await desk.start({ brokercode: 'TIDEWATER' });
    expect(await desk.change({ scalingPercentage: 5 })).toMatchObject({ error: { title: 'No brokercode' } });
    expect(await desk.change({ scalingPercentage: 5, brokercode: 'TIDEWATER' })).toMatchObject({ ok: '1' });
    const scaling = (await desk.accounts()).map((one) => asMembers(one['settings'])['scalingPercentage']);
    expect(scaling).toEqual(['100', '5']);
  });
});

describe('[Endpoints/stopAutoTrade] [States/Subscription and AutoTrade] stopAutoTrade', () => {
  it('leavePositionsAndOrdersUntouched=1 leaves all positions and lists the copied ones', async () => {
    await desk.start();
    await desk.trade('BTO', 4);
    await desk.trade('STO', 2, '@ESM6', 'future');
    await desk.tradeByHand('PEP', 9);
    const answer = await desk.stop(1);
    expect(untouchedPositionsOf(answer)).toEqual([
      { symbol: 'KO', typeofsymbol: 'stock', quant: '4' },
      { symbol: '@ESM6', typeofsymbol: 'future', quant: '-2' },
    ]);
    await desk.trade('STC', 4);
    expect(await desk.positions()).toEqual(['KO 4', '@ESM6 -2', 'PEP 0 + 9']);
    expect(await desk.account()).toMatchObject({ state: 'stopped', stopped: like(/^2026-/) });
  });

  it('leavePositionsAndOrdersUntouched=0 closes the copied positions and lists nothing', async () => {
    await desk.start();
    await desk.trade('BTO', 4);
    await desk.tradeByHand('KO', 1);
    expect(await desk.stop('0')).toEqual({ ok: '1', success: { status: { visiblePositionsLeftUntouched: [] } } });
    expect(await desk.positions()).toEqual(['KO 0 + 1']);
  });

  it('is refused without a link, and after an earlier stop', async () => {
    const off = { ok: '0', error: { title: 'AutoTrade is not on' } };
    expect(await desk.stop(1)).toMatchObject(off);
    expect(await desk.change({ scalingPercentage: 1 })).toMatchObject(off);
    await desk.start();
    await desk.stop(1);
    expect(await desk.stop(1)).toMatchObject(off);
  });

  it.each([undefined, null, '', 2, 'yes'])(
    'leavePositionsAndOrdersUntouched=%s is refused, and the link stays live',
    async (leave) => {
      await desk.start();
      expect(await desk.stop(leave)).toMatchObject({
        ok: '0',
        error: { title: 'Unable to stopAutoTrade', errors: [containing('leavePositionsAndOrdersUntouched')] },
      });
      expect(await desk.account()).toMatchObject({ state: 'live' });
    },
  );

  it('after a new start on the account, remaining positions count as traded by hand', async () => {
    const guid = guidOf(await desk.start());
    await desk.trade('BTO', 4);
    await desk.stop(1);
    expect(guidOf(await desk.start({ ignore_manual_trades_in_account: 0 }))).toBe(guid);
    expect(await desk.positions()).toEqual(['KO 4']);
    await desk.trade('STC', 4);
    expect(await desk.positions()).toEqual([]);
  });
});

describe('[States/Subscription and AutoTrade] over time', () => {
  const HOUR = 3600;

  it('links, accounts, stop losses and excluded trades survive a restart', async () => {
    const first = await TestService.start();
    const deskBefore = new AutoTradeDesk(first, await emptySystem(first));
    await deskBefore.trade('BTO', 7, 'PEP');
    await deskBefore.start({ join_trades_in_progress: 0, stopLossDollarsPerPosition: 100 });
    await deskBefore.tradeByHand('MSFT', 2);
    await deskBefore.trade('BTO', 100);
    const account = await deskBefore.account();
    const second = await first.restart();
    const deskAfter = new AutoTradeDesk(second, deskBefore.systemid);
    expect(await deskAfter.account()).toEqual(account);
    await deskAfter.trade('BTO', 1, 'PEP');
    await second.setPrice('KO', '10');
    expect(await deskAfter.positions()).toEqual(['MSFT 0 + 2']);
    expect(await deskAfter.stop(1)).toMatchObject({ ok: '1' });
    const third = await second.restart();
    expect(await new AutoTradeDesk(third, deskBefore.systemid).account()).toMatchObject({ state: 'stopped' });
    await third.stop();
  });

  it('a link ends with its subscription, also if one clock advance goes far beyond that time', async () => {
    const local = await TestService.start();
    const localDesk = new AutoTradeDesk(local, await emptySystem(local));
    const personid = local.ready.platform.personids.find((id) => id !== local.ready.world.personid);
    const subscribed = asMembers((await localDesk.callOnPlatform('subscribeToStrategy', { personid }))['success']);
    const end = { subscription_guid: subscribed['subscription_guid'], unsubAtYYYYMMDDhhmm: '2026-03-06 12:00' };
    expect(await localDesk.callOnPlatform('privateSubManagement_endSubscription', { personid, ...end })).toMatchObject({
      ok: '1',
    });
    expect(await localDesk.callOnPlatform('startAutoTrade', { ...START, personid })).toMatchObject({ ok: '1' });
    for (const [symbol, time] of [
      ['KO', '2026-03-06T16:59:00Z'],
      ['PEP', '2026-03-06T17:01:00Z'],
    ] as const) {
      const parkUntilSecs = String(Date.parse(time) / 1000);
      await local.submit({ symbol, quant: 2, parkUntilSecs }, { systemid: localDesk.systemid });
    }
    await local.advance(30 * 24 * HOUR);
    expect(await holdings(local, localDesk.systemid)).toEqual({ KO: 2, PEP: 2 });
    expect([await localDesk.positions(), (await localDesk.account())['state']]).toEqual([['KO 2'], 'stopped']);
    await local.stop();
  });

  it('with market hours, positions are copied and closed only when their market opens', async () => {
    const market = await TestService.start({ hours: 'market' });
    const marketDesk = new AutoTradeDesk(market, await emptySystem(market));
    await marketDesk.trade('BTO', 10);
    await marketDesk.trade('BTO', 1, 'EURUSD', 'forex');
    await market.advance(8 * HOUR);
    await marketDesk.start();
    expect(await marketDesk.positions()).toEqual(['EURUSD 1']);
    await expect(marketDesk.tradeByHand('KO', 1)).rejects.toThrow(/closed/);
    await market.advance(17 * HOUR);
    expect(await marketDesk.positions()).toEqual(['EURUSD 1', 'KO 10']);
    await market.advance(7 * HOUR);
    await marketDesk.stop(0);
    expect([await marketDesk.positions(), (await marketDesk.account())['state']]).toEqual([['KO 10'], 'closing']);
    const again = await market.restart({ hours: 'market' });
    await again.advance(17 * HOUR);
    expect(await new AutoTradeDesk(again, marketDesk.systemid).account()).toMatchObject({
      state: 'stopped',
      positions: [],
    });
    await again.stop();
  });
});

describe('the control API for trades at a broker', () => {
  it('refuses wrong input and says what is wrong', async () => {
    await desk.start();
    await expect(desk.tradeByHand('NOSUCH', 1)).rejects.toThrow(/symbol/);
    for (const wrong of [0, 1.5, 'x', undefined])
      await expect(desk.tradeByHand('KO', wrong)).rejects.toThrow(/quantity/);
    await expect(desk.tradeByHand('@ESZ5', 1)).rejects.toThrow(/has ended/);
    await expect(desk.tradeByHand('@ESJ6', 1)).rejects.toThrow(/not listed/);
    const unknown = { broker_account_guid: 'x', symbol: 'KO', quantity: 1 };
    await expect(service.control('POST', '/practice/broker-trade', unknown)).rejects.toThrow(/broker_account_guid/);
  });
});
