import type { Lane } from '#contract/model/activity.ts';
import { ConnectionHealth } from '#core/platform/connection-health.ts';
import { Pacer, paceSlackMs, type Departure } from '#core/platform/pacer.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { settled } from './settled.ts';

export const answer = {
  kind: 'answer' as const,
  httpStatus: 200,
  bytes: new TextEncoder().encode('{"ok":"1"}'),
  sentAt: 0,
  receivedAt: 0,
} satisfies PlatformResult;
export const lost: PlatformResult = { kind: 'no-answer', text: 'cut', sentAt: 0 };

export const unreachable: PlatformResult = { kind: 'not-sent', text: 'refused' };
const outcomes = { answer: 'answered', 'no-answer': 'failed', 'not-sent': 'unreachable', withdrawn: 'failed' } as const;

export const read = (lane: Lane, systemid = '1'): PlatformRequest => ({
  command: 'retrieveSignalsWorking',
  body: { systemid },
  lane,
  systemId: systemid,
});
export const order = (lane: Lane = 'submit', systemid = '1'): PlatformRequest => ({
  command: lane === 'cancel' ? 'cancelSignal' : 'submitSignal',
  body: { systemid },
  lane,
  systemId: systemid,
});

/** A pacer with its clock, its health and the requests it started. The test ends each request. */
export const pacerRig = (
  options: { paceMs?: number; firstWaitMs?: number; capacity?: number; readsWaitUntil?: () => number } = {},
) => {
  const clock = new FakeClock();
  const health = new ConnectionHealth(clock);
  const started: {
    at: number;
    request: PlatformRequest;
    onDeparted: () => void;
    stop: AbortSignal;
    end: (result?: PlatformResult) => Promise<void>;
  }[] = [];
  const pacer = new Pacer({
    clock,
    health,
    paceMs: options.paceMs ?? 1_000,
    firstWaitMs: options.firstWaitMs ?? 0,
    ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
    ...(options.readsWaitUntil === undefined ? {} : { readsWaitUntil: options.readsWaitUntil }),
    carry: ({ request, onDeparted, stop }: Departure) =>
      new Promise((resolve) => {
        const end = async (result: PlatformResult = answer): Promise<void> => {
          const isBusy = result.kind === 'answer' && result.httpStatus >= 500;
          if (!stop.aborted) health.note(request, outcomes[result.kind], 'no answer', isBusy);
          resolve(result);
          await settled();
        };
        // As in the transport: a stopped request has no answer.
        stop.addEventListener('abort', () => void end(lost));
        started.push({ at: clock.monotonic(), request, onDeparted, stop, end });
      }),
  });
  return { clock, health, pacer, started };
};

/** Milliseconds between two starts at the default pace of the rig. */
export const gap = 1_000 + paceSlackMs;
