import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Type from 'typebox';
import type { Text } from '#contract/message.ts';
import type { Notice } from '#contract/model/status.ts';
import { ActDesk, type ActInput } from '#core/acts/act-desk.ts';
import { stepAct } from '#core/acts/act-lifecycle.ts';
import type { ActState } from '#contract/model/act.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import type { ActType } from '#core/acts/act-type.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { isRecord } from '#core/platform/wire/json-object.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, startWall, temporaryFolder } from '../orders/order-fixtures.ts';

type Listed = readonly string[];
type Subscription = { readonly systemId: string; readonly plan: string };
/** A type of act that creates something. The desk knows it only from this description. */
const subscribe: ActType<Subscription, Listed> = {
  command: 'actOfThisTest',
  target: 'subscription',
  wanted: Type.Object({ systemId: Type.String(), plan: Type.String() }),
  lane: () => 'submit',
  body: (personId, { systemId, plan }) => ({ personid: personId, systemid: systemId, plan }),
  confirms: (answer, { systemId }) =>
    answer['systemid'] !== systemId ? 'none' : answer['plan'] === '' ? 'part' : 'all',
  proof: {
    command: 'listAllSystems',
    body: () => ({}),
    parse: (answer) =>
      Array.isArray(answer['response'])
        ? answer['response'].filter(isRecord).map((record) => String(record['systemid']))
        : null,
    shows: (listed, { wanted }) => listed.includes(wanted.systemId),
    seen: (listed) => listed,
  },
  readsBack: true,
  messages: {
    title: { code: 'desired.not-confirmed' },
    absent: { code: 'desired.contradicted' },
    late: { code: 'desired.appeared-late' },
    differs: { code: 'act.unreadable-answer' },
  },
};

/** An act that no reading can prove. */
const change: ActType<Subscription, never> = {
  ...subscribe,
  command: 'changeAutoTrade',
  proof: null,
  readsBack: false,
};
/** An act of the same target. Its command never adds risk (can-add-risk.ts). */
const stop: ActType<Subscription, never> = { ...change, command: 'stopAutoTrade' };
/** A reading cannot show an earlier act of this type. A refused act is therefore read back too. */
const start: ActType<Subscription, Listed> = {
  ...subscribe,
  command: 'startAutoTrade',
  undoneBy: ['stopAutoTrade'],
  messages: { ...subscribe.messages, afterRefusal: { code: 'autotrade.start-after-refusal' } },
};

/** `-before` and `-after`: before or after the platform carries out the act. */
type Outcome =
  | 'ok'
  | 'part'
  | 'unlisted'
  | 'lost-before'
  | 'lost-after'
  | 'refused'
  | 'refused-after'
  | 'other'
  | 'not-sent'
  | 'garbage'
  | 'never';

let clock: FakeClock;
let dataDir: string;
let journal: Journal;
let desk: ActDesk;
let listed: string[];
let outcomes: Outcome[];
let sent: PlatformRequest[];
let reads: number[];
let notices: Notice[];
let killed: Text | null;
let offline: Text | null;
let noRight: Text | null;

const answer = (body: unknown): PlatformResult => {
  const at = clock.now();
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  return { kind: 'answer', httpStatus: 200, bytes, sentAt: at, receivedAt: at };
};

async function send(request: PlatformRequest): Promise<PlatformResult> {
  await Promise.resolve();
  if (request.beforeSend?.() === false) return { kind: 'withdrawn', text: 'Withdrawn.' };
  if (request.command === 'listAllSystems') {
    reads.push(clock.monotonic());
    return answer({ ok: '1', response: listed.map((systemid) => ({ systemid })) });
  }
  expect([...journal.acts()].at(-1)).toMatchObject({ state: 'SENDING' });
  const outcome = outcomes.shift() ?? 'ok';
  if (outcome === 'not-sent') return { kind: 'not-sent', text: 'The host is unreachable.' };
  sent.push(request);
  if (outcome === 'never') return new Promise(() => undefined);
  const lost: PlatformResult = { kind: 'no-answer', text: 'The connection was cut.', sentAt: clock.now() };
  if (outcome === 'lost-before') return lost;
  if (outcome === 'refused') return answer({ ok: '0', error: { title: 'No', message: 'Not now.' } });
  const { systemid } = request.body;
  if (typeof systemid !== 'string') throw new Error('no systemid');
  if (outcome !== 'unlisted') listed.push(systemid);
  if (outcome === 'lost-after') return lost;
  if (outcome === 'refused-after') return answer({ ok: '0', error: { title: 'Too many requests' } });
  if (outcome === 'garbage') return answer('<html>');
  return answer({ ok: '1', systemid: outcome === 'other' ? '999' : systemid, ...(outcome === 'part' && { plan: '' }) });
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const open = (): ActDesk =>
  new ActDesk(
    {
      clock,
      log,
      journal,
      sender: new Sender(clock, log, { send }),
      client: { send },
      profile: { id: 'practice', mode: 'PRACTICE' },
      killReason: () => killed,
      offlineReason: () => offline,
      rights: { refusal: () => noRight },
      notify: (notice) => notices.push(notice),
      changed: () => undefined,
    },
    [subscribe, change, stop, start],
  );

beforeEach(() => {
  clock = new FakeClock(startWall);
  dataDir = temporaryFolder();
  journal = openJournal({ dataDir, now: 1 }).journal;
  listed = [];
  outcomes = [];
  sent = [];
  reads = [];
  notices = [];
  killed = null;
  offline = null;
  noRight = null;
  desk = open();
});
afterEach(() => {
  desk.close();
  journal.close();
  rmSync(dataDir, { recursive: true });
});

const input = (number: number, systemId = '101', targetId = 'person-1'): ActInput<Subscription> => ({
  intentId: intent(number),
  targetId,
  before: null,
  wanted: { systemId, plan: 'monthly' },
});
const row = (number: number): ActRow | undefined =>
  [...journal.acts()].find(({ intentId }) => intentId === intent(number));
const history = (number: number): string[] =>
  (row(number)?.steps ?? []).map(({ state, evidence }) => `${state} ${evidence}`);

describe('an act that the desk knows only from its type', () => {
  it.each<[Outcome, string[]]>([
    ['ok', ['SENDING sent', 'DONE answered']],
    ['refused', ['SENDING sent', 'REFUSED refused']],
    ['not-sent', ['SENDING sent', 'NOT_SENT not-sent']],
    ['lost-after', ['SENDING sent', 'UNKNOWN no-answer', 'DONE read-back']],
    ['garbage', ['SENDING sent', 'UNKNOWN unreadable-answer', 'DONE read-back']],
    ['other', ['SENDING sent', 'UNKNOWN other-answer', 'DONE read-back']],
    ['lost-before', ['SENDING sent', 'UNKNOWN no-answer', 'ABSENT not-shown']],
    ['part', ['SENDING sent', 'DONE answered', 'DIFFERS answered']],
    ['unlisted', ['SENDING sent', 'DONE answered', 'DIFFERS not-shown']],
  ])('has every step recorded if its outcome is "%s", and is sent at most once', async (outcome, steps) => {
    outcomes = [outcome];
    await desk.send(subscribe, input(1));
    await clock.advance(600_000);
    expect(history(1)).toEqual(steps);
    expect(sent.length).toBeLessThanOrEqual(1);
    const alarms = ['lost-before', 'part', 'unlisted'];
    expect(notices.map(({ level }) => level)).toEqual(alarms.includes(outcome) ? ['danger'] : []);
  });

  it('reads back at 2, 5, 10, 20, 40, 60 and 120 seconds (acts A4)', async () => {
    outcomes = ['lost-before'];
    await desk.send(subscribe, input(1));
    const sentAt = clock.monotonic();
    await clock.advance(600_000);
    expect(reads.map((at) => (at - sentAt) / 1_000)).toEqual([2, 5, 10, 20, 40, 60, 120]);
  });

  it('keeps its target, what was wanted and the words of the platform after a restart (acts A12)', async () => {
    outcomes = ['refused'];
    expect(await desk.send(subscribe, input(1))).toMatchObject({
      failure: { code: 'refused', details: ['No', 'Not now.'] },
    });
    const before = row(1);
    journal.close();
    journal = openJournal({ dataDir, now: 2 }).journal;
    expect(row(1)).toEqual(before);
    expect(before).toMatchObject({
      command: 'actOfThisTest',
      target: { kind: 'subscription', id: 'person-1' },
      wanted: { systemId: '101', plan: 'monthly' },
      answer: ['No', 'Not now.'],
    });
  });

  it('is unknown if the program ended before its answer, and is read back', async () => {
    outcomes = ['never'];
    void desk.send(subscribe, input(1));
    await clock.advance(0);
    desk.close();
    desk = open();
    expect(history(1)).toEqual(['SENDING sent', 'UNKNOWN program-ended']);
    listed = ['101'];
    await clock.advance(2_000);
    expect(row(1)?.state).toBe('DONE');
    expect(sent).toHaveLength(1);
  });

  it('is sent once per intent, and blocks only other acts of its target (acts A1, A6)', async () => {
    outcomes = ['lost-before'];
    await desk.send(subscribe, input(1));
    expect(await desk.send(subscribe, input(1))).toMatchObject({ failure: { code: 'blocked' } });
    expect(await desk.send(subscribe, input(2))).toMatchObject({ failure: { code: 'busy' } });
    expect(await desk.send(subscribe, input(3, '102', 'person-2'))).toMatchObject({ ok: true });
    expect(sent.map(({ body }) => body['systemid'])).toEqual(['101', '102']);
  });

  it('is sent once for two presses with one intent, even after the first press is done (acts A1)', async () => {
    const presses = [desk.send(subscribe, input(1)), desk.send(subscribe, input(1))];
    expect(await Promise.all(presses)).toMatchObject([{ ok: true }, { failure: { code: 'blocked' } }]);
    expect([sent.length, history(1)]).toEqual([1, ['SENDING sent', 'DONE answered']]);
  });

  /** The settings before the act show whether it reduces risk, and they were read for its review. */
  const reduction: typeof change = { ...change, reducesRisk: () => true };
  it.each<[string, Outcome, string, ActType<Subscription>]>([
    ['became unknown', 'lost-before', 'act.one-at-a-time', subscribe],
    ['was confirmed, because its review is old', 'ok', 'act.overtaken', subscribe],
    ['was confirmed, although the waiting act was a reduction in its review', 'ok', 'act.overtaken', reduction],
    ['became unknown, although the waiting act is a reduction', 'lost-before', 'act.overtaken', reduction],
  ])('is not sent if, while it waited, an earlier act of its target %s', async (_what, outcome, code, type) => {
    outcomes = [outcome];
    const presses = [1, 2].map((number) => desk.send(type, input(number)));
    expect(await Promise.all(presses)).toMatchObject([{ ok: true }, { failure: { code: 'busy', message: { code } } }]);
    expect(sent).toHaveLength(1);
  });

  it('is stopped by the kill switch, new or queued, and refused without a connection (acts A9)', async () => {
    killed = { code: 'kill.on', reason: 'test' };
    expect(await desk.send(subscribe, input(1))).toMatchObject({ failure: { code: 'killed' } });
    killed = null;
    const queued = desk.send(subscribe, input(2));
    killed = { code: 'kill.on', reason: 'test' };
    expect(await queued).toMatchObject({ failure: { code: 'killed' } });
    killed = null;
    offline = { code: 'kill.on', reason: 'offline' };
    expect(await desk.send(subscribe, input(3))).toMatchObject({ failure: { code: 'locked' } });
    expect([sent, [...journal.acts()]]).toEqual([[], []]);
  });

  it('remains given up by the user, although the list shows it later', async () => {
    outcomes = ['lost-before'];
    await desk.send(subscribe, input(1));
    desk.giveUp(intent(1));
    listed = ['101'];
    await clock.advance(600_000);
    expect(history(1)).toEqual(['SENDING sent', 'UNKNOWN no-answer', 'GIVEN_UP user']);
  });
});

describe('a confirmed act', () => {
  it('is read back once, and never again when the platform shows it (acts A7)', async () => {
    await desk.send(subscribe, input(1));
    const sentAt = clock.monotonic();
    await clock.advance(600_000);
    expect(reads.map((at) => (at - sentAt) / 1_000)).toEqual([2]);
    expect(row(1)?.readBackAt).toBe(startWall + sentAt + 2_000);
  });

  it('is read back after a restart that came before the reading', async () => {
    outcomes = ['unlisted'];
    await desk.send(subscribe, input(1));
    desk.close();
    desk = open();
    await clock.advance(600_000);
    expect(history(1)).toEqual(['SENDING sent', 'DONE answered', 'DIFFERS not-shown']);
  });

  it.each<[string, Outcome, ActType<Subscription>]>([
    ['was refused', 'refused', subscribe],
    ['of another command was confirmed', 'ok', change],
  ])('is still read back if a newer act of its target %s', async (_what, outcome, type) => {
    outcomes = ['unlisted', outcome];
    await desk.send(subscribe, input(1));
    await desk.send(type, input(2, '102'));
    await clock.advance(600_000);
    expect(history(1)).toEqual(['SENDING sent', 'DONE answered', 'DIFFERS not-shown']);
    expect(notices).toMatchObject([{ level: 'danger', text: subscribe.messages.differs }]);
  });

  it('is not read back if a newer act of its target was confirmed before the reading', async () => {
    outcomes = ['unlisted', 'ok'];
    await desk.send(subscribe, input(1));
    await desk.send(subscribe, input(2, '102'));
    await clock.advance(600_000);
    expect([history(1), notices]).toEqual([['SENDING sent', 'DONE answered'], []]);
  });
});

describe('a refused act', () => {
  it('that was carried out nevertheless is found in the list, with an alarm', async () => {
    outcomes = ['refused-after'];
    expect(await desk.send(start, input(1))).toMatchObject({ failure: { code: 'refused' } });
    await clock.advance(2_000);
    expect(row(1)).toMatchObject({ state: 'DONE', steps: [{}, { state: 'REFUSED' }, { evidence: 'read-back' }] });
    expect(notices).toMatchObject([{ level: 'danger', text: { code: 'autotrade.start-after-refusal' } }]);
  });

  it('that took effect later is found within two minutes, also after a restart', async () => {
    outcomes = ['refused'];
    await desk.send(start, input(1));
    await clock.advance(3_000);
    desk.close();
    desk = open();
    listed.push('101');
    await clock.advance(120_000);
    expect(row(1)?.state).toBe('DONE');
  });

  it('that the list never shows remains refused, without an alarm, and its reads end', async () => {
    outcomes = ['refused'];
    await desk.send(start, input(1));
    await clock.advance(600_000);
    expect(row(1)?.state).toBe('REFUSED');
    expect(notices).toEqual([]);
    expect(reads).toHaveLength(7);
  });

  it('is not read back after a newer act of its target, or if a reading may show an earlier act', async () => {
    outcomes = ['refused', 'ok', 'refused'];
    await desk.send(start, input(1));
    await desk.send(start, input(2));
    await clock.advance(10_000);
    expect(row(1)?.state).toBe('REFUSED');
    await desk.send(subscribe, input(3, '102', 'person-2'));
    const before = reads.length;
    await clock.advance(120_000);
    expect(reads).toHaveLength(before);
  });
});

it('an outcome that cannot be written takes effect at once, and is written when it can be', async () => {
  const { saveAct } = journal;
  let isFull = false;
  journal.saveAct = (act) => {
    if (isFull && act.state !== 'SENDING') throw new JournalError({ code: 'journal.no-room' });
    saveAct.call(journal, act);
  };
  isFull = true;
  expect(await desk.send(stop, input(1))).toMatchObject({ ok: true, value: { state: 'DONE' } });
  expect(desk.acts(stop, 'person-1')).toMatchObject([{ state: 'DONE' }]);
  expect([...journal.acts()]).toMatchObject([{ state: 'SENDING' }]);
  // The target of the act is free.
  expect(await desk.send(stop, input(2))).toMatchObject({ ok: true });
  isFull = false;
  await clock.advance(1_000);
  expect([...journal.acts()]).toMatchObject([{ state: 'DONE' }, { state: 'DONE' }]);
});

describe('an unknown start that a confirmed stop followed', () => {
  const alarms = () => notices.filter(({ changeId }) => changeId === intent(1)).map(({ text }) => text);
  const startAndStop = async (outcome: Outcome) => {
    outcomes = ['lost-before', outcome];
    await desk.send(start, input(1));
    await desk.send(stop, input(2, '102'));
  };

  it.each<Outcome>(['ok', 'part'])('ends without an alarm if no reading shows it: stop "%s"', async (outcome) => {
    await startAndStop(outcome);
    await clock.advance(600_000);
    expect(history(1)).toEqual(['SENDING sent', 'UNKNOWN no-answer', 'ABSENT overtaken']);
    expect(alarms()).toEqual([]);
  });

  it.each<Outcome>(['ok', 'part'])('raises an alarm if it takes effect after all: stop "%s"', async (outcome) => {
    await startAndStop(outcome);
    await clock.advance(30_000);
    listed = ['101'];
    await clock.advance(600_000);
    expect(history(1)).toEqual(['SENDING sent', 'UNKNOWN no-answer', 'DONE read-back']);
    expect(alarms()).toEqual([start.messages.late]);
  });
});

it('an act is not overtaken by a confirmed act of another command that does not undo it', async () => {
  outcomes = ['lost-before', 'unlisted'];
  await desk.send(subscribe, input(1));
  await desk.send(stop, input(2));
  await clock.advance(600_000);
  expect(history(1)).toEqual(['SENDING sent', 'UNKNOWN no-answer', 'ABSENT not-shown']);
});

describe('an unknown act that no reading can prove', () => {
  it('blocks its target for 120 seconds, also after a restart, and remains unknown (acts A6)', async () => {
    outcomes = ['lost-before'];
    await desk.send(change, input(1));
    await clock.advance(119_000);
    expect(await desk.send(change, input(2))).toMatchObject({ failure: { code: 'busy' } });
    desk.close();
    desk = open();
    expect(await desk.send(change, input(3))).toMatchObject({ failure: { code: 'busy' } });
    await clock.advance(1_000);
    expect(await desk.send(change, input(4))).toMatchObject({ ok: true });
    expect([history(1), reads, notices]).toEqual([['SENDING sent', 'UNKNOWN no-answer'], [], []]);
  });

  it('does not block an act that only reduces risk, and is then named in a notice (acts A6)', async () => {
    outcomes = ['lost-before'];
    await desk.send(change, input(1));
    expect(await desk.send(stop, input(2))).toMatchObject({ ok: true, value: { state: 'DONE' } });
    expect(notices).toMatchObject([
      { level: 'warn', title: { code: 'act.overtakes' }, text: { command: 'changeAutoTrade', at: startWall / 1000 } },
    ]);
    expect(row(1)?.state).toBe('UNKNOWN');
  });
});

it('an unknown act blocks its target by the elapsed time, also when the wall clock jumps (acts A6)', async () => {
  outcomes = ['lost-before'];
  await desk.send(change, input(1));
  clock.jumpWall(600_000);
  expect(await desk.send(change, input(2))).toMatchObject({ failure: { code: 'busy' } });
  clock.jumpWall(-3_600_000);
  await clock.advance(120_000);
  expect(await desk.send(change, input(3))).toMatchObject({ ok: true });
});

it('a secret is sent with its request, and written nowhere (acts A8)', async () => {
  outcomes = ['refused'];
  await desk.send(subscribe, { ...input(1), secrets: { password: 'CANARY-1' } });
  expect(sent[0]).toMatchObject({ body: { password: 'CANARY-1', systemid: '101' }, secrets: ['CANARY-1'] });
  expect(JSON.stringify([row(1), notices, desk.actsForWindow()])).not.toContain('CANARY-1');
});

it('a confirmed act that differs retains its answer and its reading (acts A7)', async () => {
  outcomes = ['unlisted'];
  await desk.send({ ...subscribe, result: () => 'monthly' }, input(1));
  await clock.advance(600_000);
  expect(row(1)).toMatchObject({ state: 'DIFFERS', shown: { answered: 'monthly', read: [] } });
});

it('an act outside the rights of the connection is refused, and nothing is written (acts A10)', async () => {
  noRight = { code: 'access.subscriber' };
  expect(await desk.send(subscribe, input(1))).toMatchObject({
    failure: { code: 'locked', message: { code: 'nothing-sent', reason: noRight } },
  });
  expect([sent, [...journal.acts()]]).toEqual([[], []]);
});

describe('the states of an act', () => {
  const transitions: Readonly<Record<ActState, readonly ActState[]>> = {
    SENDING: ['DONE', 'REFUSED', 'NOT_SENT', 'UNKNOWN'],
    DONE: ['DIFFERS'],
    REFUSED: ['DONE'],
    NOT_SENT: [],
    UNKNOWN: ['DONE', 'ABSENT', 'GIVEN_UP'],
    ABSENT: [],
    GIVEN_UP: [],
    DIFFERS: [],
  };
  const states = Object.keys(transitions) as ActState[];
  const statesAfter = (from: ActState, act: ActRow): ActState[] =>
    states.filter((state) => {
      try {
        stepAct({ ...act, state: from }, { state, at: 1, evidence: 'user' });
        return true;
      } catch {
        return false;
      }
    });

  it('have these transitions and no others', async () => {
    await desk.send(subscribe, input(1));
    expect(Object.fromEntries(states.map((from) => [from, statesAfter(from, row(1)!)]))).toEqual(transitions);
  });
});
