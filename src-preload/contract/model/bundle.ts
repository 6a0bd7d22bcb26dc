import Type, { type Static } from 'typebox';
import { Id, Nullable, UnixSeconds } from './scalars.ts';
import { Mode } from './status.ts';

/**
 * A strategy of a review bundle. `readAt` is the time of its last reading before the bundle was
 * made, null if there was none.
 */
export const BundledStrategy = Type.Object({
  systemId: Id,
  name: Type.String({ maxLength: 1_000 }),
  readAt: Nullable(UnixSeconds),
});
export type BundledStrategy = Static<typeof BundledStrategy>;

/** What a review bundle declares about its content. */
export const BundleFacts = Type.Object({
  /** Version of the program that made it. */
  program: Type.String({ maxLength: 40 }),
  madeAt: UnixSeconds,
  mode: Mode,
  /** Name of its source connection. */
  connection: Type.String({ maxLength: 100 }),
  strategies: Type.Array(BundledStrategy, { maxItems: 1_000 }),
  notes: Type.Integer({ minimum: 0 }),
  pictures: Type.Integer({ minimum: 0 }),
  /** Number of past readings for the time machine. */
  moments: Type.Integer({ minimum: 0 }),
});
export type BundleFacts = Static<typeof BundleFacts>;

/** The progress of making or checking a bundle, in steps. */
export const BundleWork = Type.Object({
  kind: Type.Union([Type.Literal('making'), Type.Literal('checking')]),
  /** The strategy that is being added, null in the other steps. */
  name: Nullable(Type.String()),
  done: Type.Integer(),
  steps: Type.Integer(),
});
export type BundleWork = Static<typeof BundleWork>;

export const BundleState = Type.Object({
  work: Nullable(BundleWork),
  /** The bundle that is shown instead of the connection in use. */
  open: Nullable(BundleFacts),
});
export type BundleState = Static<typeof BundleState>;
