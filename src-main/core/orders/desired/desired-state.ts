import type { DesiredList, DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { ActRow } from '../act-row.ts';
import type { StoredList } from '#core/platform/parse/desired.ts';

export type ReadBack = { readonly list: StoredList; readonly at: number } | null;

/** Milliseconds after which a confirmed mode is only likely: the web screen switches it off unseen (order-safety 6.3). */
const sureMs = 15 * 60_000;

/** The acts of one strategy that set its target, the oldest first. */
export type DesiredActs = readonly ActRow[];

export const targetOf = ({ act }: ActRow): DesiredTarget | null => (act.kind === 'desired' ? act.target : null);

export const isPending = ({ state }: ActRow): boolean => state === 'SENDING' || state === 'UNKNOWN';

/** What is known of the mode, from what was sent and what was read back. */
export function desiredState(
  systemId: string,
  acts: DesiredActs,
  readBack: ReadBack,
  now: number,
  readFailure: string | null,
): DesiredState {
  const pending = acts.findLast(isPending);
  const done = acts.findLast(({ state }) => state === 'DONE');
  const wrong = acts.findLast(({ state }) => state === 'DONE' || state === 'CONTRADICTED');
  const alarm = wrong?.state === 'CONTRADICTED' ? contradicted : null;
  const mode = modeOf(pending, done, readBack, alarm, now);
  const target = pending ? targetOf(pending) : null;
  return {
    systemId,
    mode,
    confirmed: listOf(done ? targetOf(done) : null, 'ours', done?.changedAt),
    readBack: listOf(readBack === null || readBack.list === 'empty' ? null : readBack.list, 'read-back', readBack?.at),
    pending:
      pending && target
        ? { target, sentAt: seconds(pending.sentAt ?? pending.createdAt), attempts: pending.attempts }
        : null,
    text: texts[mode],
    alarm,
    readFailure,
  };
}

function modeOf(
  pending: ActRow | undefined,
  done: ActRow | undefined,
  readBack: ReadBack,
  alarm: string | null,
  now: number,
): DesiredState['mode'] {
  if (pending) return 'pending';
  if (alarm !== null) return 'maybe-off';
  if (done) {
    if (targetOf(done)?.kind === 'stop') return 'off';
    return now - done.changedAt > sureMs ? 'maybe-off' : 'maintaining';
  }
  if (readBack === null) return 'never-read';
  const isList = readBack.list !== 'empty' && readBack.list?.kind !== 'stop';
  return isList ? 'maybe-off' : 'off';
}

/** Why orders of this strategy are not sent (D3): the platform keeps entry to itself, or may. Null when it does not. */
export function engagedBy(acts: DesiredActs): string | null {
  const last = acts.findLast(({ state }) => state !== 'REFUSED' && state !== 'NOT_SENT');
  if (!last || (last.state === 'DONE' && targetOf(last)?.kind === 'stop')) return null;
  if (isPending(last)) return 'A target portfolio was sent and is not confirmed yet; orders wait until it is.';
  return 'The platform maintains a target portfolio for this strategy. Stop it to enter orders.';
}

const listOf = (
  target: DesiredTarget | null,
  source: DesiredList['source'],
  at: number | undefined,
): DesiredList | null => (target === null || at === undefined ? null : { target, source, at: seconds(at) });

const contradicted =
  'The platform does not show the target portfolio that was sent. Look at the web screen, then send it again or stop.';

const texts: Readonly<Record<DesiredState['mode'], string>> = {
  'never-read': 'The target portfolio was never read.',
  off: 'No target portfolio is maintained, as far as it was read.',
  maintaining: 'The platform maintains this list and places market orders for it; other order entry is off.',
  pending: 'Sent, no clear answer yet. Both lists are shown; it is read back until one is certain.',
  'maybe-off': 'This list was the last one sent. The web screen can switch it off unseen, so it may be off.',
};

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
