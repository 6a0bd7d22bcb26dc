import { rmSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DisarmReason, RiskCaps } from '#contract/model/risk.ts';
import { limits } from '#contract/limits.ts';
import { Arming } from '#core/orders/risk/arming.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { RiskFile } from '#core/orders/risk/risk-file.ts';
import { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import type { Log } from '#core/ports.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { DeskRig } from '../desk-rig.ts';
import { intent, startWall, systemId, temporaryFolder, ticket } from '../order-fixtures.ts';

let rig: DeskRig;
beforeEach(async () => {
  rig = new DeskRig();
  await rig.ready();
});
afterEach(() => rig.dispose());

const exit = { action: 'STC', profitTarget: null, stopLoss: null } as const;
const noLimits = { count: null, quantity: null, value: null };
const caps = (changes: Partial<RiskCaps>): RiskCaps => ({ ...defaultCaps, ...changes });

/**
 * The ways to enter an order that adds risk. Each returns the outcome, with the failure if the desk
 * refused the order.
 */
const entryPaths = [
  ['submit', (number: number, changes = {}) => rig.desk.submit(intent(number), ticket(changes), [])],
  [
    'prepare and confirm',
    (number: number, changes = {}) => {
      rig.desk.prepare(intent(number), ticket(changes));
      return rig.desk.confirm(intent(number), []);
    },
  ],
  [
    'prepare and decide',
    (number: number, changes = {}) => {
      rig.desk.prepare(intent(number), ticket(changes));
      return rig.decide(number, 'send-again');
    },
  ],
] as const;

describe('the check of caps in every entry path (P22)', () => {
  let enforcedCapCount = 0;
  afterAll(() => printSafetyFigure('P22', 'caps enforced, summed over the entry paths', enforcedCapCount));

  describe.each(entryPaths)('%s', (_name, enter) => {
    it.each([
      ['quantity of an order', { perOrder: { quantity: '99', value: null } }],
      ['value of an order', { perOrder: { quantity: null, value: '15009.99' } }],
      ['quantity of a day', { perDay: { ...noLimits, quantity: '99' } }],
      ['value of a day', { perDay: { ...noLimits, value: '15009.99' } }],
      ['quantity of a minute', { perMinute: { ...noLimits, quantity: '99' } }],
      ['value of a minute', { perMinute: { ...noLimits, value: '15009.99' } }],
    ])('blocks an order above the cap on the %s and accepts one that is not above it', async (_cap, changed) => {
      rig.caps = caps(changed);
      expect(enter(1)).toMatchObject({ ok: false, failure: { code: 'blocked' } });
      enforcedCapCount += 1;
      // 99 at 150.10 is 14,859.90, within each cap.
      expect(enter(2, { quantity: '99' }).ok).toBe(true);
      await rig.clock.advance(0);
      expect(rig.submittedOwnIds()).toHaveLength(1);
    });

    it('resets the minute count after a minute, and the day count at midnight in New York', async () => {
      rig.caps = caps({ perMinute: { ...noLimits, count: 1 }, perDay: { ...noLimits, count: 2 } });
      expect(enter(1, { quantity: '1' }).ok).toBe(true);
      expect(enter(2, { quantity: '2' })).toMatchObject({ ok: false, failure: { code: 'blocked' } });
      await rig.clock.advance(60_000);
      expect(enter(3, { quantity: '3' }).ok).toBe(true);
      await rig.clock.advance(60_000);
      expect(enter(4, { quantity: '4' })).toMatchObject({
        ok: false,
        failure: { message: { code: 'nothing-sent', reason: { code: 'cap.count', span: 'day' } } },
      });
      // It is 09:32 in New York, less than fourteen and a half hours before midnight.
      await rig.clock.advance(14.5 * 3_600_000);
      expect(enter(5, { quantity: '5' }).ok).toBe(true);
    });
  });

  it('counts only the orders that were sent, also after a restart', async () => {
    const withoutBracket = { profitTarget: null, stopLoss: null };
    await rig.submit(1, { ...withoutBracket, quantity: '10', price: { kind: 'limit', limit: '0.1' } });
    await rig.submit(
      2,
      { ...withoutBracket, quantity: '20', price: { kind: 'limit', limit: '0.2' } },
      { kind: 'not-sent' },
    );
    await rig.submit(3, { ...withoutBracket, quantity: '3', price: { kind: 'market' } });
    rig.desk.prepare(intent(4), ticket({ quantity: '40' }));
    const day = { count: 2, quantity: '13', value: '1', unpriced: 1 };
    expect(rig.desk.riskUsed()).toEqual({ day, minute: day });
    rig.restart();
    expect(rig.desk.riskUsed().day).toEqual(day);
  });

  it('counts the minute correctly when the wall clock is set back', async () => {
    rig.caps = caps({ perMinute: { ...noLimits, count: 1 } });
    await rig.submit(1);
    rig.clock.jumpWall(-3_600_000);
    expect(rig.desk.riskUsed().minute.count).toBe(1);
    await rig.clock.advance(60_000);
    expect(rig.desk.riskUsed().minute.count).toBe(0);
  });

  it('does not apply to a cancel or to a closing order within the position', async () => {
    rig.caps = caps({ perOrder: { quantity: '1', value: '1' }, perMinute: { ...noLimits, count: 1 } });
    rig.positions = [{ ...position, quantity: '100' }];
    expect((await rig.submit(1, exit)).ok).toBe(true);
    // The first order may close the whole position, so the second needs a confirmation (may-turn).
    const second = ticket({ ...exit, quantity: '99' });
    expect(rig.desk.submit(intent(2), second, [])).toMatchObject({ failure: { code: 'unconfirmed' } });
    expect(rig.desk.submit(intent(2), second, ['may-turn', 'same-order']).ok).toBe(true);
    expect(rig.desk.cancel(intent(50), systemId, [intent(1)])).toMatchObject({
      ok: true,
      value: { queued: [intent(1)] },
    });
    expect(await rig.submit(3, { ...exit, quantity: '102' })).toMatchObject({ failure: { code: 'blocked' } });
  });
});

const position = {
  id: 'p',
  systemId,
  symbol: 'AAPL',
  description: '',
  instrument: 'stock' as const,
  side: 'long' as const,
  quantity: '100',
  averagePrice: null,
  profit: null,
  pointValue: '1',
  openedAt: null,
  protectedQuantity: '0',
  unprotected: true,
  tradeIds: [],
};

describe('the kill switch', () => {
  it('refuses every entry path, puts queued orders on hold at once, and lets cancels through', async () => {
    await rig.submit(1);
    rig.platform.blocked = true;
    await rig.submit(2, { quantity: '2' });
    rig.killReason = 'The kill switch is on: test';
    rig.desk.holdNewRisk(rig.killReason);
    expect(rig.state(intent(2))).toBe('HELD');
    rig.platform.unblock();
    for (const [index, [, enter]] of entryPaths.entries()) {
      expect(enter(10 + index, { quantity: String(10 + index) })).toMatchObject({ failure: { code: 'killed' } });
    }
    expect(rig.desk.orderEntry(systemId)).toMatchObject({ open: false, reason: rig.killReason });
    rig.desk.cancel(intent(50), systemId, [intent(1)]);
    await rig.clock.advance(60_000);
    expect(rig.platform.sent.map(({ command }) => command)).toEqual(['submitSignal', 'cancelSignal']);
  });

  it('lets closing orders within the position through, queued or new', async () => {
    rig.positions = [position];
    rig.platform.blocked = true;
    await rig.submit(1, { quantity: '2' });
    await rig.submit(2, { ...exit, quantity: '60', price: { kind: 'stop', stop: '140' } });
    rig.killReason = { code: 'kill.on', reason: 'test' };
    rig.desk.holdNewRisk(rig.killReason);
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect([rig.state(intent(1)), rig.state(intent(2))]).toEqual(['HELD', 'ACKED']);
    expect((await rig.submit(3, { ...exit, quantity: '40', price: { kind: 'market' } })).ok).toBe(true);
    expect(rig.state(intent(3))).toBe('ACKED');
    const beyond = ticket({ ...exit, quantity: '101' });
    expect(rig.desk.submit(intent(4), beyond, ['may-turn'])).toMatchObject({ failure: { code: 'killed' } });
    const entry = { action: 'BTO', quantity: '1', price: { kind: 'market' }, duration: 'DAY' } as const;
    const parent = { ...entry, symbol: 'AAPL', instrument: 'stock' as const };
    expect(rig.desk.submit(intent(5), ticket({ ...exit, parent }), [])).toMatchObject({ failure: { code: 'killed' } });
  });

  it('stops an order right before it is sent', async () => {
    rig.platform.blocked = true;
    await rig.submit(1);
    rig.killReason = 'The kill switch is on: test';
    rig.platform.unblock();
    await rig.clock.advance(0);
    expect(rig.state(intent(1))).toBe('HELD');
    expect(rig.platform.sent).toEqual([]);
  });
});

describe('arming', () => {
  it('is required for new risk by one press, not for exits or reviewed orders', async () => {
    rig.positions = [position];
    expect(rig.desk.submit(intent(1), ticket(), [], true)).toMatchObject({ failure: { code: 'disarmed' } });
    expect(rig.desk.submit(intent(2), ticket(exit), [], true).ok).toBe(true);
    expect(rig.desk.submit(intent(3), ticket(), []).ok).toBe(true);
    rig.armed = true;
    expect(rig.desk.submit(intent(4), ticket({ quantity: '4' }), [], true).ok).toBe(true);
    await rig.clock.advance(0);
    expect(rig.submittedOwnIds()).toHaveLength(3);
  });

  it('ends with the first order of unknown outcome', async () => {
    rig.armed = true;
    await rig.submit(1, {}, { kind: 'lost-before' });
    expect(rig.armed).toBe(false);
  });
});

describe('the arming of a strategy', () => {
  const clock = new FakeClock(startWall);
  let trouble: DisarmReason | null = null;
  let prewarmCount = 0;
  const prewarm = (): void => {
    prewarmCount += 1;
  };
  const arming = new Arming({ clock, trouble: () => trouble, changed: () => undefined, prewarm }, 'start');

  it.each([
    ['idle', () => clock.advance(limits.armIdleMs)],
    // The wall clock advances while a computer sleeps. Its timers do not run.
    ['lock', () => (clock.jumpWall(60_000), clock.advance(1_000))],
    ['stale-data', () => ((trouble = 'stale-data'), clock.advance(1_000))],
    ['unknown-order', () => ((trouble = 'unknown-order'), Promise.resolve(arming.use('1')))],
    ['strategy-switch', () => Promise.resolve(arming.strategyViewed('2'))],
    ['user', () => Promise.resolve(arming.disarm('user'))],
    ['kill-switch', () => Promise.resolve(arming.disarm('kill-switch'))],
  ] as const)('ends and shows the reason %s', async (reason, act) => {
    trouble = null;
    arming.arm('1');
    expect(arming.use('1')).toBe(true);
    expect(arming.use('2')).toBe(false);
    await act();
    expect(arming.state()).toMatchObject({ armed: false, reason });
    expect(arming.use('1')).toBe(false);
  });

  it('keeps a connection open while armed', async () => {
    trouble = null;
    prewarmCount = 0;
    arming.arm('1');
    expect(prewarmCount).toBe(1);
    await clock.advance(5_000);
    expect(prewarmCount).toBe(6);
    arming.disarm('user');
    await clock.advance(5_000);
    expect(prewarmCount).toBe(6);
  });

  it('remains while it is used', async () => {
    trouble = null;
    arming.arm('1');
    for (let step = 0; step < 3; step++) {
      await clock.advance(limits.armIdleMs - 1_000);
      expect(arming.use('1')).toBe(true);
    }
    arming.strategyViewed('1');
    expect(arming.state()).toMatchObject({ armed: true, systemId: '1' });
    arming.disarm('user');
  });
});

describe('the stored kill switch, caps and precautions', () => {
  const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  const open = (file: Pick<RiskFile, 'load' | 'save'> = new RiskFile(dataDir)) =>
    new RiskKeeper(file, new FakeClock(startWall), silentLog, () => undefined);

  it('restores the switch for both modes and the caps of each mode after a restart', () => {
    const first = open();
    first.kill('  ');
    expect(first.setCaps('LIVE', caps({ perDay: { ...noLimits, count: 3 } }))).toBe(true);
    const second = open();
    expect(second.killSwitch()).toMatchObject({ on: true, reason: { code: 'kill.by-hand' }, durable: true });
    expect(second.caps('LIVE').perDay.count).toBe(3);
    expect(second.caps('PRACTICE')).toEqual(defaultCaps);
    expect(second.release()).toBe(true);
    expect(open().killReason()).toBeNull();
  });

  it('reports the kill switch as durable once a later change stored it', () => {
    const file = new RiskFile(dataDir);
    let isFull = true;
    const first = open({
      load: (now) => file.load(now),
      save: (risk) => {
        if (isFull) throw new Error('no space');
        file.save(risk);
      },
    });
    first.kill('drill');
    expect(first.setCaps('LIVE', caps({}))).toBe(false);
    expect(first.killSwitch()).toMatchObject({ on: true, durable: false });
    isFull = false;
    expect(first.setCaps('LIVE', caps({}))).toBe(true);
    expect(first.killSwitch()).toMatchObject({ on: true, durable: true });
    expect(open().killReason()).not.toBeNull();
  });

  it('reports a stored kill switch as durable, also if it is pressed again on a full disk', () => {
    const file = new RiskFile(dataDir);
    let isFull = false;
    const first = open({
      load: (now) => file.load(now),
      save: (risk) => {
        if (isFull) throw new Error('no space');
        file.save(risk);
      },
    });
    first.kill('drill');
    isFull = true;
    first.kill('again');
    expect(first.killSwitch()).toMatchObject({ on: true, reason: 'drill', durable: true });
    expect(open().killReason()).toMatchObject({ reason: 'drill' });
  });

  it('uses the default precautions until the trader sets them, per mode', () => {
    const first = open();
    expect([first.hasOwnPrecautions('LIVE'), first.precautions('LIVE').stock.pricePercent]).toEqual([false, '10']);
    const future = { ...defaultPrecautions.future, pricePercent: '2' };
    expect(first.setPrecautions('LIVE', { ...defaultPrecautions, future })).toBe(true);
    const second = open();
    expect([second.hasOwnPrecautions('LIVE'), second.precautions('LIVE').future.pricePercent]).toEqual([true, '2']);
    expect(second.hasOwnPrecautions('PRACTICE')).toBe(false);
  });

  it('ignores the wide default caps that earlier versions stored', () => {
    const wide = { ...defaultCaps, perOrder: { quantity: '1000000', value: '100000000' } };
    open().setCaps('LIVE', wide);
    expect(open().caps('LIVE')).toEqual(defaultCaps);
    expect(open().hasOwnPrecautions('LIVE')).toBe(false);
  });

  it('turns the kill switch on when its file is damaged', () => {
    open().kill('x');
    writeFileSync(join(dataDir, 'risk.json'), '{"version":1,');
    expect(open().killReason()).toMatchObject({
      code: 'kill.on',
      reason: { code: 'kill.limits-lost', file: 'damaged' },
    });
  });

  it('converts a reason stored as a sentence by earlier versions; keeps one the trader typed', () => {
    open().kill('');
    const path = join(dataDir, 'risk.json');
    const rewrite = (reason: string): void => {
      const stored = JSON.parse(readFileSync(path, 'utf8')) as { kill: object };
      writeFileSync(path, JSON.stringify({ ...stored, kill: { ...stored.kill, reason } }));
    };
    rewrite('pressed by hand');
    expect(open().killReason()).toEqual({ code: 'kill.on', reason: { code: 'kill.by-hand' } });
    rewrite(
      'The file of the order limits was missing, and the limits are those of the newest copy. Check them, then release.',
    );
    const reason = { code: 'kill.limits-lost', file: 'missing', limits: 'copy' };
    expect(open().killReason()).toEqual({ code: 'kill.on', reason });
    rewrite('too fast today');
    expect(open().killReason()).toEqual({ code: 'kill.on', reason: 'too fast today' });
  });

  it('turns the kill switch on (not durable) but not off while no file can be written', () => {
    const file = new RiskFile(dataDir);
    const keeper = open({
      load: (now) => file.load(now),
      save: () => {
        throw new Error('full');
      },
    });
    keeper.kill('full disk');
    expect(keeper.killSwitch()).toMatchObject({ on: true, durable: false });
    expect(keeper.release()).toBe(false);
    expect(keeper.killReason()).not.toBeNull();
    expect(keeper.setCaps('LIVE', caps({}))).toBe(false);
  });
});
