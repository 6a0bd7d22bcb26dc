import { describe, expect, it } from 'vitest';
import type { AutoTradeSettings } from '#contract/model/autotrade.ts';
import { sendingAct } from '#core/acts/act-lifecycle.ts';
import { changeAutoTrade, startAutoTrade, stopAutoTrade, type LinkBefore } from '#core/acts/autotrade-acts.ts';
import { changedFields, onlyReduces, removedLimits } from '#core/acts/autotrade-settings.ts';
import { secretMark } from '#core/platform/cut-secrets.ts';
import { intent } from '../orders/order-fixtures.ts';

const settings: AutoTradeSettings = {
  scalingPercentage: 50,
  maxUnits: { future: 4, forex: null, option: 10 },
  maxDollarsStocks: 5_000,
  stopLossDollarsPerPosition: null,
  enabled: { stock: true, option: true, future: false, forex: true },
  allowShortOptions: true,
  ignoreManualTrades: true,
  joinTradesInProgress: false,
};
const before: LinkBefore = { accountGuid: null, isListed: true, settings: null, pending: [] };
const id = '101 HARBOR';
const answer = (success: object) => ({ ok: '1', success });

describe('startAutoTrade', () => {
  it('sends every setting and leaves out a limit that is not set', () => {
    expect(startAutoTrade.body(id, { settings, accountEnd: '4567' })).toEqual({
      systemid: '101',
      brokercode: 'HARBOR',
      scalingPercentage: 50,
      enable_stocks: 1,
      enable_options: 1,
      enable_futures: 0,
      enable_forex: 1,
      max_dollars_stocks: 5_000,
      max_units_options: 10,
      max_units_futures: 4,
      allow_short_options: 1,
      ignore_manual_trades_in_account: 1,
      join_trades_in_progress: 0,
    });
  });

  const wanted = { settings, accountEnd: null };
  it.each([
    ['an account', answer({ broker_account_guid: 'G1' }), 'all'],
    ['no account', answer({}), 'part'],
    ['no success', { ok: '1' }, 'part'],
  ])('an answer with %s is a confirmation of kind "%s"', (_what, given, expected) =>
    expect(startAutoTrade.confirms(given, wanted)).toBe(expected),
  );

  it('knows no account if a typed secret was cut out of the id of the account', () => {
    const given = answer({ broker_account_guid: `HARBOR-${secretMark}` });
    expect(startAutoTrade.confirms(given, wanted)).toBe('all');
    expect(startAutoTrade.result?.(given)).toEqual({ accountGuid: null });
  });

  it('has an unknown outcome if a refusal names an account', () => {
    expect(startAutoTrade.isContradictory?.({ ok: '0', success: { broker_account_guid: 'G1' } })).toBe(true);
    expect(startAutoTrade.isContradictory?.({ ok: '0', error: {} })).toBe(false);
  });

  const list = (guid: string) => ({
    ok: '1',
    success: {
      brokers_available: [
        {
          brokerClassName: 'Harbor',
          brokerChoicesForThisParentClass: [
            { brokercode: 'HARBOR', personid_is_trading_here_broker_account_guid: guid },
          ],
        },
      ],
    },
  });
  const row = (linkBefore: LinkBefore, shown?: object) => ({
    ...sendingAct({
      intentId: intent(1),
      command: 'startAutoTrade',
      target: { kind: 'link', id },
      before: linkBefore,
      wanted,
      profile: { id: 'practice', mode: 'PRACTICE' },
      at: 1,
    }),
    ...(shown === undefined ? {} : { shown }),
  });
  const shows = (guid: string, shown?: object) => {
    const read = startAutoTrade.proof?.parse(list(guid), id);
    if (read == null) throw new Error('no list');
    return startAutoTrade.proof?.shows(read, row(before, shown));
  };

  it('is proven by any account in the list; if the answer named an account, only by that one', () => {
    expect([shows(''), shows('G1'), shows('G1', { accountGuid: 'G1' }), shows('G2', { accountGuid: 'G1' })]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('can be proven only if an earlier list showed no account', () => {
    const isPossible = (known: Partial<LinkBefore>) => startAutoTrade.proof?.isPossible?.(row({ ...before, ...known }));
    expect([isPossible({}), isPossible({ accountGuid: 'G0' }), isPossible({ isListed: false })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is overtaken by a confirmed stop', () => {
    expect(startAutoTrade.undoneBy).toEqual([stopAutoTrade.command]);
  });

  it('may remain listed for some time after a stop, but only if the stop closes positions', () => {
    expect([false, true].map((leave) => stopAutoTrade.takesEffectLater?.({ leave }))).toEqual([true, false]);
  });

  it('is not judged by a list with a record that cannot be read', () => {
    const broken = { ok: '1', success: { brokers_available: [{ brokerChoicesForThisParentClass: [{}] }] } };
    expect(startAutoTrade.proof?.parse(broken, id)).toBeNull();
  });

  it('is not judged by the list of another strategy', () => {
    const other = { ok: '1', success: { parameters_in: { systemid: '999' }, brokers_available: [] } };
    expect(startAutoTrade.proof?.parse(other, id)).toBeNull();
  });
});

describe('changeAutoTrade', () => {
  it('sends only the named fields', () => {
    const wanted = { settings, fields: ['scalingPercentage', 'enable_futures'], accountGuid: null };
    expect(changeAutoTrade.body(id, wanted)).toEqual({
      systemid: '101',
      brokercode: 'HARBOR',
      scalingPercentage: 50,
      enable_futures: 0,
    });
  });

  it('is confirmed by the same account, in part by no account, and not by another account', () => {
    const wanted = { settings, fields: [], accountGuid: 'G1' };
    const confirms = (success: object) => changeAutoTrade.confirms(answer(success), wanted);
    expect([confirms({ broker_account_guid: 'G1' }), confirms({}), confirms({ broker_account_guid: 'G2' })]).toEqual([
      'all',
      'part',
      'none',
    ]);
  });

  it('reduces risk only if it lowers all settings that may be in effect', () => {
    const lower = { ...settings, scalingPercentage: 40 };
    const reduces = (known: Partial<LinkBefore>) =>
      changeAutoTrade.reducesRisk?.({
        before: { ...before, ...known },
        wanted: { settings: lower, fields: [], accountGuid: null },
      });
    expect([
      reduces({ settings }),
      reduces({ settings: null }),
      reduces({ settings, pending: [{ ...settings, scalingPercentage: 30 }] }),
    ]).toEqual([true, false, false]);
  });
});

describe('stopAutoTrade', () => {
  it('sends whether the positions remain open', () => {
    const flag = (leave: boolean) => stopAutoTrade.body(id, { leave })['leavePositionsAndOrdersUntouched'];
    expect([flag(true), flag(false)]).toEqual([1, 0]);
  });

  it('lists the positions left open; without that list, leaving them is confirmed only in part', () => {
    const remaining = answer({
      status: { visiblePositionsLeftUntouched: [{ symbol: 'KO', typeofsymbol: 'stock', quant: '7' }] },
    });
    expect(stopAutoTrade.result?.(remaining)).toEqual({ left: [{ symbol: 'KO', instrument: 'stock', quantity: '7' }] });
    const confirms = (given: object, leave: boolean) => stopAutoTrade.confirms(answer(given), { leave });
    expect([confirms({}, true), confirms({}, false)]).toEqual(['part', 'all']);
  });
});

describe('AutoTrade settings', () => {
  it('are sent by a change only if they differ, or all if the present ones are unknown', () => {
    expect(changedFields(settings, { ...settings, maxDollarsStocks: 6_000, joinTradesInProgress: true })).toEqual([
      'max_dollars_stocks',
    ]);
    expect(changedFields(null, settings)).toHaveLength(10);
  });

  it('show each limit that a change would remove', () => {
    expect(removedLimits(settings, { ...settings, maxDollarsStocks: null })).toEqual(['max_dollars_stocks']);
    expect(removedLimits(settings, { ...settings, stopLossDollarsPerPosition: 100 })).toEqual([]);
  });

  it.each<[string, Partial<AutoTradeSettings>, boolean]>([
    ['the same', {}, true],
    ['a lower scaling', { scalingPercentage: 49 }, true],
    ['a higher scaling', { scalingPercentage: 51 }, false],
    ['a new limit', { stopLossDollarsPerPosition: 500 }, true],
    ['a higher limit', { maxDollarsStocks: 5_001 }, false],
    ['no limit', { maxDollarsStocks: null }, false],
    ['a type switched off', { enabled: { ...settings.enabled, stock: false } }, true],
    ['a type switched on', { enabled: { ...settings.enabled, future: true } }, false],
    ['no short options', { allowShortOptions: false }, true],
    ['manual trades that are no longer ignored', { ignoreManualTrades: false }, false],
  ])('tell whether a change only reduces risk: %s', (_what, changes, expected) =>
    expect(onlyReduces(settings, { ...settings, ...changes })).toBe(expected),
  );
});
