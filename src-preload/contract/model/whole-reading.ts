import Type, { type Static } from 'typebox';
import { Nullable, UnixSeconds } from './scalars.ts';
import { Dataset } from './status.ts';

/**
 * A strategy is read whole: every dataset once, then its signals window by window, back to its first day. Goes on after a
 * restart where it was.
 */
export const WholeReading = Type.Object({
  /** `waiting`: nobody looks, the service does not answer, or the disk is full; `text` says which. */
  state: Type.Union([Type.Literal('running'), Type.Literal('waiting'), Type.Literal('done'), Type.Literal('canceled')]),
  /** What is read now, or was last. */
  dataset: Dataset,
  /** Of signals: the posting times that are asked for. */
  from: Nullable(UnixSeconds),
  to: Nullable(UnixSeconds),
  /** Requests answered, and how many there are as far as is known: a window that holds too much becomes several. */
  done: Type.Integer(),
  total: Type.Integer(),
  records: Type.Integer(),
  /** At the pace so far; null before anything was answered. */
  secondsLeft: Nullable(Type.Integer()),
  /** Datasets that the platform refused. */
  refused: Type.Array(Dataset),
  text: Type.String(),
});
export type WholeReading = Static<typeof WholeReading>;
