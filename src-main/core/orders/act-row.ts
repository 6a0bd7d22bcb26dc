import Type, { type Static } from 'typebox';
import { DesiredTarget } from '#contract/model/desired.ts';
import { ExitChoice, ExitRequest, ExitStepState } from '#contract/model/exit.ts';
import { ProbeFacts } from '#contract/model/probe.ts';
import { Id, Nullable, Uuid } from '#contract/model/scalars.ts';
import { Text } from '#contract/message.ts';
import { Ticket } from '#contract/model/ticket.ts';
import { Mode } from '#contract/model/status.ts';
import { sendingFacts } from './sending-facts.ts';

/**
 * A request that changes something at the platform and is neither an order nor a cancel. Like
 * those, it is in the journal before its first byte. It contains no password and no key (J8). Times
 * are wall clock milliseconds.
 */
export const ActRow = Type.Object({
  intentId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  systemId: Id,
  state: Type.Union([
    Type.Literal('SENDING'),
    /** The platform confirmed it, in its answer or in a read-back. */
    Type.Literal('DONE'),
    Type.Literal('REFUSED'),
    Type.Literal('NOT_SENT'),
    /** No clear answer; a read-back may decide. */
    Type.Literal('UNKNOWN'),
    /** The time for evidence is over, and the platform shows something else than was requested. */
    Type.Literal('CONTRADICTED'),
  ]),
  ...sendingFacts,
  act: Type.Union([
    /**
     * `readBackAt`: when a clean read-back that began after its answer showed the `stop` that it
     * set.
     */
    Type.Object({
      kind: Type.Literal('desired'),
      target: DesiredTarget,
      readBackAt: Type.Optional(Type.Integer()),
    }),
    /** The user ended the mode elsewhere, where no read shows it. */
    Type.Object({ kind: Type.Literal('desired-off') }),
    /**
     * A plan of exits, step by step. SENDING while it runs; UNKNOWN if the program ended during it
     * and the user has not chosen yet. `entry` is the new side of a reversal.
     */
    Type.Object({
      kind: Type.Literal('exit'),
      planId: Type.String(),
      request: ExitRequest,
      entry: Nullable(Ticket),
      steps: Type.Array(Type.Object({ id: Type.String(), text: Text, state: ExitStepState, note: Text })),
      choice: Nullable(ExitChoice),
    }),
    /** `step` names the request of the probe that was sent last. */
    Type.Object({ kind: Type.Literal('probe'), step: Type.String(), facts: Nullable(ProbeFacts) }),
  ]),
});
export type ActRow = Static<typeof ActRow>;

type Beginning = Pick<ActRow, 'intentId' | 'systemId' | 'act'> & {
  readonly profile: { readonly id: string; readonly mode: Mode };
  /** Wall clock milliseconds. */
  readonly at: number;
};

/** The row of a request that is about to be sent for the first time. */
export const newActRow = ({ intentId, systemId, act, profile, at }: Beginning): ActRow => ({
  intentId,
  profileId: profile.id,
  mode: profile.mode,
  systemId,
  state: 'SENDING',
  version: 1,
  attempts: 1,
  createdAt: at,
  sentAt: at,
  changedAt: at,
  answer: [],
  act,
});
