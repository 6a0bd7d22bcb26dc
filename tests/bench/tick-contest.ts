import { ONE, type Fixed } from '#rules/decimal.ts';
import { isTriggered } from '#rules/signals/fill.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { BenchDesk, type Order } from './bench-desk.ts';
import { figureText, median, quantile, type Table } from './measure.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { inShuffledRounds } from './rounds.ts';
import { threadTime } from './thread-time.ts';

const CENT = ONE / 100n;
const WORKING_SIGNAL_COUNT = 1000;
const FIRST_CENTS = 1_000_000;
/** The scan is so slow that a tenth of the ticks is enough to time it. */
const SCAN_DIVISOR = 10;

const OURS = 'stratdesk: price levels';
const SCAN = 'scan of the same 1,000 signals';

/**
 * One symbol with 1,000 working limit and stop signals. For each signal that triggers, a new signal
 * is entered at a random distance. The scan checks every signal at every tick; the engine only
 * those nearest to the price. Both fill by the same rules.
 */
export function tickContest(tickCount: number, rounds: number): { table: Table; ratio: number; notes: string[] } {
  const prices = walk(tickCount);
  const scanPrices = prices.slice(0, tickCount / SCAN_DIVISOR);
  // This world stays in memory during the measurement, as the books of the other contests do.
  const playedByLevels = play(scanPrices, tickByLevels);
  const figures = inShuffledRounds(
    { [OURS]: () => rate(prices, tickByLevels), [SCAN]: () => rate(scanPrices, tickByScan) },
    rounds,
  );
  const [ours, scan] = [OURS, SCAN].map((name) => figures[name] ?? []);
  const triggeredByScan = play(scanPrices, tickByScan).triggered;
  if (playedByLevels.triggered !== triggeredByScan)
    throw new Error(`the scan triggers ${String(triggeredByScan)}, the levels ${String(playedByLevels.triggered)}`);
  return {
    table: {
      title: 'Price ticks against 1,000 working signals (thousand a second of processor time)',
      head: ['way', 'median', 'q25', 'q75'],
      rows: [SCAN, OURS].map((name) => {
        const values = figures[name] ?? [];
        return [
          name,
          figureText(median(values)),
          figureText(quantile(values, 0.25)),
          figureText(quantile(values, 0.75)),
        ];
      }),
    },
    ratio: median(ours ?? []) / median(scan ?? []),
    notes: [
      `Ticks: both ways trigger the same ${String(playedByLevels.triggered)} signals in the first ${scanPrices.length.toLocaleString('en-US')} ticks, and ${String(playedByLevels.world.desk.book.liveSignals().length)} are left; filling and replacing them is counted in both.`,
    ],
  };
}

function walk(count: number): Fixed[] {
  const random = seededNumbers(4);
  let cents = FIRST_CENTS;
  return Array.from({ length: count }, () => BigInt((cents += Math.floor(random() * 15) - 7)) * CENT);
}

/** Processes a price tick. Returns how many signals it has triggered. */
type ProcessTick = (world: World, price: Fixed) => number;

/** Thousand ticks per second of processor time. Entering the first signals is not counted. */
function rate(prices: readonly Fixed[], tick: ProcessTick): number {
  return prices.length / play(prices, tick).milliseconds;
}

type Played = { readonly milliseconds: number; readonly triggered: number; readonly world: World };

function play(prices: readonly Fixed[], tick: ProcessTick): Played {
  const world = new World();
  let triggered = 0;
  const started = threadTime();
  for (const price of prices) {
    const count = tick(world, price);
    for (let one = 0; one < count; one += 1) world.add(price);
    triggered += count;
  }
  return { milliseconds: threadTime() - started, triggered, world };
}

class World {
  readonly desk = new BenchDesk();
  /** The data of a naive simulator: its signals, and the indexes that traded signals leave free. */
  readonly signals: Signal[] = [];
  readonly free: number[] = [];
  readonly #random = seededNumbers(6);

  constructor() {
    for (let one = 0; one < WORKING_SIGNAL_COUNT; one += 1) this.add(BigInt(FIRST_CENTS) * CENT);
  }

  /** Adds a signal at some distance from the price: a limit or a stop, on either side. */
  add(price: Fixed): void {
    const distance = BigInt(20 + Math.floor(this.#random() * 2000)) * CENT;
    const isAbove = this.#random() < 0.5;
    const level = isAbove ? price + distance : price - distance;
    const isLimit = this.#random() < 0.5;
    const side = isLimit === isAbove ? 'sell' : 'buy';
    const order: Order = {
      side,
      quantity: ONE,
      limit: isLimit ? level : null,
      stop: isLimit ? null : level,
      profitTarget: null,
      stopLoss: null,
      ownId: null,
      ocaId: null,
    };
    const signal = this.desk.book.signal(this.desk.submit(order) ?? '');
    if (!signal) throw new Error('a signal of the contest was refused');
    this.signals[this.free.pop() ?? this.signals.length] = signal;
  }
}

function tickByLevels(world: World, price: Fixed): number {
  return world.desk.tick(price);
}

function tickByScan(world: World, price: Fixed): number {
  const { signals, free } = world;
  for (let at = 0; at < signals.length; at += 1) {
    const signal = signals[at];
    if (signal && isTriggered(signal, price)) free.push(at);
  }
  return free.length === 0 ? 0 : world.desk.tick(price);
}
