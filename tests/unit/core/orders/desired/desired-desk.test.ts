import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DesiredTarget } from '#contract/model/desired.ts';
import type { Notice } from '#contract/model/status.ts';
import { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import { isSameTarget } from '#core/acts/set-desired-positions.ts';
import { parseDesired } from '#core/platform/parse/desired.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, startWall, systemId, temporaryFolder } from '../order-fixtures.ts';

type Lines = readonly Record<string, unknown>[];
type RequestOutcome = 'ok' | 'lost-before' | 'lost-after' | 'refused' | 'other-list' | 'not-sent';

const list = (quantity: string): DesiredTarget => ({
  kind: 'list',
  positions: [{ symbol: 'AAPL', instrument: 'stock', quantity }],
});

let clock: FakeClock;
let dataDir: string;
let journal: Journal;
let desk: DesiredDesk;
let acts: ActDesk;
let stored: Lines;
let outcomes: RequestOutcome[];
let sent: PlatformRequest[];
let notices: Notice[];
/**
 * The alarms only. The warning that a newer list was set while the outcome of an older list was
 * unknown is left out.
 */
const alarms = (): Notice[] => notices.filter(({ level }) => level === 'danger');
let killReason: string | null;
let readsFail: boolean;

const answer = (body: unknown): PlatformResult => {
  const at = clock.now();
  return {
    kind: 'answer',
    httpStatus: 200,
    bytes: new TextEncoder().encode(JSON.stringify(body)),
    sentAt: at,
    receivedAt: at,
  };
};

async function send(request: PlatformRequest): Promise<PlatformResult> {
  await Promise.resolve();
  if (request.beforeSend?.() === false) return { kind: 'withdrawn', text: 'Withdrawn.' };
  const lost: PlatformResult = { kind: 'no-answer', text: 'The connection was cut.', sentAt: clock.now() };
  if (request.command === 'getDesiredPositions') return readsFail ? lost : answer({ ok: '1', response: stored });
  // Every request is in the journal before it is sent (order-safety J1).
  expect([...journal.acts()].at(-1)).toMatchObject({ state: 'SENDING' });
  sent.push(request);
  const outcome = outcomes.shift() ?? 'ok';
  if (outcome === 'not-sent') return { kind: 'not-sent', text: 'The host is unreachable.' };
  if (outcome === 'lost-before') return lost;
  if (outcome === 'refused') return answer({ ok: '0', error: { title: 'No', message: 'Not now.' } });
  stored = request.body['positions'] as unknown as Lines;
  if (outcome === 'lost-after') return lost;
  return answer({ ok: '1', response: outcome === 'other-list' ? [] : stored });
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function open(): DesiredDesk {
  acts = new ActDesk({
    rights: { refusal: () => null },
    clock,
    log,
    journal,
    sender: new Sender(clock, log, { send }),
    client: { send },
    profile: { id: 'practice', mode: 'PRACTICE' },
    killReason: () => killReason,
    offlineReason: () => null,
    notify: (notice) => notices.push(notice),
    changed: () => undefined,
  });
  return new DesiredDesk({ clock, acts, notify: (notice) => notices.push(notice), changed: () => undefined });
}

function close(): void {
  desk.close();
  acts.close();
}

beforeEach(() => {
  clock = new FakeClock(startWall);
  dataDir = temporaryFolder();
  journal = openJournal({ dataDir, now: 1 }).journal;
  stored = [];
  outcomes = [];
  sent = [];
  notices = [];
  killReason = null;
  readsFail = false;
  desk = open();
});
afterEach(() => {
  close();
  journal.close();
  rmSync(dataDir, { recursive: true });
});

const mode = (): string => desk.state(systemId).mode;

describe('target lists (order-safety 6.3)', () => {
  it('locks order entry after a list is set, until stop is set (order-safety D3)', async () => {
    expect(mode()).toBe('never-read');
    expect(desk.lockReason(systemId, 'adds')).toBeNull();
    expect(await desk.set(intent(1), systemId, list('100'))).toMatchObject({
      ok: true,
      value: { mode: 'maintaining' },
    });
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.maintaining' });
    await desk.set(intent(2), systemId, { kind: 'stop' });
    // An exit needs only the answer to `stop`, an entry also a reading that shows `stop`.
    expect([mode(), desk.lockReason(systemId, 'reduces')]).toEqual(['off', null]);
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.stop-not-read' });
    await clock.advance(2_000);
    expect(desk.lockReason(systemId, 'adds')).toBeNull();
    expect(sent.map(({ body }) => body['positions'])).toEqual([
      [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '100' }],
      [{ symbol: 'stop', typeofsymbol: 'stop', quant: '0' }],
    ]);
  });

  it('sends flat in the cancel lane as one line with quant 0 (order-safety D1)', async () => {
    await desk.set(intent(1), systemId, { kind: 'flat' });
    expect(sent[0]).toMatchObject({
      lane: 'cancel',
      body: { positions: [{ symbol: 'flat', typeofsymbol: 'flat', quant: '0' }] },
    });
    expect(mode()).toBe('maintaining');
  });

  it('never sends an empty list, and sends once for one intent', async () => {
    const empty: DesiredTarget = { kind: 'list', positions: [] };
    expect(await desk.set(intent(1), systemId, empty)).toMatchObject({ failure: { code: 'blocked' } });
    await desk.set(intent(2), systemId, list('1'));
    expect(await desk.set(intent(2), systemId, list('7'))).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
  });

  it('confirms a list by read-back when its answer is lost, and sends it once', async () => {
    await desk.set(intent(1), systemId, list('100'));
    outcomes = ['lost-after'];
    await desk.set(intent(2), systemId, list('50'));
    expect(desk.state(systemId)).toMatchObject({
      mode: 'pending',
      confirmed: { target: list('100'), source: 'ours' },
      pending: { target: list('50'), attempts: 1 },
    });
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.unconfirmed' });
    expect(await desk.set(intent(3), systemId, list('7'))).toMatchObject({ failure: { code: 'busy' } });
    const sentAt = Math.floor(clock.now() / 1000);
    await clock.advance(2_000);
    expect(desk.state(systemId)).toMatchObject({
      mode: 'maintaining',
      confirmed: { target: list('50'), at: sentAt + 2, sentAt },
      pending: null,
    });
    expect(sent).toHaveLength(2);
  });

  it('raises an alarm at T_late when no read-back shows the list, and never sends it again', async () => {
    outcomes = ['lost-before'];
    await desk.set(intent(1), systemId, list('100'));
    await clock.advance(119_999);
    expect(mode()).toBe('pending');
    await clock.advance(1);
    expect(desk.state(systemId)).toMatchObject({
      mode: 'contradicted',
      alarm: { code: 'desired.contradicted' },
      contradicted: { sent: list('100'), held: null },
    });
    expect(notices).toMatchObject([{ level: 'danger' }]);
    expect(desk.lockReason(systemId, 'adds')).not.toBeNull();
    expect(sent).toHaveLength(1);
    await desk.set(intent(2), systemId, { kind: 'stop' });
    expect(desk.state(systemId)).toMatchObject({ mode: 'off', alarm: null });
  });

  it('stays pending while reads fail, without a time limit', async () => {
    outcomes = ['lost-after'];
    readsFail = true;
    await desk.set(intent(1), systemId, list('100'));
    await clock.advance(600_000);
    expect(desk.state(systemId)).toMatchObject({ mode: 'pending', readFailure: 'The connection was cut.' });
    readsFail = false;
    await clock.advance(20_000);
    expect(mode()).toBe('maintaining');
  });

  it('confirms a list only by read-back when the answer contains another list', async () => {
    outcomes = ['other-list'];
    await desk.set(intent(1), systemId, list('100'));
    expect(mode()).toBe('pending');
    await clock.advance(2_000);
    expect(mode()).toBe('maintaining');
  });

  it('keeps the confirmed list and reports the failure if a new list is refused or not sent', async () => {
    await desk.set(intent(1), systemId, list('100'));
    outcomes = ['refused', 'not-sent'];
    expect(await desk.set(intent(2), systemId, list('1'))).toMatchObject({
      failure: { code: 'refused', details: ['No', 'Not now.'] },
    });
    expect(await desk.set(intent(3), systemId, list('2'))).toMatchObject({ failure: { code: 'not-sent' } });
    expect(desk.state(systemId)).toMatchObject({ mode: 'maintaining', confirmed: { target: list('100') } });
  });

  it('reads back, after a restart, a list whose outcome was unknown at the end of the run', async () => {
    outcomes = ['lost-after'];
    await desk.set(intent(1), systemId, list('100'));
    close();
    desk = open();
    expect(mode()).toBe('pending');
    await clock.advance(2_000);
    expect(mode()).toBe('maintaining');
    expect(sent).toHaveLength(1);
  });

  it('reports after 15 minutes that the target mode may be off, also if the clock was set back', async () => {
    await desk.set(intent(1), systemId, list('100'));
    await clock.advance(15 * 60_000);
    expect(mode()).toBe('maintaining');
    await clock.advance(1);
    expect(mode()).toBe('maybe-off');
    clock.jumpWall(-3_600_000);
    expect(mode()).toBe('maybe-off');
    expect(desk.lockReason(systemId, 'adds')).not.toBeNull();
  });

  it('shows a list that was set elsewhere as read back, and that the target mode may be off', async () => {
    stored = [{ symbol: 'MSFT', typeofsymbol: 'stock', quant: '-5.000', underlying: null }];
    await desk.read(systemId);
    expect(desk.state(systemId)).toMatchObject({
      mode: 'maybe-off',
      readBack: { source: 'read-back', target: { positions: [{ symbol: 'MSFT', quantity: '-5' }] } },
    });
  });

  it('blocks a queued or new list while the kill switch is on, but sends flat and stop', async () => {
    killReason = 'The kill switch is on: test';
    expect(await desk.set(intent(1), systemId, list('1'))).toMatchObject({ failure: { code: 'killed' } });
    killReason = null;
    const waiting = desk.set(intent(2), systemId, list('1'));
    killReason = 'The kill switch is on: test';
    expect(await waiting).toMatchObject({ failure: { code: 'killed' } });
    expect(sent).toEqual([]);
    expect((await desk.set(intent(3), systemId, { kind: 'flat' })).ok).toBe(true);
    expect((await desk.set(intent(4), systemId, { kind: 'stop' })).ok).toBe(true);
  });

  it('raises an alarm and locks entry if an unanswered list appears after a later list was set', async () => {
    outcomes = ['lost-before', 'ok', 'ok'];
    await desk.set(intent(1), systemId, list('100'));
    await desk.set(intent(2), systemId, { kind: 'flat' });
    await clock.advance(10_000);
    await desk.set(intent(3), systemId, { kind: 'stop' });
    await clock.advance(5_000);
    expect([desk.lockReason(systemId, 'reduces'), desk.lockReason(systemId, 'adds')]).toEqual([
      null,
      { code: 'desired.overtaken' },
    ]);
    expect(desk.declareOff(intent(9), systemId, 'off')).toMatchObject({ failure: { code: 'busy' } });
    stored = [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '100' }];
    await clock.advance(30_000);
    expect(desk.state(systemId)).toMatchObject({ alarm: { code: 'desired.appeared-late' } });
    expect(alarms()).toMatchObject([{ text: { code: 'desired.appeared-late' } }]);
    expect(desk.lockReason(systemId, 'reduces')).toEqual({ code: 'desired.maintaining' });
    await desk.set(intent(4), systemId, { kind: 'stop' });
    await clock.advance(5_000);
    expect([desk.lockReason(systemId, 'adds'), desk.state(systemId).alarm]).toEqual([null, null]);
  });

  it('stops waiting for an unanswered list two minutes after its send, without an alarm', async () => {
    outcomes = ['lost-before'];
    await desk.set(intent(1), systemId, list('100'));
    await desk.set(intent(2), systemId, { kind: 'stop' });
    await clock.advance(119_999);
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.overtaken' });
    await clock.advance(1);
    expect([desk.lockReason(systemId, 'adds'), alarms()]).toEqual([null, []]);
  });

  it('locks entry after a restart for a list that was set after the clock was set back', async () => {
    await desk.set(intent(1), systemId, { kind: 'stop' });
    await clock.advance(5_000);
    clock.jumpWall(-3_600_000);
    await desk.set(intent(2), systemId, list('100'));
    close();
    desk = open();
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.maintaining' });
    expect(desk.state(systemId)).toMatchObject({
      mode: 'maintaining',
      alarm: null,
      confirmed: { target: list('100') },
    });
    await desk.set(intent(3), systemId, { kind: 'stop' });
    await clock.advance(5_000);
    expect([mode(), desk.lockReason(systemId, 'adds'), alarms()]).toEqual(['off', null, []]);
  });

  it('shows no contradiction in a reading from before the clock was set back', async () => {
    await desk.set(intent(1), systemId, { kind: 'stop' });
    await clock.advance(5_000);
    clock.jumpWall(-3_600_000);
    await desk.set(intent(2), systemId, list('100'));
    expect([mode(), desk.lockReason(systemId, 'adds')]).toEqual(['maintaining', { code: 'desired.maintaining' }]);
    await desk.set(intent(3), systemId, { kind: 'stop' });
    await clock.advance(5_000);
    expect([mode(), desk.lockReason(systemId, 'adds'), alarms()]).toEqual(['off', null, []]);
  });

  it('keeps entry locked over a restart until a later reading shows stop', async () => {
    await desk.set(intent(1), systemId, { kind: 'flat' });
    readsFail = true;
    await desk.set(intent(2), systemId, { kind: 'stop' });
    await clock.advance(60_000);
    close();
    desk = open();
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.stop-not-read' });
    readsFail = false;
    await clock.advance(0);
    expect(desk.lockReason(systemId, 'adds')).toBeNull();
  });

  it('declares the mode off by a typed word, in the journal and without a request', async () => {
    await desk.set(intent(1), systemId, list('100'));
    expect(desk.declareOff(intent(2), systemId, 'of')).toMatchObject({ failure: { code: 'not-typed' } });
    expect(desk.declareOff(intent(2), systemId, ' OFF ').ok).toBe(true);
    expect([mode(), desk.lockReason(systemId, 'adds'), sent.length]).toEqual(['off', null, 1]);
    close();
    desk = open();
    expect(desk.lockReason(systemId, 'adds')).toBeNull();
  });

  it('shows both lists when a reading after the answer differs, and takes over the list that was read', async () => {
    await desk.set(intent(1), systemId, list('100'));
    const otherLines = [{ symbol: 'MSFT', typeofsymbol: 'stock', quant: '5' }];
    const held: DesiredTarget = { kind: 'list', positions: [{ symbol: 'MSFT', instrument: 'stock', quantity: '5' }] };
    stored = otherLines;
    expect(desk.state(systemId)).toMatchObject({ mode: 'maintaining', contradicted: null, alarm: null });
    await clock.advance(1_000);
    await desk.read(systemId);
    const shown = { sent: list('100'), sentAt: Math.floor(startWall / 1000), held };
    expect(desk.state(systemId)).toMatchObject({
      mode: 'contradicted',
      confirmed: { target: list('100'), source: 'ours' },
      contradicted: shown,
      alarm: { code: 'desired.contradicted' },
    });
    expect(desk.lockReason(systemId, 'reduces')).toEqual({ code: 'desired.maintaining' });
    await desk.read(systemId);
    expect(alarms()).toMatchObject([{ title: { code: 'desired.other-list' }, systemId }]);

    // Only the list that was shown is taken over, and only as long as the platform holds it.
    const take = (id: number, target: DesiredTarget | null) =>
      desk.takeOver({ intentId: intent(id), systemId, held: target });
    expect(await take(2, list('5'))).toMatchObject({ failure: { code: 'outdated' } });
    expect(await take(2, null)).toMatchObject({ failure: { code: 'outdated' } });
    readsFail = true;
    expect(await take(2, held)).toMatchObject({ failure: { code: 'not-read' } });
    readsFail = false;
    stored = [{ symbol: 'MSFT', typeofsymbol: 'stock', quant: '6' }];
    expect(await take(2, held)).toMatchObject({ failure: { code: 'outdated' } });
    stored = otherLines;
    const both = await Promise.all([take(2, held), take(2, held)]);
    for (const outcome of both) expect(outcome).toMatchObject({ value: { mode: 'maintaining', contradicted: null } });
    expect(desk.state(systemId)).toMatchObject({ confirmed: { target: held, source: 'read-back' }, alarm: null });
    expect([sent.length, [...journal.acts()].length]).toEqual([1, 2]);
    // After a restart the list is still confirmed, and the mode is still on.
    close();
    desk = open();
    await desk.read(systemId);
    expect(desk.state(systemId)).toMatchObject({ mode: 'maintaining', confirmed: { target: held } });
    expect(desk.lockReason(systemId, 'adds')).toEqual({ code: 'desired.maintaining' });
  });

  it('takes over an empty list as flat, and stop as off', async () => {
    await desk.set(intent(1), systemId, list('100'));
    stored = [];
    await clock.advance(1_000);
    await desk.read(systemId);
    expect(desk.state(systemId).contradicted).toMatchObject({ held: null });
    await desk.takeOver({ intentId: intent(2), systemId, held: null });
    expect(desk.state(systemId)).toMatchObject({ mode: 'maintaining', confirmed: { target: { kind: 'flat' } } });
    stored = [{ symbol: 'stop', typeofsymbol: 'stop', quant: '0' }];
    await clock.advance(1_000);
    await desk.read(systemId);
    await desk.takeOver({ intentId: intent(3), systemId, held: { kind: 'stop' } });
    expect([desk.state(systemId).mode, desk.lockReason(systemId, 'adds')]).toEqual(['off', null]);
    expect(sent).toHaveLength(1);
  });

  it('reads once more before it trusts a differing reading that may have begun before the answer', async () => {
    await desk.set(intent(1), systemId, list('100'));
    await clock.advance(1_000);
    const differentList: DesiredTarget = list('7');
    desk.adoptReading(systemId, differentList, clock.now());
    expect(desk.state(systemId)).toMatchObject({ mode: 'maintaining', contradicted: null });
    await clock.advance(1);
    expect(desk.state(systemId)).toMatchObject({ readBack: { target: list('100') }, contradicted: null });
    stored = [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '7' }];
    await clock.advance(1_000);
    desk.adoptReading(systemId, differentList, clock.now());
    await clock.advance(1);
    expect(desk.state(systemId)).toMatchObject({ contradicted: { held: differentList } });
    // A further reading of the same list changes nothing.
    desk.adoptReading(systemId, differentList, clock.now() + 5_000);
    expect([desk.state(systemId).mode, alarms().length]).toEqual(['contradicted', 1]);
  });

  it('uses a reading that follows after the clock was set back', async () => {
    await desk.set(intent(1), systemId, list('100'));
    await clock.advance(1_000);
    await desk.read(systemId);
    clock.jumpWall(-3_600_000);
    desk.adoptReading(systemId, list('7'), clock.now());
    expect(desk.state(systemId).readBack).toMatchObject({ target: list('7') });
  });

  it('locks exits again if a list appears after stop was read back', async () => {
    await desk.set(intent(1), systemId, list('100'));
    await desk.set(intent(2), systemId, { kind: 'stop' });
    stored = [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '100' }];
    await clock.advance(1_000);
    // An outdated reading does not lock exits, because `stop` was answered.
    expect([desk.state(systemId).contradicted, desk.lockReason(systemId, 'reduces')]).toEqual([null, null]);
    stored = [{ symbol: 'stop', typeofsymbol: 'stop', quant: '0' }];
    await clock.advance(2_000);
    expect(desk.lockReason(systemId, 'adds')).toBeNull();
    stored = [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '100' }];
    await desk.read(systemId);
    expect(desk.state(systemId)).toMatchObject({ mode: 'contradicted', contradicted: { sent: { kind: 'stop' } } });
    expect(desk.lockReason(systemId, 'reduces')).toEqual({ code: 'desired.maintaining' });
    expect(desk.declareOff(intent(3), systemId, 'off').ok).toBe(true);
    expect([desk.state(systemId).contradicted, desk.lockReason(systemId, 'adds')]).toEqual([null, null]);
  });

  it('sends flat while the outcome of an older list is unknown', async () => {
    outcomes = ['lost-before', 'ok'];
    await desk.set(intent(1), systemId, list('100'));
    expect(await desk.set(intent(2), systemId, { kind: 'flat' })).toMatchObject({
      ok: true,
      value: { mode: 'maintaining' },
    });
    await clock.advance(200_000);
    expect(desk.state(systemId)).toMatchObject({ mode: 'maintaining', alarm: null });
  });
});

it.each([
  [{}, null],
  [{ response: [] }, 'empty'],
  [{ response: [{ symbol: 'flat', typeofsymbol: 'flat', quant: 0 }] }, { kind: 'flat' }],
  [{ response: [{ symbol: 'A', typeofsymbol: 'stock', quant: 0 }] }, 'empty'],
  [{ response: [{ symbol: 'A', typeofsymbol: 'share', quant: 1 }] }, null],
  [{ response: ['x'] }, null],
])('parses %j as %j', (body, read) => expect(parseDesired(body as never)).toEqual(read));

it('lists are compared by their lines, in any order', () => {
  const twoLines: DesiredTarget = {
    kind: 'list',
    positions: [
      { symbol: 'A', instrument: 'stock', quantity: '1' },
      { symbol: 'B', instrument: 'stock', quantity: '-2' },
    ],
  };
  expect(isSameTarget(twoLines, { kind: 'list', positions: [...twoLines.positions].reverse() })).toBe(true);
  expect(isSameTarget(twoLines, { kind: 'list', positions: twoLines.positions.slice(1) })).toBe(false);
  // A list of the platform may have two lines of one symbol, and can be accepted so.
  const doubled: DesiredTarget = { kind: 'list', positions: [...twoLines.positions, ...twoLines.positions.slice(1)] };
  expect(isSameTarget(doubled, doubled)).toBe(true);
  expect(isSameTarget(twoLines, doubled)).toBe(false);
  expect(isSameTarget({ kind: 'flat' }, 'empty')).toBe(true);
  expect(isSameTarget({ kind: 'stop' }, 'empty')).toBe(false);
});

it('a list that was set elsewhere may be maintained, until our stop is answered', async () => {
  expect(desk.mayMaintainList(systemId)).toBe(false);
  stored = [{ symbol: 'AAPL', typeofsymbol: 'stock', quant: '100' }];
  await desk.read(systemId);
  expect(mode()).toBe('maybe-off');
  expect(desk.mayMaintainList(systemId)).toBe(true);
  // Orders are not locked: the platform returns a list also after it was switched off.
  expect(desk.lockReason(systemId, 'adds')).toBeNull();
  await desk.set(intent(1), systemId, { kind: 'stop' });
  expect(desk.mayMaintainList(systemId)).toBe(false);
});
