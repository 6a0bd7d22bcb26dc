import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#contract/model/status.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import type { ActType } from '#core/acts/act-type.ts';
import { startAutoTrade, stopAutoTrade } from '#core/acts/autotrade-acts.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, startWall, temporaryFolder } from '../orders/order-fixtures.ts';
import { actCases } from './act-cases.ts';

const caseOf = (type: unknown) => {
  const found = actCases.find((one) => one.type === type);
  if (found === undefined) throw new Error('no such case');
  return found;
};
const startCase = caseOf(startAutoTrade);
const stopCase = caseOf(stopAutoTrade);

let clock: FakeClock;
let dataDir: string;
let journal: Journal;
let desk: ActDesk;
/** True while the broker list shows the account. */
let listed: boolean;
let notices: Notice[];

const answer = (body: unknown): PlatformResult => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { kind: 'answer', httpStatus: 200, bytes, sentAt: clock.now(), receivedAt: clock.now() };
};

async function send({ beforeSend, command }: PlatformRequest): Promise<PlatformResult> {
  await Promise.resolve();
  beforeSend?.();
  if (command === 'startAutoTrade') return { kind: 'no-answer', text: 'The connection was cut.', sentAt: clock.now() };
  if (command === 'stopAutoTrade') return answer(stopCase.done);
  return answer(listed ? startCase.readings?.shown : startCase.readings?.notShown);
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
    killReason: () => null,
    offlineReason: () => null,
    rights: { refusal: () => null },
    notify: (notice) => notices.push(notice),
    changed: () => undefined,
  });

beforeEach(() => {
  clock = new FakeClock(startWall);
  dataDir = temporaryFolder();
  journal = openJournal({ dataDir, now: 1 }).journal;
  [listed, notices] = [true, []];
  desk = open();
});
afterEach(() => {
  desk.close();
  journal.close();
  rmSync(dataDir, { recursive: true });
});

const press = (number: number, type: ActType, wanted: unknown) => {
  const { before, targetId } = startCase;
  return desk.send(type, { intentId: intent(number), targetId, before, wanted });
};
/** A start without an answer, and a stop that the platform confirms. */
async function startAndStop(leave: boolean): Promise<void> {
  expect(await press(1, startCase.type, startCase.wanted)).toMatchObject({ ok: true, value: { state: 'UNKNOWN' } });
  expect(await press(2, stopCase.type, { leave })).toMatchObject({ ok: true, value: { state: 'DONE' } });
}
const history = (): string[] =>
  [...journal.acts()].flatMap(({ intentId, steps }) =>
    intentId === intent(1) ? steps.map(({ state, evidence }) => `${state} ${evidence}`) : [],
  );
const alarms = () => notices.filter(({ level }) => level === 'danger').map(({ text }) => text);

describe('an unknown start of AutoTrade after a confirmed stop', () => {
  it('raises no alarm while the stop still closes positions, also after a restart', async () => {
    await startAndStop(false);
    await clock.advance(300_000);
    desk.close();
    desk = open();
    await clock.advance(300_000);
    expect([history(), alarms()]).toEqual([['SENDING sent', 'UNKNOWN no-answer'], []]);
    listed = false;
    await clock.advance(120_000);
    expect([history(), alarms()]).toEqual([['SENDING sent', 'UNKNOWN no-answer', 'ABSENT overtaken'], []]);
  });

  it('raises an alarm if it takes effect after the stop has closed everything', async () => {
    await startAndStop(false);
    await clock.advance(6_000);
    listed = false;
    await clock.advance(5_000);
    listed = true;
    await clock.advance(600_000);
    expect(history()).toEqual(['SENDING sent', 'UNKNOWN no-answer', 'DONE read-back']);
    expect(alarms()).toEqual([startAutoTrade.messages.late]);
  });

  it('raises an alarm at once if the stop leaves the positions open', async () => {
    await startAndStop(true);
    await clock.advance(3_000);
    expect(alarms()).toEqual([startAutoTrade.messages.late]);
  });
});
