import { expect, it } from 'vitest';
import type { InstrumentType, Signal } from '#rules/signal.ts';
import { tradingTime } from '#core/orders/exits/trading-time.ts';
import type { Account } from '#practice/account.ts';
import { fixed, formatFixed } from '#rules/decimal.ts';
import { STANDS_ALONE, type SignalRequest } from '#rules/signal-request.ts';
import { words } from '#renderer/messages/words.ts';
import { InProcess } from '#tests/conformance/in-process.ts';
import { intent, scattered, seededRandom } from '../order-fixtures.ts';
import { PracticeDesks, type Luck } from './practice-desks.ts';

const books = process.env['STRATDESK_PROMISES'] === 'full' ? 2_000 : 200;

const symbols: readonly (readonly [string, InstrumentType])[] = [
  ['AAPL', 'stock'],
  ['KO', 'stock'],
  ['@ESM6', 'future'],
  ['BBU6', 'future'],
  ['EURUSD', 'forex'],
];
const fortnightMinutes = 14 * 24 * 60;

const world = new InProcess('market');

/** A random book at the practice service: entered while the markets are open, met at a random time of a fortnight. */
class Book {
  readonly account: Account;
  readonly crossings: string[] = [];
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #sides = new Map<string, string>();
  readonly isFaulty: boolean;
  readonly isKilled: boolean;

  constructor(seed: number) {
    world.reset();
    this.#random = seededRandom(scattered(seed));
    this.isFaulty = this.chance(0.5);
    this.isKilled = this.chance(0.3);
    const account = world.services.engine.account(world.systemId);
    if (!account) throw new Error('no account');
    this.account = account;
    this.#fill();
    world.services.engine.advance(60 * Math.floor(this.#random.fraction() * fortnightMinutes));
    this.look();
    this.crossings.length = 0;
  }

  chance(probability: number): boolean {
    return this.#random.fraction() < probability;
  }

  luck(): Luck {
    if (!this.isFaulty || this.chance(0.6)) return 'ok';
    return this.chance(0.5) ? 'lost-after' : 'lost-before';
  }

  held(): Map<string, number> {
    const trades = this.account.book.openTrades();
    return new Map(trades.map((one) => [one.symbol, Number(formatFixed(one.opened - one.closed))]));
  }

  stops(symbol: string): string[] {
    return this.#live((one) => one.symbol === symbol && one.stop !== null);
  }

  entries(): string[] {
    return this.#live(({ action }) => action === 'BTO' || action === 'STO');
  }

  isOpen(symbol: string): boolean {
    const instrument = symbols.find(([name]) => name === symbol)?.[1] ?? null;
    return tradingTime({ symbol, instrument }, world.services.clock.now()).state === 'open';
  }

  /** Notes every position that has another side than before. */
  look(): void {
    for (const { symbol, side } of this.account.book.openTrades()) {
      const before = this.#sides.get(symbol);
      if (before !== undefined && before !== side) this.crossings.push(`${symbol} ${before} → ${side}`);
      this.#sides.set(symbol, side);
    }
  }

  #live(fits: (one: Signal) => boolean): string[] {
    return this.account.book.liveSignals().flatMap((one) => (fits(one) ? [one.id] : []));
  }

  #fill(): void {
    for (const [symbol, instrument] of symbols) {
      if (!this.chance(0.6)) continue;
      const units = 1 + Math.floor(this.#random.fraction() * 40);
      const isLong = this.chance(0.7);
      this.#submit(symbol, instrument, { action: isLong ? 'BTO' : 'STO', quantity: units, market: true });
      world.services.engine.advance(2);
      this.#protect(symbol, instrument, units, isLong);
    }
    if (this.chance(0.6)) this.#submit('MSFT', 'stock', { action: 'BTO', quantity: 7, limit: 0.01 });
    this.look();
  }

  #protect(symbol: string, instrument: InstrumentType, units: number, isLong: boolean): void {
    const action = isLong ? ('STC' as const) : ('BTC' as const);
    const [below, above] = [0.01, 1_000_000];
    let left = units;
    for (let group = 1; left > 0 && group <= 2 && this.chance(0.8); group++) {
      const quantity = this.chance(0.6) ? left : Math.max(1, Math.floor(left / 2));
      left -= quantity;
      // Now and then one group for several symbols.
      const ownGroup = `8${symbols.findIndex(([name]) => name === symbol)}${group}`;
      const ocaId = this.chance(0.7) ? (this.chance(0.15) ? '899' : ownGroup) : null;
      this.#submit(symbol, instrument, { action, quantity, stop: isLong ? below : above, ocaId });
      if (ocaId !== null) this.#submit(symbol, instrument, { action, quantity, limit: isLong ? above : below, ocaId });
    }
    if (left > 0 && this.chance(0.3)) {
      this.#submit(symbol, instrument, { action, quantity: left, limit: isLong ? above : below });
    }
  }

  #submit(
    symbol: string,
    instrument: InstrumentType,
    terms: Pick<SignalRequest, 'action'> &
      Partial<Pick<SignalRequest, 'market' | 'ocaId'>> & { quantity: number; limit?: number; stop?: number },
  ): void {
    const { limit, stop, quantity, ...more } = terms;
    const request: SignalRequest = {
      ...STANDS_ALONE,
      ...{ symbol, instrument, duration: 'GTC', market: false },
      ...more,
      quantity: fixed(String(quantity)),
      limit: limit === undefined ? null : fixed(String(limit)),
      stop: stop === undefined ? null : fixed(String(stop)),
    };
    const result = world.services.engine.submit(this.account, request);
    if (!('signal' in result)) throw new Error(JSON.stringify(result, (_, value) => String(value)));
  }
}

it(`panic on ${books} books of the practice engine, in its hours: as on the fake platform`, async () => {
  const seen = { closed: 0, kept: 0, sharing: 0, faulty: 0, killed: 0 };
  for (let seed = 1; seed <= books; seed++) {
    const book = new Book(seed);
    const reads = (): boolean => !book.isFaulty || book.chance(0.8);
    const parts = { world, systemId: world.systemId, killed: book.isKilled, luck: () => book.luck(), reads };
    const desks = new PracticeDesks(parts);
    const { exits } = desks;
    for (let tries = 0; tries < 5; tries++) {
      desks.desk.watch(world.systemId);
      await desks.clock.advance(0);
    }
    const before = book.held();
    const shut = [...before.keys()].filter((symbol) => !book.isOpen(symbol));
    const plan = exits.plan({ kind: 'flatten', systemId: world.systemId });
    // What shares a group with a stop that stays is named as kept.
    const sharing = plan.ok
      ? plan.value.checks.flatMap(({ text }) =>
          typeof text === 'object' && text.code === 'exit.kept-with-group' ? [text.symbol] : [],
        )
      : [];
    const kept = [...shut, ...sharing];
    const stops = new Map(kept.map((symbol) => [symbol, book.stops(symbol)]));
    if (plan.ok) {
      expect(exits.execute(intent(seed), plan.value.planId, []), `seed ${seed}`).toMatchObject({ ok: true });
      for (let at = 0; at < 150; at++) {
        await desks.step();
        book.look();
      }
      const progress = exits.progress(world.systemId);
      const named = JSON.stringify([progress?.residue.map(words), progress?.steps]);
      expect(book.crossings, `seed ${seed}: crossed zero`).toEqual([]);
      for (const [symbol, ids] of stops) {
        const isKept = sharing.includes(symbol) || !book.isOpen(symbol);
        if (isKept) expect(book.stops(symbol), `seed ${seed}: ${symbol} lost a stop`).toEqual(ids);
      }
      for (const [symbol, units] of book.held()) {
        if (kept.includes(symbol)) continue;
        if (book.isFaulty) expect(named, `seed ${seed}: ${symbol} is not named`).toContain(symbol);
        else expect.fail(`seed ${seed}: ${symbol} ${units} is left: ${named}`);
      }
      if (!book.isFaulty) {
        expect(book.entries(), `seed ${seed}: an entry is left`).toEqual([]);
        expect(desks.desired.engaged(world.systemId, 'adds'), `seed ${seed}: a list is left on`).toBeNull();
      }
      seen.kept += shut.length;
      seen.sharing += sharing.length;
      seen.closed += before.size - book.held().size;
    }
    seen.faulty += book.isFaulty ? 1 : 0;
    seen.killed += book.isKilled ? 1 : 0;
    await desks.dispose();
  }
  console.log(`panic on ${books} books: ${JSON.stringify(seen)}`);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
}, 600_000);
