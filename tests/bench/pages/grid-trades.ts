import { tradeColumns } from '#renderer/trades/trade-columns.ts';
import type { TradeRow } from '#renderer/trades/trade-row.ts';
import type { GridColumn } from '#renderer/grid/grid-types.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

const WORDS = ['ALPHA', 'BOREAL', 'CANYON', 'DELTA', 'EMBER', 'FALCON', 'GRANITE', 'HARBOR', 'KESTREL', 'LUMEN'];
const TAILS = ['CORP', 'INC', 'HOLDINGS', 'TRUST', 'GROUP', 'ENERGY', 'SYSTEMS', 'BANK'];
const INSTRUMENTS = ['stock', 'stock', 'stock', 'stock', 'option', 'future', 'forex'] as const;
const START = 1_420_122_600;

/** The word that the filter searches; it is in one description of ten. */
export const FILTER_WORD = 'KESTREL';

/** A trade, with its id and profit also as numbers: the other grids sort numbers fastest. */
export type BenchTrade = TradeRow & { readonly number: number; readonly amount: number };

type Security = { readonly symbol: string; readonly description: string; readonly base: number };

function madeSecurities(random: () => number): Security[] {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: 500 }, (_, at) => ({
    symbol: `${String.fromCharCode(65 + (at % 26), 65 + (Math.floor(at / 26) % 26))}${String.fromCharCode(65 + Math.floor(random() * 26))}`,
    description: `${WORDS[at % WORDS.length] ?? ''} ${pick(WORDS.slice(0, 5))} ${pick(TAILS)}`,
    base: 2 + random() * 400,
  }));
}

/** The same trades for a seed on every machine, opened 1 to 60 minutes apart. */
export function madeTradeRows(count: number, seed = 42): BenchTrade[] {
  const random = seededNumbers(seed);
  const securities = madeSecurities(random);
  let openedAt = START;
  return Array.from({ length: count }, (_, row): BenchTrade => {
    const security = securities[Math.floor(random() * securities.length)] ?? { symbol: '', description: '', base: 1 };
    openedAt += 60 * (1 + Math.floor(random() * 60));
    const open = random() < 0.02;
    const heldSeconds = 60 + Math.floor(random() * 864_000);
    const quantity = String((1 + Math.floor(random() * 50)) * 10);
    const price = security.base * (0.8 + random() * 0.4);
    const id = String(120_000_000 + row * 3);
    const amount = Math.round((random() - 0.5) * 19_000);
    return {
      id,
      number: Number(id),
      tradeId: id,
      systemId: '7',
      open,
      side: random() < 0.7 ? 'long' : 'short',
      symbol: security.symbol,
      description: security.description,
      instrument: INSTRUMENTS[Math.floor(random() * INSTRUMENTS.length)] ?? null,
      pointValue: '1',
      currency: 'USD',
      quantityOpened: quantity,
      quantityClosed: open ? '0' : quantity,
      openPrice: price.toFixed(4),
      closePrice: (price * (0.95 + random() * 0.1)).toFixed(4),
      openedAt,
      closedAt: open ? null : openedAt + heldSeconds,
      markedAt: open ? openedAt + 86_400 : null,
      profit: String(amount),
      amount,
      heldSeconds: open ? null : heldSeconds,
    };
  });
}

/** Sort keys by column, for rows in memory. The cache sorts by the same keys. */
const KEYS: Readonly<Record<string, (row: TradeRow) => number | string | null>> = {
  symbol: (row) => row.symbol,
  openedAt: (row) => row.openedAt,
  profit: (row) => (row.profit === null ? null : Number(row.profit)),
};

/** Columns with data that is not part of a trade: notes, and the risk from the journal. */
const NOT_OF_TRADE = new Set(['realizedR', 'note', 'tags', 'rating', 'setup']);

/**
 * The fourteen columns of the blotter that show a trade, all visible, over rows in memory. The
 * filter searches the description, as the filters of the peers do.
 */
export const tradeColumnsInMemory = (): GridColumn<TradeRow>[] =>
  tradeColumns('ET')
    .filter(({ id }) => !NOT_OF_TRADE.has(id))
    .map((column) => ({
      ...column,
      hidden: false,
      sortKey: KEYS[column.id],
      search: column.id === 'description',
    }));
