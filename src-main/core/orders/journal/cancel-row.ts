import Type, { type Static } from 'typebox';
import { Text } from '#contract/message.ts';
import { Action, Decimal, Duration, Id, Instrument, Nullable, Uuid } from '#contract/model/scalars.ts';
import { OrderKind } from '#contract/model/signal.ts';
import { Mode } from '#contract/model/status.ts';
import { sendingFacts } from '#core/sending/sending-facts.ts';

const MeantOrder = Type.Object({
  symbol: Type.String(),
  action: Action,
  quantity: Decimal,
  instrument: Nullable(Instrument),
  kind: OrderKind,
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
  duration: Nullable(Duration),
});
export type MeantOrder = Static<typeof MeantOrder>;

/**
 * A cancel of one signal. Canceled is a final state, so the request may be repeated. There are at
 * most `cancelAttempts` attempts, including the first.
 */
export const CancelRow = Type.Object({
  /** The intent id and the number of the cancel in it. */
  cancelId: Type.String(),
  intentId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  systemId: Id,
  /** Service id, or own id if the service id is not known. */
  signalId: Id,
  /** The blotter row that the cancel was requested for. */
  rowId: Type.String(),
  /** The rows that are canceled together with that row. */
  covers: Type.Array(Type.String()),
  state: Type.Union([
    Type.Literal('QUEUED'),
    Type.Literal('SENDING'),
    /** The platform said that the signal is canceled now, or was before. */
    Type.Literal('CANCELED'),
    /** The platform said that the signal was traded. */
    Type.Literal('TOO_LATE'),
    /** A clean read no longer shows the signal as working. */
    Type.Literal('GONE'),
    Type.Literal('UNKNOWN'),
    /** The cancel was refused, was not sent, or has no proof after the last attempt. */
    Type.Literal('FAILED'),
    /** The program ended or the connection was closed before the cancel had an outcome. */
    Type.Literal('DROPPED'),
  ]),
  ...sendingFacts,
  /**
   * The order that was to be canceled, as it was shown when the cancel was requested. Rows of
   * earlier versions have none.
   */
  meant: Type.Optional(MeantOrder),
  /**
   * Set when the answer shows another order than the one that was meant, or a fill of the canceled
   * order.
   */
  alarm: Type.Optional(Text),
  /** The id that the answer named. Absent if it named none. */
  serviceId: Type.Optional(Id),
});
export type CancelRow = Static<typeof CancelRow>;

export const cancelAttempts = 3;

/** Whether this cancel is queued or in flight. */
export const isPendingCancel = ({ state }: CancelRow): boolean => state === 'QUEUED' || state === 'SENDING';
