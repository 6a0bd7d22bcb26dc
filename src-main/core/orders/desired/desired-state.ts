import type { Text } from '#contract/message.ts';
import type { DesiredList, DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import { isOpenAct, isOvertaken } from '#core/acts/act-lifecycle.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isSameTarget } from '#core/acts/set-desired-positions.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { StoredList } from '#core/platform/parse/desired.ts';
import { lateMs } from '#core/sending/read-back-times.ts';

/**
 * `at` is the time of the newest reading, in milliseconds. `startedAt` is when that reading, or an
 * earlier one that showed the same list, began; null if unknown.
 */
export type ReadBack = {
  readonly list: NonNullable<StoredList>;
  readonly at: number;
  readonly startedAt: number | null;
} | null;

/**
 * Milliseconds after which a confirmed mode is only likely: the web screen can switch it off
 * without notice (order-safety 6.3).
 */
const sureMs = 15 * 60_000;

/** The acts of one strategy that set its target or declared the mode off, oldest first. */
export type DesiredActs = readonly DesiredAct[];
type DesiredAct = ActRow<DesiredTarget>;

/** Null if the trader declared the mode off, because nothing was sent then. */
export const targetOf = (row: DesiredAct): DesiredTarget | null => (isDeclaredOff(row) ? null : row.wanted);

/**
 * Whether the trader declared the mode off. A list that the trader accepted from the platform was
 * not sent either, so the kind is tested too.
 */
const isDeclaredOff = ({ sentAt, wanted }: DesiredAct): boolean => sentAt === null && wanted.kind === 'stop';

/**
 * The act that was confirmed last. An act that took effect late may be confirmed after a newer one.
 * Only for such an act do times decide, because the clock may be set back between two acts.
 */
const lastConfirmed = (acts: DesiredActs): DesiredAct | undefined =>
  acts
    .filter(({ state }) => state === 'DONE')
    .reduce<DesiredAct | undefined>(
      (last, row) => (last && mayBeLate(last) && last.changedAt > row.changedAt ? last : row),
      undefined,
    );

/** Whether the answer did not confirm the act, so that a reading did so later. */
const mayBeLate = ({ steps }: DesiredAct): boolean =>
  steps.some(({ evidence, state }) => state !== 'SENDING' && (state !== 'DONE' || evidence === 'read-back'));

const lastPending = (acts: DesiredActs): DesiredAct | undefined =>
  acts.findLast((row) => isOpenAct(row) && !isOvertaken(row, acts));

/** The newest absent act after the last confirmed one. It may still take effect. */
const lastAbsent = (acts: DesiredActs, confirmed: DesiredAct | undefined): DesiredAct | undefined =>
  acts.slice(confirmed ? acts.indexOf(confirmed) + 1 : 0).findLast(({ state }) => state === 'ABSENT');

export type Contradiction = {
  /** The newest act that may be in effect. */
  readonly row: DesiredAct;
  readonly held: NonNullable<StoredList>;
  readonly heldAt: number;
  /**
   * Whether the reading that showed `held` began after `row` was answered or, if `row` is absent,
   * after `row` was sent.
   */
  readonly isCertain: boolean;
};

/**
 * Compares the newest act that may be in effect with the list that a later reading shows. Null if
 * they agree, or if no reading can decide it yet.
 */
export function contradictionOf(acts: DesiredActs, readBack: ReadBack): Contradiction | null {
  if (readBack === null || lastPending(acts)) return null;
  const row = acts.findLast(({ state }) => state === 'DONE' || state === 'ABSENT');
  if (row === undefined || isDeclaredOff(row) || isSameTarget(row.wanted, readBack.list)) return null;
  // A reading that shows the list of an open act is evidence for that act, and no contradiction.
  if (acts.some((one) => isOpenAct(one) && isSameTarget(one.wanted, readBack.list))) return null;
  // The state becomes ABSENT only after the readings that prove it, so `changedAt` would exclude
  // them.
  const since = row.state === 'ABSENT' ? (row.sentAt ?? 0) : row.changedAt;
  if (readBack.at <= since || (row.wanted.kind === 'stop' && !contradictsStop(row, readBack))) return null;
  const isCertain = readBack.startedAt !== null && readBack.startedAt > since;
  return { row, held: readBack.list, heldAt: readBack.at, isCertain };
}

/**
 * Whether a reading that shows another list contradicts this `stop`. If no reading has shown the
 * `stop`, a reading within `lateMs` after the answer may still show the earlier list. An absent
 * `stop` is always contradicted.
 */
const contradictsStop = ({ changedAt, readBackAt, state }: DesiredAct, { at }: NonNullable<ReadBack>): boolean =>
  state === 'ABSENT' || (readBackAt === null ? at - changedAt > lateMs : at > readBackAt);

/** The answered `stop` that no clean reading has shown yet. */
export function stopToRead(acts: DesiredActs): DesiredAct | undefined {
  const confirmed = lastConfirmed(acts);
  const isUnread = confirmed !== undefined && targetOf(confirmed)?.kind === 'stop' && confirmed.readBackAt === null;
  return isUnread && !lastPending(acts) && !lastAbsent(acts, confirmed) ? confirmed : undefined;
}

/** The state of the mode, from what was sent and what was read back. */
export function desiredState(
  systemId: string,
  acts: DesiredActs,
  readBack: ReadBack,
  now: number,
  readFailure: Text | null,
): DesiredState {
  const pending = lastPending(acts);
  const confirmed = lastConfirmed(acts);
  const contradiction = contradictionOf(acts, readBack);
  const contradicted = contradiction?.isCertain === true ? shownContradiction(contradiction) : null;
  const alarm: Text | null = alarmOf(acts, confirmed) ?? (contradicted && { code: 'desired.contradicted' });
  const mode = contradicted === null ? modeOf(pending, confirmed, readBack, alarm, now) : 'contradicted';
  const target = pending ? targetOf(pending) : null;
  const reason = orderLockReason(acts, 'adds', readBack);
  return {
    systemId,
    mode,
    confirmed: listOf(
      confirmed ? targetOf(confirmed) : null,
      confirmed?.sentAt === null ? 'read-back' : 'ours',
      confirmed?.changedAt,
      confirmed?.sentAt,
    ),
    readBack: listOf(readBack === null || readBack.list === 'empty' ? null : readBack.list, 'read-back', readBack?.at),
    pending:
      pending && target
        ? { target, sentAt: seconds(pending.sentAt ?? pending.createdAt), attempts: pending.attempts }
        : null,
    contradicted,
    text: { code: 'desired.mode', mode },
    alarm,
    lock: reason === null ? null : { reason, mayDeclareOff: !acts.some(isOpenAct) },
    readFailure,
  };
}

const shownContradiction = ({ row, held, heldAt }: Contradiction): DesiredState['contradicted'] => ({
  sent: row.wanted,
  sentAt: seconds(row.sentAt ?? row.createdAt),
  held: held === 'empty' ? null : held,
  heldAt: seconds(heldAt),
});

function alarmOf(acts: DesiredActs, confirmed: DesiredAct | undefined): Text | null {
  if (lastAbsent(acts, confirmed)) return { code: 'desired.contradicted' };
  return appearedLate(acts) ? { code: 'desired.appeared-late' } : null;
}

/** Whether an older list was confirmed after the newer one that replaced it. */
export function appearedLate(acts: DesiredActs): boolean {
  const confirmed = lastConfirmed(acts);
  return confirmed !== undefined && acts.slice(acts.indexOf(confirmed) + 1).some(({ state }) => state === 'DONE');
}

function modeOf(
  pending: DesiredAct | undefined,
  confirmed: DesiredAct | undefined,
  readBack: ReadBack,
  alarm: Text | null,
  now: number,
): DesiredState['mode'] {
  if (pending) return 'pending';
  if (alarm !== null) return 'maybe-off';
  if (confirmed) {
    if (confirmed.wanted.kind === 'stop') return 'off';
    // If the act is later than now, the clock was set back since, and its age is unknown.
    const age = now - confirmed.changedAt;
    return age < 0 || age > sureMs ? 'maybe-off' : 'maintaining';
  }
  if (readBack === null) return 'never-read';
  const isList = readBack.list !== 'empty' && readBack.list.kind !== 'stop';
  return isList ? 'maybe-off' : 'off';
}

/**
 * Why orders of this strategy are not sent (order-safety D3). Null when they are sent. Entries wait
 * until a clean reading that began after our last act shows `stop`, or until the trader declares
 * the mode off. An exit needs only the answer to `stop`. If a later reading shows another list,
 * both entries and exits are locked.
 */
export function orderLockReason(acts: DesiredActs, risk: RiskEffect, readBack: ReadBack): Text | null {
  const confirmed = lastConfirmed(acts);
  if (lastPending(acts)) return { code: 'desired.unconfirmed' };
  const isContradicted = contradictionOf(acts, readBack)?.isCertain === true;
  if (isContradicted || lastAbsent(acts, confirmed)) return { code: 'desired.maintaining' };
  if (!confirmed || targetOf(confirmed) === null) return null;
  if (targetOf(confirmed)?.kind !== 'stop') return { code: 'desired.maintaining' };
  if (risk === 'reduces') return null;
  if (acts.some((row) => isOvertaken(row, acts))) return { code: 'desired.overtaken' };
  return stopToRead(acts) ? { code: 'desired.stop-not-read' } : null;
}

/**
 * To reach a target list of ours, the platform enters orders of its own, which have no row. Returns
 * the time in milliseconds until which it may have done so: the present time while a list may be in
 * effect, otherwise the time at which `stop` was confirmed or the trader declared the mode off.
 * Null if there never was a list.
 */
export function platformMayTradeUntil(acts: DesiredActs, readBack: ReadBack, now: number): number | null {
  if (orderLockReason(acts, 'reduces', readBack) !== null) return now;
  return lastConfirmed(acts)?.changedAt ?? null;
}

const listOf = (
  target: DesiredTarget | null,
  source: DesiredList['source'],
  at: number | undefined,
  sentAt: number | null = null,
): DesiredList | null => {
  if (target === null || at === undefined) return null;
  return { target, source, at: seconds(at), ...(sentAt === null ? {} : { sentAt: seconds(sentAt) }) };
};

const seconds = (ms: number): number => Math.max(0, Math.floor(ms / 1000));
