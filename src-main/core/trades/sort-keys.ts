/**
 * The sortable columns of trades, and the SQL expression of each. No other text reaches the SQL.
 */
export const sortKeys: ReadonlyMap<string, string> = new Map([
  ['tradeId', 'trade_id'],
  ['open', 'open'],
  ['side', 'side'],
  ['symbol', 'symbol'],
  ['description', 'description'],
  ['instrument', 'instrument'],
  ['pointValue', 'point_value_key'],
  ['currency', 'currency'],
  ['quantityOpened', 'quantity_opened_key'],
  ['quantityClosed', 'quantity_closed_key'],
  ['openPrice', 'open_price_key'],
  ['closePrice', 'close_price_key'],
  ['openedAt', 'opened_at'],
  ['closedAt', 'closed_at'],
  ['markedAt', 'marked_at'],
  ['profit', 'profit_key'],
  ['heldSeconds', 'held_seconds'],
]);
