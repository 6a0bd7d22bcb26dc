import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DesiredTarget } from '#contract/model/desired.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import { setDesiredPositions } from '#core/acts/set-desired-positions.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, startWall, temporaryFolder } from '../orders/order-fixtures.ts';

const list: DesiredTarget = { kind: 'list', positions: [{ symbol: 'KO', instrument: 'stock', quantity: '100' }] };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let clock: FakeClock;
let dataDir: string;
let journal: Journal;
let sent: string[];

beforeEach(() => {
  clock = new FakeClock(startWall);
  dataDir = temporaryFolder();
  journal = openJournal({ dataDir, now: clock.now() }).journal;
  sent = [];
});
afterEach(() => {
  journal.close();
  rmSync(dataDir, { recursive: true });
});

/** Presses, and gives the slot to the act when `wait` has passed. */
async function sendAfter(wait: () => unknown, wanted: DesiredTarget, isRun = false) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const send = async (request: PlatformRequest): Promise<PlatformResult> => {
    await promise;
    if (request.beforeSend?.() === false) return { kind: 'withdrawn', text: 'Withdrawn.' };
    sent.push(request.command);
    const bytes = new TextEncoder().encode('{"ok":"1"}');
    return { kind: 'answer', httpStatus: 200, bytes, sentAt: clock.now(), receivedAt: clock.now() };
  };
  const desk = new ActDesk({
    ...{ clock, log, journal, sender: new Sender(clock, log, { send }) },
    client: { send },
    profile: { id: 'practice', mode: 'PRACTICE' },
    ...{ killReason: () => null, offlineReason: () => null, rights: { refusal: () => null } },
    ...{ notify: () => undefined, changed: () => undefined },
  });
  const run = isRun ? { run: { runId: intent(9), digest: 'd' } } : {};
  const outcome = desk.send(setDesiredPositions, {
    intentId: intent(1),
    targetId: '101',
    before: null,
    wanted,
    ...run,
  });
  await wait();
  resolve(undefined);
  const ended = await outcome;
  desk.close();
  return ended.ok ? ended.value.state : ended.failure.message;
}

const seconds = (count: number) => () => clock.advance(count * 1000);
const tooOld = (count: number) => ({ code: 'nothing-sent', reason: { code: 'hold.too-old', seconds: count } });

it.each([
  ['is sent', 10, list, false, 'DONE'],
  ['is not sent', 16, list, false, tooOld(15)],
  ['of a run is sent', 16, list, true, 'DONE'],
  ['of a run is not sent', 61, list, true, tooOld(60)],
  ['that only reduces is sent', 16, { kind: 'flat' } as const, false, 'DONE'],
])('an act %s after %s seconds in the queue', async (_, count, wanted, isRun, end) => {
  expect(await sendAfter(seconds(count), wanted, isRun)).toEqual(end);
  expect(sent).toHaveLength(end === 'DONE' ? 1 : 0);
  expect([...journal.acts()]).toHaveLength(sent.length);
});

it('an act that waited while the computer slept is not sent', async () => {
  const sleep = (): void => clock.jumpWall(3_600_000);
  expect(await sendAfter(sleep, list)).toEqual(tooOld(15));
  expect(sent).toEqual([]);
});
