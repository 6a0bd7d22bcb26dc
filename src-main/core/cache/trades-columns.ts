/** The columns of the trades that answers fill. */
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
  ],
} as const;

/** With the mark of a trade that a whole list leaves out: one that an answer holds is listed, whatever an earlier one said. */
export const writtenTrades = {
  ...tradesTable,
  columns: [...tradesTable.columns, 'unlisted_at'],
  rules: { unlisted_at: 'new.unlisted_at' },
};
