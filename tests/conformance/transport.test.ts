import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_TEXT, like } from './matchers.ts';
import { asList, asMembers, BUY, TestService, text, texts } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** Reads with the same answer in both contexts. The platform context has no getSystemRoster. */
const COMMANDS = [
  'getSystemRoster',
  'getSystemDetails',
  'retrieveSignalsWorking',
  'retrieveSignalsAll',
  'requestTrades',
  'requestTradesOpen',
  'requestAllTrades_overview',
  'retrieveSystemEquity',
  'requestMarginEquity',
];

const credentials = () => ({ apikey: service.ready.world.apikey, systemid: service.systemId });
const query = (fields: Record<string, string>): string => `?${new URLSearchParams(fields).toString()}`;

/** elapsed_time differs from call to call. */
const withoutElapsedTime = (text: string): string => text.replace(/"elapsed_time": "[\d.]+"/, '');

describe('[Requests] requests', () => {
  it.each(COMMANDS)(
    '[Contexts] [Notes/1] %s: same answer by POST and GET, in each context with this command',
    async (command) => {
      const world = await service.post(service.path(command), JSON.stringify(credentials()));
      expect(world).toMatchObject({ status: 200, type: like(/^application\/json/), json: { ok: '1' } });
      const byGet = await service.get(service.path(command) + query(credentials()));
      expect(withoutElapsedTime(byGet.text)).toBe(withoutElapsedTime(world.text));
      if (command === 'getSystemRoster') return; // only the world context has it
      const platform = { apikey: service.ready.platform.apikey, systemid: service.systemId };
      const platformAnswer = await service.post(service.platformPath(command), JSON.stringify(platform));
      expect(withoutElapsedTime(platformAnswer.text)).toBe(withoutElapsedTime(world.text));
    },
  );

  it('[Contexts] [Versioning] [Notes/12] orders work in the platform context and by apiv2', async () => {
    const platform = { apikey: service.ready.platform.apikey, systemid: service.systemId };
    const placed = await service.post(
      service.platformPath('submitSignal'),
      JSON.stringify({ ...platform, signal: { ...BUY, limit: 1 } }),
    );
    const signalid = placed.json['signalid'];
    expect(
      (await service.post(service.platformPath('cancelSignal'), JSON.stringify({ ...platform, signalid }))).json,
    ).toMatchObject({ ok: 1 });
    const byApiv2 = await service.post(
      '/world/apiv2/submitSignal',
      JSON.stringify({ ...credentials(), signal: { ...BUY, limit: 1 } }),
    );
    expect(byApiv2.json).toMatchObject({ ok: '1' });
  });

  it('listAllSystems returns own and subscribed strategies; for a platform, those of all people', async () => {
    const world = await service.list('listAllSystems');
    const platform = await service.post(
      service.platformPath('listAllSystems'),
      JSON.stringify({ apikey: service.ready.platform.apikey }),
    );
    const ids = asList(platform.json['response']).map((system) => system['system_id']);
    for (const system of world) expect(ids).toContain(system['system_id']);
    expect(ids.length).toBeGreaterThan(world.length);
  });

  it('[Notes/1] query and body are merged and the body wins', async () => {
    const path = service.path('requestMarginEquity');
    const mergedAnswer = await service.post(
      path + query({ apikey: service.ready.world.apikey }),
      JSON.stringify({ systemid: service.systemId }),
    );
    expect(mergedAnswer.json).toMatchObject({ ok: '1' });
    const bodyAnswer = await service.post(
      path + query({ ...credentials(), systemid: '1' }),
      JSON.stringify({ systemid: service.systemId }),
    );
    expect(bodyAnswer.json).toMatchObject({ ok: '1' });
    expect((await service.post(path + query(credentials()), '')).json).toMatchObject({ ok: '1' });
  });

  it.each([
    ['no Content-Type', {}],
    ['charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['chunked', { 'transfer-encoding': 'chunked' }],
    ['Expect: 100-continue', { expect: '100-continue' }],
  ])('[Notes/2] the body is read as JSON, and its headers do not matter: %s', async (_row, headers) => {
    const text = await service.raw(service.path('requestMarginEquity'), JSON.stringify(credentials()), headers);
    expect(JSON.parse(text)).toMatchObject({ ok: '1' });
  });

  it('[Responses] [Notes/23] answers are indented by three spaces', async () => {
    const { text } = await service.post(service.path('listAllSystems'), JSON.stringify(credentials()));
    expect(text.startsWith('{\n   "ok": "1",\n   "response": [\n      {\n         "')).toBe(true);
  });

  it('[Notes/5] long ids keep every digit', async () => {
    const body = `{"apikey":"${service.ready.world.apikey}","systemid":${service.systemId},"signal":{"action":"BTO","quant":1.50,"symbol":"KO","typeofsymbol":"stock","limit":1.10,"signalid":90071992547409931}}`;
    const answer = await service.post(service.path('submitSignal'), body);
    expect(answer.json).toMatchObject({ signalid: '90071992547409931', signal: { quant: '1.5', limit: '1.1' } });
  });
});

describe('errors', () => {
  it('[Errors/Credentials do not allow access] [Notes/20] an inaccessible strategy is refused', async () => {
    for (const systemid of ['1', 'x', '__proto__']) {
      expect(await service.call('requestTrades', { systemid })).toEqual({
        ok: '0',
        error: {
          title: 'Unable to access this systemid',
          message: 'Credentials provided do not allow access to this systemid',
        },
      });
    }
  });

  it('[Notes/20] [Notes/11] misspelled commands and names like __proto__ are unknown commands', async () => {
    for (const command of ['submitSignals', 'SubmitSignal', 'constructor', '__proto__', 'toString', 'has']) {
      const answer = await service.post(service.path(command), JSON.stringify(credentials()));
      expect(answer).toMatchObject({ status: 200, json: { ok: '0', error: { title: 'Unknown API command' } } });
    }
    expect((await service.get('/')).json).toMatchObject({ ok: '0', error: { title: 'Unknown API command' } });
  });

  it('[Authentication] [Notes/41] a missing or wrong key, platform id or systemid is refused', async () => {
    const path = service.path('requestTrades');
    const title = async (url: string, body: object): Promise<unknown> =>
      asMembers((await service.post(url, JSON.stringify(body))).json['error'])['title'];
    const { world, platform } = service.ready;
    expect(await title(path, { systemid: service.systemId })).toBe('No apikey');
    expect(await title(path, { ...credentials(), apikey: 'wrong' })).toBe('Invalid apikey');
    expect(await title(path, { ...credentials(), apikey: platform.apikey })).toBe('Invalid apikey');
    expect(await title('/platform/apiv3/1/requestTrades', { ...credentials(), apikey: platform.apikey })).toBe(
      'Invalid apikey',
    );
    expect(await title(service.platformPath('requestTrades'), { ...credentials(), apikey: world.apikey })).toBe(
      'Invalid apikey',
    );
    expect(await title(path, { apikey: world.apikey })).toBe('No systemid');
    await service.set({ wrongKey: 'noAccess' });
    expect(await title(path, { ...credentials(), apikey: 'wrong' })).toBe('Unable to access this systemid');
    await service.set({ wrongKey: 'invalidKey' });
  });

  it.each([
    ['not JSON', 'hello'],
    ['cut JSON', '{"apikey":"'],
    ['a list', '[1,2]'],
    ['a number', '5'],
    ['null', 'null'],
    ['nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['NUL bytes', '\0\0\0'],
    ['larger than a megabyte', `{"x":"${'y'.repeat(1_100_000)}"}`],
  ])('[Notes/22] [Notes/2] %s gets a failure envelope with HTTP 200', async (_row, body) => {
    const answer = await service.post(service.path('requestTrades'), body);
    expect(answer).toMatchObject({ status: 200, json: { ok: '0', error: { title: ANY_TEXT } } });
  });

  it('names like __proto__ are data', async () => {
    const body = `{"apikey":"${service.ready.world.apikey}","systemid":"${service.systemId}","__proto__":{"signalid":"1"},"signal":{"__proto__":{"action":"BTO"},"constructor":{"prototype":{"polluted":1}}}}`;
    const answer = await service.post(service.path('submitSignal'), body);
    expect(answer.json).toMatchObject({ ok: '0', error: { title: 'Unknown typeofsymbol' } });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect((await service.post(service.path('cancelSignal'), body)).json).toMatchObject({
      error: { title: 'No signalid' },
    });
  });

  it('parents that are nested too deep are refused', async () => {
    let signal: object = { ...BUY, limit: 1 };
    for (let depth = 0; depth < 50; depth += 1) signal = { ...BUY, limit: 1, conditionalUponSignal: signal };
    expect(await service.call('submitSignal', { signal })).toMatchObject({
      error: { title: 'Invalid conditionalUponSignal' },
    });
  });

  it('malformed HTTP does not end the service', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connect(Number(new URL(service.ready.baseUrl).port), '127.0.0.1', () =>
      socket.write('NONSENSE / HTTP/9\r\n\r\n'),
    );
    let seen = '';
    socket.on('data', (data) => (seen += data.toString())).on('close', () => resolve(seen));
    expect(await promise).toMatch(/^HTTP\/1.1 400/);
    expect(await service.call('requestMarginEquity')).toMatchObject({ ok: '1' });
  });

  it('[Notes/22] [Notes/18] [Notes/41] failureStatus and okForm change the form of answers', async () => {
    await service.set({ failureStatus: '400', okForm: 'number' });
    const answer = await service.post(
      service.path('requestTrades'),
      JSON.stringify({ ...credentials(), systemid: '1' }),
    );
    expect(answer).toMatchObject({ status: 400, json: { ok: 0 } });
    expect(await service.call('requestMarginEquity')).toMatchObject({ ok: 1 });
    await service.set({ failureStatus: '200', okForm: 'documented' });
  });
});

describe('the control API', () => {
  const url = (path: string): string => service.ready.baseUrl + path;

  it.each(['/practice/state', '/practice/requests', '/practice/switches'])('%s needs the token', async (path) => {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${service.ready.control.token}` },
    ]) {
      expect((await fetch(url(path), { headers })).status).toBe(401);
    }
  });

  it('state shows the clock, instruments of all four types, and strategies', async () => {
    const state = await service.control('GET', '/practice/state');
    expect(state['clock']).toMatchObject({ kind: 'manual', newYork: '2026-03-02 09:30:00' });
    const instruments = asList(state['instruments']);
    const count = (type: string): number => instruments.filter((one) => one['type'] === type).length;
    expect(count('stock')).toBeGreaterThanOrEqual(12);
    expect(count('future')).toBeGreaterThanOrEqual(5);
    expect(count('forex')).toBeGreaterThanOrEqual(4);
    expect(count('option')).toBeGreaterThan(0);
    for (const one of instruments) {
      for (const name of ['price', 'dayOpen', 'tick', 'pointValue'])
        expect(Number(one[name]), text(one, 'symbol')).toBeGreaterThan(0);
    }
    expect(asList(state['strategies']).length).toBeGreaterThanOrEqual(6);
  });

  it('on the manual clock, only the control API changes prices; it can change one option alone', async () => {
    const priceOf = async (symbol: string): Promise<unknown> =>
      asList((await service.control('GET', '/practice/state'))['instruments']).find(
        (one) => one['symbol'] === symbol,
      )?.['price'];
    const before = await priceOf('MSFT');
    await service.advance(5);
    expect(await priceOf('MSFT')).toBe(before);
    await service.setPrice('AAPL2617D260', '12.34');
    expect(await priceOf('AAPL2617D260')).toBe('12.34');
    await service.setPrice('@ESM6', '6900.25');
    expect(await priceOf('@ESM6')).toBe('6900.25');
  });

  it.each([
    ['/practice/market', { symbol: 'NO SUCH', price: '1' }],
    ['/practice/market', { symbol: 'AAPL', price: 'x' }],
    ['/practice/market', { symbol: 'AAPL', price: 0 }],
    ['/practice/clock', { advanceSeconds: -1 }],
    ['/practice/clock', {}],
    ['/practice/faults', { kind: 'nope' }],
    ['/practice/faults', { kind: 'delay', probability: 2 }],
    ['/practice/switches', { nope: '1' }],
    ['/practice/switches', { okForm: 'nope' }],
  ])('%s %j is refused with the reason', async (path, body) => {
    await expect(service.control('POST', path, body)).rejects.toThrow(/must|unknown/);
  });

  it('every switch is listed with its default and can be set', async () => {
    const switches = asList((await service.control('GET', '/practice/switches'))['switches']);
    expect(switches.length).toBeGreaterThan(20);
    for (const one of switches) {
      expect(one).toMatchObject({ name: ANY_TEXT, about: ANY_TEXT, value: one['initial'] });
      for (const value of texts(one, 'values').reverse()) await service.set({ [text(one, 'name')]: value });
    }
  });

  it('[Notes/36] switches hide own ids, parents and groups, and waiting signals in the lists', async () => {
    const answer = await service.submit({ limit: 1, profittarget: 2, signalid: 4242 });
    const child = asMembers(answer['signal'])['profittargetsignalid'];
    const recent = { filter_date_time_start: '2026-03-02 09:30:00' };
    const shown = async () =>
      (await service.list('retrieveSignalsAll', recent)).filter(
        (one) => one['localsignalid'] === '4242' || one['signal_id'] === child,
      );
    expect(await shown()).toMatchObject([{ localsignalid: '4242' }, { status: 'posted', conditionalupon: ANY_TEXT }]);
    await service.set({ ownIdsInLists: 'no', linksInLists: 'no', waitingInAll: 'hidden' });
    expect(await shown()).toEqual([]);
    await service.set({ ownIdsInLists: 'yes', linksInLists: 'yes', waitingInAll: 'posted' });
  });

  it('requests are recorded byte for byte without the key, in order of arrival', async () => {
    await service.control('DELETE', '/practice/requests');
    const body = `{ "systemid":${service.systemId},  "apikey" : "${service.ready.world.apikey}" , "x":"é" }`;
    await service.post(service.path('requestTrades'), body);
    await service.get(service.path('requestTradesOpen') + query(credentials()));
    const log = await service.control('GET', '/practice/requests');
    const requests = asList(log['requests']);
    expect(requests.map((one) => [one['method'], one['body']])).toEqual([
      ['POST', body.replace(service.ready.world.apikey, '[removed]')],
      ['GET', ''],
    ]);
    expect(JSON.stringify(log)).not.toContain(service.ready.world.apikey);
    expect(Number(requests[1]?.['at'])).toBeGreaterThan(Number(requests[0]?.['at']));
  });
});
