import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { tradeProfit, type Trade, type FillPart } from '#rules/trades/trade.ts';
import { magnitude, ONE, type Fixed } from '#rules/decimal.ts';
import { fromText, toText } from './record-text.ts';

/**
 * Indexes by which open trades and the profit of closed ones are found without reading all trades.
 */
export const TRADE_INDEXES = `
CREATE INDEX IF NOT EXISTS trades_open ON trades (strategy, opened) WHERE closed IS NULL;
CREATE INDEX IF NOT EXISTS trades_profit ON trades (strategy, profit)
`;

/** The largest integer of a column. */
const LARGEST = 2n ** 63n - 1n;

/**
 * Trades with the parts of their fills, which are in the table `legs`. The profit of a closed trade
 * has its own column, in billionths of a dollar. The column is null if the profit is too large for
 * it, more than nine billion dollars; then it is computed from the record.
 */
export class TradeStore {
  readonly #put: StatementSync;
  readonly #addFillPart: StatementSync;
  readonly #all: StatementSync;
  readonly #open: StatementSync;
  readonly #closed: StatementSync;
  readonly #fillParts: StatementSync;
  readonly #profit: StatementSync;
  readonly #largeProfits: StatementSync;
  readonly #counts: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO trades (id, strategy, symbol, opened, closed, profit, record) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET closed = excluded.closed, profit = excluded.profit, record = excluded.record`,
    );
    this.#addFillPart = db.prepare('INSERT INTO legs (trade, signal, part, record) VALUES (?, ?, ?, ?)');
    this.#all = db.prepare('SELECT record FROM trades WHERE strategy = ? ORDER BY opened, id');
    this.#open = db.prepare('SELECT record FROM trades WHERE strategy = ? AND closed IS NULL ORDER BY opened, id');
    this.#closed = db.prepare(
      'SELECT record FROM trades WHERE strategy = ? AND closed IS NOT NULL ORDER BY opened, id',
    );
    this.#fillParts = db.prepare(
      'SELECT legs.record FROM legs JOIN trades ON trades.id = legs.trade WHERE trades.strategy = ? ORDER BY legs.rowid',
    );
    // Dollars and billionths are summed separately, because their joint sum could overflow.
    this.#profit = db.prepare(
      `SELECT CAST(coalesce(sum(profit / 1000000000), 0) AS TEXT) AS dollars,
         CAST(coalesce(sum(profit % 1000000000), 0) AS TEXT) AS billionths FROM trades WHERE strategy = ?`,
    );
    this.#largeProfits = db.prepare(
      'SELECT record FROM trades WHERE strategy = ? AND profit IS NULL AND closed IS NOT NULL',
    );
    this.#counts = db.prepare('SELECT count(*) AS total, count(closed) AS closed FROM trades WHERE strategy = ?');
  }

  put(strategy: string, trade: Trade): void {
    const profit = trade.closedAt === null ? null : tradeProfit(trade, 0n);
    const column = profit === null || magnitude(profit) > LARGEST ? null : profit;
    const { id, symbol, openedAt, closedAt } = trade;
    this.#put.run(BigInt(id), BigInt(strategy), symbol, openedAt, closedAt, column, toText(trade));
  }

  putFillPart(fillPart: FillPart): void {
    this.#addFillPart.run(BigInt(fillPart.tradeId), BigInt(fillPart.signalId), fillPart.part, toText(fillPart));
  }

  list(strategy: string, status: 'all' | 'open' | 'closed'): Trade[] {
    const statement = { all: this.#all, open: this.#open, closed: this.#closed }[status];
    return statement.all(BigInt(strategy)).map((row) => fromText<Trade>(String(row['record'])));
  }

  /** The parts of all fills of the strategy, by trade id, in the order of the fills. */
  fillParts(strategy: string): Map<string, FillPart[]> {
    const fillParts = this.#fillParts.all(BigInt(strategy)).map((row) => fromText<FillPart>(String(row['record'])));
    return Map.groupBy(fillParts, (fillPart) => fillPart.tradeId);
  }

  closedProfit(strategy: string): Fixed {
    const key = BigInt(strategy);
    const { dollars = 0, billionths = 0 } = this.#profit.get(key) ?? {};
    const sum = BigInt(String(dollars)) * ONE + BigInt(String(billionths));
    const large = this.#largeProfits.all(key).map((row) => fromText<Trade>(String(row['record'])));
    return large.reduce((total, trade) => total + tradeProfit(trade, 0n), sum);
  }

  counts(strategy: string): { total: number; closed: number } {
    const row = this.#counts.get(BigInt(strategy));
    return { total: Number(row?.['total'] ?? 0), closed: Number(row?.['closed'] ?? 0) };
  }
}
