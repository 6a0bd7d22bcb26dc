import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
import type { TargetRequest } from '#contract/model/target-plan.ts';
import { done } from '#contract/outcome.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { TargetDesk, type TargetDeskDeps } from '#core/targets/target-desk.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { noTarget } from '#tests/fixtures/no-target.ts';
import { bytes, list, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from '#tests/unit/core/cache/temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let clock: FakeClock;
/** What the platform answers to the next reading of the open trades. */
let nextAnswer: Uint8Array<ArrayBuffer> | null;
beforeEach(() => {
  opened = openedCache();
  clock = new FakeClock();
  nextAnswer = null;
  lock = () => null;
});
afterEach(() => opened.close());

const job = { systemId: '7', slice: null, wantRecords: false, renewsAge: true } as const;
function read(answer: Uint8Array<ArrayBuffer>): void {
  const readAt = Math.floor(clock.now() / 1000);
  ingestAnswer(opened.db, { ...job, dataset: 'tradesOpen', readAt }, answer);
  ingestAnswer(opened.db, { ...job, dataset: 'signalsWorking', readAt }, list());
}

/** Why the rights on the strategy forbid an effect; null if they allow it. */
let lock: (effect: RiskEffect) => Text | null;
const heldLine = { symbol: 'AAPL', instrument: 'stock', quantity: '=', price: '190' } as const;
const heldList: TargetRequest = { kind: 'list', systemId: '7', lines: [heldLine] };
const deskWith = (desired: Partial<TargetDeskDeps['desired']> = {}) =>
  new TargetDesk({
    clock,
    random: { uuid: () => 'plan', fraction: () => 0 },
    mode: 'PRACTICE',
    desired: {
      state: noTarget,
      sent: () => undefined,
      send: () => Promise.reject(new Error('nothing is sent')),
      ...desired,
    },
    orders: { signals: () => [] },
    cache: opened.cache.reader,
    autoTrade: { links: () => [] },
    sync: {
      access: { lockReason: (_systemId, effect) => lock(effect) },
      refresh: () => {
        if (nextAnswer !== null) read(nextAnswer);
        return Promise.resolve({ ok: true });
      },
    },
    gate: {
      state: () => ({ isMissing: false, lastRun: null }),
      accepted: () => undefined,
      rehearsed: () => undefined,
    },
    risk: { killReason: () => null, caps: () => defaultCaps, precautions: () => defaultPrecautions },
    serviceClockOffsetMs: () => 0,
  });
const planOf = (request: TargetRequest = heldList) => deskWith().plan(request);

async function positionWarnings() {
  const plan = await planOf();
  const checks = plan.ok ? plan.value.checks : [];
  return checks.filter(({ code }) => code === 'positions-incomplete').map(({ level, text }) => ({ level, text }));
}

const unreadable = { ...trade('2', { symbol: 'XOM' }), quant_closed: {} };
const reason = { code: 'read.some-unreadable', bad: 1, total: 2, problems: ['trade: quant_closed'] };

it('warns if a position could not be read, because a list without it would close it', async () => {
  read(list(trade('1'), unreadable));
  expect(await positionWarnings()).toEqual([{ level: 'warn', text: { code: 'target.positions-incomplete', reason } }]);
});

it('reads the positions again before it warns', async () => {
  read(list(trade('1'), unreadable));
  nextAnswer = list(trade('1'), trade('2', { symbol: 'XOM' }));
  expect(await positionWarnings()).toEqual([]);
});

it('states when the account figures were read, because a plan does not read them again', async () => {
  const readAt = Math.floor(clock.now() / 1000);
  const answer = bytes({ ok: 1, cash: '1', modelAccountValue: '107127', buyPower: '142610' });
  ingestAnswer(opened.db, { ...job, dataset: 'margin', readAt }, answer);
  await clock.advance(720_000);
  read(list(trade('1')));
  expect(await planOf()).toMatchObject({ value: { accountValue: '107127', accountReadAt: readAt } });
});

it('if the owner is not known, does not lock a plan that closes everything', async () => {
  read(list(trade('1')));
  lock = (effect) => (effect === 'adds' ? { code: 'access.unknown' } : null);
  const locks = async (request: TargetRequest) => {
    const plan = await planOf(request);
    return plan.ok ? plan.value.checks.filter(({ code }) => code === 'locked').map(({ text }) => text) : plan;
  };
  expect(await locks({ kind: 'flat', systemId: '7' })).toEqual([]);
  expect(await locks(heldList)).toEqual([{ code: 'access.unknown' }]);
});

it('answers a repeated press with the state of its list, although the list changed the plan', async () => {
  read(list(trade('1')));
  let state: 'DONE' | null = null;
  const confirmed = { target: { kind: 'flat' }, source: 'ours', at: 9 } as const;
  const desk = deskWith({
    state: (systemId) => ({ ...noTarget(systemId), confirmed: state === null ? null : confirmed }),
    sent: () => (state === null ? undefined : ({ state } as ActRow)),
    send: () => Promise.resolve(done({ state: (state = 'DONE') } as ActRow)),
  });
  const plan = await desk.plan(heldList);
  const checks = plan.ok ? plan.value.checks : [];
  const request = { intentId: 'a', planId: 'plan', confirmed: checks.map(({ code }) => code) };
  expect(await desk.send(request)).toEqual(done({ state: 'DONE' }));
  expect(await desk.send(request)).toEqual(done({ state: 'DONE' }));
});
