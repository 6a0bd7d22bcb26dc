import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { Nullable } from './scalars.ts';

/** The lanes of the queue, highest priority first. */
export const Lane = Type.Union([
  Type.Literal('cancel'),
  Type.Literal('reconcile'),
  Type.Literal('submit'),
  Type.Literal('view'),
  Type.Literal('background'),
]);
export type Lane = Static<typeof Lane>;

export const Verdict = Type.Union([
  Type.Literal('ok'),
  Type.Literal('refused'),
  Type.Literal('not-sent'),
  Type.Literal('no-answer'),
  Type.Literal('bad-answer'),
  /** The entry is not for a request: an answer differed from the preview. */
  Type.Literal('prediction-missed'),
]);
export type Verdict = Static<typeof Verdict>;

/** A request that was sent or tried. Of its body, only the strategy id is recorded. */
export const ActivityEntry = Type.Object({
  id: Type.String(),
  /** Wall clock, milliseconds since 1970 UTC, when it was requested. */
  at: Type.Integer(),
  profile: Type.String(),
  mode: Type.Union([Type.Literal('PRACTICE'), Type.Literal('LIVE')]),
  command: Type.String(),
  systemId: Nullable(Type.String()),
  lane: Lane,
  /** Milliseconds in the queue. */
  waitMs: Type.Number(),
  /** Milliseconds from the first byte sent to the last byte received. */
  durationMs: Nullable(Type.Number()),
  bytes: Nullable(Type.Integer()),
  verdict: Verdict,
  /** Platform title and message, or why there is no answer. */
  text: Text,
});
export type ActivityEntry = Static<typeof ActivityEntry>;
