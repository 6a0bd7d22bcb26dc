import { describe, expect, it } from 'vitest';
import { Book } from '#rules/book.ts';
import { Book as NewBook } from '#rules/book/book.ts';
import type { BookChange } from '#rules/book-change.ts';
import type { RuleContext } from '#rules/book-view.ts';
import { cancelSignal } from '#rules/cancel.ts';
import { fixed, ONE, type Fixed } from '#rules/decimal.ts';
import { nextDue } from '#rules/due-times.ts';
import { applyTime } from '#rules/expire.ts';
import { applyPrice, isTriggered } from '#rules/fill.ts';
import { MemoryArchive } from '#rules/memory-archive.ts';
import { placeSignal } from '#rules/place.ts';
import { DEFAULT_RULE_OPTIONS, type RuleOptions } from '#rules/rule-options.ts';
import { isLive, type Signal } from '#rules/signal.ts';
import type { Trade } from '#rules/trade.ts';
import { order, START, type Order } from './desk.ts';
import { seededRandom } from '#tests/bench/order-stream.ts';

const STEPS = 4000;
const ASKED_EVERY = 500;
const SYMBOLS = ['AAPL', 'MSFT'];
const HOUR = 3_600_000;

/** Two books that are told the same, one with an archive and one without, and all signals to scan. */
class Twins {
  readonly archive = new MemoryArchive();
  readonly book = new Book(this.archive);
  readonly forgetful = new Book(null);
  readonly plain = new NewBook(this.archive);
  readonly trades = new Map<string, Trade>();
  now = START;
  readonly #options: RuleOptions;
  readonly #random: () => number;
  #lastId = 990;
  #orders = 0;

  constructor(options: Partial<RuleOptions>, seed: number) {
    this.#options = { ...DEFAULT_RULE_OPTIONS, ...options };
    this.#random = seededRandom(seed);
  }

  step(): void {
    this.now += 1000;
    const chance = this.#random();
    if (chance < 0.6) this.#place();
    else if (chance < 0.8) this.#cancel();
    else if (chance < 0.99) this.tick(this.#pick(SYMBOLS), fixed(String(97 + this.#whole(7))));
    else this.#wait();
  }

  /** What a scan finds that this price triggers, and what both books do. */
  tick(symbol: string, price: Fixed): void {
    const scan = this.live().filter(
      (one) => one.symbol === symbol && one.state === 'working' && isTriggered(one, price),
    );
    expect(idsOf(this.plain.triggered(symbol, price))).toEqual(idsOf(scan));
    const taken = this.book.takeTriggered(symbol, price);
    const twin = this.forgetful.takeTriggered(symbol, price);
    expect(idsOf(taken)).toEqual(idsOf(scan));
    expect(idsOf(twin)).toEqual(idsOf(scan));
    this.#apply(applyPrice(this.book, taken, () => price, this.#context()));
  }

  /** In the order in which they came. */
  live(): readonly Signal[] {
    return this.archive.signals().filter(isLive);
  }

  ask(): void {
    const all = this.archive.signals();
    const live = this.live();
    const again = new Book(this.archive);
    again.open(live, [...this.trades.values()]);
    const plainAgain = new NewBook(this.archive);
    plainAgain.open(live.toReversed(), [...this.trades.values()]);
    this.compare(this.plain, this.book, live);
    this.compare(plainAgain, again, live);
    for (const book of [this.book, this.forgetful, again]) {
      expect(idsOf(book.liveSignals())).toEqual(idsOf(live));
      for (const one of live) this.#askOf(book, one, live);
      for (const { id, ownId, ocaId } of all) {
        if (ocaId !== null) expect([id, book.usedAs(ocaId)]).toEqual([id, 'group']);
        if (ownId === null) continue;
        expect([id, book.usedAs(ownId)]).toEqual([id, 'ownId']);
        // Where an id is taken twice, the later signal goes by it.
        const named = this.archive.byOwnId(ownId);
        if (named && isLive(named)) expect(book.find(ownId)?.id).toBe(named.id);
      }
      this.#askTimes(book, live);
      const open = [...this.trades.values()].filter(({ closedAt }) => closedAt === null);
      expect(new Set(book.openTrades().map(({ id }) => id))).toEqual(new Set(open.map(({ id }) => id)));
    }
    for (const one of all) expect(this.book.signal(one.id)).toMatchObject({ id: one.id, state: one.state });
  }

  compare(plain: NewBook, old: Book, live: readonly Signal[]): void {
    expect(plain.liveSignals()).toEqual(old.liveSignals());
    expect(plain.openTrades()).toEqual(old.openTrades());
    for (const { id, ownId, ocaId } of this.archive.signals()) {
      for (const name of [id, ownId, ocaId]) {
        if (name === null) continue;
        expect([name, plain.usedAs(name), plain.find(name), plain.signal(name), plain.byOwnId(name)]).toEqual([name, old.usedAs(name), old.find(name), old.signal(name), old.byOwnId(name)]);
        expect([name, idsOf(plain.liveMembers(name))]).toEqual([name, idsOf(old.liveMembers(name))]);
      }
    }
    for (const one of live) expect([one.id, idsOf(plain.waitingChildren(one))]).toEqual([one.id, idsOf(old.waitingChildren(one))]);
    for (const atDayEnd of ['expire', 'keep'] as const) {
      expect(plain.nextDue(atDayEnd)).toBe(old.nextDue(atDayEnd));
      for (const hours of [0, 1, 5, 24, 100, 90000]) expect(idsOf(plain.due(this.now + hours * HOUR, atDayEnd))).toEqual(old.due(this.now + hours * HOUR, atDayEnd));
    }
    expect(new Set(plain.workingSymbols())).toEqual(new Set(old.symbolsWithTriggers()));
  }

  #askOf(book: Book, one: Signal, live: readonly Signal[]): void {
    expect(book.signal(one.id)).toMatchObject({ id: one.id, state: one.state, symbol: one.symbol });
    expect(book.find(one.id)?.id).toBe(one.id);
    if (one.ocaId !== null)
      expect(idsOf(book.liveMembers(one.ocaId))).toEqual(idsOf(live.filter(({ ocaId }) => ocaId === one.ocaId)));
    const children = live.filter(({ parentId, awaitsParent }) => parentId === one.id && awaitsParent);
    expect(idsOf(book.waitingChildren(one))).toEqual(idsOf(children));
  }

  #askTimes(book: Book, live: readonly Signal[]): void {
    for (const atDayEnd of ['expire', 'keep'] as const) {
      const times = live.map((one) => nextDue(one, atDayEnd)).sort((a, b) => a - b);
      const [first = Infinity] = times;
      expect(book.nextDue(atDayEnd) ?? Infinity).toBe(first);
      const until = times[Math.floor(times.length / 2)] ?? first;
      const due = live.filter((one) => nextDue(one, atDayEnd) <= Math.min(until, Number.MAX_VALUE));
      const inOrder = due.toSorted((a, b) => nextDue(a, atDayEnd) - nextDue(b, atDayEnd));
      expect(book.due(until, atDayEnd)).toEqual(idsOf(inOrder));
    }
  }

  #place(): void {
    this.#orders += 1;
    const price = (90 + this.#whole(2100) / 100).toFixed(2);
    const kind = this.#whole(4);
    const chosen = this.#options.duplicateOwnId === 'accept' ? this.#whole(60) : this.#orders;
    const input: Order = {
      action: this.#pick(['BTO', 'STO', 'BTC', 'STC'] as const),
      symbol: this.#pick(SYMBOLS),
      duration: this.#pick(['DAY', 'GTC'] as const),
      ...(kind === 0 ? {} : kind < 3 ? { limit: price } : { stop: price }),
      ...(this.#whole(2) === 0 ? { ownId: `own-${String(chosen)}` } : {}),
      ...(this.#whole(4) === 0 ? { ocaId: `group-${String(this.#whole(300))}` } : {}),
      ...(this.#whole(8) === 0 ? { releaseAt: this.now + this.#whole(20) * HOUR } : {}),
      ...this.#link(),
    };
    const result = placeSignal(this.book, order(input), this.#context());
    if ('signal' in result) this.#apply(result.change);
  }

  #link(): Partial<Order> {
    const live = this.live();
    const other = live[this.#whole(live.length + 1)];
    const kind = this.#whole(8);
    if (kind === 0) return { action: 'BTO', profitTarget: '112', stopLoss: '88' };
    if (other === undefined) return {};
    return kind === 1 ? { conditionalUpon: other.id } : kind === 2 ? { replaces: other.id } : {};
  }

  #cancel(): void {
    const live = this.live();
    const one = live[this.#whole(live.length)];
    if (!one) return;
    const result = cancelSignal(this.book, this.#whole(2) === 0 ? one.id : (one.ownId ?? one.id), this.#context());
    if (result.ok) this.#apply(result.change);
  }

  #wait(): void {
    this.now += 5 * HOUR;
    const due = this.book.due(this.now, this.#options.waitingAtDayEnd);
    this.#apply(applyTime(this.book, due, this.#context()));
  }

  #apply(change: BookChange): void {
    this.archive.add(change.signals);
    for (const trade of change.trades) this.trades.set(trade.id, trade);
    this.book.apply(change);
    this.forgetful.apply(change);
    this.plain.apply(change);
  }

  #context(): RuleContext {
    return {
      now: this.now,
      nextId: () => String((this.#lastId += 1)),
      options: this.#options,
      terms: () => ({ pointValue: ONE, usdRate: ONE }),
    };
  }

  #whole(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.#whole(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}

const idsOf = (signals: readonly Pick<Signal, 'id'>[]): string[] => signals.map(({ id }) => id);

describe('the indexes of a book, against a scan of all its signals', () => {
  it.each([
    ['the defaults', {}],
    ['own ids taken twice, groups joined again', { duplicateOwnId: 'accept', finishedOcaId: 'join' }],
    ['children that outlive their parents', { parentEnds: 'keepChild', waitingAtDayEnd: 'keep' }],
  ] as const)('find the same through thousands of orders: %s', (_, options) => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const twins = new Twins(options, seed);
      for (let step = 1; step <= STEPS; step += 1) {
        twins.step();
        if (step % ASKED_EVERY === 0) twins.ask();
      }
      expect(twins.archive.signals().length).toBeGreaterThan(STEPS / 2);
    }
  });
});
