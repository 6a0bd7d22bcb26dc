import { expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { blotterRows } from '#core/orders/blotter/blotter.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import { ProtectedPositions } from '#core/orders/protection/protected-positions.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { record, startWall, systemId } from './order-fixtures.ts';

type State = OrderDeskDeps['state'];
type Unreadable = ReturnType<State['unreadable']>;

const position: OpenPosition = {
  id: 'AAPL',
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock',
  side: 'long',
  quantity: '50',
  averagePrice: '150',
  profit: null,
  pointValue: '1',
  openedAt: null,
  tradeIds: [],
};
const stop = (quantity: string): CachedSignal =>
  record('201', {
    action: 'STC',
    kind: 'stop',
    limit: null,
    stop: '145',
    quantity,
    duration: 'DAY',
    status: 'working',
    inWorkingList: true,
    postedAt: startWall / 1000,
  });
const signalsOf = (records: readonly CachedSignal[]): readonly Signal[] =>
  blotterRows({ rows: [], cancels: [], records });

class Rig {
  readonly clock = new FakeClock(startWall);
  offsetMs: number | null = null;
  open: readonly OpenPosition[] = [position];
  listed: readonly CachedSignal[] = [stop('50')];
  signals = signalsOf(this.listed);
  unreadable: Unreadable = [];
  /** Unix seconds of the last reading of the working list. Null means now. */
  readAt: number | null = null;
  readonly positions = this.newInstance();

  newInstance(): ProtectedPositions {
    const state = {
      positions: () => this.open,
      workingStops: () => this.listed,
      unreadable: () => this.unreadable,
      workingReading: () => ({ readAt: this.readAt ?? this.clock.now() / 1000, staleAfterSeconds: 30 }),
    };
    const serviceClockOffsetMs = () => this.offsetMs;
    return new ProtectedPositions({ state, liveSignals: () => this.signals, clock: this.clock, serviceClockOffsetMs });
  }
}

it('the same positions are returned while nothing has changed', () => {
  const rig = new Rig();
  expect(rig.positions.of(systemId)).toMatchObject([{ protectedQuantity: '50', unprotected: false }]);
  expect(rig.positions.of(systemId)).toBe(rig.positions.of(systemId));
});

it('a DAY stop of a list of yesterday is not shown to work until the end of today', async () => {
  const rig = new Rig();
  rig.readAt = startWall / 1000;
  rig.offsetMs = 5_000;
  const [before] = rig.positions.of(systemId);
  await rig.clock.advance(24 * 3_600_000);
  expect(rig.positions.of(systemId)).toEqual([before]);
  rig.readAt = null;
  expect(rig.positions.of(systemId)[0]?.stops?.endsAt).toBe((before?.stops?.endsAt ?? 0) + 86_400);
});

const unreadable: Unreadable[number] = {
  systemId,
  serviceId: '900',
  ownId: null,
  symbol: 'AAPL',
  action: 'STC',
  postedAt: null,
  contradicts: false,
  problem: 'quant',
  raw: '{}',
  working: true,
  listedCount: 1,
};

it.each<readonly [string, (rig: Rig) => unknown, object]>([
  ['a position', (rig) => (rig.open = [{ ...position, quantity: '80' }]), { quantity: '80', unprotected: true }],
  ['the working list', (rig) => (rig.listed = []), { protectedQuantity: '0', stops: null }],
  ['an order', (rig) => (rig.signals = signalsOf([stop('20')])), { protectedQuantity: '20', unprotected: true }],
  [
    'an unreadable record',
    (rig) => {
      rig.listed = [stop('20')];
      rig.signals = signalsOf(rig.listed);
      rig.positions.of(systemId);
      rig.unreadable = [unreadable];
    },
    { protectedQuantity: '20', coverKnown: false },
  ],
  [
    'the local clock to a time after the end of the stop',
    (rig) => rig.clock.advance(36 * 3_600_000),
    { protectedQuantity: '50' },
  ],
  ["the platform's clock", (rig) => (rig.offsetMs = 36 * 3_600_000), { protectedQuantity: '50' }],
])('a change of %s changes the shown position', async (_what, change, shown) => {
  const rig = new Rig();
  const [before] = rig.positions.of(systemId);
  await change(rig);
  const [after] = rig.positions.of(systemId);
  expect(after).toMatchObject(shown);
  expect(after).not.toEqual(before);
  expect([after]).toEqual(rig.newInstance().of(systemId));
});
