import Type, { type Static } from 'typebox';
import { Text } from '#contract/message.ts';
import { ExitChoice, ExitRequest, ExitStepState } from '#contract/model/exit.ts';
import { ProbeFacts } from '#contract/model/probe.ts';
import { Id, Nullable, Uuid } from '#contract/model/scalars.ts';
import { Mode } from '#contract/model/status.ts';
import { JournaledTicket } from './journaled-ticket.ts';
import { firstSentFacts, sendingFacts } from '#core/sending/sending-facts.ts';

/**
 * A sequence of requests that the user started with one press: a plan of exits, or the probe. Its
 * orders and cancels have rows of their own; this row records the progress. Times are wall clock
 * milliseconds.
 */
export const RunRow = Type.Object({
  intentId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  systemId: Id,
  /**
   * SENDING during the run. A probe that ended without facts stays in this state. UNKNOWN if the
   * program ended during a plan and the user has not decided about it yet (`choice`).
   */
  state: Type.Union([Type.Literal('SENDING'), Type.Literal('DONE'), Type.Literal('UNKNOWN')]),
  ...sendingFacts,
  act: Type.Union([
    /** A plan of exits, step by step. `entry` is the new side of a reversal. */
    Type.Object({
      kind: Type.Literal('exit'),
      planId: Type.String(),
      request: ExitRequest,
      entry: Nullable(JournaledTicket),
      steps: Type.Array(Type.Object({ id: Type.String(), text: Text, state: ExitStepState, note: Text })),
      choice: Nullable(ExitChoice),
    }),
    /** `step` names the request of the probe that was sent last. */
    Type.Object({ kind: Type.Literal('probe'), step: Type.String(), facts: Nullable(ProbeFacts) }),
  ]),
});
export type RunRow = Static<typeof RunRow>;

type Beginning = Pick<RunRow, 'intentId' | 'systemId' | 'act'> & {
  readonly profile: { readonly id: string; readonly mode: Mode };
  /** Wall clock milliseconds. */
  readonly at: number;
};

/** The row of a run that is about to start. */
export const newRunRow = ({ intentId, systemId, act, profile, at }: Beginning): RunRow => ({
  intentId,
  profileId: profile.id,
  mode: profile.mode,
  systemId,
  state: 'SENDING',
  ...firstSentFacts(at),
  act,
});
