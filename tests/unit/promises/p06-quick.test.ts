// P6: before all other reads, the program sends cancels, then reads that decide the outcome of an
// order, then orders. The outcome of a lost order is known after two requests. These tests use the
// real pacer on a clock that only the test moves, and draw the waits from a seed.
import { expect, test } from 'vitest';
import type { Lane } from '#contract/model/activity.ts';
import { Pacer, paceSlackMs, type Departure } from '#core/platform/pacer.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { DeskRig } from '#tests/unit/core/orders/desk-rig.ts';
import { intent, seededRandom, systemId } from '#tests/unit/core/orders/order-fixtures.ts';

const paceMs = 1_000;
const slotMs = paceMs + paceSlackMs;
const queuedReadCount = 200;
const answer: PlatformResult = {
  kind: 'answer',
  httpStatus: 200,
  bytes: new TextEncoder().encode('{"ok":"1"}'),
  sentAt: 0,
  receivedAt: 0,
};

const request = (command: string, lane: Lane, number = 0): PlatformRequest => ({
  command,
  body: { systemid: String(number) },
  lane,
  systemId: '1',
});

type Started = { readonly at: number; readonly request: PlatformRequest };

/** A pacer and a service that answers each request after a random time shorter than a slot. */
function pacedService(seed: number): { clock: FakeClock; pacer: Pacer; started: Started[] } {
  const clock = new FakeClock();
  const random = seededRandom(seed);
  const started: Started[] = [];
  const carry = ({ request: carried }: Departure): Promise<PlatformResult> => {
    started.push({ at: clock.monotonic(), request: carried });
    const answerMs = Math.floor(random.fraction() * 900);
    return new Promise((resolve) => void clock.after(answerMs, () => resolve(answer)));
  };
  return { clock, pacer: new Pacer({ clock, paceMs, firstWaitMs: 0, carry }), started };
}

test('an order behind 200 background reads is the next request, at most one slot later (P6)', async () => {
  let longestMs = 0;
  let maxReads = 0;
  const runCount = 100;
  for (let seed = 1; seed <= runCount; seed++) {
    const { clock, pacer, started } = pacedService(seed);
    for (let read = 0; read < queuedReadCount; read++)
      void pacer.send(request('retrieveSignalsAll', 'background', read));
    await clock.advance(Math.floor(seededRandom(seed * 7).fraction() * 5_000));
    const [countBefore, at] = [started.length, clock.monotonic()];
    void pacer.send(request('submitSignal', 'submit'));
    await clock.advance(3 * slotMs);
    const orderIndex = started.findIndex(({ request: { command } }) => command === 'submitSignal');
    maxReads = Math.max(maxReads, orderIndex - countBefore);
    longestMs = Math.max(longestMs, (started[orderIndex]?.at ?? Infinity) - at);
  }
  printSafetyFigure(
    'P6',
    `most reads sent before an order behind ${queuedReadCount} background reads, in ${runCount} runs`,
    maxReads,
  );
  printSafetyFigure('P6', `longest wait of that order at a slot of ${slotMs} ms, ms`, longestMs);
  expect(maxReads).toBe(0);
  expect(longestMs).toBeLessThanOrEqual(slotMs);
});

test('requests leave in the order cancel, reconcile, submit, view, background (P6)', async () => {
  const lanes: readonly Lane[] = ['background', 'view', 'submit', 'reconcile', 'cancel'];
  const commandOf = { cancel: 'cancelSignal', submit: 'submitSignal' } as const;
  let invertedCount = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { clock, pacer, started } = pacedService(seed);
    const random = seededRandom(seed);
    for (let number = 0; number < 60; number++) {
      const lane = lanes[Math.floor(random.fraction() * lanes.length)] ?? 'view';
      const name = lane === 'cancel' || lane === 'submit' ? commandOf[lane] : 'retrieveSignalsAll';
      void pacer.send(request(name, lane, number));
    }
    await clock.advance(70 * slotMs);
    // The first request was alone in the queue, so it was sent at once.
    const ranks = started.slice(1).map(({ request: { lane } }) => lanes.indexOf(lane));
    invertedCount += ranks.filter((rank, index) => index > 0 && rank > (ranks[index - 1] ?? 0)).length;
    expect(started).toHaveLength(60);
  }
  printSafetyFigure('P6', 'requests that left after one of a lower lane, of 1,200', invertedCount);
  expect(invertedCount).toBe(0);
});

/**
 * Puts a pacer between the desk and its platform, at one request a second. 200 background reads
 * wait in the queue of the pacer.
 */
function behindPacer(rig: DeskRig, seed: number): { readCount: () => number } {
  const { clock, platform } = rig;
  const random = seededRandom(seed);
  const send = platform.send.bind(platform);
  const lists = { working: platform.readWorking.bind(platform), posted: platform.readPosted.bind(platform) };
  let readCount = 0;
  const carry = async ({ request: carried }: Departure): Promise<PlatformResult> => {
    await new Promise<void>((resolve) => void clock.after(Math.floor(random.fraction() * 400), resolve));
    if (carried.lane === 'reconcile') readCount += 1;
    const { beforeSend: _beforeSend, ...rest } = carried;
    return carried.command === 'submitSignal' ? send(rest) : answer;
  };
  const pacer = new Pacer({ clock, paceMs, firstWaitMs: 0, carry });
  platform.send = (asked) => pacer.send(asked);
  platform.readWorking = async (id) => {
    await pacer.send(request('retrieveSignalsWorking', 'reconcile'));
    return lists.working(id);
  };
  platform.readPosted = async (id, from, to) => {
    await pacer.send(request('retrieveSignalsAll', 'reconcile'));
    return lists.posted(id, from, to);
  };
  for (let read = 0; read < queuedReadCount; read++) void pacer.send(request('requestTradesOpen', 'background', read));
  return { readCount: () => readCount };
}

test('the outcome of an unanswered order is known after two requests, within four seconds (P6)', async () => {
  let longestMs = 0;
  let maxReads = 0;
  const runCount = 40;
  for (let seed = 1; seed <= runCount; seed++) {
    const rig = new DeskRig();
    await rig.ready();
    const paced = behindPacer(rig, seed);
    await rig.submit(1, {}, { kind: 'lost-after' });
    while (rig.state(intent(1)) !== 'UNKNOWN') await rig.clock.advance(10);
    const unknownSince = rig.clock.monotonic();
    while (rig.state(intent(1)) === 'UNKNOWN') await rig.clock.advance(10);
    longestMs = Math.max(longestMs, rig.clock.monotonic() - unknownSince);
    maxReads = Math.max(maxReads, paced.readCount());
    expect(rig.state(intent(1))).toBe('LANDED');
    expect(rig.desk.blotter(systemId, { text: '', scope: 'live' }).signals).not.toHaveLength(0);
    await rig.dispose();
  }
  printSafetyFigure('P6', `most requests until the first evidence of a lost order, in ${runCount} runs`, maxReads);
  printSafetyFigure('P6', 'longest time from the lost answer to that evidence, ms', longestMs);
  expect(maxReads).toBe(2);
  expect(longestMs).toBeLessThanOrEqual(4_000);
});
