import Type, { type Static } from 'typebox';
import { Text } from '#contract/message.ts';
import { Mode } from '#contract/model/status.ts';
import { Nullable, Uuid } from '#contract/model/scalars.ts';
import { sendingFacts } from '#core/sending/sending-facts.ts';

/** What an act changes. One act of a target is under way at a time (A6). */
export const ActTarget = Type.Object({
  kind: Type.Union([
    Type.Literal('system'),
    Type.Literal('person'),
    Type.Literal('license'),
    Type.Literal('subscription'),
    Type.Literal('link'),
  ]),
  id: Type.String(),
});
export type ActTarget = Static<typeof ActTarget>;

export const ActState = Type.Union([
  Type.Literal('SENDING'),
  /** The platform confirmed it, in its answer or in a read-back. */
  Type.Literal('DONE'),
  Type.Literal('REFUSED'),
  Type.Literal('NOT_SENT'),
  /** No clear answer; a read-back may decide. */
  Type.Literal('UNKNOWN'),
  /** The time for evidence is over, and the platform does not show it. */
  Type.Literal('ABSENT'),
  /** The user ended an unknown that nothing proved. */
  Type.Literal('GIVEN_UP'),
  /** It was confirmed, and the platform shows something else (A7). */
  Type.Literal('DIFFERS'),
]);
export type ActState = Static<typeof ActState>;

/** Why an act is in its state. `user`: the user decided. The others are read or answered. */
const Evidence = Type.Union([
  Type.Literal('sent'),
  Type.Literal('answered'),
  Type.Literal('refused'),
  Type.Literal('not-sent'),
  Type.Literal('no-answer'),
  Type.Literal('unreadable-answer'),
  Type.Literal('other-answer'),
  Type.Literal('program-ended'),
  Type.Literal('read-back'),
  Type.Literal('not-shown'),
  /** A newer act of the target was confirmed, and this one never appeared. */
  Type.Literal('overtaken'),
  /** A newer act wants the same and was confirmed: the reading cannot tell them apart. */
  Type.Literal('equal-newer-act'),
  Type.Literal('user'),
]);
export type Evidence = Static<typeof Evidence>;

const ActStep = Type.Object({
  state: ActState,
  /** Wall clock, milliseconds. */
  at: Type.Integer(),
  evidence: Evidence,
  /** What the connection said where no answer came. */
  text: Type.Optional(Text),
});
export type ActStep = Static<typeof ActStep>;

/**
 * A request that changes something at the platform and is neither an order nor a cancel
 * (docs/spec/acts.md). It is in the journal before its first byte and is never deleted. It contains
 * no password and no key (A8). Times are wall clock milliseconds.
 */
export const ActRow = Type.Object({
  intentId: Uuid,
  profileId: Type.String(),
  mode: Mode,
  /** A command of the platform. The act table says what it means; a later program may know more. */
  command: Type.String(),
  target: ActTarget,
  /** What was known of the target before; null where nothing was. */
  before: Type.Unknown(),
  /** The input, in the schema of its row in the act table. */
  wanted: Type.Unknown(),
  state: ActState,
  ...sendingFacts,
  /** When a clean reading began that showed it and began after its answer. */
  readBackAt: Nullable(Type.Integer()),
  /** Its history, the oldest step first. */
  steps: Type.Array(ActStep),
});
type StoredAct = Static<typeof ActRow>;
export type ActRow<Wanted = unknown> = Omit<StoredAct, 'wanted'> & { readonly wanted: Wanted };
