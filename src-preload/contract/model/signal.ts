import Type, { type Static } from 'typebox';
import { OptionTerms } from './option-terms.ts';
import { Text } from '../message.ts';
import { OrderKind, SignalRole, SignalState } from './signal-kinds.ts';
import { Action, Decimal, Duration, Id, Instrument, Nullable, Price, UnixSeconds, Uuid } from './scalars.ts';

export { OrderKind, SignalRole, SignalState };

/** The states of the client journal, order-safety 6.2. */
export const JournalState = Type.Union([
  Type.Literal('QUEUED'),
  Type.Literal('HELD'),
  Type.Literal('SENDING'),
  Type.Literal('ACKED'),
  /** Rejected by the platform. A reading has not confirmed yet that the order is not listed. */
  Type.Literal('REJECTED_SOFT'),
  Type.Literal('REJECTED'),
  Type.Literal('NOT_SENT'),
  Type.Literal('UNKNOWN'),
  Type.Literal('AMBIGUOUS'),
  Type.Literal('LANDED'),
  Type.Literal('LANDED_PROBABLE'),
  Type.Literal('PROBABLY_ABSENT'),
  Type.Literal('CLOSED_ABSENT'),
  Type.Literal('ABANDONED'),
]);
export type JournalState = Static<typeof JournalState>;

/**
 * Why a signal ended or waits, with the evidence: `seen` in an answer or in the record of the
 * signal, or `deduced` from its parent, its OCA group or its replacement.
 */
export const Cause = Type.Object({
  code: Type.Union([
    Type.Literal('sibling-filled'),
    Type.Literal('sibling-canceled'),
    Type.Literal('sibling-expired'),
    Type.Literal('replaced'),
    Type.Literal('canceled-here'),
    Type.Literal('parent-not-filled'),
    Type.Literal('expired'),
    Type.Literal('unknown'),
  ]),
  text: Text,
  evidence: Type.Union([Type.Literal('seen'), Type.Literal('deduced'), Type.Literal('none')]),
  /** The signal that caused the end or the wait, if it is known. */
  byServiceId: Nullable(Id),
});
export type Cause = Static<typeof Cause>;

/**
 * The decisions that a user may be asked for, order-safety 4.5 and 6.2. `send-again` confirms an
 * order that is on hold or was not sent. `send-again-same-id` sends an absent order once more under
 * its own id. It is offered only if a test order of the connection showed that the platform refuses
 * a used id. `new-order` needs a typed confirmation. `pick` names the record that is this order.
 */
export const OrderChoice = Type.Union([
  Type.Literal('send-again'),
  Type.Literal('abandon'),
  Type.Literal('check-now'),
  Type.Literal('acknowledge'),
  Type.Literal('keep-waiting'),
  Type.Literal('check-by-cancelling'),
  Type.Literal('send-again-same-id'),
  Type.Literal('new-order'),
  Type.Literal('pick'),
]);
export type OrderChoice = Static<typeof OrderChoice>;

/**
 * What the answer to an order says about the instrument and when the order expires. Texts are the
 * platform's own. Null: the answer does not say it.
 */
export const AnsweredTerms = Type.Object({
  description: Nullable(Type.String()),
  currency: Nullable(Type.String()),
  pointValue: Nullable(Type.String()),
  priceDecimals: Nullable(Type.String()),
  comments: Nullable(Type.String()),
  expiresAt: Nullable(UnixSeconds),
});
export type AnsweredTerms = Static<typeof AnsweredTerms>;

/** The journal's facts about an order entered here. Missing for external orders. */
export const JournalFacts = Type.Object({
  intentId: Uuid,
  state: JournalState,
  attempts: Type.Integer(),
  createdAt: UnixSeconds,
  sentAt: Nullable(UnixSeconds),
  /** The platform's answer, verbatim: title, message, errors. */
  answer: Type.Array(Type.String()),
  /** What is known, and what is being checked (order-safety 5). */
  text: Text,
  /** What the user may do now. */
  choices: Type.Array(OrderChoice),
  /** Set when the echo or a later record contradicts the order. */
  alarm: Nullable(Text),
  /** Prepared to be sent later, and not sent yet. */
  staged: Type.Boolean(),
  /** For an AMBIGUOUS order: the records to `pick` from, one of which may be the order. */
  candidates: Type.Array(Type.Object({ serviceId: Id, text: Text })),
  /** The text to type for `new-order`; null while that is not offered. */
  typedConfirmation: Nullable(Type.String()),
  /**
   * True: the order was sent to replace another order. The other order is gone, and this order is
   * absent. The position may be unprotected.
   */
  exposed: Type.Boolean(),
  /** Until when an absent order is searched for. */
  watchedUntil: Nullable(UnixSeconds),
  /** The differences between the platform's answer and the preview. */
  previewDifferences: Type.Array(Text),
  /**
   * Members of the order that the platform's answer did not show. Only the signal lists can show
   * whether the platform took them. Missing if there is none.
   */
  notShown: Type.Optional(Type.Array(Type.String())),
  /**
   * The target and the stop that were entered with the order. Its legs have rows only after an
   * answer named them. Missing if the order was entered without both.
   */
  bracket: Type.Optional(
    Type.Object({ profitTarget: Nullable(Price), stopLoss: Nullable(Price), keepBothAlive: Type.Boolean() }),
  ),
  /** Missing if the answer has none of these terms. */
  terms: Type.Optional(AnsweredTerms),
});
export type JournalFacts = Static<typeof JournalFacts>;

/** The parent of a row. */
const ParentOrder = Type.Object({
  action: Action,
  quantity: Decimal,
  symbol: Type.String(),
  kind: OrderKind,
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
  duration: Nullable(Duration),
  state: SignalState,
});

/** A row of the signals blotter: a platform signal, an order of the journal, or both. */
export const Signal = Type.Object({
  /**
   * Stable in every state: the journal's intent for orders entered here (with `:parent` for a
   * parent that was entered nested), else `s` and the service id.
   */
  rowId: Type.String(),
  systemId: Id,
  serviceId: Nullable(Id),
  ownId: Nullable(Id),
  parentRowId: Nullable(Type.String()),
  /** Present if the list does not include the row of the parent. */
  parent: Type.Optional(ParentOrder),
  role: SignalRole,
  /**
   * Whether the parent and the OCA group of the order are known, from the answer to a submit or
   * from a list.
   */
  links: Type.Union([Type.Literal('known'), Type.Literal('unknown')]),
  ocaGroupId: Nullable(Id),
  /**
   * For a target or a stop of a bracket: the row id of the entry. The two legs cancel each other,
   * even if no answer named their OCA group. Missing for any other order.
   */
  bracketOf: Type.Optional(Type.String()),
  action: Action,
  quantity: Decimal,
  symbol: Type.String(),
  name: Type.String(),
  instrument: Nullable(Instrument),
  /** Missing if the platform names no terms of an option. */
  option: Type.Optional(OptionTerms),
  kind: OrderKind,
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
  duration: Nullable(Duration),
  /**
   * True: no list has shown the duration, so the duration of the entry is assumed. Missing: it was
   * shown or sent.
   */
  durationAssumed: Type.Optional(Type.Boolean()),
  /** When the platform releases the order; null for an order that is not parked. */
  parkedUntil: Nullable(UnixSeconds),
  state: SignalState,
  postedAt: Nullable(UnixSeconds),
  /** When it was traded, canceled or expired. */
  endedAt: Nullable(UnixSeconds),
  tradedPrice: Nullable(Decimal),
  /** The latest time of the row. By default the blotter is sorted by it. */
  changedAt: UnixSeconds,
  tradeId: Nullable(Id),
  cause: Nullable(Cause),
  journal: Nullable(JournalFacts),
});
export type Signal = Static<typeof Signal>;

/** A record of the platform's signal lists that cannot be read completely. Null: not readable. */
export const UnreadableRecord = Type.Object({
  /** The row id by which the record can be canceled; null if its service id cannot be read. */
  rowId: Nullable(Type.String()),
  serviceId: Nullable(Id),
  ownId: Nullable(Id),
  symbol: Nullable(Type.String()),
  action: Nullable(Action),
  postedAt: Nullable(UnixSeconds),
  /** True: the list has the id of the record more than once, with different content. */
  contradicts: Type.Boolean(),
  /** Names of the members that cannot be read. */
  problem: Type.String(),
  /** The record as received, cut if it is long. */
  raw: Type.String(),
  /** True: from the working list. False: from the list of all orders. */
  working: Type.Boolean(),
  /** The number of records in the list that this record is from. */
  listedCount: Type.Integer(),
});
export type UnreadableRecord = Static<typeof UnreadableRecord>;
