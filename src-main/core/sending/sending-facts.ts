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
