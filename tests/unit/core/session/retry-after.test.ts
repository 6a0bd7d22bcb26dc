import { afterEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/model/profile.ts';
import { testConnection } from '#core/session/test-connection.ts';
import { signal } from '#tests/fixtures/platform/answers.ts';
import { intent, seededRandom, ticket } from '#tests/unit/core/orders/order-fixtures.ts';
import { StrategyRig } from './strategy-rig.ts';

let rig: StrategyRig;
afterEach(() => rig.dispose());

const entry = (systemId: string) => ticket({ systemId, profitTarget: null, stopLoss: null, quantity: '1' });
const exit = (systemId: string) =>
  ticket({ systemId, action: 'STC', profitTarget: null, stopLoss: null, price: { kind: 'market' } });

/**
 * Reads one strategy. The service then answers one read with HTTP 429 and this header, and all
 * later reads as usual.
 */
async function askedToWait(retryAfter: string, date?: string): Promise<string> {
  rig = new StrategyRig(1);
  const [systemId = ''] = rig.systemIds;
  rig.working.set(systemId, [signal('900', { systemid: systemId })]);
  rig.sync.watch(systemId, ['signalsWorking', 'tradesOpen', 'margin']);
  rig.desk.watch(systemId);
  await rig.advance(30);
  let isFirst = true;
  rig.fault = (command) => {
    if (command !== 'retrieveSignalsWorking' || !isFirst) return null;
    isFirst = false;
    return { busy: retryAfter, ...(date === undefined ? {} : { date }) };
  };
  rig.sync.scheduleRefresh(systemId, ['signalsWorking']);
  await rig.advance(5);
  rig.received.length = 0;
  return systemId;
}

const readCount = () =>
  rig.received.filter(({ command }) => command !== 'submitSignal' && command !== 'cancelSignal').length;

describe('the service is busy and says when to ask again (Retry-After)', () => {
  it('nothing is read before that time, and everything is read after it', async () => {
    await askedToWait('600');
    await rig.advance(590);
    expect(readCount()).toBe(0);
    await rig.advance(40);
    expect(readCount()).toBeGreaterThan(2);
    expect(rig.connection.queue().askedUntil).toBeUndefined();
  });

  it('the end of the wait is shown, and is never more than an hour away', async () => {
    await askedToWait('86400');
    const secondsLeft = (rig.connection.askedToWaitUntil() ?? 0) - Math.floor(rig.clock.now() / 1_000);
    expect(secondsLeft).toBeGreaterThan(3_500);
    expect(secondsLeft).toBeLessThanOrEqual(3_600);
    expect(rig.connection.queue().askedUntil).toBe(rig.connection.askedToWaitUntil());
    await rig.advance(3_610);
    expect(readCount()).toBeGreaterThan(0);
  });

  it('a date is compared with the time of the service, not of this computer', async () => {
    await askedToWait('Fri, 02 Jan 2026 10:05:00 GMT', 'Fri, 02 Jan 2026 10:00:00 GMT');
    await rig.advance(290);
    expect(readCount()).toBe(0);
    await rig.advance(40);
    expect(readCount()).toBeGreaterThan(0);
  });

  it.each(['', 'soon', '-5', '0', 'Fri, 99 Xyz'])('an invalid time causes no wait (%o)', async (text) => {
    await askedToWait(text);
    expect(rig.connection.askedToWaitUntil()).toBeNull();
  });

  it('new orders are refused, and the refusal states the end of the wait', async () => {
    const systemId = await askedToWait('600');
    expect(rig.desk.submit(intent(1), entry(systemId), ['stale'])).toMatchObject({
      ok: false,
      failure: {
        code: 'locked',
        message: { reason: { reason: { code: 'connection.asked-to-wait', until: rig.connection.askedToWaitUntil() } } },
      },
    });
    await rig.advance(600);
    expect(rig.count('submitSignal', systemId)).toBe(0);
  });

  it('no request that adds risk is sent', async () => {
    const systemId = await askedToWait('600');
    const body = { systemid: systemId, signal: { action: 'BTO' } };
    const sent = rig.connection.send({ command: 'submitSignal', body, lane: 'submit', systemId });
    await rig.advance(3);
    expect(await sent).toMatchObject({ kind: 'withdrawn' });
  });

  it('a closing order is sent at the pace after one confirmation that shows the wait', async () => {
    const systemId = await askedToWait('600');
    const refused = rig.desk.submit(intent(1), exit(systemId), []);
    expect(refused).toMatchObject({
      failure: {
        code: 'unconfirmed',
        message: { warning: { code: 'exit.rests-on', reason: { code: 'connection.asked-to-wait' } } },
      },
    });
    expect(refused.ok ? null : refused.failure.details).toEqual([]);
    expect(rig.desk.submit(intent(1), exit(systemId), ['rests-on-old-data'])).toMatchObject({ ok: true });
    await rig.advance(3);
    expect(rig.count('submitSignal', systemId)).toBe(1);
  });

  it('a cancel is sent at the pace', async () => {
    const systemId = await askedToWait('600');
    const row = rig.desk.signals(systemId).find(({ serviceId }) => serviceId === '900');
    rig.desk.cancel(intent(2), systemId, [row?.rowId ?? '']);
    await rig.advance(3);
    expect(rig.count('cancelSignal', systemId)).toBe(1);
    expect(readCount()).toBe(0);
  });

  it('a requested reading fails at once', async () => {
    const systemId = await askedToWait('600');
    expect(await rig.sync.readAgain(systemId, ['tradesOpen'])).toBe(false);
    expect(await rig.sync.refresh(systemId, ['margin'])).toEqual({
      ok: false,
      text: { code: 'request.asked-to-wait' },
    });
    expect(readCount()).toBe(0);
  });

  it('a requested reading fails at once, also when the same reading already waits', async () => {
    const systemId = await askedToWait('600');
    await rig.advance(120);
    expect(rig.sync.states(systemId).margin.reading).toBe(true);
    expect(await rig.sync.refresh(systemId, ['margin'])).toEqual({
      ok: false,
      text: { code: 'request.asked-to-wait' },
    });
    expect(readCount()).toBe(0);
  });

  it.each([
    ['with its address', 'https://x.test', null],
    ['with its alternative address', 'https://alt.test', null],
    ['with its address as the alternative one', 'https://new.test', 'https://x.test'],
  ])('the test of another connection to the service, %s, fails at once', async (_name, baseUrl, altBaseUrl) => {
    await askedToWait('600');
    const profile: Profile = {
      ...{ id: 'open', name: 'Open', kind: 'world', baseUrl: 'https://x.test', altBaseUrl: 'https://alt.test' },
      ...{ platformId: null, paceMs: 1_000, keyPlace: 'none' },
    };
    const { caches, connection } = rig;
    const ports = { ...caches.ports, random: seededRandom() };
    const other = { ...profile, id: 'other', baseUrl, altBaseUrl };
    const tested = testConnection(other, 'another-key-of-a-test', ports, [{ profile, connection }]);
    await rig.advance(5);
    expect(await tested).toEqual({
      ok: false,
      failure: { code: 'unreachable', message: { code: 'request.asked-to-wait' } },
    });
  });
});

describe('the service could not be reached for minutes', () => {
  it('a list shows the time at which the connection tries next', async () => {
    rig = new StrategyRig(1);
    const [systemId = ''] = rig.systemIds;
    rig.fault = () => 'unreachable';
    rig.sync.watch(systemId, ['signalsWorking', 'tradesOpen', 'margin']);
    await rig.advance(190);
    rig.received.length = 0;
    const shown = rig.sync.states(systemId).signalsWorking.failing?.nextTryAt ?? 0;
    const secondsLeft = shown - Math.floor(rig.clock.now() / 1_000);
    expect(secondsLeft).toBeGreaterThan(5);
    await rig.advance(secondsLeft - 2);
    expect(rig.received).toEqual([]);
    await rig.advance(4);
    expect(rig.received).toHaveLength(1);
  });

  it('a requested reading is sent at once, also when the same reading already waits', async () => {
    rig = new StrategyRig(1);
    const [systemId = ''] = rig.systemIds;
    rig.fault = () => 'unreachable';
    rig.sync.watch(systemId, ['signalsWorking', 'tradesOpen', 'margin']);
    await rig.advance(180);
    expect(rig.sync.states(systemId).margin.reading).toBe(true);
    rig.fault = () => null;
    rig.received.length = 0;
    const refreshed = rig.sync.refresh(systemId, ['margin']);
    await rig.advance(2);
    expect(rig.count('requestMarginEquity', systemId)).toBe(1);
    expect(await refreshed).toEqual({ ok: true });
  });
});
