import { Text } from '#contract/message.ts';
import Type from 'typebox';
import { Nullable } from '#contract/model/scalars.ts';

/**
 * The journal's facts about a request that is not an order: when it was sent, how often, and its
 * answers.
 */
export const sendingFacts = {
  version: Type.Integer({ minimum: 1 }),
  attempts: Type.Integer({ minimum: 0 }),
  createdAt: Type.Integer(),
  sentAt: Nullable(Type.Integer()),
  changedAt: Type.Integer(),
  /** The platform's words, verbatim, or why there are none. */
  answer: Type.Array(Text),
} as const;

/** The facts of a request that was not sent. `at`: wall clock milliseconds. */
export const unsentFacts = (at: number) => ({
  version: 1,
  attempts: 0,
  createdAt: at,
  sentAt: null,
  changedAt: at,
  answer: [],
});

/** The facts of a request that is about to be sent for the first time. */
export const firstSentFacts = (at: number) => ({ ...unsentFacts(at), attempts: 1, sentAt: at });
