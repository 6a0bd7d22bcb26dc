import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Text } from '#contract/message.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import { actTable } from '#core/acts/act-table.ts';
import type { ActType } from '#core/acts/act-type.ts';
import { startAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import { changeSystemAttribute, createNewSystem } from '#core/acts/strategy-acts.ts';
import { subscribeToStrategy, unsubscribeFromStrategy } from '#core/acts/subscription-acts.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, seededRandom, startWall, temporaryFolder } from '../orders/order-fixtures.ts';
import { actCases, type ActCase } from './act-cases.ts';

const pressCount = process.env['STRATDESK_PROMISES'] === 'full' ? 2_000 : 500;

/** `-before` and `-after`: before or after the platform carries out the act. */
const requestOutcomes = [
  'done',
  'contradicted',
  'refused',
  'refused-after',
  'part',
  'other',
  'lost-before',
  'lost-after',
  'garbage',
  'not-sent',
] as const;
/** `unasked`: the request is sent although `beforeSend` was not called. */
type RequestOutcome = (typeof requestOutcomes)[number] | 'never' | 'unasked';

/** Acts that are read back after a confirmation (acts.md A7). */
const readIfDone = [startAutoTrade, subscribeToStrategy, createNewSystem, changeSystemAttribute] as readonly ActType[];
/** Acts that are read back after a refusal. */
const readIfRefused = [...readIfDone, stopAutoTrade, unsubscribeFromStrategy] as readonly ActType[];

let clock: FakeClock;
let dataDir: string;
let journal: Journal;
let desk: ActDesk;
let current: ActCase;
let nextOutcome: RequestOutcome;
/** True once the platform has carried out the act. */
let inEffect: boolean;
let sent: number;
let alarms: number;
let killed: Text | null;
let offline: Text | null;
let noRight: Text | null;

const answer = (body: unknown): PlatformResult => {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  return { kind: 'answer', httpStatus: 200, bytes, sentAt: clock.now(), receivedAt: clock.now() };
};

async function send(request: PlatformRequest): Promise<PlatformResult> {
  await Promise.resolve();
  if (nextOutcome !== 'unasked' && request.beforeSend?.() === false) return { kind: 'withdrawn', text: 'Withdrawn.' };
  const { readings, done, part, other } = current;
  if (request.command !== current.type.command) return answer(inEffect ? readings?.shown : readings?.notShown);
  if (nextOutcome === 'not-sent') return { kind: 'not-sent', text: 'The host is unreachable.' };
  sent += 1;
  const refusal = { ok: '0', error: { title: 'No', message: 'Not now.' } };
  if (nextOutcome === 'refused') return answer(refusal);
  inEffect = nextOutcome !== 'lost-before' && nextOutcome !== 'other' && nextOutcome !== 'contradicted';
  if (nextOutcome === 'never') return new Promise(() => undefined);
  if (nextOutcome === 'garbage') return answer('<html>');
  if (nextOutcome === 'part') return answer(part);
  if (nextOutcome === 'other') return answer(other);
  if (nextOutcome === 'done' || nextOutcome === 'contradicted') return answer(done);
  if (nextOutcome === 'refused-after') return answer(refusal);
  return { kind: 'no-answer', text: 'The connection was cut.', sentAt: clock.now() };
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const open = (): ActDesk =>
  new ActDesk({
    clock,
    log,
    journal,
    sender: new Sender(clock, log, { send }),
    client: { send },
    profile: { id: 'practice', mode: 'PRACTICE' },
    killReason: () => killed,
    offlineReason: () => offline,
    rights: { refusal: () => noRight },
    notify: ({ level }) => void (alarms += Number(level === 'danger')),
    changed: () => undefined,
  });

beforeEach(() => {
  clock = new FakeClock(startWall);
  dataDir = temporaryFolder();
  journal = openJournal({ dataDir, now: 1 }).journal;
  [inEffect, sent, alarms, killed, offline, noRight] = [false, 0, 0, null, null, null];
  desk = open();
});
afterEach(() => {
  desk.close();
  journal.close();
  rmSync(dataDir, { recursive: true });
});

const press = (number = 1) => {
  const { type, targetId, before, wanted } = current;
  return desk.send(type, { intentId: intent(number), targetId, before, wanted });
};
const row = (number = 1): ActRow | undefined => [...journal.acts()].find(({ intentId }) => intentId === intent(number));

it('the table has a case for every act', () => {
  expect([...new Set(actCases.map(({ type }) => type))]).toEqual(actTable);
});

describe.each(actCases)('$type.command of $targetId', (one) => {
  beforeEach(() => {
    current = one;
  });
  const isProvable = one.readings !== null;
  const isReadAfterConfirmation = readIfDone.includes(one.type);
  const isReadAfterRefusal = readIfRefused.includes(one.type);

  it.each<[RequestOutcome, string]>([
    ['done', 'DONE'],
    // The reading after the answer does not show it (acts A7).
    ['contradicted', isReadAfterConfirmation ? 'DIFFERS' : 'DONE'],
    ['refused', 'REFUSED'],
    // It was carried out nevertheless.
    ['refused-after', isReadAfterRefusal ? 'DONE' : 'REFUSED'],
    ['not-sent', 'NOT_SENT'],
    ['lost-after', isProvable ? 'DONE' : 'UNKNOWN'],
    ['lost-before', isProvable ? 'ABSENT' : 'UNKNOWN'],
    ['garbage', isProvable ? 'DONE' : 'UNKNOWN'],
    ...(one.part === null ? [] : ([['part', 'DIFFERS']] as [RequestOutcome, string][])),
    ...(one.other === null ? [] : ([['other', isProvable ? 'ABSENT' : 'UNKNOWN']] as [RequestOutcome, string][])),
  ])('after the request outcome "%s" it ends as %s, and it was sent at most once', async (given, state) => {
    nextOutcome = given;
    await press();
    await clock.advance(600_000);
    expect([row()?.state, sent]).toEqual([state, given === 'not-sent' ? 0 : 1]);
    const isAlarmed = state === 'ABSENT' || state === 'DIFFERS' || (given === 'refused-after' && state === 'DONE');
    expect(alarms).toBe(isAlarmed ? 1 : 0);
  });

  it('is sent once for two presses, and blocks the next act if that adds risk (acts A1, A6)', async () => {
    nextOutcome = 'lost-before';
    const outcomes = await Promise.all([press(), press()]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
    const second = await press(2);
    expect([second.ok, sent]).toEqual(one.reduces ? [true, 2] : [false, 1]);
  });

  it('is known after a restart, and not sent again (acts A2, A3)', async () => {
    nextOutcome = 'done';
    await press();
    desk.close();
    desk = open();
    await clock.advance(600_000);
    expect(await press()).toMatchObject({ ok: false });
    expect([row()?.state, sent]).toEqual(['DONE', 1]);
  });

  it('is unknown after a restart before its answer, and read back (acts A4)', async () => {
    nextOutcome = 'never';
    void press();
    await clock.advance(0);
    desk.close();
    desk = open();
    expect(row()?.state).toBe('UNKNOWN');
    await clock.advance(2_000);
    expect([row()?.state, sent]).toEqual([isProvable ? 'DONE' : 'UNKNOWN', 1]);
  });

  it('is not called "not sent" if it was sent before it was recorded', async () => {
    nextOutcome = 'unasked';
    const failure = { code: 'internal', message: { code: 'act.not-recorded' } };
    expect([await press(), sent]).toEqual([{ ok: false, failure }, 1]);
  });

  it('writes and sends nothing without a right or a connection (acts A10)', async () => {
    noRight = { code: 'access.subscriber' };
    expect(await press()).toMatchObject({ failure: { code: 'locked' } });
    noRight = null;
    offline = { code: 'kill.on', reason: 'offline' };
    expect(await press(2)).toMatchObject({ failure: { code: 'locked' } });
    expect([sent, [...journal.acts()]]).toEqual([0, []]);
  });

  it(one.reduces ? 'passes the kill switch (acts A9)' : 'is stopped by the kill switch (acts A9)', async () => {
    killed = { code: 'kill.on', reason: 'drill' };
    nextOutcome = 'done';
    expect((await press()).ok).toBe(one.reduces);
  });

  it(`is sent at most once for each of ${pressCount} double presses, with random request outcomes`, async () => {
    const random = seededRandom();
    const possible = requestOutcomes.filter((name) => (name !== 'part' || one.part) && (name !== 'other' || one.other));
    for (let number = 1; number <= pressCount; number += 1) {
      const sentBefore = sent;
      inEffect = false;
      nextOutcome = possible[Math.floor(random.fraction() * possible.length)] ?? 'done';
      await Promise.all([press(number), press(number)]);
      await clock.advance(600_000);
      if (row(number)?.state === 'UNKNOWN') desk.giveUp(intent(number));
      expect(sent - sentBefore).toBeLessThanOrEqual(1);
    }
    expect(sent).toBeGreaterThan(pressCount / 2);
  });
});
