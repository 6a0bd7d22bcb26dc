import Type, { type Static } from 'typebox';
import { Duration, Id, Nullable, Price, Quantity, UnixSeconds } from './scalars.ts';
import { Check, OrderPrice } from './ticket.ts';

const strict = { additionalProperties: false } as const;
const positionId = Type.String({ maxLength: 80 });

/**
 * What to do about what is held. `close` and `scale-out` at a price leave the order working; `protect` covers what no stop
 * covers; `flatten` is the panic plan of a whole strategy.
 */
export const ExitRequest = Type.Union([
  Type.Object({ kind: Type.Literal('close'), systemId: Id, positionId, price: OrderPrice, duration: Duration }, strict),
  Type.Object({ kind: Type.Literal('reverse'), systemId: Id, positionId, duration: Duration }, strict),
  Type.Object(
    {
      kind: Type.Literal('scale-out'),
      systemId: Id,
      positionId,
      price: OrderPrice,
      duration: Duration,
      amount: Type.Union([
        /** Of what is held, rounded down to whole units, at least one. */
        Type.Object({ percent: Type.Integer({ minimum: 1, maximum: 100 }) }, strict),
        Type.Object({ quantity: Quantity }, strict),
      ]),
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('protect'),
      systemId: Id,
      positionId,
      stop: Price,
      target: Nullable(Price),
      duration: Duration,
    },
    strict,
  ),
  Type.Object({ kind: Type.Literal('flatten'), systemId: Id }, strict),
]);
export type ExitRequest = Static<typeof ExitRequest>;

/** One request of a plan, or the read between two. */
export const ExitStep = Type.Object({
  id: Type.String(),
  kind: Type.Union([
    Type.Literal('order'),
    Type.Literal('cancel'),
    Type.Literal('flat-list'),
    Type.Literal('stop-list'),
    Type.Literal('read'),
  ]),
  text: Type.String(),
  /** How many requests it costs. */
  requests: Type.Integer(),
  /** New risk, which arming, caps and kill switch may refuse (the second half of a reversal). */
  newRisk: Type.Boolean(),
});
export type ExitStep = Static<typeof ExitStep>;

/** What will be done, as it is shown; executing names this plan, so that what was shown is what is done. */
export const ExitPlan = Type.Object({
  planId: Type.String(),
  kind: Type.String(),
  systemId: Id,
  /** "Sell to close: 200 → 0 AAPL". */
  summary: Type.String(),
  steps: Type.Array(ExitStep),
  requests: Type.Integer(),
  /** At the pace of the connection, seconds. */
  seconds: Type.Integer(),
  checks: Type.Array(Check),
  /** Counts for the panic plan's headline. */
  positions: Type.Integer(),
  cancels: Type.Integer(),
});
export type ExitPlan = Static<typeof ExitPlan>;

export const ExitStepState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('failed'),
  Type.Literal('unclear'),
  Type.Literal('skipped'),
]);
export type ExitStepState = Static<typeof ExitStepState>;

/** A plan under way, or the last one of a strategy in this run. */
export const ExitProgress = Type.Object({
  planId: Type.String(),
  kind: Type.String(),
  systemId: Id,
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('incomplete')]),
  startedAt: UnixSeconds,
  endedAt: Nullable(UnixSeconds),
  steps: Type.Array(Type.Object({ id: Type.String(), text: Type.String(), state: ExitStepState, note: Type.String() })),
  /** Set when a read made after the last step showed no position and no working order. */
  verifiedFlatAt: Nullable(UnixSeconds),
  /** What is still there, named. */
  residue: Type.Array(Type.String()),
});
export type ExitProgress = Static<typeof ExitProgress>;
