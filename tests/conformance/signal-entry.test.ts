import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_TEXT, like } from './matchers.ts';
import { asMembers, BUY, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const signalOf = (answer: Members): Members => asMembers(answer['signal']);

async function find(id: string): Promise<Members> {
  const all = await service.list('retrieveSignalsAll', {
    filter_type: 'time_posted',
    filter_date_time_start: '2026-03-02 09:00:00',
  });
  return asMembers(all.find((signal) => signal['signal_id'] === id));
}

const status = async (id: string): Promise<unknown> => (await find(id))['status'];

describe('[Endpoints/submitSignal] submitSignal', () => {
  it('[Resources/Signal] [Notes/33] the echo has every member in its JSON type', async () => {
    const answer = await service.submit({
      limit: 200,
      profittarget: '270.50',
      stoploss: 150,
      signalid: 123456789012345,
    });
    expect(answer).toMatchObject({
      ok: '1',
      signalid: '123456789012345',
      elapsed_time: like(/^\d+\.\d{4}$/),
    });
    const echo = signalOf(answer);
    expect(echo).toMatchObject({
      market: '0',
      localsignalid: '123456789012345',
      stoploss: '150',
      profittarget: '270.5',
      limit: '200',
      stop: '0',
      comments: '',
      day: '0',
      gtc: '1',
      duration: 'GTC',
      systemid: service.systemId,
      symbol: 'AAPL',
      description: 'Apple Inc',
      typeofsymbol: 'stock',
      currency: 'USD',
      pointvalue: 1,
      decimalprecision: '2',
      quant: '100',
      action: 'BTO',
      conditionalupon: null,
      ocaid: null,
      parkUntilSecs: null,
      parkUntilYYYYMMDDHHMM: null,
    });
    for (const name of [
      'signalid',
      'expiresat',
      'ticktime',
      'targetocagroupid',
      'profittargetsignalid',
      'stoplosssignalid',
    ]) {
      expect(echo[name], name).toMatch(/^\d+$/);
    }
    expect(echo['signalid']).toMatch(/^\d{9}$/);
  });

  it('without an own id the top-level signalid is the service id', async () => {
    const answer = await service.submit({ limit: 200 });
    expect(answer['signalid']).toBe(signalOf(answer)['signalid']);
    expect(signalOf(answer)).not.toHaveProperty('localsignalid');
    expect(signalOf(answer)['targetocagroupid']).toBeNull();
  });

  it.each(['BTO', 'STO', 'SSHORT', 'BTC', 'STC'])('action %s is accepted and echoed', async (action) => {
    expect(signalOf(await service.submit({ action, limit: action.startsWith('B') ? 1 : 9999 }))).toMatchObject({
      action,
    });
  });

  it.each([
    ['stock', 'SPY'],
    ['option', 'AAPL2617D260'],
    ['future', '@ESM6'],
    ['forex', 'EURUSD'],
  ])('typeofsymbol %s is accepted and echoed', async (typeofsymbol, symbol) => {
    expect(await service.submit({ typeofsymbol, symbol, quant: 1, stop: 99_999 })).toMatchObject({
      ok: '1',
      signal: { typeofsymbol, symbol },
    });
  });

  it('[Notes/4] zero, null and empty text mean "not given"', async () => {
    const empty = {
      limit: 0.0,
      stop: '0',
      market: '0',
      profittarget: null,
      stoploss: '',
      conditionalupon: '',
      xreplace: 0,
      ocaid: null,
    };
    expect(signalOf(await service.submit({ ...empty, symbol: 'KO' }))).toMatchObject({
      market: '1',
      limit: '0',
      stop: '0',
    });
  });

  it('[Notes/3] [Notes/5] numbers and strings are interchangeable; unknown members are ignored', async () => {
    const answer = await service.submit(
      { quant: '7', limit: '1.5', orderType: 'x' },
      { systemid: Number(service.systemId) },
    );
    expect(answer).toMatchObject({ ok: '1', signal: { quant: '7', limit: '1.5' } });
  });

  it('[Notes/6] a signal with parkUntilSecs is listed as working, with its release time', async () => {
    const now = 1_772_461_800;
    const echo = signalOf(await service.submit({ limit: 1, parkUntilSecs: String(now + 7200) }));
    expect(echo).toMatchObject({ parkUntilSecs: String(now + 7200), parkUntilYYYYMMDDHHMM: '202603021130' });
    expect(await find(text(echo, 'signalid'))).toMatchObject({
      status: 'working',
      isOrderParked: '1',
      parked_releasewhen: '2026-03-02 11:30:00',
    });
  });

  it("[Notes/5] [Notes/33] conditionalupon takes an own id; the echo has a nested parent's ids", async () => {
    await service.submit({ limit: 1, signalid: 900 });
    const child = signalOf(await service.submit({ action: 'STC', limit: 9999, conditionalupon: 900 }));
    expect(await status(text(child, 'signalid'))).toBe('posted');
    const nested = await service.submit({
      action: 'STC',
      limit: 9999,
      conditionalUponSignal: { ...BUY, limit: 1, signalid: 901 },
    });
    const parent = asMembers(signalOf(nested)['conditionalUponSignal']);
    expect(signalOf(nested)['conditionalupon']).toBe(parent['signalid']);
    expect(parent['localsignalid']).toBe('901');
    expect(await status(text(parent, 'signalid'))).toBe('working');
  });

  it('xreplace with leave_oca_intact cancels the old signal, and the new one joins its group', async () => {
    const [old, sibling] = [
      await service.submit({ limit: 1, ocaid: 'g1' }),
      await service.submit({ limit: 2, ocaid: 'g1' }),
    ].map(signalOf);
    const oldId = text(asMembers(old), 'signalid');
    const newSignal = signalOf(await service.submit({ limit: 3, xreplace: oldId, leave_oca_intact: 1 }));
    expect(newSignal).toMatchObject({ xreplace: oldId, ocaid: 'g1' });
    expect([await status(oldId), await status(text(asMembers(sibling), 'signalid'))]).toEqual(['canceled', 'working']);
  });

  it('forcenooca enters the two children without a group', async () => {
    const echo = signalOf(await service.submit({ limit: 1, profittarget: 300, stoploss: '0.5', forcenooca: 1 }));
    expect(echo).toMatchObject({
      targetocagroupid: null,
      profittargetsignalid: ANY_TEXT,
      stoplosssignalid: ANY_TEXT,
    });
  });

  it.each([
    ['Unknown typeofsymbol', { typeofsymbol: 'equity' }],
    ['Unknown typeofsymbol', { typeofsymbol: 'index' }],
    ['Unknown action', { action: 'BUY' }],
    ['Unknown duration', { duration: 'IOC' }],
    ['Unknown duration', { duration: 'FOK' }],
    ['Unknown symbol', { symbol: 'NOSUCH' }],
    ['Unknown symbol', { symbol: '' }],
    ['Unknown symbol', { typeofsymbol: 'future' }],
    ['Invalid quant', { quant: 0 }],
    ['Invalid quant', { quant: 'ten' }],
    ['Invalid quant', { quant: 0.5, symbol: 'EURUSD', typeofsymbol: 'forex' }],
    ['Invalid limit', { limit: '1e3x' }],
    ['Invalid stop', { stop: -5 }],
    ['Limit and stop together', { limit: 1, stop: 2 }],
    ['Market order with a price', { market: 1, limit: 2 }],
    ['Unknown conditionalupon', { limit: 1, conditionalupon: 1 }],
    ['Unknown xreplace', { limit: 1, xreplace: 1 }],
    ['Bracket on a closing order', { action: 'STC', stoploss: 1 }],
    ['Invalid conditionalUponSignal', { conditionalUponSignal: 5 }],
    ['Invalid parkUntilSecs', { parkUntilSecs: 'soon' }],
  ])('[Notes/11] a bad signal is refused with the reason: %s %j', async (title, signal) => {
    const answer = await service.submit(signal);
    expect(answer).toMatchObject({
      ok: '0',
      error: { title },
      signal: { symbol: null },
      elapsed_time: ANY_TEXT,
    });
    expect(answer).not.toHaveProperty('signalid');
    expect(Object.keys(asMembers(answer['rejectedSignal']))).toEqual(expect.arrayContaining(['action', 'symbol']));
  });

  it('is refused without a signal, or if the signal is not an object', async () => {
    expect(await service.call('submitSignal')).toMatchObject({ ok: '0', error: { title: 'No signal' } });
    expect(await service.call('submitSignal', { signal: [] })).toMatchObject({
      ok: '0',
      error: { title: 'Invalid signal', message: 'signal must be an object' },
    });
  });

  it('[Limits/Own signal ids and OCA ids unique] [Notes/41] the switch duplicateOwnId decides what a used own id does', async () => {
    const first = signalOf(await service.submit({ limit: 1, signalid: 555 }));
    expect(await service.submit({ limit: 1, signalid: '555' })).toMatchObject({
      ok: '0',
      error: { title: 'Duplicate signalid' },
    });
    await service.set({ duplicateOwnId: 'replay' });
    expect(await service.submit({ limit: 1, signalid: 555 })).toMatchObject({
      ok: '1',
      signal: { signalid: first['signalid'] },
    });
    await service.set({ duplicateOwnId: 'accept' });
    const second = signalOf(await service.submit({ limit: 1, signalid: 555 }));
    expect(second['signalid']).not.toBe(first['signalid']);
    await service.set({ duplicateOwnId: 'refuse' });
  });

  it('[Limits/Own signal ids and OCA ids unique] an own id is free in another strategy', async () => {
    expect(
      await service.submit({ limit: 1, signalid: 555 }, { systemid: service.ready.world.systemids[1] }),
    ).toMatchObject({ ok: '1' });
  });
});

describe('[Endpoints/cancelSignal] cancelSignal', () => {
  it('[Errors/cancelSignal on a canceled signal] [Notes/36] echoes the signal once, then refuses', async () => {
    const { signalid } = signalOf(
      await service.submit({ limit: '12.5', symbol: 'MSFT2617D420', typeofsymbol: 'option', quant: 2 }),
    );
    const answer = await service.call('cancelSignal', { signalid });
    expect(answer).toMatchObject({
      ok: 1,
      signalid,
      title: 'Signal canceled',
      message: ANY_TEXT,
      elapsed_time: ANY_TEXT,
    });
    expect(signalOf(answer)).toMatchObject({
      market: '0',
      strike: '420',
      expir: 'Apr26',
      personid: service.ready.world.personid,
      underlying: 'MSFT',
      putcall: 'call',
      day: '0',
      gtc: '1',
      killedwhen: '1772461800',
      tradeprice: '0',
      expiredwhen: '0',
      tradedwhen: '0',
      systemid: service.systemId,
      islimit: '12.5',
      stop: '0',
      quant: '2',
      guid: ANY_TEXT,
      postedwhen: '1772461800',
      signalexpiresat: like(/^\d+$/),
    });
    expect(await service.call('cancelSignal', { signalid })).toMatchObject({
      ok: '0',
      error: { title: 'Signal already canceled', message: 'Signal could not be canceled' },
    });
  });

  it('[Errors/cancelSignal on a traded signal] answers ok 0, with a top-level title and message', async () => {
    const { signalid } = signalOf(await service.submit({ symbol: 'DIS', quant: 1 }));
    await service.setPrice('DIS', '100');
    expect(await service.call('cancelSignal', { signalid })).toMatchObject({
      ok: 0,
      title: 'Signal was traded',
      message: 'Signal could not be canceled',
    });
  });

  it('cancels by own id, and refuses an unknown or missing id', async () => {
    await service.submit({ limit: 1, signalid: 777 });
    expect(await service.call('cancelSignal', { signalid: 777 })).toMatchObject({ ok: 1, signalid: '777' });
    expect(await service.call('cancelSignal', { signalid: 1 })).toMatchObject({
      ok: '0',
      error: { title: 'Unknown signalid' },
    });
    expect(await service.call('cancelSignal')).toMatchObject({ ok: '0', error: { title: 'No signalid' } });
  });
});

describe('[States/Signal] [States/Trade] a bracket from entry to exit', () => {
  it('the entry fills; one child fills and cancels the other; trade, margin and cash follow', async () => {
    const before = await service.call('requestMarginEquity');
    const entry = signalOf(
      await service.submit({ symbol: 'JPM', limit: 300, profittarget: 320, stoploss: 280, duration: 'DAY' }),
    );
    const [id, target, stop] = ['signalid', 'profittargetsignalid', 'stoplosssignalid'].map((name) =>
      text(entry, name),
    );
    if (!id || !target || !stop) throw new Error('no bracket');
    expect([await status(id), await status(target), await status(stop)]).toEqual(['working', 'posted', 'posted']);
    await service.setPrice('JPM', '299.50');
    expect(await find(id)).toMatchObject({ status: 'traded', traded_price: '299.500000000', trade_id_closing: '' });
    expect([await find(target), await find(stop)]).toMatchObject([
      { status: 'working', ocaid: entry['targetocagroupid'], conditionalupon: id },
      { status: 'working', ocaid: entry['targetocagroupid'], conditionalupon: id },
    ]);
    const open = (await service.list('requestTradesOpen')).find((trade) => trade['symbol'] === 'JPM');
    expect(open).toMatchObject({
      open_or_closed: 'open',
      quant_opened: '100',
      quant_closed: '0',
      openVWAP_timestamp: null,
      markToMarket_time: '',
      opening_price_VWAP: '299.5',
    });
    const during = await service.call('requestMarginEquity');
    expect(Number(during['marginUsed']) - Number(before['marginUsed'])).toBe(14_975);
    await service.setPrice('JPM', '320.00');
    expect([await status(target), await status(stop)]).toEqual(['traded', 'canceled']);
    const closed = (await service.list('requestTrades')).find(
      (trade) => trade['symbol'] === 'JPM' && trade['trade_id'] === open?.['trade_id'],
    );
    expect(closed).toMatchObject({ open_or_closed: 'closed', closing_price_VWAP: '320.00000', PL: '2050' });
    const after = await service.call('requestMarginEquity');
    expect(after['marginUsed']).toBe(before['marginUsed']);
    expect(Math.abs(Number(after['cash']) - Number(before['cash']) - 2048)).toBeLessThanOrEqual(1);
  });

  it('[Notes/34] DAY signals expire at 16:05, siblings are canceled; market orders fill at the next tick', async () => {
    const dayId = text(
      signalOf(await service.submit({ symbol: 'XOM', limit: 1, duration: 'DAY', ocaid: 'day-group' })),
      'signalid',
    );
    const gtcId = text(signalOf(await service.submit({ symbol: 'XOM', limit: 1, ocaid: 'day-group' })), 'signalid');
    const marketId = text(signalOf(await service.submit({ symbol: 'CAT', quant: 1 })), 'signalid');
    expect(await status(marketId)).toBe('working');
    await service.advance(1);
    expect(await find(marketId)).toMatchObject({
      status: 'traded',
      traded_price: '745.200000000',
      traded_time: '2026-03-02 09:30:01',
    });
    await service.advance(7 * 3600);
    expect(await find(dayId)).toMatchObject({ status: 'expired', expired_time: '2026-03-02 16:05:00' });
    expect(await find(gtcId)).toMatchObject({ status: 'canceled', canceled_time: '2026-03-02 16:05:00' });
    expect(await service.call('cancelSignal', { signalid: dayId })).toMatchObject({
      ok: '0',
      error: { title: 'Signal already expired' },
    });
  });
});
