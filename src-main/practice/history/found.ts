import { randomBytes, randomUUID } from 'node:crypto';
import { formatFixed } from '#rules/decimal.ts';
import type { Catalog } from '#practice/catalog.ts';
import { IdCounter } from '#practice/id-counter.ts';
import { firstStates } from '#practice/market.ts';
import { PriceHistory } from '#practice/price-history.ts';
import { Random } from '#practice/random.ts';
import type { Store } from '#practice/store/store.ts';
import type { Strategy } from '#practice/strategy.ts';
import { EquityHistory } from './equity-history.ts';
import type { PlannedSignal, PlannedTrade } from './plan.ts';
import { STRATEGY_PLANS, type StrategyPlan } from './strategy-plan.ts';
import { TradePlanner } from './trade-planner.ts';
import { HistoryWriter } from './write-history.ts';

const YEAR = 365.25 * 86_400_000;
const YEARS_OF_PRICES = 4.2;
/** Open positions began at most this long ago; symbols traded since then are left out. */
const OPEN_FOR_AT_MOST = 13 * 86_400_000;
const OPEN_POSITIONS = 3;
const WORKING_ENTRIES = 2;

type Draft = {
  plan: StrategyPlan;
  start: number;
  trades: PlannedTrade[];
  misses: PlannedSignal[];
  working: PlannedSignal[][];
};

/**
 * Fills an empty data folder: keys, the world person with the seeded strategies, and the strategies' past. The same seed and the same
 * moment make the same strategies; only the keys are drawn anew, because they are secrets.
 */
export function foundData(store: Store, catalog: Catalog, seed: number, now: number): void {
  const label = `stratdesk/${seed}`;
  const random = new Random(`${label}/ids`);
  const history = new PriceHistory(catalog, label, now, YEARS_OF_PRICES);
  const counter = new IdCounter(BigInt(random.whole(140_000_000, 148_000_000)));
  const drafts = STRATEGY_PLANS.map((plan) => draft(plan, catalog, history, label, now));
  const writer = new HistoryWriter(catalog, history, counter);
  const trades = drafts.flatMap((one) => one.trades);
  const loose = drafts.flatMap((one) => [...one.misses, ...one.working.flat()]);
  writer.number([...trades.flatMap((trade) => trade.signals), ...loose], trades);
  const personId = String(random.whole(42_000, 97_000));
  const firstSystem = random.whole(131_000_000, 139_000_000);
  store.transaction(() => {
    drafts.forEach((one, index) => {
      const id = String(firstSystem + index * 70_000 + random.whole(0, 60_000));
      writeStrategy(store, catalog, history, writer, one, { id, personId, label });
    });
    const dayBefore = history.days.at(-2) ?? now;
    store.putPaths(firstStates(now, (key) => history.level(key, dayBefore)));
    writeMeta(store, seed, random, counter, personId, now);
  });
}

function draft(plan: StrategyPlan, catalog: Catalog, history: PriceHistory, label: string, now: number): Draft {
  const start = now - plan.years * YEAR;
  const planner = new TradePlanner(plan, catalog, history, new Random(`${label}/${plan.name}`));
  const trades = planner.trades(start);
  const lately = trades
    .filter((trade) => trade.busyUntil > now - OPEN_FOR_AT_MOST)
    .map((trade) => catalog.get(trade.symbol).path);
  const open = planner.open(OPEN_POSITIONS, new Set(lately));
  const taken = new Set([...open.map((trade) => catalog.get(trade.symbol).path)]);
  const working = planner.working(WORKING_ENTRIES, taken);
  return { plan, start, trades: [...trades, ...open], misses: planner.misses(start), working };
}

type StrategyIds = { readonly id: string; readonly personId: string; readonly label: string };

function writeStrategy(
  store: Store,
  catalog: Catalog,
  history: PriceHistory,
  writer: HistoryWriter,
  one: Draft,
  ids: StrategyIds,
): void {
  const { plan, start } = one;
  store.putStrategy(strategyOf(plan, ids, start, formatFixed(history.priceAt('SPY', start), 2)));
  const entries = one.working.map((signals) => ({ symbol: '', signals, openedAt: 0, busyUntil: 0, settle: null }));
  const records = writer.records([...one.trades, ...entries], one.misses);
  for (const signal of records.signals) store.signals.put(ids.id, signal);
  for (const trade of records.trades) store.trades.put(ids.id, trade);
  for (const leg of records.legs) store.trades.putLeg(leg);
  const curve = new EquityHistory(history, catalog, new Random(`${ids.label}/${plan.name}/equity`));
  const points = curve.points(start, plan.startingCapital, plan.monthlyFee, records.trades, records.legs);
  for (const point of points) store.equity.put(ids.id, point);
}

function strategyOf(plan: StrategyPlan, ids: StrategyIds, start: number, index: string): Strategy {
  const does = (type: 'stock' | 'option' | 'future' | 'forex'): boolean => (plan.mix[type] ?? 0) > 0;
  return {
    id: ids.id,
    name: plan.name,
    shortDescription: plan.shortDescription,
    longDescription: plan.longDescription,
    ownerPersonId: ids.personId,
    ownerScreenName: plan.owner.screenName,
    createdAt: Math.floor(start / 1000) * 1000,
    monthlyFee: plan.monthlyFee,
    trialDays: plan.trialDays,
    startingCapital: plan.startingCapital,
    minimumPortfolio: plan.minimumPortfolio,
    isAlive: true,
    isTest: false,
    trades: { stock: does('stock'), option: does('option'), future: does('future'), forex: does('forex') },
    shorts: { stock: does('stock'), option: does('option') },
    indexAtStart: index,
  };
}

function writeMeta(
  store: Store,
  seed: number,
  random: Random,
  counter: IdCounter,
  personId: string,
  now: number,
): void {
  const key = (): string => randomBytes(16).toString('base64url');
  const values = {
    seed: String(seed),
    createdAt: String(now),
    clock: String(now),
    counter: counter.last,
    worldKey: key(),
    platformKey: key(),
    controlToken: randomUUID(),
    worldPerson: personId,
    platformId: String(random.whole(1_000, 9_999)),
  };
  for (const [name, value] of Object.entries(values)) store.meta.set(name, value);
}
