import Type, { type Static } from 'typebox';
import { OptionTerms } from './option-terms.ts';
import { Action, Decimal, Duration, Id, Instrument, Nullable, UnixSeconds } from './scalars.ts';

/**
 * A trade is a position of the model account from open to close; platform-api "Trade (position)".
 */
export const Trade = Type.Object({
  tradeId: Id,
  systemId: Id,
  open: Type.Boolean(),
  side: Type.Union([Type.Literal('long'), Type.Literal('short')]),
  symbol: Type.String(),
  description: Type.String(),
  instrument: Nullable(Instrument),
  /** Missing if the platform names no terms of an option. */
  option: Type.Optional(OptionTerms),
  pointValue: Nullable(Decimal),
  currency: Type.String(),
  quantityOpened: Decimal,
  quantityClosed: Decimal,
  openPrice: Nullable(Decimal),
  /**
   * For an open trade this is the platform's mark at the time `markedAt`. It is stale, and must not
   * be used in computations (platform-notes 27).
   */
  closePrice: Nullable(Decimal),
  openedAt: Nullable(UnixSeconds),
  closedAt: Nullable(UnixSeconds),
  markedAt: Nullable(UnixSeconds),
  /** Whole dollars of the platform; never recomputed. */
  profit: Nullable(Decimal),
  /** Seconds the trade was open; null while it is open. */
  heldSeconds: Nullable(Type.Integer()),
  /**
   * When a reading first did not list the trade. It stays stored, because a shorter list is not a
   * deletion. Missing while the platform lists it.
   */
  unlistedAt: Type.Optional(UnixSeconds),
});
export type Trade = Static<typeof Trade>;

/** A signal that made a trade, platform-api "component_signals". */
export const ComponentSignal = Type.Object({
  serviceId: Id,
  action: Nullable(Action),
  quantity: Decimal,
  symbol: Type.String(),
  price: Nullable(Decimal),
  tradedAt: Nullable(UnixSeconds),
  tradedText: Type.String(),
});
export type ComponentSignal = Static<typeof ComponentSignal>;

/** The position of the model account in one symbol: the total of its open trades. */
export const Position = Type.Object({
  id: Type.String(),
  systemId: Id,
  symbol: Type.String(),
  description: Type.String(),
  instrument: Nullable(Instrument),
  side: Type.Union([Type.Literal('long'), Type.Literal('short')]),
  /** Opened less closed, without a sign. */
  quantity: Decimal,
  averagePrice: Nullable(Decimal),
  profit: Nullable(Decimal),
  /** Dollars for one point of one unit. Null if not known, or if prices are not in dollars. */
  pointValue: Nullable(Decimal),
  openedAt: Nullable(UnixSeconds),
  /**
   * The quantity that working stops cover. Stops that wait for an entry or are parked cover
   * nothing.
   */
  protectedQuantity: Decimal,
  /** The stops cover less than the position size. */
  unprotected: Type.Boolean(),
  /**
   * False if an order that cannot be verified may be a stop of this position. Missing if the cover
   * is known.
   */
  coverKnown: Type.Optional(Type.Boolean()),
  /** The quantity by which working exits exceed the position size. Missing or null: none. */
  exitsBeyond: Type.Optional(Nullable(Decimal)),
  /**
   * The working stops. `nearest` and `farthest` are the stop prices that are reached first and
   * last. `duration` and `endsAt` are those of the stop that expires first, or of an order of its
   * group that expires before it; `endsAt` is null for GTC and for an unknown duration. Missing or
   * null: no working stop.
   */
  stops: Type.Optional(
    Nullable(
      Type.Object({
        nearest: Decimal,
        farthest: Decimal,
        duration: Nullable(Duration),
        endsAt: Nullable(UnixSeconds),
      }),
    ),
  ),
  tradeIds: Type.Array(Id),
  /**
   * The price that the profit at `at` implies. It is never a quote, and must be shown as implied.
   * Present only if the position is one trade that was never partly closed; else missing or null.
   */
  implied: Type.Optional(Nullable(Type.Object({ price: Decimal, at: UnixSeconds }))),
});
export type Position = Static<typeof Position>;

/** A position computed from the open trades, before orders are read. */
export type OpenPosition = Omit<Position, 'protectedQuantity' | 'unprotected' | 'coverKnown' | 'exitsBeyond' | 'stops'>;
