import Type, { type Static } from 'typebox';
import { limits } from '../limits.ts';
import { Text } from '../message.ts';
import { OptionTerms } from './option-terms.ts';
import { Id, Instrument, Nullable, UnixSeconds } from './scalars.ts';
import { Symbol } from './ticket.ts';

/** A line of a target list, platform-api "Desired position": above zero is long, below is short. */
export const DesiredPosition = Type.Object({
  symbol: Symbol,
  instrument: Instrument,
  quantity: Type.String({ pattern: '^-?[1-9][0-9]{0,9}$' }),
});
export type DesiredPosition = Static<typeof DesiredPosition>;

const targetsWithoutList = [
  Type.Object({ kind: Type.Literal('flat') }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('stop') }, { additionalProperties: false }),
] as const;

/** A target that adds no risk: `flat` holds nothing, `stop` ends the mode. */
export const TargetWithoutList = Type.Union([...targetsWithoutList]);

/**
 * A list, `flat` or `stop`. An empty list cannot be sent (order-safety 6.3); `flat` is sent
 * instead.
 */
export const DesiredTarget = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('list'),
      positions: Type.Array(DesiredPosition, { minItems: 1, maxItems: limits.targetLines }),
    },
    { additionalProperties: false },
  ),
  ...targetsWithoutList,
]);
export type DesiredTarget = Static<typeof DesiredTarget>;

/** What the platform says about an option in its list besides the symbol. */
export const DesiredTerms = Type.Object({ symbol: Type.String(), option: OptionTerms });
export type DesiredTerms = Static<typeof DesiredTerms>;

/** A list with its source: sent by us and confirmed, or read back from the platform. */
export const DesiredList = Type.Object({
  target: DesiredTarget,
  source: Type.Union([Type.Literal('ours'), Type.Literal('read-back')]),
  at: UnixSeconds,
  /** When it was sent from here. Missing if it was not. */
  sentAt: Type.Optional(UnixSeconds),
});
export type DesiredList = Static<typeof DesiredList>;

/**
 * The mode of a strategy, order-safety 6.3. `maybe-off`: the web site can switch it off unnoticed,
 * so a mode that was confirmed some time ago, or a list that only the read-back shows, is only
 * probable. `contradicted`: a later reading shows another list than the one that was sent.
 * `never-read`: nothing is known.
 */
export const DesiredState = Type.Object({
  systemId: Id,
  mode: Type.Union([
    Type.Literal('never-read'),
    Type.Literal('off'),
    Type.Literal('maintaining'),
    Type.Literal('pending'),
    Type.Literal('maybe-off'),
    Type.Literal('contradicted'),
  ]),
  /** The list that was last confirmed by an answer to us, or taken over from a reading. */
  confirmed: Nullable(DesiredList),
  /**
   * The list that the platform returns. It is the last list that was sent, from here or elsewhere,
   * not what the strategy holds.
   */
  readBack: Nullable(DesiredList),
  /** The terms of the options in the list that was read last. Missing if no option is in it. */
  terms: Type.Optional(Type.Array(DesiredTerms)),
  /** A target without a clear answer yet. It is shown together with the confirmed list. */
  pending: Nullable(Type.Object({ target: DesiredTarget, sentAt: UnixSeconds, attempts: Type.Integer() })),
  /**
   * The list that was sent, and a different one that a later reading shows. `held` is null if the
   * list of the platform has no line.
   */
  contradicted: Nullable(
    Type.Object({
      sent: DesiredTarget,
      sentAt: UnixSeconds,
      held: Nullable(DesiredTarget),
      heldAt: UnixSeconds,
    }),
  ),
  /** The sentence for the banner. */
  text: Text,
  alarm: Nullable(Text),
  /**
   * Why orders of this strategy are not sent; null when they are. `mayDeclareOff`: no target list
   * that was sent from here can still take effect.
   */
  lock: Nullable(Type.Object({ reason: Text, mayDeclareOff: Type.Boolean() })),
  readFailure: Nullable(Text),
});
export type DesiredState = Static<typeof DesiredState>;
