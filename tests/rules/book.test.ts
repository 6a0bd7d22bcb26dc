import { describe, expect, it } from 'vitest';
import { Book } from '#rules/book/book.ts';
import type { BookChange, RuleContext } from '#rules/signals/book-view.ts';
import { cancelSignal } from '#rules/signals/cancel.ts';
import { fixed, ONE, type Fixed } from '#rules/decimal.ts';
import { applyTime } from '#rules/signals/expire.ts';
import { applyPrice, isTriggered } from '#rules/signals/fill.ts';
import { MemoryArchive } from '#rules/book/memory-archive.ts';
import { placeSignal } from '#rules/signals/place.ts';
import { DEFAULT_RULE_OPTIONS, type RuleOptions } from '#rules/signals/rule-options.ts';
import { isLive, nextDue, type Signal } from '#rules/signals/signal.ts';
import type { Trade } from '#rules/trades/trade.ts';
import { BookOwner, order, START, type Order } from './desk.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

const STEPS = 4000;
const STEPS_PER_COMPARISON = 500;
const SYMBOLS = ['AAPL', 'MSFT'];
const HOUR = 3_600_000;

/** A book and an archive of its signals. The book must answer like a scan of the archive. */
class ScannedBook {
  readonly archive = new MemoryArchive();
  readonly book = new Book(this.archive);
  readonly trades = new Map<string, Trade>();
  now = START;
  readonly #options: RuleOptions;
  readonly #random: () => number;
  #lastId = 990;
  #orderCount = 0;

  constructor(options: Partial<RuleOptions>, seed: number) {
    this.#options = { ...DEFAULT_RULE_OPTIONS, ...options };
    this.#random = seededNumbers(seed);
  }

  step(): void {
    this.now += 1000;
    const chance = this.#random();
    if (chance < 0.6) this.#place();
    else if (chance < 0.8) this.#cancel();
    else if (chance < 0.99) this.tick(this.#pick(SYMBOLS), fixed(String(97 + this.#randomBelow(7))));
    else this.#wait();
  }

  /** Compares the signals that this price triggers with a scan, and fills them. */
  tick(symbol: string, price: Fixed): void {
    const triggered = this.book.triggered(symbol, price);
    const scan = this.live().filter(
      (one) => one.symbol === symbol && one.state === 'working' && isTriggered(one, price),
    );
    expect(triggered).toEqual(scan);
    this.#apply(applyPrice(this.book, triggered, () => price, this.#context()));
  }

  /** The live signals in order of arrival. */
  live(): readonly Signal[] {
    return this.archive.signals().filter(isLive);
  }

  /**
   * Makes every query that decisions make, and compares each answer with a scan: for this book, and
   * for a new one that is opened on the same signals.
   */
  compare(): void {
    const live = this.live();
    const reopened = new Book(this.archive);
    reopened.open(live.toReversed(), [...this.trades.values()]);
    for (const book of [this.book, reopened]) {
      expect(book.liveSignals()).toEqual(live);
      this.#compareIds(book);
      this.#compareRelations(book, live);
      this.#compareTimes(book, live);
      const open = [...this.trades.values()].filter(({ closedAt }) => closedAt === null);
      expect(new Set(book.openTrades())).toEqual(new Set(open));
    }
  }

  #compareIds(book: Book): void {
    for (const one of this.archive.signals()) {
      const { id, ownId, ocaId } = one;
      expect(book.signal(id)).toEqual(one);
      expect(book.find(id)).toEqual(one);
      expect([id, book.usedAs(id)]).toEqual([id, 'signal']);
      if (ocaId !== null) expect([id, book.usedAs(ocaId)]).toEqual([id, 'group']);
      if (ownId === null) continue;
      expect([id, book.usedAs(ownId)]).toEqual([id, 'ownId']);
      // An own id that was used twice names the later signal.
      const named = this.archive.byOwnId(ownId);
      if (named && isLive(named)) expect(book.find(ownId)).toEqual(named);
    }
  }

  #compareRelations(book: Book, live: readonly Signal[]): void {
    for (const { id, ocaId } of live) {
      if (ocaId !== null) expect(book.liveMembers(ocaId)).toEqual(live.filter((one) => one.ocaId === ocaId));
      const children = live.filter(({ parentId, awaitsParent }) => parentId === id && awaitsParent);
      expect(book.waitingChildren({ id })).toEqual(children);
    }
    const symbols = live.filter(({ state }) => state === 'working').map(({ symbol }) => symbol);
    expect(new Set(book.workingSymbols())).toEqual(new Set(symbols));
  }

  #compareTimes(book: Book, live: readonly Signal[]): void {
    for (const atDayEnd of ['expire', 'keep'] as const) {
      const times = live.map((one) => nextDue(one, atDayEnd, undefined)).sort((a, b) => a - b);
      const [first = Infinity] = times;
      expect(book.nextDue(atDayEnd, undefined)).toBe(first);
      const until = Math.min(times[Math.floor(times.length / 2)] ?? first, Number.MAX_VALUE);
      const due = live.filter((one) => nextDue(one, atDayEnd, undefined) <= until);
      const inOrder = due.toSorted((a, b) => nextDue(a, atDayEnd, undefined) - nextDue(b, atDayEnd, undefined));
      expect(book.due(until, atDayEnd, undefined)).toEqual(inOrder);
    }
  }

  #place(): void {
    this.#orderCount += 1;
    const price = (90 + this.#randomBelow(2100) / 100).toFixed(2);
    const kind = this.#randomBelow(4);
    const ownNumber = this.#options.duplicateOwnId === 'accept' ? this.#randomBelow(60) : this.#orderCount;
    const input: Order = {
      action: this.#pick(['BTO', 'STO', 'BTC', 'STC'] as const),
      symbol: this.#pick(SYMBOLS),
      duration: this.#pick(['DAY', 'GTC'] as const),
      ...(kind === 0 ? {} : kind < 3 ? { limit: price } : { stop: price }),
      ...(this.#randomBelow(2) === 0 ? { ownId: `own-${String(ownNumber)}` } : {}),
      ...(this.#randomBelow(4) === 0 ? { ocaId: `group-${String(this.#randomBelow(300))}` } : {}),
      ...(this.#randomBelow(8) === 0 ? { releaseAt: this.now + this.#randomBelow(20) * HOUR } : {}),
      ...this.#randomRelation(),
    };
    const result = placeSignal(this.book, order(input), this.#context());
    if ('signal' in result) this.#apply(result.change);
  }

  #randomRelation(): Partial<Order> {
    const live = this.live();
    const other = live[this.#randomBelow(live.length + 1)];
    const kind = this.#randomBelow(8);
    if (kind === 0) return { action: 'BTO', profitTarget: '112', stopLoss: '88' };
    if (other === undefined) return {};
    return kind === 1 ? { conditionalUpon: other.id } : kind === 2 ? { replaces: other.id } : {};
  }

  #cancel(): void {
    const live = this.live();
    const one = live[this.#randomBelow(live.length)];
    if (!one) return;
    const result = cancelSignal(
      this.book,
      this.#randomBelow(2) === 0 ? one.id : (one.ownId ?? one.id),
      this.#context(),
    );
    if (result.ok) this.#apply(result.change);
  }

  #wait(): void {
    this.now += 5 * HOUR;
    const due = this.book.due(this.now, this.#options.waitingAtDayEnd, undefined);
    this.#apply(applyTime(this.book, due, this.#context()));
  }

  #apply(change: BookChange): void {
    this.archive.add(change.signals);
    for (const trade of change.trades) this.trades.set(trade.id, trade);
    this.book.apply(change);
  }

  #context(): RuleContext {
    return {
      now: this.now,
      nextId: () => String((this.#lastId += 1)),
      options: this.#options,
      terms: () => ({ pointValue: ONE, usdRate: ONE }),
    };
  }

  /** A random whole number from zero to just below the limit. */
  #randomBelow(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.#randomBelow(items.length)];
    if (item === undefined) throw new Error('an empty list');
    return item;
  }
}

it('a symbol is listed while it has working signals', () => {
  const desk = new BookOwner();
  const first = desk.place({ limit: '90' });
  desk.place({ limit: '91', ownId: 'second' });
  desk.cancel(first.id);
  expect(desk.book.workingSymbols()).toEqual(['AAPL']);
  desk.cancel('second');
  expect(desk.book.workingSymbols()).toEqual([]);
});

describe('a book gives the same answers as a scan of all its signals', () => {
  it.each([
    ['with the default rule switches', {}],
    ['with own ids used twice and groups joined again', { duplicateOwnId: 'accept', finishedOcaId: 'join' }],
    ['with children that outlive their parents', { parentEnds: 'keepChild', waitingAtDayEnd: 'keep' }],
  ] as const)('through thousands of orders %s', (_, options) => {
    for (const seed of [1, 2]) {
      const scanned = new ScannedBook(options, seed);
      for (let step = 1; step <= STEPS; step += 1) {
        scanned.step();
        if (step % STEPS_PER_COMPARISON === 0) scanned.compare();
      }
      expect(scanned.archive.signals().length).toBeGreaterThan(STEPS / 2);
    }
  });
});
