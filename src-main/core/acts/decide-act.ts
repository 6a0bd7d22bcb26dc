import type { ActEvidence } from '#contract/model/act.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import { isOvertaken } from './act-lifecycle.ts';
import type { ActRow } from './act-row.ts';

export type ActVerdict = {
  readonly state: 'DONE' | 'ABSENT' | 'DIFFERS';
  readonly evidence: ActEvidence;
  /** The alarm for the user; null if there is none. */
  readonly alarm: 'absent' | 'late' | 'differs' | 'afterRefusal' | null;
};

/**
 * What a clean reading says of an act whose outcome is unknown; null while nothing is decided.
 * `isShown`: whether the reading shows an act. `elapsedMs`: from the unclear answer, or from the
 * last restart, to the start of the reading. `acts`: the acts of its command and target, and the
 * acts that undo it, the oldest first.
 */
function decideUnknown<Row extends ActRow>(
  row: Row,
  acts: readonly Row[],
  isShown: (act: Row) => boolean,
  elapsedMs: number,
): ActVerdict | null {
  const overtaken = isOvertaken(row, acts);
  if (isShown(row)) {
    const newer = acts.slice(acts.indexOf(row) + 1).findLast(({ state }) => state === 'DONE');
    // A reading does not distinguish equal acts. Whichever of the two it shows, the platform has
    // what was requested last.
    if (overtaken && newer && newer.sentAt !== null && isShown(newer))
      return { state: 'ABSENT', evidence: 'equal-newer-act', alarm: null };
    return { state: 'DONE', evidence: 'read-back', alarm: overtaken ? 'late' : null };
  }
  if (elapsedMs < lateMs) return null;
  if (overtaken) return { state: 'ABSENT', evidence: 'overtaken', alarm: null };
  return { state: 'ABSENT', evidence: 'not-shown', alarm: 'absent' };
}

/**
 * What a reading says of an act that was refused. The act may have been carried out nevertheless,
 * for example if the network delivered the request twice. `over` ends the check; null while a later
 * reading may still show the act.
 */
function decideRefused(isShown: boolean, elapsedMs: number): ActVerdict | 'over' | null {
  if (isShown) return { state: 'DONE', evidence: 'read-back', alarm: 'afterRefusal' };
  return elapsedMs < lateMs ? null : 'over';
}

/**
 * What a reading says of an act that its answer confirmed (acts A7). `shown` ends the check; null
 * while a later reading may still show the act.
 */
function decideConfirmed(isShown: boolean, elapsedMs: number): ActVerdict | 'shown' | null {
  if (isShown) return 'shown';
  return elapsedMs < lateMs ? null : { state: 'DIFFERS', evidence: 'not-shown', alarm: 'differs' };
}

/** What a clean reading says of an act that is read back, by its state. */
export function verdictOf(row: ActRow, acts: readonly ActRow[], isShown: (act: ActRow) => boolean, elapsedMs: number) {
  if (row.state === 'UNKNOWN') return decideUnknown(row, acts, isShown, elapsedMs);
  return row.state === 'REFUSED' ? decideRefused(isShown(row), elapsedMs) : decideConfirmed(isShown(row), elapsedMs);
}
