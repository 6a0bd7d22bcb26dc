import Type, { type Static } from 'typebox';
import { TradingTime } from './exit.ts';
import { Action, Decimal, Instrument, Nullable, UnixSeconds } from './scalars.ts';

/** A fill since the list was sent. */
export const TargetFill = Type.Object({ action: Action, quantity: Decimal, price: Nullable(Decimal) });
export type TargetFill = Static<typeof TargetFill>;

/**
 * Why a row holds what it holds. `on-its-way`: a market order works. `market-closed`: it is sent at
 * the opening. `partial`: a part was filled and nothing works. `order-ended`: its order was
 * canceled or expired. `no-order`: the platform has sent none that a reading shows.
 */
export const TargetRowState = Type.Union([
  Type.Literal('reached'),
  Type.Literal('on-its-way'),
  Type.Literal('market-closed'),
  Type.Literal('partial'),
  Type.Literal('order-ended'),
  Type.Literal('no-order'),
]);
export type TargetRowState = Static<typeof TargetRowState>;

/**
 * A symbol of the list that was sent, or another symbol that is held. Quantities have their sign.
 */
export const TargetRowProgress = Type.Object({
  symbol: Type.String(),
  instrument: Nullable(Instrument),
  holding: Decimal,
  target: Decimal,
  fills: Type.Array(TargetFill),
  state: TargetRowState,
  market: TradingTime,
});
export type TargetRowProgress = Static<typeof TargetRowProgress>;

/** What became of the list that was confirmed last, in the last clean reading of the positions. */
export const TargetProgress = Type.Object({
  confirmedAt: UnixSeconds,
  /** The last clean reading after it; null while there is none. */
  readAt: Nullable(UnixSeconds),
  /**
   * The first clean reading that showed every line held. `isExact`: false where the list may have
   * been held before that reading, in an earlier run of the program.
   */
  reached: Nullable(Type.Object({ at: UnixSeconds, isExact: Type.Boolean() })),
  /** Symbols of the alarm: they have deviated in an open market for three clean readings. */
  drifting: Type.Array(Type.String()),
  rows: Type.Array(TargetRowProgress),
});
export type TargetProgress = Static<typeof TargetProgress>;

/** What a list led to on the practice service. */
export const TargetRehearsal = Type.Object({
  at: UnixSeconds,
  rows: Type.Array(TargetRowProgress),
  /** Working orders of the live strategy that the practice service refused. */
  refusedSignals: Type.Integer({ minimum: 0 }),
  /** Symbols whose practice price is not the one of the plan. */
  otherPrices: Type.Array(Type.Object({ symbol: Type.String(), price: Decimal })),
});
export type TargetRehearsal = Static<typeof TargetRehearsal>;
