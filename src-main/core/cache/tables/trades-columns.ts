/** The columns of a trade that an answer fills. */
export const tradesTable = {
  table: 'trades',
  keys: ['system_id', 'trade_id'],
  columns: [
    'open',
    'in_open',
    'side',
    'symbol',
    'description',
    'instrument',
    'point_value',
    'currency',
    'quantity_opened',
    'quantity_closed',
    'open_price',
    'close_price',
    'opened_at',
    'closed_at',
    'marked_at',
    'profit',
    'held_seconds',
    'option_terms',
  ],
} as const;

/**
 * Each write sets `unlisted_at` to null: a trade in an answer is listed, even if an earlier answer
 * lacked it.
 */
export const writtenTradesTable = {
  ...tradesTable,
  columns: [...tradesTable.columns, 'unlisted_at'],
  rules: {
    unlisted_at: 'new.unlisted_at',
    // The mark and the profit of an open trade say nothing about its close.
    close_price:
      'iif(ifnull(new.open, old.open) IS old.open, ifnull(new.close_price, old.close_price), new.close_price)',
    profit: 'iif(ifnull(new.open, old.open) IS old.open, ifnull(new.profit, old.profit), new.profit)',
    // A trade that is open again has no end.
    closed_at: 'iif(new.open, NULL, ifnull(new.closed_at, old.closed_at))',
    held_seconds: 'iif(new.open, NULL, ifnull(new.held_seconds, old.held_seconds))',
  },
};
