import Type, { type Static } from 'typebox';
import { Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * What the one-off probe of order-safety 4 found out about a connection. A member is null
 * if an answer was unclear.
 */
export const ProbeFacts = Type.Object({
  at: UnixSeconds,
  systemId: Id,
  /**
   * A second order under a used own id was refused. Only then is sending again under the same id
   * offered.
   */
  reuseRefused: Nullable(Type.Boolean()),
  /** Title of that refusal, verbatim. */
  reuseTitle: Type.String(),
  /** JSON type and value of `ok` as received, by step. */
  okForms: Type.Array(Type.Object({ step: Type.String(), ok: Type.String(), title: Type.String() })),
  ownIdsInLists: Nullable(Type.Boolean()),
  /** Milliseconds between the answer to the order and the first list that showed the order. */
  visibleAfterMs: Nullable(Type.Integer()),
  /** Titles of the answers to a second cancel of the order, and to a cancel of an unused id. */
  cancelAgainTitle: Type.String(),
  cancelUnknownTitle: Type.String(),
  /** False when an order of the probe may still be working; see its row. */
  clean: Type.Boolean(),
});
export type ProbeFacts = Static<typeof ProbeFacts>;
