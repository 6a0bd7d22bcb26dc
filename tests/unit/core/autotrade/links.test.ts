import { describe, expect, it } from 'vitest';
import type { AutoTradeLinkState } from '#contract/model/autotrade-link-state.ts';
import type { ActState } from '#contract/model/act.ts';
import { linkId } from '#contract/model/link-id.ts';
import { changeAutoTrade, startAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import { currentCopies } from '#core/autotrade/current-copies.ts';
import { AutoTradeLinks } from '#core/autotrade/links.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';

/** Unix seconds of the last act. */
const actAt = 1_800_000_000;
const copy = { systemId: '7', personId: null, brokerCode: 'MAPLE' };
const target = { kind: 'link', id: linkId(copy) };

type Sent = { readonly command: string; readonly state: ActState; readonly [member: string]: unknown };

const act = (command: string, state: ActState, wanted: object): Sent => ({
  ...{ command, state, wanted, target, intentId: crypto.randomUUID(), readBackAt: null, steps: [] },
  ...{ createdAt: actAt * 1000, sentAt: actAt * 1000, changedAt: actAt * 1000 },
});
const start = (state: ActState, guid = 'G1'): Sent => ({
  ...act(startAutoTrade.command, state, { settings: copySettings, accountEnd: null }),
  shown: { accountGuid: guid },
});
/** Its answer named the account, and the list showed none two minutes later. */
const notShownStart: Sent = {
  ...start('DIFFERS'),
  steps: [{ state: 'DIFFERS', at: actAt * 1000, evidence: 'not-shown' }],
  shown: { answered: { accountGuid: 'G1' }, read: { accountGuid: null } },
};
const stop = (state: ActState): Sent => act(stopAutoTrade.command, state, { leave: true });

/**
 * The list is read `secondsAfterAct` after the last act. If `accountGuid` is undefined, the list
 * does not contain the broker choice. The list is of person 42. `usualPerson`: null if the
 * connection is to no private platform.
 */
function linksOf(
  sent: readonly Sent[],
  accountGuid: string | null | undefined,
  secondsAfterAct: number,
  usualPerson: string | null = null,
): AutoTradeLinks {
  const choices = accountGuid === undefined ? [] : [{ code: copy.brokerCode, name: 'Maple', accountGuid }];
  const acts = { rowsOf: () => sent, isProvable: () => false };
  const cache = {
    brokers: () => ({ choices, personId: '42' }),
    brokerPersons: () => [],
    datasets: () => ({ brokers: { readAt: actAt + secondsAfterAct, failure: null } }),
    strategies: () => [{ systemId: copy.systemId }],
  };
  type Deps = ConstructorParameters<typeof AutoTradeLinks>;
  return new AutoTradeLinks(acts as unknown as Deps[0], cache as unknown as Deps[1], () => usualPerson);
}

type Case = readonly [AutoTradeLinkState, string, readonly Sent[], string | null | undefined, number];
const stopped = [start('DONE'), stop('DONE')];
const cases: readonly Case[] = [
  ['stopped-left', 'a stop, while a list that was read soon after it still shows the account', stopped, 'G1', 60],
  ['set-elsewhere', 'a stop, if a later list shows the same account', stopped, 'G1', 121],
  ['set-elsewhere', 'a stop, if a later list shows another account', stopped, 'G2', 121],
  ['stopped-left', 'a stop, if a later list shows no account', stopped, null, 121],
  ['stopped-left', 'a stop at a broker choice that is in no list', stopped, undefined, 121],
  ['start-absent', 'a start that the user gave up', [start('GIVEN_UP')], undefined, 121],
  ['start-absent', 'a stop and a later start that was not found', [...stopped, start('ABSENT')], null, 60],
  ['start-absent', 'a stop and a later start that the user gave up', [...stopped, start('GIVEN_UP')], undefined, 60],
  ['stopped-left', 'a stop after a start that was not found', [start('ABSENT'), stop('DONE')], null, 60],
  ['ended-elsewhere', 'a start, if a later list shows no account', [start('DONE')], null, 121],
  ['start-absent', 'such a start and a later one that was not found', [start('DONE'), start('ABSENT')], null, 121],
  ['start-absent', 'a confirmed start that no list ever showed', [notShownStart], null, 121],
  ['linked', 'such a start that a later list shows', [notShownStart], 'G1', 121],
  ['stopped-left', 'such a start and a stop', [notShownStart, stop('DONE')], null, 121],
  ['linked', 'a confirmed start', [start('DONE')], 'G1', 121],
];

describe('the state of a copy', () => {
  it.each(cases)('is %s after %s', (state, _, sent, accountGuid, secondsAfterAct) => {
    const links = linksOf(sent, accountGuid, secondsAfterAct);
    expect(links.find(copy)?.state).toBe(state);
    const isCurrent = !state.startsWith('stopped');
    expect(currentCopies(links.all(), copy.systemId)).toHaveLength(isCurrent ? 1 : 0);
  });
});

describe('the account that was seen', () => {
  const seen = { ...start('DONE'), readBackAt: actAt * 1000 };
  const confirmedByList = {
    ...start('DONE'),
    steps: [{ state: 'DONE', at: actAt * 1000, evidence: 'read-back' }],
  };

  it.each([seen, confirmedByList])('is the one that was read back, until a newer list shows none or another', (row) => {
    expect(linksOf([row], null, -60).seenAccount(copy)).toBe('G1');
    expect(linksOf([row], undefined, 60).seenAccount(copy)).toBe('G1');
    expect(linksOf([row], null, 60).seenAccount(copy)).toBeNull();
    expect(linksOf([row], 'G2', 60).seenAccount(copy)).toBe('G2');
  });
});

it('the list of a former owner of the strategy is not that of the present one', () => {
  const shownFor = (usualPerson: string | null) => {
    const links = linksOf([], 'G1', 60, usualPerson);
    return [links.brokers('7', null).readAt, links.find(copy)?.state ?? null];
  };
  expect(shownFor(null)).toEqual([actAt + 60, 'set-elsewhere']);
  expect(shownFor('42')).toEqual([actAt + 60, 'set-elsewhere']);
  expect(shownFor('43')).toEqual([null, null]);
});

describe('the time from which trades are copied', () => {
  const notJoined = { ...start('DONE'), wanted: { settings: { joinTradesInProgress: false }, accountEnd: null } };

  it('is the time of the start, and not known if the start joined trades in progress', () => {
    expect(linksOf([notJoined], 'G1', 60).copiedSince(copy)).toBe(actAt);
    expect(linksOf([start('DONE')], 'G1', 60).copiedSince(copy)).toBeNull();
  });

  it('is not known of a copy that was started elsewhere', () => {
    expect(linksOf([notJoined, stop('DONE')], 'G2', 121).copiedSince(copy)).toBeNull();
    expect(linksOf([notJoined], 'G2', 60).copiedSince(copy)).toBeNull();
  });
});

describe('the settings of a copy after a change', () => {
  const unlimited = { ...copySettings, stopLossDollarsPerPosition: 500, maxDollarsStocks: 5_000 };
  const limited = { ...unlimited, maxUnits: { future: 2, forex: 3, option: 4 } };
  const before = { accountGuid: 'G1', isListed: true, settings: copySettings, pending: [] };
  const change = (state: ActState, settings: object, seconds = 0): Sent => ({
    ...act(changeAutoTrade.command, state, { settings, fields: [], accountGuid: null }),
    ...{ before, sentAt: (actAt + seconds) * 1000 },
  });
  const lost = change('GIVEN_UP', limited);

  it('are known again after a change that was confirmed two minutes after one without an answer', () => {
    const settings = { ...limited, scalingPercentage: 70 };
    const links = linksOf([start('DONE'), lost, change('DONE', settings, 120)], 'G1', 300);
    expect(links.find(copy)).toMatchObject({ isSettingsKnown: true, pending: null, settings });
    expect(links.pending(copy)).toEqual([]);
  });

  it.each([
    ['that was confirmed sooner: the earlier change may still take effect', limited, 119],
    ['with an empty limit, which is not sent: the limit of the earlier change may be in effect', unlimited, 120],
  ])('are not known after a change %s', (_, settings, seconds) => {
    const links = linksOf([start('DONE'), lost, change('DONE', settings, seconds)], 'G1', 300);
    expect(links.find(copy)).toMatchObject({ isSettingsKnown: false, pending: limited });
    expect(links.pending(copy)).toEqual([limited]);
  });

  it.each([
    ['are not all known', 'with an empty limit, which is not sent', unlimited, false],
    ['are known', 'with every limit', limited, true],
  ])('of a copy that was set elsewhere %s after a change %s', (_, _what, settings, isSettingsKnown) => {
    const changed = { ...change('DONE', settings), before: { ...before, settings: null } };
    const links = linksOf([changed], 'G1', 60);
    expect(links.find(copy)).toMatchObject({ state: 'linked', settings, isSettingsKnown, pending: null });
    expect(links.settings(copy)).toEqual(isSettingsKnown ? settings : null);
  });

  it('of a copy that was set elsewhere are not all known, even if the row of a second change says so', () => {
    const first = { ...change('DONE', unlimited), before: { ...before, settings: null } };
    const links = linksOf([first, change('DONE', unlimited, 300)], 'G1', 360);
    expect(links.find(copy)).toMatchObject({ settings: unlimited, isSettingsKnown: false });
    expect(links.settings(copy)).toBeNull();
  });
});
