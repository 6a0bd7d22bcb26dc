import { randomBytes, randomUUID } from 'node:crypto';
import { formatFixed } from '#rules/decimal.ts';
import type { Catalog } from '#practice/catalog.ts';
import { IdCounter } from '#practice/engine/id-counter.ts';
import { openCounter } from '#practice/engine/open-counter.ts';
import { firstPathStates } from '#practice/market/market.ts';
import { PriceHistory } from '#practice/market/price-history.ts';
import { Random } from '#practice/market/random.ts';
import type { Store } from '#practice/store/store.ts';
import type { Strategy } from '#practice/strategy.ts';
import { EquityHistory } from './equity-history.ts';
import type { PlannedSignal, PlannedTrade } from './plan.ts';
import { PeoplePlan } from './people-plan.ts';
import { OTHER_PLANS, WORLD_PLANS, type StrategyPlan } from './strategy-plan.ts';
import { TradePlanner } from './trade-planner.ts';
import { HistoryWriter } from './write-history.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const YEARS_OF_PRICES = 4.2;
/**
 * Open positions begin at most this long ago, on price paths without another trade in that time.
 */
const MAX_OPEN_MS = 13 * DAY;
const OPEN_POSITIONS = 3;
const WORKING_ENTRIES = 2;

/** What the functions below need for the plan and the records of every strategy. */
type HistoryContext = {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly history: PriceHistory;
  readonly counter: IdCounter;
  /** The prefix of the seeds of all random generators. */
  readonly label: string;
  readonly people: PeoplePlan;
  readonly now: number;
};

type PlannedStrategy = {
  id: string;
  plan: StrategyPlan;
  start: number;
  trades: PlannedTrade[];
  /** Entries that ended without a fill. */
  misses: PlannedSignal[];
  /** Working entries, each with its legs. */
  working: PlannedSignal[][];
};

/**
 * Fills an empty data folder: keys, ids, and the strategies, each with its history. The owner of
 * the world key owns some of the strategies, other people own the rest. The same seed and time give
 * the same strategies. Keys differ, because they are secrets.
 */
export function createHistory(store: Store, catalog: Catalog, seed: number, now: number): void {
  const label = `stratdesk/${seed}`;
  const random = new Random(`${label}/ids`);
  const history = new PriceHistory(catalog, label, now, YEARS_OF_PRICES);
  const counter = new IdCounter(random.whole(140_000_000, 148_000_000));
  const personId = String(random.whole(42_000, 97_000));
  const firstSystem = random.whole(131_000_000, 139_000_000);
  const worldIds = WORLD_PLANS.map((_, index) => String(firstSystem + index * 70_000 + random.whole(0, 60_000)));
  const platformId = String(random.whole(1_000, 9_999));
  const people = new PeoplePlan(label, { personId, platformId }, now);
  const context = { store, catalog, history, counter, label, people, now };
  const planStrategies = (plans: readonly StrategyPlan[], ids: readonly string[]): PlannedStrategy[] =>
    plans.map((plan, index) => planStrategy(plan, ids[index] ?? '', context));
  const planned = [...planStrategies(WORLD_PLANS, worldIds), ...planStrategies(OTHER_PLANS, otherIds(label, worldIds))];
  const writer = writerWithIds(context, planned);
  store.transaction(() => {
    for (const one of planned) writeStrategy(context, writer, one);
    const dayBefore = history.days.at(-2) ?? now;
    store.putPricePaths(firstPathStates(now, (key) => history.level(key, dayBefore)));
    writeMeta(store, seed, counter, { personId, platformId }, now);
  });
}

/**
 * Adds the strategies of other people to a data folder that has none. Their history ends when the
 * folder was created; ids continue from the folder's counter.
 */
export function createOtherStrategies(store: Store, catalog: Catalog, people: PeoplePlan, label: string): void {
  const now = Number(store.meta.need('createdAt'));
  const history = new PriceHistory(catalog, label, now, YEARS_OF_PRICES);
  const counter = openCounter(store);
  const context = { store, catalog, history, counter, label, people, now };
  const ids = otherIds(
    label,
    store.strategies().map((strategy) => strategy.id),
  );
  const planned = OTHER_PLANS.map((plan, index) => planStrategy(plan, ids[index] ?? '', context));
  const writer = writerWithIds(context, planned);
  store.transaction(() => {
    for (const one of planned) writeStrategy(context, writer, one);
    store.meta.set('counter', counter.last);
  });
}

function otherIds(label: string, existing: readonly string[]): string[] {
  const random = new Random(`${label}/others`);
  const last = Math.max(...existing.map(Number));
  return OTHER_PLANS.map((_, index) => String(last + 10_000 + index * 70_000 + random.whole(0, 60_000)));
}

function writerWithIds(
  { catalog, history, counter }: HistoryContext,
  planned: readonly PlannedStrategy[],
): HistoryWriter {
  const writer = new HistoryWriter(catalog, history, counter);
  const trades = planned.flatMap((one) => one.trades);
  const signalsWithoutFill = planned.flatMap((one) => [...one.misses, ...one.working.flat()]);
  writer.assignIds([...trades.flatMap((trade) => trade.signals), ...signalsWithoutFill], trades);
  return writer;
}

/**
 * The planner takes all numbers from one random generator, so the order of the calls below matters.
 * A strategy that is no longer alive has no open trade.
 */
function planStrategy(
  plan: StrategyPlan,
  id: string,
  { catalog, history, label, now }: HistoryContext,
): PlannedStrategy {
  const start = now - plan.years * YEAR;
  const planner = new TradePlanner(plan, catalog, history, new Random(`${label}/${plan.name}`));
  const trades = planner.trades(start);
  const recentPricePaths = trades
    .filter((trade) => trade.busyUntil > now - MAX_OPEN_MS)
    .map((trade) => catalog.get(trade.symbol).path);
  const open = planner.openPositions(OPEN_POSITIONS, new Set(recentPricePaths));
  const openPricePaths = new Set([...open.map((trade) => catalog.get(trade.symbol).path)]);
  const working = planner.workingEntries(WORKING_ENTRIES, openPricePaths);
  const misses = planner.misses(start);
  if (plan.inactiveDays === 0) return { id, plan, start, trades: [...trades, ...open], misses, working };
  const end = now - plan.inactiveDays * DAY;
  const ended = trades.filter((trade) => trade.busyUntil < end);
  return { id, plan, start, trades: ended, misses: misses.filter((miss) => (miss.endedAt ?? now) < end), working: [] };
}

function writeStrategy(context: HistoryContext, writer: HistoryWriter, planned: PlannedStrategy): void {
  const { store, catalog, history, label } = context;
  const { plan, start, id } = planned;
  store.putStrategy(strategyOf(context, planned, formatFixed(history.priceAt('SPY', start), 2)));
  // Trades without a fill, of which the writer uses only the signals.
  const unfilledTrades = planned.working.map((signals) => ({
    symbol: '',
    signals,
    openedAt: 0,
    busyUntil: 0,
    settlement: null,
  }));
  const records = writer.records([...planned.trades, ...unfilledTrades], planned.misses);
  for (const signal of records.signals) store.signals.put(id, signal);
  for (const trade of records.trades) store.trades.put(id, trade);
  for (const fillPart of records.fillParts) store.trades.putFillPart(fillPart);
  const curve = new EquityHistory(history, catalog, new Random(`${label}/${plan.name}/equity`));
  const points = curve.points(start, plan.startingCapital, plan.monthlyFee, records.trades, records.fillParts);
  for (const point of points) store.equity.put(id, point);
}

function strategyOf(
  { people, now }: HistoryContext,
  { plan, id, start }: PlannedStrategy,
  indexLevel: string,
): Strategy {
  const isTraded = (type: 'stock' | 'option' | 'future' | 'forex'): boolean => (plan.mix[type] ?? 0) > 0;
  return {
    id,
    name: plan.name,
    shortDescription: plan.shortDescription,
    longDescription: plan.longDescription,
    ownerPersonId: people.idOf(plan.owner.screenName),
    ownerScreenName: plan.owner.screenName,
    createdAt: Math.floor(start / 1000) * 1000,
    monthlyFee: plan.monthlyFee,
    trialDays: plan.trialDays,
    startingCapital: plan.startingCapital,
    minimumPortfolio: plan.minimumPortfolio,
    isAlive: plan.inactiveDays === 0,
    isTest: false,
    tradedTypes: {
      stock: isTraded('stock'),
      option: isTraded('option'),
      future: isTraded('future'),
      forex: isTraded('forex'),
    },
    shortedTypes: { stock: isTraded('stock'), option: isTraded('option') },
    indexAtStart: indexLevel,
    siteVisible: true,
    requiresCredits: plan.requiresCredits,
    creditTimeUntil: plan.timeCreditDays === 0 ? null : now + plan.timeCreditDays * DAY,
    signalCredits: plan.signalCredits,
    inactiveSince: plan.inactiveDays === 0 ? null : now - plan.inactiveDays * DAY,
  };
}

type WorldIds = { readonly personId: string; readonly platformId: string };

function writeMeta(store: Store, seed: number, counter: IdCounter, ids: WorldIds, now: number): void {
  const key = (): string => randomBytes(16).toString('base64url');
  const values = {
    seed: String(seed),
    createdAt: String(now),
    clock: String(now),
    counter: counter.last,
    worldKey: key(),
    platformKey: key(),
    controlToken: randomUUID(),
    worldPerson: ids.personId,
    platformId: ids.platformId,
  };
  for (const [name, value] of Object.entries(values)) store.meta.set(name, value);
}
