import Type, { type Static } from 'typebox';
import { Id, UnixSeconds } from './scalars.ts';

/**
 * `all`: `requestTrades`. `closed`: `requestAllTrades_overview` with its filters for closed trades.
 */
export const CheckedList = Type.Union([Type.Literal('all'), Type.Literal('closed')]);
export type CheckedList = Static<typeof CheckedList>;

/**
 * The compared members. If the trade is open in either list, only the first three are compared.
 */
export const ComparedMember = Type.Union([
  Type.Literal('symbol'),
  Type.Literal('side'),
  Type.Literal('instrument'),
  Type.Literal('pointValue'),
  Type.Literal('currency'),
  Type.Literal('quantityOpened'),
  Type.Literal('quantityClosed'),
  Type.Literal('openPrice'),
  Type.Literal('closePrice'),
  Type.Literal('openedAt'),
  Type.Literal('closedAt'),
  Type.Literal('profit'),
]);
export type ComparedMember = Static<typeof ComparedMember>;

export const TradeDifference = Type.Object({
  tradeId: Id,
  symbol: Type.String(),
  /**
   * `missing`: stored, and not in the list. `extra`: in the list, opened before the stored reading,
   * and not stored. `twice`: the list has it twice. `open`: open in the list of closed trades.
   * `differs`: see `members`.
   */
  kind: Type.Union([
    Type.Literal('missing'),
    Type.Literal('extra'),
    Type.Literal('twice'),
    Type.Literal('open'),
    Type.Literal('differs'),
  ]),
  members: Type.Array(ComparedMember),
});
export type TradeDifference = Static<typeof TradeDifference>;

export const TradeListCheck = Type.Object({
  list: CheckedList,
  /** The number of trades of the list that were read, and of records that could not be read. */
  trades: Type.Integer(),
  unreadable: Type.Integer(),
  /** How many trades differ; `differences` has the first of them. */
  differingCount: Type.Integer(),
  differences: Type.Array(TradeDifference),
});
export type TradeListCheck = Static<typeof TradeListCheck>;

/** The stored trades of a strategy, compared with other lists of the platform. */
export const TradeCheck = Type.Object({
  /** When the stored trades were read. */
  readAt: UnixSeconds,
  lists: Type.Array(TradeListCheck),
});
export type TradeCheck = Static<typeof TradeCheck>;
