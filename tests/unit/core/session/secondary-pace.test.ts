// Two connections on one clock, each with its own client, pacer, cache, journal and desk.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { intent, ticket } from '#tests/unit/core/orders/order-fixtures.ts';
import { StrategyRig } from './strategy-rig.ts';

let first: StrategyRig;
let second: StrategyRig;
beforeEach(() => {
  first = new StrategyRig(2);
  second = new StrategyRig(2, first.clock);
});
afterEach(async () => {
  await first.dispose();
  await second.dispose();
});

const [systemId, otherId] = ['7001', '7002'];
const entry = (strategyId: string, symbol: string) =>
  ticket({ systemId: strategyId, symbol, profitTarget: null, stopLoss: null, quantity: '1' });

async function readEveryStrategy(rig: StrategyRig): Promise<void> {
  for (const id of rig.systemIds) {
    rig.sync.watch(id, ['signalsWorking', 'tradesOpen', 'margin']);
    rig.desk.watch(id);
    await rig.advance(8);
  }
}

const gaps = ({ received }: StrategyRig): number[] =>
  received.slice(1).map(({ at }, index) => at - (received[index]?.at ?? 0));

function submit(rig: StrategyRig, number: number, strategyId: string): string {
  const rowId = intent(number);
  const order = entry(strategyId, `SYM${number}`);
  expect(rig.desk.submit(rowId, order, ['stale', 'account-unknown'])).toMatchObject({ ok: true });
  return rowId;
}

test('each connection sends its requests at least one second apart, regardless of the other', async () => {
  await readEveryStrategy(first);
  await readEveryStrategy(second);
  for (const rig of [first, second]) {
    rig.received.length = 0;
    rig.sync.watch(systemId, ['signalsWorking', 'tradesOpen', 'margin']);
    for (let number = 1; number <= 20; number += 1) rig.sync.scheduleRefresh(systemId, ['signalsWorking', 'equity']);
  }
  for (let number = 1; number <= 20; number += 1) {
    const rowIds = [submit(first, number, systemId), submit(second, number, systemId)] as const;
    await first.advance(3);
    expect([first.state(rowIds[0]), second.state(rowIds[1])]).toEqual(['ACKED', 'ACKED']);
  }
  for (const rig of [first, second]) {
    expect(rig.count('submitSignal', systemId)).toBe(20);
    expect(Math.min(...gaps(rig))).toBeGreaterThanOrEqual(1_000);
  }
  const requestTimes = [...first.received, ...second.received].map(({ at }) => at).toSorted((a, b) => a - b);
  const gapsOfBoth = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0));
  expect(Math.min(...gapsOfBoth)).toBeLessThan(1_000);
});

test('an order of unknown outcome on one connection blocks no order on the other', async () => {
  await readEveryStrategy(first);
  await readEveryStrategy(second);
  first.fault = (command) => (command === 'submitSignal' ? 'cut' : null);
  const lost = submit(first, 1, systemId);
  await first.advance(2);
  expect(first.state(lost)).toBe('UNKNOWN');
  first.fault = () => 'unreachable';
  await first.advance(5);
  expect(first.desk.unknownCount()).toBe(1);
  expect(second.desk.unknownCount()).toBe(0);
  second.sync.watch(otherId, ['signalsWorking', 'tradesOpen']);
  const sent = submit(second, 2, otherId);
  await second.advance(2);
  expect(second.state(sent)).toBe('ACKED');
  expect(first.count('submitSignal', systemId)).toBe(1);
});
