import Type, { type Static } from 'typebox';
import { Text } from '#contract/message.ts';
import { Id, Nullable, Uuid } from '#contract/model/scalars.ts';
import { AnsweredTerms, JournalState } from '#contract/model/signal.ts';
import { Mode } from '#contract/model/status.ts';
import { JournaledTicket } from './journaled-ticket.ts';
import { EvidenceRecord } from './evidence-record.ts';

/** Service ids from an answer or a match: of the signal itself, its bracket and its parent. */
export const ServiceIds = Type.Object({
  signal: Nullable(Id),
  target: Nullable(Id),
  stop: Nullable(Id),
  ocaGroup: Nullable(Id),
  parent: Nullable(Id),
});
export type ServiceIds = Static<typeof ServiceIds>;

/** The last known platform state of an order. Times are unix seconds. */
export const Mirror = Type.Object({
  status: Type.Union([
    Type.Literal('working'),
    Type.Literal('waiting'),
    Type.Literal('traded'),
    Type.Literal('canceled'),
    Type.Literal('expired'),
  ]),
  tradedPrice: Nullable(Type.String()),
  at: Nullable(Type.Integer()),
});
export type Mirror = Static<typeof Mirror>;

/**
 * An order in the journal. The row is computed from its events (`lifecycle.ts`), so it can be
 * rebuilt from them. Times are wall clock milliseconds unless their name says otherwise. The
 * monotonic time is valid only within its run.
 */
export const OrderRow = Type.Object({
  rowId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  ownId: Id,
  ticket: JournaledTicket,
  /** Codes of the warnings that the user confirmed. */
  confirmed: Type.Array(Type.String()),
  state: JournalState,
  /** Number of events of this row. */
  version: Type.Integer({ minimum: 1 }),
  attempts: Type.Integer({ minimum: 0 }),
  createdAt: Type.Integer(),
  /** Time of the last confirmation: an order older than `limits.orderQueueMs` is never sent. */
  confirmedAt: Type.Integer(),
  sentAt: Nullable(Type.Integer()),
  sentMonotonic: Nullable(Type.Number()),
  /**
   * The time of the send by the service's clock, in milliseconds, if known. It is stored because
   * the local clock may be set afterwards.
   */
  sentServiceAt: Type.Optional(Nullable(Type.Integer())),
  changedAt: Type.Integer(),
  serviceIds: ServiceIds,
  /** Service ids of equal orders that were listed before the send: none of them can be this one. */
  preExistingMatches: Type.Array(Id),
  /** The platform's answer to the last send, verbatim; empty if there is none. */
  answer: Type.Array(Type.String()),
  /**
   * Why the order is on hold, not sent, unknown, ambiguous or absent; empty if there is no reason.
   * A string is shown verbatim.
   */
  reason: Text,
  mirror: Nullable(Mirror),
  alarm: Nullable(Text),
  acknowledged: Type.Boolean(),
  // All members from here on are optional, so that rows of earlier versions remain valid.
  /** The first send of an order that was sent again: `sentAt` and `sentServiceAt` of that time. */
  firstSent: Type.Optional(
    Type.Object({ sentAt: Nullable(Type.Integer()), sentServiceAt: Type.Optional(Nullable(Type.Integer())) }),
  ),
  parentOwnId: Type.Optional(Id),
  staged: Type.Optional(Type.Boolean()),
  /** For an AMBIGUOUS order: the service ids that it may have. */
  candidates: Type.Optional(Type.Array(Id)),
  /** The time until which the user chose to wait. */
  waitUntil: Type.Optional(Type.Integer()),
  /** The user asked to send the order once more under its own id, and that has not happened yet. */
  resendAsked: Type.Optional(Type.Boolean()),
  /** For an absent replacement: the old order is gone and the new one is not listed. */
  exposed: Type.Optional(Type.Boolean()),
  /**
   * For an UNKNOWN order after T_late: the lists decide nothing, because an unreadable record could
   * be this order or because they may not show every order of the strategy.
   */
  unverifiable: Type.Optional(Type.Boolean()),
  /** The platform refused the last send, and an unreadable record left the refusal unproved. */
  refused: Type.Optional(Type.Boolean()),
  /** The order that the user entered in place of this one. */
  supersededBy: Type.Optional(Uuid),
  /** Acknowledged alarms, which are not raised again. */
  notedAlarms: Type.Optional(Type.Array(Text)),
  /**
   * For a replacement in two steps: the ids that name the old order, whether it was a stop, and the
   * proof that it is canceled. The new order is not sent before the proof.
   */
  cancelFirst: Type.Optional(
    Type.Object({
      names: Type.Array(Id),
      isStop: Type.Boolean(),
      proof: Nullable(EvidenceRecord),
      alarm: Type.Optional(Nullable(Text)),
    }),
  ),
  /** The members in which the answer differed from the preview. */
  misses: Type.Optional(Type.Array(Text)),
  /** Members of the order that its answer did not show. */
  notShown: Type.Optional(Type.Array(Type.String())),
  /** The instrument's data, the comments and the expiry time that the answer shows. */
  terms: Type.Optional(AnsweredTerms),
});
export type OrderRow = Static<typeof OrderRow>;

export const noServiceIds: ServiceIds = { signal: null, target: null, stop: null, ocaGroup: null, parent: null };
