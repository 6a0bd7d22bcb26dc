import type { Text } from '#contract/message.ts';
import type { ActState, ActStep, ActTarget } from '#contract/model/act.ts';
import type { Mode } from '#contract/model/status.ts';
import { firstSentFacts, unsentFacts } from '#core/sending/sending-facts.ts';
import type { ActRow } from './act-row.ts';

/** The transitions of an act (acts.md §2). A state that is not listed is final. */
const transitions: Readonly<Partial<Record<ActState, readonly ActState[]>>> = {
  SENDING: ['DONE', 'REFUSED', 'NOT_SENT', 'UNKNOWN'],
  UNKNOWN: ['DONE', 'ABSENT', 'GIVEN_UP'],
  DONE: ['DIFFERS'],
  // A request that was throttled, or that the network delivered twice, may be refused although it
  // was carried out.
  REFUSED: ['DONE'],
};

export class IllegalActStep extends Error {
  constructor(from: ActState, to: ActState) {
    super(`an act cannot change from ${from} to ${to}`);
  }
}

type NewAct<Wanted> = Pick<ActRow<Wanted>, 'intentId' | 'command' | 'before' | 'wanted' | 'confirmed' | 'run'> & {
  readonly target: ActTarget;
  readonly profile: { readonly id: string; readonly mode: Mode };
  readonly at: number;
};

const commonMembers = <Wanted>({ profile, at: _, ...act }: NewAct<Wanted>) => ({
  ...act,
  profileId: profile.id,
  mode: profile.mode,
  readBackAt: null,
});

/** The row of an act that is about to be sent. */
export const sendingAct = <Wanted>(act: NewAct<Wanted>): ActRow<Wanted> => ({
  ...commonMembers(act),
  ...firstSentFacts(act.at),
  state: 'SENDING',
  steps: [{ state: 'SENDING', at: act.at, evidence: 'sent' }],
});

/** The row of a change that the user made elsewhere and declares here. Nothing is sent. */
export const declaredAct = <Wanted>(act: NewAct<Wanted>): ActRow<Wanted> => ({
  ...commonMembers(act),
  ...unsentFacts(act.at),
  state: 'DONE',
  steps: [{ state: 'DONE', at: act.at, evidence: 'user' }],
});

/** The row after a step. Throws if the transition is not allowed. */
export function stepAct(row: ActRow, step: ActStep, answer: readonly Text[] = row.answer): ActRow {
  if (!transitions[row.state]?.includes(step.state)) throw new IllegalActStep(row.state, step.state);
  const { state, at } = step;
  return {
    ...row,
    state,
    version: row.version + 1,
    changedAt: at,
    answer: [...answer],
    steps: [...row.steps, step],
  };
}

/** Whether the act was sent and its outcome is not known. */
export const isOpenAct = ({ state }: ActRow): boolean => state === 'SENDING' || state === 'UNKNOWN';

/**
 * Whether the answer, a reading or the user confirmed the act, at least in part, and no reading
 * shows something else.
 */
export const isConfirmed = ({ state, steps }: ActRow): boolean =>
  state === 'DONE' || (state === 'DIFFERS' && steps.at(-1)?.evidence === 'answered');

/**
 * The outcome of this act is not known, but a later one of `acts` is confirmed. The act is read
 * back until it can no longer take effect. `acts`: the acts of its command and target, and the acts
 * that undo it, the oldest first.
 */
export const isOvertaken = (row: ActRow, acts: readonly ActRow[]): boolean =>
  isOpenAct(row) && acts.slice(acts.indexOf(row) + 1).some(isConfirmed);

/**
 * The newest confirmed act after `row`, if it is a late undo of `row` and no reading has shown the
 * effect of the undo. As long as there is such an undo, a reading that shows `row` proves nothing.
 * `acts`: as for `isOvertaken`. `isLateUndo`: whether an act undoes `row`, and does so only some
 * time after the platform confirmed the undo.
 */
export function pendingUndo(
  row: ActRow,
  acts: readonly ActRow[],
  isLateUndo: (act: ActRow) => boolean | undefined,
): ActRow | undefined {
  const newest = acts.slice(acts.indexOf(row) + 1).findLast(isConfirmed);
  return newest?.readBackAt === null && isLateUndo(newest) === true ? newest : undefined;
}

/**
 * Whether the act may have taken effect although no reading showed it. False for an unknown act
 * that a reading can prove, because that act blocks its target until it is proven.
 */
const mayHaveHappened = ({ state }: ActRow, isProvable: boolean): boolean =>
  ['ABSENT', 'GIVEN_UP', 'DIFFERS'].includes(state) || (state === 'UNKNOWN' && !isProvable);

/** Whether the act was not sent or was refused. Such an act proves nothing about an earlier one. */
export const wasNotSentOrRefused = ({ state }: ActRow): boolean => state === 'REFUSED' || state === 'NOT_SENT';

/**
 * Whether another creation could make a duplicate, because no reading showed the effect of the last
 * creation (acts.md A5). `creations`: the earlier ones, the oldest first.
 */
export function mayBeDuplicate(creations: readonly ActRow[], isProvable: (row: ActRow) => boolean): boolean {
  const last = creations.findLast((row) => !wasNotSentOrRefused(row));
  return last !== undefined && mayHaveHappened(last, isProvable(last));
}
