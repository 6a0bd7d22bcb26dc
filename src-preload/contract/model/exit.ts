import Type, { type Static } from 'typebox';
import { Text } from '../message.ts';
import { Decimal, Duration, Id, Nullable, Price, Quantity, UnixSeconds, Uuid } from './scalars.ts';
import { Check, OrderPrice } from './ticket.ts';

const strict = { additionalProperties: false } as const;
const positionId = Type.String({ maxLength: 80 });

/**
 * What to do about a position. If the price of `close` or `scale-out` is a limit or a stop, the
 * order is left working. `protect` covers the unprotected quantity. `flatten` is the panic plan of
 * a whole strategy.
 */
export const ExitRequest = Type.Union([
  Type.Object({ kind: Type.Literal('close'), systemId: Id, positionId, price: OrderPrice, duration: Duration }, strict),
  /** The new side may have a bracket. */
  Type.Object(
    {
      kind: Type.Literal('reverse'),
      systemId: Id,
      positionId,
      duration: Duration,
      profitTarget: Type.Optional(Nullable(Price)),
      stopLoss: Type.Optional(Nullable(Price)),
    },
    strict,
  ),
  Type.Object(
    {
      kind: Type.Literal('scale-out'),
      systemId: Id,
      positionId,
      price: OrderPrice,
      duration: Duration,
      amount: Type.Union([
        /** Percent of the position size, rounded down to whole units, at least one. */
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
  /** Stops that end today are replaced by GTC ones. */
  Type.Object({ kind: Type.Literal('keep-overnight'), systemId: Id, positionId }, strict),
  /** Cancels the quantity of working exits beyond the position. */
  Type.Object({ kind: Type.Literal('trim'), systemId: Id, positionId }, strict),
  /** `flatAtOpen`: the flat list also closes, at the next open, what cannot trade now. */
  Type.Object({ kind: Type.Literal('flatten'), systemId: Id, flatAtOpen: Type.Optional(Type.Boolean()) }, strict),
  /** The remaining steps of a run that the end of the program interrupted. */
  Type.Object({ kind: Type.Literal('resume'), systemId: Id, runId: Uuid }, strict),
]);
export type ExitRequest = Static<typeof ExitRequest>;

/** An order, a cancel or a target list of a plan, or a read of the lists of the platform. */
export const ExitStep = Type.Object({
  id: Type.String(),
  kind: Type.Union([
    Type.Literal('order'),
    Type.Literal('cancel'),
    Type.Literal('flat-list'),
    Type.Literal('stop-list'),
    Type.Literal('read'),
  ]),
  text: Text,
  /** The number of requests that the step needs. */
  requests: Type.Integer(),
  /** New risk, which arming, caps and kill switch may refuse (the second half of a reversal). */
  newRisk: Type.Boolean(),
});
export type ExitStep = Static<typeof ExitStep>;

/** When an order in a symbol can trade. Exit plans treat `unknown` as closed. */
export const TradingTime = Type.Union([
  Type.Object({ state: Type.Literal('open') }),
  Type.Object({ state: Type.Literal('closed'), opensAt: UnixSeconds }),
  Type.Object({ state: Type.Literal('unknown') }),
]);
export type TradingTime = Static<typeof TradingTime>;

/** A row of the table that shows a plan. */
export const PlanRow = Type.Object({
  /** The step that the row belongs to; empty for a position that the plan does not change. */
  step: Type.String(),
  symbol: Nullable(Type.String()),
  what: Text,
  size: Nullable(Decimal),
  profit: Nullable(Decimal),
  /** The quantity of the stops that the step cancels. */
  canceledStopQuantity: Nullable(Decimal),
  /** When the position of the row can trade; null if that is not shown. */
  tradingTime: Nullable(TradingTime),
  requests: Type.Integer(),
  /** Time from the start of the plan until the step is sent, at the pace of the connection. */
  seconds: Type.Integer(),
  newRisk: Type.Boolean(),
});
export type PlanRow = Static<typeof PlanRow>;

/** The decision about an interrupted run. */
export const ExitChoice = Type.Union([
  /** A plan of the kind `resume` was executed. */
  Type.Literal('go-on'),
  /** Order entry was resumed instead: the target list was ended with `stop`. */
  Type.Literal('hand-back'),
  Type.Literal('protect'),
  Type.Literal('dismiss'),
]);
export type ExitChoice = Static<typeof ExitChoice>;

/** A plan as it is shown. It is executed by its `planId`, so that exactly this plan is executed. */
export const ExitPlan = Type.Object({
  planId: Type.String(),
  kind: Type.String(),
  systemId: Id,
  /** "Sell to close: 200 → 0 AAPL". */
  summary: Text,
  steps: Type.Array(ExitStep),
  rows: Type.Array(PlanRow),
  requests: Type.Integer(),
  /** The duration of the plan at the pace of the connection. */
  seconds: Type.Integer(),
  checks: Type.Array(Check),
  /** Counts for the panic plan's headline. */
  positions: Type.Integer(),
  cancels: Type.Integer(),
  /** Whether the flat list at the next open is selected; null if nothing waits for an open. */
  flatAtOpen: Nullable(Type.Boolean()),
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

/** A running plan, or the last one of a strategy since the connection was opened. */
export const ExitProgress = Type.Object({
  planId: Type.String(),
  kind: Type.String(),
  systemId: Id,
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('incomplete')]),
  startedAt: UnixSeconds,
  endedAt: Nullable(UnixSeconds),
  steps: Type.Array(Type.Object({ id: Type.String(), text: Text, state: ExitStepState, note: Text })),
  /** Set when a read after the last step showed no position and no working order. */
  verifiedFlatAt: Nullable(UnixSeconds),
  /** What remains, by name. */
  residue: Type.Array(Text),
});
export type ExitProgress = Static<typeof ExitProgress>;

/** A run that the end of the program interrupted. It does not continue before the user chooses. */
export const UnfinishedExit = Type.Object({
  runId: Uuid,
  kind: Type.String(),
  systemId: Id,
  startedAt: UnixSeconds,
  steps: Type.Array(Type.Object({ id: Type.String(), text: Text, state: ExitStepState, note: Text })),
  /** Why the run cannot be resumed; null if it can. */
  cannotResume: Nullable(Text),
});
export type UnfinishedExit = Static<typeof UnfinishedExit>;
