import { afterEach, describe, expect, it } from 'vitest';
import { bytes, list } from '#tests/fixtures/platform/answers.ts';
import { intent, ticket } from '#tests/unit/core/orders/order-fixtures.ts';
import { StrategyRig } from './strategy-rig.ts';

let rig: StrategyRig;
afterEach(() => rig.dispose());

const subscriberReads = [
  'retrieveSignalsWorking',
  'retrieveSignalsAll',
  'requestAllTrades_overview',
  'retrieveSystemEquity',
  'listAllSystems',
  'getSystemRoster',
];
const refusal = () => bytes({ ok: '0', error: { title: 'Unable to access this systemid', message: 'No access.' } });
const entry = (systemId: string) => ticket({ systemId, profitTarget: null, stopLoss: null, quantity: '1' });
const exit = (systemId: string) => ticket({ ...entry(systemId), action: 'STC', price: { kind: 'market' } });

/**
 * Strategy 7001 belongs to the owner of the API key. Strategy 7002 belongs to `owner` and answers
 * only the reads that a subscriber may make.
 */
function ownAndSubscribed(owner: string): readonly [own: string, other: string] {
  rig = new StrategyRig(2);
  const [own = '', other = ''] = rig.systemIds;
  rig.fault = (command, systemId) => {
    if (systemId === other && !subscriberReads.includes(command)) return refusal();
    if (command === 'getSystemRoster') return list({ system_id: other, system_name: 'Theirs', ownerpersonid: owner });
    if (command !== 'getSystemDetails') return null;
    return bytes({ ok: 1, response: { system_id: systemId, systemName: 'Mine', ownerpersonid: '41' } });
  };
  return [own, other];
}

async function view(systemId: string, seconds = 60): Promise<void> {
  rig.sync.watch(systemId, ['signalsWorking', 'tradesOpen', 'signalsAll', 'margin']);
  rig.desk.watch(systemId);
  await rig.advance(seconds);
}

const refusedReadCount = (systemId: string) =>
  rig.received.filter((one) => one.systemId === systemId && !subscriberReads.includes(one.command)).length;

describe('a subscribed strategy that belongs to another person', () => {
  it('is recognized by its owner id, and owner-only data is not requested again', async () => {
    const [own, other] = ownAndSubscribed('77');
    await view(own);
    await view(other, 120);
    expect([rig.sync.access.of(own), rig.sync.access.of(other)]).toEqual(['owner', 'subscriber']);
    const countBefore = refusedReadCount(other);
    expect(countBefore).toBeLessThanOrEqual(5);
    await rig.advance(1_800);
    expect(refusedReadCount(other)).toBe(countBefore);
    expect(rig.connection.keyRefusedSince()).toBeNull();
    expect(rig.count('retrieveSignalsWorking', other)).toBeGreaterThan(50);
    expect(rig.sync.states(other).margin).toMatchObject({ failure: null, ownersOnly: true });
    expect(rig.sync.states(other).margin.failing).toBeUndefined();
  });

  it('is downloaded in full without a request for owner-only data', async () => {
    const [own, other] = ownAndSubscribed('77');
    await view(own);
    await view(other, 120);
    const countBefore = refusedReadCount(other);
    rig.sync.startFullSync(other);
    await rig.advance(600);
    expect(rig.sync.fullSyncProgress(other)).toMatchObject({
      state: 'done',
      refused: ['margin', 'details', 'desired', 'subscribers'],
    });
    expect(refusedReadCount(other)).toBe(countBefore);
  });

  it('is distinguished from an own strategy even if all strategies have different creators', async () => {
    rig = new StrategyRig(3);
    const [own = '', ...others] = rig.systemIds;
    const ownerOf = (systemId: string) => (systemId === own ? '41' : `7${systemId}`);
    rig.fault = (command, systemId) => {
      if (others.includes(systemId) && !subscriberReads.includes(command)) return refusal();
      if (command === 'listAllSystems')
        return list(
          ...rig.systemIds.map((id) => ({
            ...{ system_id: id, systemName: `S${id}`, createdWhen: '2026-01-15' },
            creatorScreenName: `creator of ${id}`,
          })),
        );
      if (command === 'getSystemRoster')
        return list(...others.map((id) => ({ system_id: id, system_name: `S${id}`, ownerpersonid: ownerOf(id) })));
      if (command !== 'getSystemDetails') return null;
      return bytes({ ok: 1, response: { system_id: systemId, systemName: 'Mine', ownerpersonid: ownerOf(systemId) } });
    };
    // At a first start the list of strategies is read before one of them is chosen.
    rig.sync.watch(null, []);
    await rig.advance(10);
    await view(own, 240);
    expect(rig.systemIds.map((id) => rig.sync.access.of(id))).toEqual(['owner', 'subscriber', 'subscriber']);
  });

  it('shows its positions from the overview of its trades', async () => {
    const [own, other] = ownAndSubscribed('77');
    await view(own);
    await view(other);
    expect(rig.sync.states(other).tradesOpen).toMatchObject({ failure: null, readAt: expect.any(Number) as number });
    const overview = rig.received.filter(
      ({ body, command }) => command === 'requestAllTrades_overview' && body.systemid,
    );
    expect(overview.some(({ body, systemId }) => systemId === other && body['openTrades'] === 1)).toBe(true);
    expect(rig.sync.trouble(other)).toBeNull();
  });

  it('refuses every order, entry or exit', async () => {
    const [own, other] = ownAndSubscribed('77');
    await view(own);
    await view(other);
    for (const order of [entry(other), exit(other)]) {
      expect(rig.desk.submit(intent(1), order, ['stale', 'nothing-to-close'])).toMatchObject({
        ok: false,
        failure: { code: 'locked', message: { reason: { code: 'access.subscriber' } } },
      });
    }
    expect(rig.desk.orderEntry(own)).toEqual({ open: true });
  });
});

describe('a strategy with an unknown owner', () => {
  it('allows exits and cancels only, and repeats refused reads once an hour', async () => {
    const [own, other] = ownAndSubscribed('41');
    await view(own);
    await view(other, 120);
    expect(rig.sync.access.of(other)).toBe('unknown');
    expect(rig.desk.orderEntry(other)).toEqual({ open: false, reason: { code: 'access.unknown' } });
    expect(rig.desk.orderEntry(other, 'reduces')).toEqual({ open: true });
    const countBefore = refusedReadCount(other);
    await rig.advance(1_800);
    expect(refusedReadCount(other)).toBe(countBefore);
    await rig.advance(2_400);
    expect(refusedReadCount(other)).toBeGreaterThan(countBefore);
    expect(refusedReadCount(other)).toBeLessThanOrEqual(countBefore + 4);
  });

  it('reports no order as absent while owner-only reads are refused: the lists may omit orders', async () => {
    rig = new StrategyRig(1);
    const [other = ''] = rig.systemIds;
    await view(other);
    rig.fault = (command) => (command === 'submitSignal' ? 'cut' : null);
    rig.desk.submit(intent(1), entry(other), ['stale', 'account-unknown']);
    await rig.advance(3);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    rig.fault = (command, systemId) => (systemId === other && !subscriberReads.includes(command) ? refusal() : null);
    await rig.advance(400);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    rig.fault = () => null;
    await rig.advance(4_000);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });
});

describe('the key is revoked at the platform', () => {
  it.each(['no access', 'invalid key'])('the known owners of strategies remain known (%s)', async (title) => {
    rig = new StrategyRig(2);
    const [own = ''] = rig.systemIds;
    await view(own);
    expect(rig.sync.access.of(own)).toBe('owner');
    rig.fault = () => (title === 'no access' ? refusal() : bytes({ ok: '0', error: { title, message: '' } }));
    await rig.advance(600);
    expect(rig.sync.access.of(own)).toBe('owner');
    expect(rig.connection.keyRefusedSince()).toEqual(expect.any(Number));
    rig.fault = () => null;
    await rig.advance(120);
    expect(rig.connection.keyRefusedSince()).toBeNull();
    expect(rig.sync.states(own).margin.failure).toBeNull();
    expect(rig.desk.orderEntry(own)).toEqual({ open: true });
  });

  it('an order of unknown outcome remains unknown until the first clean lists', async () => {
    rig = new StrategyRig(1);
    const [own = ''] = rig.systemIds;
    await view(own);
    rig.fault = (command) => (command === 'submitSignal' ? 'cut' : refusal());
    rig.desk.submit(intent(1), entry(own), ['stale', 'account-unknown']);
    await rig.advance(3_600);
    expect(rig.state(intent(1))).toBe('UNKNOWN');
    rig.fault = () => null;
    await rig.advance(180);
    expect(rig.state(intent(1))).toBe('PROBABLY_ABSENT');
  });
});
