import { ONE } from '#rules/decimal.ts';
import type { Signal } from '#rules/signal.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';

const STRATEGY = '1000001';
const FIRST_ID = 2_000_000;

const SIGNAL: Omit<Signal, 'id' | 'ownId'> = {
  action: 'BTO',
  quantity: 100n * ONE,
  symbol: 'AAPL',
  instrument: 'stock',
  duration: 'GTC',
  limit: ONE,
  stop: null,
  role: 'order',
  profitTarget: null,
  stopLoss: null,
  parentId: null,
  awaitsParent: false,
  releaseAt: null,
  ocaId: null,
  targetGroupId: null,
  profitTargetId: null,
  stopLossId: null,
  replaces: null,
  comments: '',
  state: 'working',
  cause: null,
  postedAt: 1_772_462_400_000,
  expiresAt: 2_087_000_000_000,
  endedAt: null,
  tradedPrice: null,
  openingTradeId: null,
  closingTradeId: null,
};

/** Microseconds of the transaction that an accepted signal is, each in a database of the practice service's own making. */
export function commitTimes(file: string, count: number): number[] {
  const db = openDatabase(file);
  const store = new Store(db);
  try {
    db.prepare('INSERT INTO strategies (id, record) VALUES (?, ?)').run(BigInt(STRATEGY), '{}');
    return Array.from({ length: count }, (_, turn) => {
      const id = String(FIRST_ID + turn);
      const started = performance.now();
      store.transaction(() => {
        store.signals.put(STRATEGY, { ...SIGNAL, id, ownId: `b${id}` });
        store.meta.set('counter', id);
      });
      return (performance.now() - started) * 1000;
    });
  } finally {
    store.close();
  }
}
