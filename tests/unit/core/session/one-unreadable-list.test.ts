import { afterEach, describe, expect, it } from 'vitest';
import { intent, ticket } from '#tests/unit/core/orders/order-fixtures.ts';
import { StrategyRig } from './strategy-rig.ts';

let rig: StrategyRig;
afterEach(() => rig.dispose());

const entry = (systemId: string, symbol = 'AAPL') => ticket({ systemId, symbol, profitTarget: null, quantity: '1' });
const exit = (systemId: string) =>
  ticket({ systemId, action: 'STC', profitTarget: null, stopLoss: null, price: { kind: 'market' } });

/**
 * Six strategies, all read. Then the working list of the first one fails while a window watches it:
 * the service does not answer, or the connection is cut.
 */
async function withFailingList(
  failure: 'hang' | 'cut' = 'cut',
): Promise<readonly [failingId: string, ...healthy: string[]]> {
  rig = new StrategyRig(6);
  const [failingId = '', ...healthy] = rig.systemIds;
  for (const id of rig.systemIds) {
    rig.sync.watch(id, ['signalsWorking', 'tradesOpen', 'margin']);
    rig.desk.watch(id);
    await rig.advance(8);
  }
  rig.fault = (command, systemId) => (systemId === failingId && command === 'retrieveSignalsWorking' ? failure : null);
  rig.sync.watch(failingId, ['signalsWorking', 'tradesOpen', 'margin']);
  rig.sync.scheduleRefresh(failingId, ['signalsWorking']);
  await rig.advance(failure === 'hang' ? 35 : 4);
  return [failingId, ...healthy];
}

describe('if the list of working orders of one of six strategies cannot be read', () => {
  it.each(['cut', 'hang'] as const)(
    'all 100 orders for the other strategies are sent at the pace (%s)',
    async (failure) => {
      const [failingId, ...healthy] = await withFailingList(failure);
      rig.received.length = 0;
      const beganAt = rig.clock.monotonic();
      for (let number = 0; number < 100; number += 1) {
        const systemId = healthy[number % healthy.length] ?? '';
        rig.sync.watch(systemId, ['signalsWorking', 'tradesOpen'], 'second window');
        const outcome = rig.desk.submit(intent(number + 1), entry(systemId, `SYM${number}`), [
          'stale',
          'account-unknown',
        ]);
        expect(outcome, `order ${number}`).toMatchObject({ ok: true });
        await rig.advance(3);
        expect(rig.state(intent(number + 1)), `order ${number}`).toBe('ACKED');
      }
      expect(rig.clock.monotonic() - beganAt).toBe(300_000);
      expect(rig.received.filter(({ command }) => command === 'submitSignal')).toHaveLength(100);
      expect(rig.count('retrieveSignalsWorking', failingId)).toBeLessThanOrEqual(12);
      expect(rig.count('retrieveSignalsWorking', failingId)).toBeGreaterThanOrEqual(4);
      const gaps = rig.received.slice(1).map(({ at }, index) => at - (rig.received[index]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
      expect(rig.connection.health().state).toBe('answering');
    },
  );

  it('the refusal of a new order for that strategy states since when the list cannot be read', async () => {
    const [failingId] = await withFailingList();
    const since = rig.sync.states(failingId).signalsWorking.failing?.since ?? NaN;
    expect(rig.desk.submit(intent(1), entry(failingId), [])).toMatchObject({
      ok: false,
      failure: { code: 'locked', message: { reason: { code: 'entry.strategy-unread', since } } },
    });
    expect(rig.desk.orderEntry(failingId, 'reduces')).toEqual({ open: true });
    expect(rig.count('submitSignal', failingId)).toBe(0);
  });

  it('an exit is sent after one confirmation that shows the age of its data', async () => {
    const [failingId] = await withFailingList();
    const refused = rig.desk.submit(intent(1), exit(failingId), []);
    expect(refused).toMatchObject({
      ok: false,
      failure: {
        code: 'unconfirmed',
        message: { warning: { code: 'exit.rests-on', positionsAge: expect.any(Number) as number } },
      },
    });
    expect(refused.ok ? null : refused.failure.details).toEqual([]);
    expect(rig.desk.submit(intent(1), exit(failingId), ['rests-on-old-data'])).toMatchObject({ ok: true });
    await rig.advance(3);
    expect(rig.state(intent(1))).toBe('ACKED');
  });

  it('a second exit is refused while the outcome of the first is unknown', async () => {
    const [failingId] = await withFailingList();
    const listFault = rig.fault;
    rig.fault = (command, id) => (command === 'submitSignal' ? 'cut' : listFault(command, id));
    rig.desk.submit(intent(1), exit(failingId), ['rests-on-old-data']);
    await rig.advance(3);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    const second = { ...exit(failingId), quantity: '50' };
    expect(rig.desk.submit(intent(2), second, ['rests-on-old-data'])).toMatchObject({
      ok: false,
      failure: { code: 'blocked', message: { reason: { code: 'exit.unknown' } } },
    });
  });

  it('a cancel is sent at once', async () => {
    const [failingId] = await withFailingList();
    rig.desk.submit(intent(1), exit(failingId), ['rests-on-old-data']);
    await rig.advance(3);
    rig.desk.cancel(intent(2), failingId, [intent(1)]);
    await rig.advance(2);
    expect(rig.count('cancelSignal', failingId)).toBe(1);
  });

  it('the state shows the start of the failure and the next try; a reading allows orders again', async () => {
    const [failingId, healthy = ''] = await withFailingList();
    const now = Math.floor(rig.clock.now() / 1_000);
    const { failing } = rig.sync.states(failingId).signalsWorking;
    expect(failing?.since).toBeLessThanOrEqual(now);
    expect(failing?.nextTryAt).toBeGreaterThanOrEqual(now);
    expect(rig.sync.states(healthy).signalsWorking.failing).toBeUndefined();
    rig.fault = () => null;
    await rig.advance(61);
    expect(rig.sync.states(failingId).signalsWorking.failing).toBeUndefined();
    expect(rig.desk.orderEntry(failingId)).toEqual({ open: true });
  });
});

describe('a service that answers nothing', () => {
  it('locks order entry of each strategy until that strategy is read again', async () => {
    rig = new StrategyRig(2);
    const [first = '', second = ''] = rig.systemIds;
    for (const id of rig.systemIds) {
      rig.sync.watch(id, ['signalsWorking', 'tradesOpen', 'margin']);
      rig.desk.watch(id);
      await rig.advance(8);
    }
    expect(rig.desk.orderEntry(first)).toEqual({ open: true });
    rig.fault = () => 'cut';
    rig.sync.scheduleRefresh(second, ['signalsWorking']);
    await rig.advance(8);
    expect(rig.connection.health().state).toBe('failing');
    expect(rig.desk.orderEntry(first)).toMatchObject({ open: false });
    rig.fault = () => null;
    await rig.advance(61);
    expect(rig.connection.health().state).toBe('answering');
    expect(rig.desk.orderEntry(first)).toEqual({ open: true });
    expect(rig.desk.orderEntry(second)).toEqual({ open: true });
  });
});
