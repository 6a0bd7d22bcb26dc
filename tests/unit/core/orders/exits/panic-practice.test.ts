import { expect, it } from 'vitest';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { tradingTime } from '#core/orders/exits/trading-time.ts';
import type { Account } from '#practice/account/account.ts';
import { fixed, formatFixed } from '#rules/decimal.ts';
import { UNLINKED_ORDER, type SignalRequest } from '#rules/signals/signal-request.ts';
import { words } from '#renderer/messages/words.ts';
import { InProcess } from '#tests/conformance/in-process.ts';
import { intent, seededRandom } from '../order-fixtures.ts';
import { PracticeDesks, type Delivery } from './practice-desks.ts';

const bookCount = process.env['STRATDESK_PROMISES'] === 'full' ? 2_000 : 200;

const symbols: readonly (readonly [string, InstrumentType])[] = [
  ['AAPL', 'stock'],
  ['KO', 'stock'],
  ['@ESM6', 'future'],
  ['BBU6', 'future'],
  ['EURUSD', 'forex'],
];
const twoWeeksMinutes = 14 * 24 * 60;

const service = new InProcess('market');

/**
 * A random book at the practice service. Its orders are entered while the markets are open, and the
 * panic begins at a random time within the next two weeks.
 */
class Book {
  readonly account: Account;
  readonly crossings: string[] = [];
  readonly #random: ReturnType<typeof seededRandom>;
  readonly #sides = new Map<string, string>();
  readonly isFaulty: boolean;
  readonly isKillSwitchOn: boolean;

  constructor(seed: number) {
    service.reset();
    this.#random = seededRandom(seed);
    this.isFaulty = this.chance(0.5);
    this.isKillSwitchOn = this.chance(0.3);
    const account = service.services.engine.account(service.systemId);
    if (!account) throw new Error('no account');
    this.account = account;
    this.#drawBook();
    service.services.engine.advance(60 * Math.floor(this.#random.fraction() * twoWeeksMinutes));
    this.recordSides();
    this.crossings.length = 0;
  }

  chance(probability: number): boolean {
    return this.#random.fraction() < probability;
  }

  drawDelivery(): Delivery {
    if (!this.isFaulty || this.chance(0.6)) return 'ok';
    return this.chance(0.5) ? 'lost-after' : 'lost-before';
  }

  sizes(): Map<string, number> {
    const trades = this.account.book.openTrades();
    return new Map(trades.map((one) => [one.symbol, Number(formatFixed(one.opened - one.closed))]));
  }

  stops(symbol: string): string[] {
    return this.#live((one) => one.symbol === symbol && one.stop !== null);
  }

  entries(): string[] {
    return this.#live(({ action }) => action === 'BTO' || action === 'STO');
  }

  isMarketOpen(symbol: string): boolean {
    const instrument = symbols.find(([name]) => name === symbol)?.[1] ?? null;
    return tradingTime({ symbol, instrument }, service.services.clock.now()).state === 'open';
  }

  /** Records every position whose side has changed. */
  recordSides(): void {
    for (const { symbol, side } of this.account.book.openTrades()) {
      const before = this.#sides.get(symbol);
      if (before !== undefined && before !== side) this.crossings.push(`${symbol} ${before} → ${side}`);
      this.#sides.set(symbol, side);
    }
  }

  #live(matches: (one: Signal) => boolean): string[] {
    return this.account.book.liveSignals().flatMap((one) => (matches(one) ? [one.id] : []));
  }

  #drawBook(): void {
    for (const [symbol, instrument] of symbols) {
      if (!this.chance(0.6)) continue;
      const units = 1 + Math.floor(this.#random.fraction() * 40);
      const isLong = this.chance(0.7);
      this.#submit(symbol, instrument, { action: isLong ? 'BTO' : 'STO', quantity: units, market: true });
      service.services.engine.advance(2);
      this.#protect(symbol, instrument, units, isLong);
    }
    if (this.chance(0.6)) this.#submit('MSFT', 'stock', { action: 'BTO', quantity: 7, limit: 0.01 });
    this.recordSides();
  }

  #protect(symbol: string, instrument: InstrumentType, units: number, isLong: boolean): void {
    const action = isLong ? ('STC' as const) : ('BTC' as const);
    const [below, above] = [0.01, 1_000_000];
    let remaining = units;
    for (let group = 1; remaining > 0 && group <= 2 && this.chance(0.8); group++) {
      const quantity = this.chance(0.6) ? remaining : Math.max(1, Math.floor(remaining / 2));
      remaining -= quantity;
      // Sometimes one group contains orders of several symbols.
      const ownGroup = `8${symbols.findIndex(([name]) => name === symbol)}${group}`;
      const ocaId = this.chance(0.7) ? (this.chance(0.15) ? '899' : ownGroup) : null;
      this.#submit(symbol, instrument, { action, quantity, stop: isLong ? below : above, ocaId });
      if (ocaId !== null) this.#submit(symbol, instrument, { action, quantity, limit: isLong ? above : below, ocaId });
    }
    if (remaining > 0 && this.chance(0.3)) {
      this.#submit(symbol, instrument, { action, quantity: remaining, limit: isLong ? above : below });
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
      ...UNLINKED_ORDER,
      ...{ symbol, instrument, duration: 'GTC', market: false },
      ...more,
      quantity: fixed(String(quantity)),
      limit: limit === undefined ? null : fixed(String(limit)),
      stop: stop === undefined ? null : fixed(String(stop)),
    };
    const result = service.services.engine.submit(this.account, request);
    if (!('signal' in result)) throw new Error(JSON.stringify(result, (_, value) => String(value)));
  }
}

it(`panic retains stops and reverses no position on ${bookCount} books of the practice service`, async () => {
  const counts = { closedPositions: 0, retained: 0, sharing: 0, faulty: 0, killSwitchOn: 0 };
  for (let seed = 1; seed <= bookCount; seed++) {
    const book = new Book(seed);
    const readSucceeds = (): boolean => !book.isFaulty || book.chance(0.8);
    const parts = {
      service,
      systemId: service.systemId,
      isKillSwitchOn: book.isKillSwitchOn,
      delivery: () => book.drawDelivery(),
      readSucceeds,
    };
    const desks = new PracticeDesks(parts);
    const { exits } = desks;
    for (let tries = 0; tries < 5; tries++) {
      desks.desk.watch(service.systemId);
      await desks.clock.advance(0);
    }
    const before = book.sizes();
    const closedMarkets = [...before.keys()].filter((symbol) => !book.isMarketOpen(symbol));
    const plan = exits.plan({ kind: 'flatten', systemId: service.systemId });
    // The plan names each position that it retains because of a group with a retained stop.
    const sharingSymbols = plan.ok
      ? plan.value.checks.flatMap(({ text }) =>
          typeof text === 'object' && text.code === 'exit.retained-with-group' ? [text.symbol] : [],
        )
      : [];
    const retainedSymbols = [...closedMarkets, ...sharingSymbols];
    const stops = new Map(retainedSymbols.map((symbol) => [symbol, book.stops(symbol)]));
    if (plan.ok) {
      expect(exits.execute(intent(seed), plan.value.planId, []), `seed ${seed}`).toMatchObject({ ok: true });
      for (let at = 0; at < 150; at++) {
        await desks.step();
        book.recordSides();
      }
      const progress = exits.progress(service.systemId);
      const report = JSON.stringify([progress?.residue.map(words), progress?.steps]);
      expect(book.crossings, `seed ${seed}: crossed zero`).toEqual([]);
      for (const [symbol, ids] of stops) {
        const isRetained = sharingSymbols.includes(symbol) || !book.isMarketOpen(symbol);
        if (isRetained) expect(book.stops(symbol), `seed ${seed}: ${symbol} lost a stop`).toEqual(ids);
      }
      for (const [symbol, units] of book.sizes()) {
        if (retainedSymbols.includes(symbol)) continue;
        if (book.isFaulty) expect(report, `seed ${seed}: ${symbol} is not reported`).toContain(symbol);
        else expect.fail(`seed ${seed}: ${symbol} ${units} remains: ${report}`);
      }
      if (!book.isFaulty) {
        expect(book.entries(), `seed ${seed}: an entry remains`).toEqual([]);
        expect(
          desks.desired.lockReason(service.systemId, 'adds'),
          `seed ${seed}: the target list is still on`,
        ).toBeNull();
      }
      counts.retained += closedMarkets.length;
      counts.sharing += sharingSymbols.length;
      counts.closedPositions += before.size - book.sizes().size;
    }
    counts.faulty += book.isFaulty ? 1 : 0;
    counts.killSwitchOn += book.isKillSwitchOn ? 1 : 0;
    await desks.dispose();
  }
  console.log(`panic on ${bookCount} books: ${JSON.stringify(counts)}`);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
}, 600_000);
