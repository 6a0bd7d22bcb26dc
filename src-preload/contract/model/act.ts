import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { Nullable, Uuid } from './scalars.ts';
import { Mode } from './status.ts';

/** What an act changes. Only one act on a target is under way at a time (acts.md A6). */
export const ActTarget = Type.Object({
  kind: Type.Union([
    Type.Literal('system'),
    Type.Literal('person'),
    Type.Literal('license'),
    Type.Literal('subscription'),
    Type.Literal('link'),
  ]),
  id: Type.String(),
});
export type ActTarget = Static<typeof ActTarget>;

export const ActState = Type.Union([
  Type.Literal('SENDING'),
  /** The platform confirmed the act, in its answer or in a read-back. */
  Type.Literal('DONE'),
  Type.Literal('REFUSED'),
  Type.Literal('NOT_SENT'),
  /** No clear answer; a read-back may decide. */
  Type.Literal('UNKNOWN'),
  /** The time for evidence is over, and the platform does not show the act. */
  Type.Literal('ABSENT'),
  /** The user ended an act whose outcome nothing proved. */
  Type.Literal('GIVEN_UP'),
  /** The act was confirmed, but the platform shows something else (acts.md A7). */
  Type.Literal('DIFFERS'),
]);
export type ActState = Static<typeof ActState>;

/**
 * Why an act is in its state. `user`: the user decided. The others are facts of the request, its
 * answer or a reading.
 */
export const ActEvidence = Type.Union([
  Type.Literal('sent'),
  Type.Literal('answered'),
  Type.Literal('refused'),
  Type.Literal('not-sent'),
  Type.Literal('no-answer'),
  Type.Literal('unreadable-answer'),
  Type.Literal('other-answer'),
  Type.Literal('program-ended'),
  Type.Literal('read-back'),
  Type.Literal('not-shown'),
  /** A newer act on the target was confirmed, and this one never appeared. */
  Type.Literal('overtaken'),
  /** A newer act wants the same and was confirmed: the reading cannot tell them apart. */
  Type.Literal('equal-newer-act'),
  Type.Literal('user'),
]);
export type ActEvidence = Static<typeof ActEvidence>;

export const ActStep = Type.Object({
  state: ActState,
  /** Wall clock, milliseconds. */
  at: Type.Integer(),
  evidence: ActEvidence,
  /** Why it was not sent, or why no answer came. */
  text: Type.Optional(Text),
});
export type ActStep = Static<typeof ActStep>;

/** A set of changes that was applied, with the digest of its plan. */
export const ActRun = Type.Object({ runId: Uuid, digest: Type.String() });
export type ActRun = Static<typeof ActRun>;

/**
 * A request that changes something at the platform and is no order (acts.md). The user calls it a
 * change. It contains no password and no key. Times are wall clock milliseconds.
 */
export const Act = Type.Object({
  intentId: Uuid,
  mode: Mode,
  command: Type.String(),
  target: ActTarget,
  /** What was known of the target before, as JSON text; null if nothing was known. */
  before: Nullable(Type.String()),
  /** What was asked for, as JSON text in the form of its command. */
  wanted: Type.String(),
  /**
   * What the answer or the deciding reading shows of the target, as JSON text; null if nothing was
   * shown.
   */
  shown: Nullable(Type.String()),
  state: ActState,
  createdAt: Type.Integer(),
  sentAt: Nullable(Type.Integer()),
  changedAt: Type.Integer(),
  /** The platform's words, verbatim, or why there are none. */
  answer: Type.Array(Text),
  /** Codes of the warnings that were confirmed; missing if there was none. */
  confirmed: Type.Optional(Type.Array(Type.String())),
  /** The set of changes that it was sent for; missing if it was sent alone. */
  run: Type.Optional(ActRun),
  /** Its history, the oldest step first. */
  steps: Type.Array(ActStep),
});
export type Act = Static<typeof Act>;
