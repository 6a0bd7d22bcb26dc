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
