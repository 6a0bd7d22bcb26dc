import Type, { type Static } from 'typebox';
import { TradingTime } from './exit.ts';
import { Action, Decimal, Instrument, Nullable, UnixSeconds } from './scalars.ts';

/** A fill since the list was sent. */
export const TargetFill = Type.Object({ action: Action, quantity: Decimal, price: Nullable(Decimal) });
export type TargetFill = Static<typeof TargetFill>;

/**
 * How far a row has come. `on-its-way`: a market order is working. `market-closed`: the order is
 * sent at the opening. `partial`: a part was filled and no order is working. `order-ended`: the
 * order was canceled or expired. `no-order`: no reading shows an order of the platform for the row.
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
 * A symbol of the list that was sent, or another symbol that is held or has an order of the list.
 * Quantities are signed.
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

/** Progress of the last confirmed list, as the last clean reading of the positions shows it. */
export const TargetProgress = Type.Object({
  confirmedAt: UnixSeconds,
  /** The last clean reading after the confirmation; null while there is none. */
  readAt: Nullable(UnixSeconds),
  /**
   * The first clean reading in which each position had its target quantity. `isExact`: false if an
   * earlier run of the program may have read these quantities before.
   */
  reached: Nullable(Type.Object({ at: UnixSeconds, isExact: Type.Boolean() })),
  /** Symbols of the alarm: they have deviated in an open market for three clean readings. */
  drifting: Type.Array(Type.String()),
  rows: Type.Array(TargetRowProgress),
});
export type TargetProgress = Static<typeof TargetProgress>;

/** The result of a list on the practice service. */
export const TargetRehearsal = Type.Object({
  at: UnixSeconds,
  rows: Type.Array(TargetRowProgress),
  /** The number of working orders of the live strategy that the practice service refused. */
  refusedSignals: Type.Integer({ minimum: 0 }),
  /** Symbols whose practice price differs from the price in the plan. */
  differingPrices: Type.Array(Type.Object({ symbol: Type.String(), price: Decimal })),
});
export type TargetRehearsal = Static<typeof TargetRehearsal>;
