import { expect, it } from 'vitest';
import { Pacer } from '#core/platform/pacer.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { DurableRequest } from '#core/sending/durable-request.ts';
import { Sender } from '#core/sending/sender.ts';
import { SendQueue } from '#core/sending/send-queue.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { settled } from '#tests/unit/core/platform/settled.ts';

it.each([400, 1_500])('a cancel is sent before orders that wait, with answers after %i ms', async (answerMs) => {
  const clock = new FakeClock();
  const sent: string[] = [];
  const answer: PlatformResult = { kind: 'answer', httpStatus: 200, bytes: new Uint8Array(), sentAt: 0, receivedAt: 0 };
  const pacer = new Pacer({
    clock,
    paceMs: 1_000,
    firstWaitMs: 0,
    carry: ({ request }) => {
      sent.push(request.systemId ?? '');
      return new Promise((resolve) => clock.after(answerMs, () => resolve(answer)));
    },
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const sender = new Sender(clock, log, { send: (request) => pacer.send(request) });
  const cancels = new SendQueue(sender);
  const orders = new SendQueue(sender);
  const request = (id: string, command: string, lane: 'submit' | 'cancel'): DurableRequest => ({
    id,
    target: '7',
    isWaiting: () => true,
    wire: () => ({ command, body: {}, lane, systemId: id }),
    mayBeSent: () => true,
    recordSending: () => undefined,
    recordOutcome: () => 'over',
  });
  for (const id of ['A', 'B', 'C']) orders.add(request(id, 'submitSignal', 'submit'));
  await clock.advance(100);
  cancels.add(request('cancel', 'cancelSignal', 'cancel'));
  for (let step = 0; step < 100; step += 1) {
    await clock.advance(100);
    await settled();
  }
  expect(sent).toEqual(['A', 'cancel', 'B', 'C']);
});
