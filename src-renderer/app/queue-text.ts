import type { QueueState } from '#contract/model/status.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { commandWords } from '#renderer/format/command-words.ts';

/**
 * The request queue in a few words. `head` is what it does now: it waits or pauses, or it sends the
 * current or next request. `rest` is the request rate. While the queue is idle, `head` is the
 * request rate and `rest` is null. `nowMs` is wall clock milliseconds.
 */
export function queueText(queue: QueueState, nowMs: number): { head: string; rest: string | null } {
  const rate = `${queue.perMinute}/min`;
  const head = headOf(queue, nowMs);
  return head === null ? { head: rate, rest: null } : { head, rest: rate };
}

/** Null while the queue is idle. */
function headOf(queue: QueueState, nowMs: number): string | null {
  if (queue.askedUntil !== undefined) return `service asks to wait until ${timeText(queue.askedUntil, 'ET')} ET`;
  const waiting = queue.waiting > 0 ? `${queue.waiting} waiting` : null;
  if (queue.backOffMs > 0)
    return [`pausing ${Math.ceil(queue.backOffMs / 1000)} s`, waiting].filter(Boolean).join(' · ');
  if (queue.inFlight !== null) return [commandWords(queue.inFlight.command), waiting].filter(Boolean).join(' · ');
  if (queue.next === null) return waiting;
  const wait = queue.nextStartAt === null ? 0 : Math.max(0, (queue.nextStartAt - nowMs) / 1000);
  const when = wait > 0 ? ` in ${wait.toFixed(1)} s` : '';
  return [`next ${commandWords(queue.next.command)}${when}`, waiting].filter(Boolean).join(' · ');
}
