import { Text } from '../message.ts';
import Type, { type Static } from 'typebox';
import { Nullable, UnixSeconds } from './scalars.ts';
import { Dataset } from './status.ts';

/**
 * The progress of a full sync: every dataset but `brokers` once, then the signals, one range of
 * posting times after the other, back to the first day of the strategy. Continues after a restart.
 */
export const FullSyncProgress = Type.Object({
  /**
   * `waiting`: every window is hidden, the service does not answer, or the disk is full; see
   * `text`.
   */
  state: Type.Union([Type.Literal('running'), Type.Literal('waiting'), Type.Literal('done'), Type.Literal('canceled')]),
  /** The dataset that is read now, or was read last. */
  dataset: Dataset,
  /** For signals: the range of posting times that is read now. */
  from: Nullable(UnixSeconds),
  to: Nullable(UnixSeconds),
  /**
   * Requests answered, and their total as known now. The total grows when a range has too many
   * records and is divided.
   */
  done: Type.Integer(),
  total: Type.Integer(),
  records: Type.Integer(),
  /** The remaining time at the pace so far; null before the first answer. */
  secondsLeft: Nullable(Type.Integer()),
  /** Datasets that the platform refused. */
  refused: Type.Array(Dataset),
  text: Nullable(Text),
});
export type FullSyncProgress = Static<typeof FullSyncProgress>;
