import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asList, BUY, TestService } from './service.ts';

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

async function exists(id: string): Promise<boolean> {
  return (await service.list('retrieveSignalsWorking')).some((signal) => signal['localsignalid'] === id);
}

const fault = (kind: string, more: object = {}) =>
  service.control('POST', '/practice/faults', { kind, command: 'submitSignal', count: 1, ...more });

describe('faults', () => {
  it.each([
    ['dropBefore', false],
    ['dropAfter', true],
    ['cutBody', true],
  ])('%s: the connection is cut; processed is %s', async (kind, processed) => {
    await fault(kind);
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
  ])('%s: answers HTTP %i; processed is %s, and the other way on demand', async (kind, status, processed) => {
    for (const wanted of [processed, !processed]) {
      await fault(kind, { processed: wanted });
      const { id, answer } = await submit();
      const response = await answer;
      expect(response.status).toBe(status);
      expect(await response.text()).not.toMatch(/"ok": "1"/);
      expect(await exists(id)).toBe(wanted);
    }
  });

  it('throttle as 429 by switch', async () => {
    await service.set({ throttleAnswer: '429' });
    await fault('throttle');
    expect((await (await submit()).answer).status).toBe(429);
    await service.set({ throttleAnswer: 'envelope' });
  });

  it('delay answers late but rightly', async () => {
    await fault('delay', { ms: 60 });
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

  it('count, command, probability by seed, and clear', async () => {
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
    const series = async (): Promise<number[]> => {
      await service.control('POST', '/practice/faults', { kind: 'http5xx', probability: 0.5, seed: 7 });
      const seen: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) seen.push(await status());
      await service.control('POST', '/practice/faults', { clear: true });
      return seen;
    };
    const first = await series();
    expect(new Set(first)).toEqual(new Set([200, 502]));
    expect(await series()).toEqual(first);
    expect(asList((await service.control('GET', '/practice/faults'))['faults'])).toEqual([]);
  });
});
