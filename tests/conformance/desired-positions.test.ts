import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asPlatform, emptySystem, holdings, workingOrders } from './empty-system.ts';
import { containing } from './matchers.ts';
import { asList, asMembers, BUY, TestService, type Members } from './service.ts';
import { withSwitch } from './with-switch.ts';

let service: TestService;
let systemid: string;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  systemid = await emptySystem(service);
});

const stock = (symbol: string, quant: number | string) => ({ symbol, typeofsymbol: 'stock', quant });
const flatOrStop = (symbol: string) => ({ symbol, typeofsymbol: symbol, quant: 0 });
const noOption = { underlying: null, strike: null, putcall: null, expir: null };
const set = (positions: unknown, fields: object = {}): Promise<Members> =>
  service.call('setDesiredPositions', { systemid, positions, ...fields });
const readBack = (): Promise<readonly Members[]> => service.list('getDesiredPositions', { systemid });
const positions = () => holdings(service, systemid);
const working = () => workingOrders(service, systemid);
/** Market orders fill at the next tick. */
const tick = () => service.advance(1);

describe('[Endpoints/setDesiredPositions] [Endpoints/getDesiredPositions] [Resources/Desired position] records', () => {
  it('before the first list, an empty list is read back', async () => {
    expect(await service.call('getDesiredPositions', { systemid })).toEqual({ ok: '1', response: [] });
  });

  it('records of all four types have every member, and the quantity as signed text', async () => {
    const list = [
      stock('aapl', 100),
      { symbol: 'AAPL2617D260', typeofsymbol: 'option', quant: '-2' },
      { symbol: '@ESM6', typeofsymbol: 'future', quant: '1', unknown: 'member' },
      { symbol: 'EURUSD', typeofsymbol: 'forex', quant: -3.0 },
    ];
    const stored = [
      { symbol: 'AAPL', typeofsymbol: 'stock', quant: '100', ...noOption },
      {
        symbol: 'AAPL2617D260',
        typeofsymbol: 'option',
        quant: '-2',
        underlying: 'AAPL',
        strike: '260',
        putcall: 'call',
        expir: 'Apr26',
      },
      { symbol: '@ESM6', typeofsymbol: 'future', quant: '1', ...noOption },
      { symbol: 'EURUSD', typeofsymbol: 'forex', quant: '-3', ...noOption },
    ];
    expect(await set(list)).toEqual({ ok: '1', response: stored });
    expect(await service.call('getDesiredPositions', { systemid })).toEqual({ ok: '1', response: stored });
    expect(await working()).toEqual(['BTO 100 AAPL', 'STO 2 AAPL2617D260', 'BTO 1 @ESM6', 'STO 3 EURUSD']);
    await tick();
    expect(await positions()).toEqual({ AAPL: 100, AAPL2617D260: -2, '@ESM6': 1, EURUSD: -3 });
  });

  it('the last list that was sent is read back, not the positions', async () => {
    await set([stock('KO', 5)]);
    await tick();
    await set([stock('KO', 9)]);
    expect([await positions(), await readBack()]).toMatchObject([{ KO: 5 }, [{ quant: '9' }]]);
  });

  it('a list can be sent by GET, or with only the list in the body', async () => {
    const query = new URLSearchParams({ apikey: service.ready.world.apikey, systemid });
    const positions = JSON.stringify([stock('KO', 4)]);
    const path = `${service.path('setDesiredPositions')}?${query}`;
    expect((await service.get(`${path}&positions=${encodeURIComponent(positions)}`)).json).toMatchObject({ ok: '1' });
    expect(await working()).toEqual(['BTO 4 KO']);
    await service.post(path, `{"positions":${JSON.stringify([stock('PEP', 1)])}}`);
    expect(
      asList((await service.get(`${service.path('getDesiredPositions')}?${query}`)).json['response']),
    ).toMatchObject([{ symbol: 'PEP' }]);
  });

  it('the private platform context sets and reads a list', async () => {
    expect(await asPlatform(service, 'setDesiredPositions', { systemid, positions: [stock('KO', 2)] })).toMatchObject({
      ok: '1',
    });
    expect(await asPlatform(service, 'getDesiredPositions', { systemid })).toMatchObject({
      response: [{ symbol: 'KO' }],
    });
  });
});

describe('[States/Desired-position mode] the mode: each row of its state table', () => {
  const refused = { ok: '0', error: { title: 'Signal entry is disengaged' } };
  const submit = () => service.submit({ limit: 1 }, { systemid });
  const setMode = (mode: string, id = systemid) =>
    service.control('POST', '/practice/desired-mode', { systemid: id, mode });

  it('[Notes/41] Off: a list starts Maintaining; then a signal is refused and changes nothing', async () => {
    await set([stock('KO', 5)]);
    expect(await submit()).toMatchObject({ ...refused, signal: { symbol: null }, rejectedSignal: { limit: 1 } });
    expect(await working()).toEqual(['BTO 5 KO']);
  });

  it('Maintaining: a new list closes missing symbols; a change of sign opens a second trade', async () => {
    await set([stock('KO', 5), stock('PEP', 7)]);
    await tick();
    await set([stock('KO', '-3')]);
    expect(await working()).toEqual(['STC 5 KO', 'STO 3 KO', 'STC 7 PEP']);
    await tick();
    expect(await positions()).toEqual({ KO: -3 });
    const closed = await service.list('requestAllTrades_overview', { systemid, closedTrades: 1 });
    expect(closed.map((trade) => [trade['symbol'], trade['long_or_short']])).toEqual([
      ['KO', 'long'],
      ['PEP', 'long'],
    ]);
  });

  it('[Notes/9] quant 0 of a real symbol closes its position', async () => {
    await set([stock('KO', 5), stock('PEP', 7)]);
    await tick();
    await set([stock('KO', '0'), stock('PEP', 7)]);
    await tick();
    expect(await positions()).toEqual({ PEP: 7 });
    expect(await readBack()).toMatchObject([{ symbol: 'KO', quant: '0' }, { quant: '7' }]);
  });

  it('Maintaining: flat closes the positions, and the mode remains', async () => {
    await set([stock('KO', -5)]);
    await tick();
    const flat = { symbol: 'flat', typeofsymbol: 'flat', quant: '0', ...noOption };
    expect(await set([flatOrStop('flat')])).toEqual({ ok: '1', response: [flat] });
    await tick();
    expect([await positions(), await readBack()]).toEqual([{}, [flat]]);
    expect(await submit()).toMatchObject(refused);
  });

  it('Maintaining: stop ends the mode; positions remain, and signals are accepted', async () => {
    await set([stock('KO', 5)]);
    await tick();
    const stop = { symbol: 'stop', typeofsymbol: 'stop', quant: '0', ...noOption };
    expect(await set([flatOrStop('stop')])).toEqual({ ok: '1', response: [stop] });
    await tick();
    expect(await positions()).toEqual({ KO: 5 });
    expect(await submit()).toMatchObject({ ok: '1' });
  });

  it('Maintaining: a manual action on the web ends the mode; the list is still read back', async () => {
    await set([stock('KO', 5)]);
    await tick();
    expect(await setMode('off')).toEqual({ systemid, mode: 'off' });
    expect(await readBack()).toMatchObject([{ symbol: 'KO' }]);
    expect(await service.submit({ action: 'STC', symbol: 'KO', quant: 5 }, { systemid })).toMatchObject({ ok: '1' });
    await tick();
    await tick();
    expect(await positions()).toEqual({});
  });

  it('Off: any valid list starts Maintaining again', async () => {
    await set([flatOrStop('stop')]);
    await set([stock('KO', 1)]);
    expect(await submit()).toMatchObject(refused);
  });

  it('the control API shows the mode and refuses an unknown mode or strategy', async () => {
    await set([stock('KO', 1)]);
    const state = asList((await service.control('GET', '/practice/state'))['strategies']);
    expect(state.find((one) => one['systemid'] === systemid)).toMatchObject({ desiredPositions: 'maintaining' });
    await expect(setMode('on')).rejects.toThrow(/mode must be off/);
    await expect(setMode('off', '1')).rejects.toThrow(/systemid/);
  });

  it('cancelSignal is allowed; a canceled order of the mode is entered again', async () => {
    const limit = await service.submit({ limit: 1 }, { systemid });
    await set([stock('KO', 5)]);
    expect(await service.call('cancelSignal', { systemid, signalid: limit['signalid'] })).toMatchObject({ ok: 1 });
    const [orderOfMode] = await service.list('retrieveSignalsWorking', { systemid });
    expect(await service.call('cancelSignal', { systemid, signalid: orderOfMode?.['signal_id'] })).toMatchObject({
      ok: 1,
    });
    await tick();
    await tick();
    expect(await positions()).toEqual({ KO: 5 });
  });

  it('the same list again places nothing, before the fill and after it (order-safety D5)', async () => {
    const list = [stock('KO', 5), stock('PEP', -2)];
    await set(list);
    const before = await service.list('retrieveSignalsAll', { systemid });
    expect(await set(list)).toMatchObject({ ok: '1' });
    expect(await service.list('retrieveSignalsAll', { systemid })).toEqual(before);
    await tick();
    await set(list);
    await tick();
    expect([await positions(), await working()]).toEqual([{ KO: 5, PEP: -2 }, []]);
  });
});

describe('[Endpoints/setDesiredPositions] refusals: nothing changes, and the field is named', () => {
  it.each([
    ['no positions', undefined, 'No positions', 'positions required'],
    ['null', null, 'No positions', 'positions required'],
    ['an object', { symbol: 'KO' }, 'Invalid positions', 'positions must be a list'],
    ['text that is not a list', 'KO', 'No positions', 'positions required'],
    ['an empty list', [], 'Invalid positions', 'positions must not be empty'],
    ['elements that are not objects', ['KO'], 'Invalid positions', 'positions[0] must be an object'],
    ['flat beside others', [flatOrStop('flat'), stock('KO', 1)], 'Invalid positions', 'flat must be the only element'],
    ['stop beside others', [stock('KO', 1), flatOrStop('stop')], 'Invalid positions', 'stop must be the only element'],
    ['flat with a quantity', [{ ...flatOrStop('flat'), quant: 1 }], 'Invalid positions', 'quant of flat must be 0'],
    ['stop without quant', [{ symbol: 'stop', typeofsymbol: 'stop' }], 'Invalid positions', 'quant of stop must be 0'],
    [
      'type equity',
      [{ ...stock('KO', 1), typeofsymbol: 'equity' }],
      'Unknown typeofsymbol',
      'stock option future forex',
    ],
    [
      'type index',
      [{ ...stock('KO', 1), typeofsymbol: 'index' }],
      'Unknown typeofsymbol',
      'positions[0]: typeofsymbol',
    ],
    ['no type', [{ symbol: 'KO', quant: 1 }], 'Unknown typeofsymbol', 'typeofsymbol required'],
    ['no symbol', [{ typeofsymbol: 'stock', quant: 1 }], 'Unknown symbol', 'symbol required'],
    ['an unknown symbol', [stock('KO', 1), stock('NOSUCH', 1)], 'Unknown symbol', 'positions[1]: symbol NOSUCH'],
    ['a symbol of another type', [stock('EURUSD', 1)], 'Unknown symbol', 'is of typeofsymbol forex'],
    ['an ended contract', [{ symbol: '@ESH5', typeofsymbol: 'future', quant: 1 }], 'Invalid positions', 'has ended'],
    ['no quant', [{ symbol: 'KO', typeofsymbol: 'stock' }], 'Invalid positions', 'quant required'],
    ['quant null', [{ ...stock('KO', ''), quant: null }], 'Invalid positions', 'quant required'],
    ['quant as words', [stock('KO', 'many')], 'Invalid positions', 'positions[0]: quant'],
    ['quant with an exponent beyond all quantities', [stock('KO', '1e30')], 'Invalid positions', 'positions[0]: quant'],
    [
      'a fraction of a currency pair',
      [{ symbol: 'EURUSD', typeofsymbol: 'forex', quant: 1.5 }],
      'Invalid positions',
      'whole number',
    ],
    ['quant of a thousand digits', [stock('KO', '9'.repeat(1000))], 'Invalid positions', 'positions[0]: quant'],
    ['the same symbol twice', [stock('KO', 1), stock('ko', 2)], 'Invalid positions', 'in the list already'],
  ])('%s', async (_name, positions, title, part) => {
    await set([stock('PEP', 3)]);
    const answer = await set(positions);
    expect(answer).toMatchObject({ ok: '0', error: { title, message: containing(part) } });
    expect(asMembers(answer['error'])['errors']).toContainEqual(containing(part));
    expect([await readBack(), await working()]).toMatchObject([[{ symbol: 'PEP' }], ['BTO 3 PEP']]);
  });

  it('[Notes/11] the misspelled member desiredPositions is named', async () => {
    const answer = await service.call('setDesiredPositions', { systemid, desiredPositions: [stock('KO', 1)] });
    expect(answer).toMatchObject({ ok: '0', error: { message: containing('desiredPositions is not read') } });
  });

  it('a list has at most 500 elements', async () => {
    const options = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        symbol: `AAPL2617D${String(at + 1)}`,
        typeofsymbol: 'option',
        quant: 0,
      }));
    expect(await set(options(501))).toMatchObject({ ok: '0', error: { message: containing('at most 500') } });
    expect(await set(options(500))).toMatchObject({ ok: '1' });
  });

  it('every wrong element is in errors[]', async () => {
    const error = asMembers((await set([stock('NO1', 1), stock('KO', 1), stock('NO2', 'x')]))['error']);
    expect(error['errors']).toEqual([containing('NO1'), containing('positions[2]: quant')]);
  });

  it.each(['setDesiredPositions', 'getDesiredPositions'])('%s checks key, systemid and access', async (command) => {
    const fields = { positions: [stock('KO', 1)] };
    expect(await service.call(command, { ...fields, systemid: '' })).toMatchObject({ error: { title: 'No systemid' } });
    const noAccess = { ok: '0', error: { title: 'Unable to access this systemid' } };
    expect(await service.call(command, { ...fields, systemid: 1 })).toMatchObject(noAccess);
    expect(await service.call(command, { ...fields, apikey: '' })).toMatchObject({ error: { title: 'No apikey' } });
  });

  it('names like __proto__ are data', async () => {
    const body = `{"apikey":"${service.ready.world.apikey}","systemid":"${systemid}","positions":[{"__proto__":{"symbol":"KO","typeofsymbol":"stock","quant":1}}]}`;
    expect((await service.post(service.path('setDesiredPositions'), body)).json).toMatchObject({ ok: '0' });
  });
});

describe('[States/Desired-position mode] [Notes/41] switches', () => {
  it('signalEntryWhileMaintaining=accept: a signal is accepted, and the mode closes its position', () =>
    withSwitch(service, 'signalEntryWhileMaintaining', 'accept', async () => {
      await set([stock('KO', 5)]);
      expect(await service.submit({ ...BUY, symbol: 'PEP', quant: 1 }, { systemid })).toMatchObject({ ok: '1' });
      await tick();
      await tick();
      expect(await positions()).toEqual({ KO: 5 });
    }));

  it('signalEntryWhileMaintaining=switchOff: the mode ends', () =>
    withSwitch(service, 'signalEntryWhileMaintaining', 'switchOff', async () => {
      await set([stock('KO', 5)]);
      expect(await service.submit({ ...BUY, symbol: 'PEP', quant: 1 }, { systemid })).toMatchObject({ ok: '1' });
      await tick();
      await tick();
      expect(await positions()).toEqual({ KO: 5, PEP: 1 });
    }));

  it('signalEntryWhileMaintaining=switchOff: a refused signal leaves the mode on', () =>
    withSwitch(service, 'signalEntryWhileMaintaining', 'switchOff', async () => {
      await set([stock('KO', 5)]);
      const refused = await service.submit({ ...BUY, symbol: 'PEP', xreplace: '999999999' }, { systemid });
      expect(asMembers(refused['error'])['title']).toBe('Unknown xreplace');
      await tick();
      await tick();
      expect(await positions()).toEqual({ KO: 5 });
    }));

  it.each([
    ['keep', ['BTO 100 AAPL', 'BTO 5 KO']],
    ['cancel', ['BTO 5 KO']],
  ])('workingWhenMaintaining=%s decides whether working orders remain', (value, expected) =>
    withSwitch(service, 'workingWhenMaintaining', value, async () => {
      await service.submit({ limit: 1 }, { systemid });
      await set([stock('KO', 5)]);
      expect(await working()).toEqual(expected);
    }),
  );

  it('stopWhileOff=refuse: a list with stop is refused while the mode is off', () =>
    withSwitch(service, 'stopWhileOff', 'refuse', async () => {
      expect(await set([flatOrStop('stop')])).toMatchObject({ error: { title: 'Desired positions are off' } });
    }));

  it('specialPositions=empty: flat is answered with an empty list', () =>
    withSwitch(service, 'specialPositions', 'empty', async () => {
      expect(await set([flatOrStop('flat')])).toEqual({ ok: '1', response: [] });
      expect(await readBack()).toEqual([]);
    }));

  it.each([
    ['add', '3'],
    ['last', '2'],
  ])('desiredTwice=%s decides the quantity of a symbol that is listed twice', (value, quant) =>
    withSwitch(service, 'desiredTwice', value, async () => {
      expect(await set([stock('KO', 1), stock('KO', 2)])).toMatchObject({ response: [{ quant }] });
    }),
  );

  it('fractionalQuantity: a fraction of a stock is accepted, or refused as by submitSignal', async () => {
    expect(await set([stock('KO', '-1.9')])).toMatchObject({ response: [{ quant: '-1.9' }] });
    await withSwitch(service, 'fractionalQuantity', 'refuse', async () => {
      expect(await set([stock('KO', '-1.9')])).toMatchObject({ ok: '0', error: { title: 'Invalid positions' } });
    });
  });
});
