import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sayRaw } from './raw-socket.ts';
import { asList, asMembers, BUY, TestService, text } from './service.ts';

let service: TestService;
let nextId = 5000;
beforeAll(async () => {
  service = await TestService.start();
});
afterEach(() => service.control('DELETE', '/practice/faults'));
afterAll(() => service.stop());

async function submit(): Promise<{ id: string; answer: Promise<Response> }> {
  const id = String((nextId += 1));
  const body = JSON.stringify({
    apikey: service.ready.world.apikey,
    systemid: service.systemId,
    signal: { ...BUY, limit: 1, signalid: id },
  });
  return { id, answer: fetch(service.ready.baseUrl + service.path('submitSignal'), { method: 'POST', body }) };
}

const credentials = () => ({ apikey: service.ready.world.apikey, systemid: service.systemId });

async function exists(id: string): Promise<boolean> {
  return (await service.list('retrieveSignalsWorking')).some((signal) => signal['localsignalid'] === id);
}

const addFault = (kind: string, more: object = {}) =>
  service.control('POST', '/practice/faults', { kind, command: 'submitSignal', count: 1, ...more });

describe('faults', () => {
  it.each([
    ['dropBefore', false],
    ['dropAfter', true],
    ['cutBody', true],
  ])('[Responses] %s: the connection is closed; the command was processed: %s', async (kind, processed) => {
    await addFault(kind);
    const { id, answer } = await submit();
    await expect(answer.then((response) => response.text())).rejects.toThrow();
    expect(await exists(id)).toBe(processed);
    expect((await (await submit()).answer).status).toBe(200);
  });

  it.each([
    ['garbage', 200, false],
    ['html', 200, false],
    ['http5xx', 502, false],
    ['wrongOk', 200, true],
    ['throttle', 200, false],
  ])(
    '[Responses] %s answers HTTP %i; the fault says whether the command is processed',
    async (kind, status, isProcessedByDefault) => {
      for (const wanted of [isProcessedByDefault, !isProcessedByDefault]) {
        await addFault(kind, { processed: wanted });
        const { id, answer } = await submit();
        const response = await answer;
        expect(response.status).toBe(status);
        expect(await response.text()).not.toMatch(/"ok": "1"/);
        expect(await exists(id)).toBe(wanted);
      }
    },
  );

  it('answerTwice: the whole answer is sent twice on one connection; the command runs once', async () => {
    await addFault('answerTwice');
    const id = String((nextId += 1));
    const body = JSON.stringify({ ...credentials(), signal: { ...BUY, limit: 1, signalid: id } });
    const head = `POST ${service.path('submitSignal')} HTTP/1.1\r\nhost: x\r\ncontent-length: ${String(body.length)}\r\n\r\n`;
    const received = await sayRaw(service, head + body, (text) => text.split('"elapsed_time"').length > 2);
    const answers = received.split('HTTP/1.1 200 OK').slice(1);
    expect(answers).toHaveLength(2);
    expect(answers[1]).toBe(answers[0]);
    const mine = (await service.list('retrieveSignalsWorking')).filter((signal) => signal['localsignalid'] === id);
    expect(mine).toHaveLength(1);
  });

  it('hugeAnswer: the answer is correct and has the requested size', async () => {
    await addFault('hugeAnswer', { bytes: 5_000_000 });
    const { id, answer } = await submit();
    const text = await (await answer).text();
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(JSON.parse(text)).toMatchObject({ ok: '1', signalid: id });
    expect(await exists(id)).toBe(true);
  });

  it('gzipBomb: the answer is small on the wire, and as large unpacked as the fault says', async () => {
    await addFault('gzipBomb', { bytes: 20_000_000 });
    const { id, answer } = await submit();
    const response = await answer;
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const unpacked = await response.text();
    expect(unpacked.length).toBeGreaterThan(19_000_000);
    expect(JSON.parse(unpacked)).toMatchObject({ ok: '1', signalid: id });
    await addFault('gzipBomb', { bytes: 20_000_000 });
    const packed = await service.raw(service.path('submitSignal'), JSON.stringify(credentials()));
    expect(packed.length).toBeLessThan(1_000_000);
  });

  it('lostFields: the seed decides which members are missing; the command is executed', async () => {
    const remainingMembers = async (seed: number): Promise<string[]> => {
      await addFault('lostFields', { seed });
      const { id, answer } = await submit();
      const names = Object.keys(asMembers(await (await answer).json()));
      expect(await exists(id)).toBe(true);
      return names;
    };
    const first = await remainingMembers(1);
    expect(first.length).toBeLessThan(4);
    expect(await remainingMembers(1)).toEqual(first);
    const results = new Set([String(first)]);
    for (const seed of [2, 3, 4, 5]) results.add(String(await remainingMembers(seed)));
    expect(results.size).toBeGreaterThan(1);
  });

  it('a body that is not UTF-8 is recorded byte for byte, without its key', async () => {
    await service.control('DELETE', '/practice/requests');
    const key = service.ready.world.apikey;
    const parts = [Buffer.from(`{"apikey":"${key}","x":"`), Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('"}')];
    await service.post(service.path('listAllSystems'), Buffer.concat(parts));
    const [logged] = asList((await service.control('GET', '/practice/requests'))['requests']);
    const bytes = Buffer.from(text(logged ?? {}, 'base64'), 'base64');
    expect(bytes).toEqual(Buffer.concat([Buffer.from('{"apikey":"[removed]","x":"'), ...parts.slice(1)]));
  });

  it('[Usage rules] [Notes/41] throttle answers HTTP 429 with the switch throttleAnswer=429', async () => {
    await service.set({ throttleAnswer: '429' });
    await addFault('throttle');
    expect((await (await submit()).answer).status).toBe(429);
    await service.set({ throttleAnswer: 'envelope' });
  });

  it('delay answers late but correctly', async () => {
    await addFault('delay', { ms: 60 });
    const started = performance.now();
    const { id, answer } = await submit();
    expect(await (await answer).json()).toMatchObject({ ok: '1' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(59);
    expect(await exists(id)).toBe(true);
  });

  it('hang never answers; the service still closes', async () => {
    const hanging = await TestService.start();
    await hanging.control('POST', '/practice/faults', { kind: 'hang', processed: true });
    const body = JSON.stringify({ apikey: hanging.ready.world.apikey });
    const answer = fetch(hanging.ready.baseUrl + hanging.path('listAllSystems'), { method: 'POST', body });
    const outcome = answer.then(
      () => 'answered',
      () => 'closed',
    );
    await hanging.control('GET', '/practice/requests');
    await hanging.stop();
    expect(await outcome).toBe('closed');
  });

  it('a fault obeys its count, command and seed until cleared; a refused fault changes nothing', async () => {
    await service.control('POST', '/practice/faults', { kind: 'http5xx', command: 'requestTrades', count: 2 });
    const status = async (): Promise<number> =>
      (
        await service.post(
          service.path('requestTrades'),
          JSON.stringify({ apikey: service.ready.world.apikey, systemid: service.systemId }),
        )
      ).status;
    expect(await service.call('requestMarginEquity')).toMatchObject({ ok: '1' });
    expect([await status(), await status(), await status()]).toEqual([502, 502, 200]);
    const series = async (runHalfway = async (): Promise<void> => undefined): Promise<number[]> => {
      await service.control('POST', '/practice/faults', { kind: 'http5xx', probability: 0.5, seed: 7 });
      const seen: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        if (turn === 10) await runHalfway();
        seen.push(await status());
      }
      await service.control('POST', '/practice/faults', { clear: true });
      return seen;
    };
    const first = await series();
    expect(new Set(first)).toEqual(new Set([200, 502]));
    expect(await series()).toEqual(first);
    const sendWrongFaults = async (): Promise<void> => {
      for (const wrong of [{ seed: 7 }, { seed: 7, kind: 'none' }])
        await expect(service.control('POST', '/practice/faults', wrong)).rejects.toThrow(/kind must be one of/);
    };
    expect(await series(sendWrongFaults)).toEqual(first);
    expect(asList((await service.control('GET', '/practice/faults'))['faults'])).toEqual([]);
  });
});
