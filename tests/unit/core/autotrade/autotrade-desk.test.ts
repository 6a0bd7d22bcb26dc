import { expect, it } from 'vitest';
import type { AutoTradeSettings } from '#contract/model/autotrade.ts';
import { linkId } from '#contract/model/link-id.ts';
import { startAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import { AutoTradeDesk, type AutoTradeDeskDeps } from '#core/autotrade/autotrade-desk.ts';

const now = 1_800_000_000_000;
const copy = { systemId: '7', personId: null, brokerCode: 'MAPLE' };
const settings: AutoTradeSettings = {
  scalingPercentage: 100,
  maxUnits: { future: null, forex: null, option: null },
  maxDollarsStocks: null,
  stopLossDollarsPerPosition: null,
  enabled: { stock: true, option: true, future: true, forex: true },
  allowShortOptions: false,
  ignoreManualTrades: true,
  joinTradesInProgress: true,
};
const start = { kind: 'start', ...copy, settings } as const;
const change = { kind: 'change', ...copy, settings: { ...settings, scalingPercentage: 200 } } as const;

const act = (command: string, wanted: object) => ({
  ...{ command, state: 'DONE', wanted, target: { kind: 'link', id: linkId(copy) }, intentId: crypto.randomUUID() },
  ...{ createdAt: now - 5_000, sentAt: now - 5_000, changedAt: now - 5_000, readBackAt: null, steps: [] },
});
const started = act(startAutoTrade.command, { settings, accountEnd: null });
const stopped = act(stopAutoTrade.command, { leave: true });

/**
 * The broker list is from before the acts and shows no account. `codes`: the broker choices that it
 * contains. `needs`: what each of them needs.
 */
function deskOf(acts: readonly object[], codes: readonly string[], needs: object = {}): AutoTradeDesk {
  const choices = codes.map((code) => ({ code, name: code, accountGuid: null, needs, trades: {} }));
  const deps = {
    clock: { now: () => now },
    random: { uuid: () => 'plan' },
    mode: 'LIVE',
    rehearsals: { isRehearsalDue: () => false },
    acts: {
      listen: () => undefined,
      rowsOf: () => acts,
      isProvable: () => true,
      send: () => Promise.resolve({ ok: true, value: { state: 'UNKNOWN' } }),
    },
    cache: {
      brokers: () => ({ choices }),
      datasets: () => ({ brokers: { readAt: now / 1000 - 30, failure: null }, tradesOpen: { readAt: now / 1000 } }),
      strategies: () => [{ systemId: '7', name: 'Trend', alive: true }],
      newestTrades: () => ({ trades: [] }),
      positions: () => [],
    },
    usualPersonOf: () => null,
    isPlatform: false,
    notify: () => undefined,
  };
  return new AutoTradeDesk(deps as unknown as AutoTradeDeskDeps);
}

/** The failure of a plan, or `planned`. */
function planned(
  request: Parameters<AutoTradeDesk['plan']>[0],
  acts: readonly object[],
  codes: readonly string[],
): string {
  const plan = deskOf(acts, codes).plan(request);
  return plan.ok ? 'planned' : JSON.stringify(plan.failure.message);
}
const refusal = (code: string): string => JSON.stringify({ code });

it.each([
  ['that no list contains', []],
  ['whose list is from before the start', ['MAPLE']],
])('a second start at a broker choice %s is refused after a confirmed start', (_, codes) => {
  expect(planned(start, [], codes)).toBe('planned');
  expect(planned(start, [started], codes)).toBe(refusal('autotrade.linked-already'));
  expect(planned(start, [started, stopped], codes)).toBe('planned');
});

it('a change of a copy that was stopped is refused', () => {
  expect(planned(change, [started], ['MAPLE'])).toBe('planned');
  expect(planned(change, [started, stopped], ['MAPLE'])).toBe(refusal('autotrade.not-linked'));
});

it.each([
  ['1234567', '4567', true],
  ['1234 567', '567', true],
  ['1234 567', ' 567', true],
  ['12345 67', '5 67', true],
  ['1234 567', '4567', false],
])('a start with account number "%s" is confirmed by typing "%s": %s', async (accountNumber, typed, isSent) => {
  const desk = deskOf([], ['MAPLE'], { accountNumber: true });
  desk.plan(start);
  const credentials = { accountNumber, userId: null, password: null };
  const outcome = await desk.send({ planId: 'plan', intentId: 'intent', confirmed: [], typed, credentials });
  expect(outcome.ok ? 'sent' : outcome.failure.message).toEqual(isSent ? 'sent' : { code: 'act.not-typed' });
});
