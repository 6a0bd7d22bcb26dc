import { describe, expect, it } from 'vitest';
import { replayFrom, strategyTrades } from '#core/autotrade/strategy-trades.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import { Random } from '#practice/market/random.ts';
import { accountValue } from '#rules/autotrade/broker-account.ts';
import { STARTING_CASH } from '#rules/autotrade/link.ts';
import { replaySettings } from '#rules/autotrade/settings-replay.ts';
import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import { formatFixed, ONE, type Fixed } from '#rules/decimal.ts';
import { InProcess } from './in-process.ts';
import { BUY } from './service.ts';

const historyCount = 150;
const seed = 7_004;
const symbols = [
  ['KO', 'stock'],
  ['TLT', 'stock'],
  ['@ESM6', 'future'],
] as const;

/** A strategy that is copied from the start while it trades at random. */
class PlayedStrategy {
  readonly #service: InProcess;
  readonly #random: Random;
  readonly settings: AutoTradeSettings;

  constructor(service: InProcess, historySeed: number) {
    this.#service = service;
    this.#random = new Random(`replay/${historySeed}`);
    const cap = this.#whole(0, 1) === 0 ? null : BigInt(this.#whole(500, 9_000)) * ONE;
    this.settings = {
      scalingPercentage: BigInt(this.#whole(10, 200)),
      maxUnits: { future: this.#whole(0, 1) === 0 ? null : 3n * ONE, forex: null, option: null },
      maxDollarsStocks: cap,
      stopLossDollarsPerPosition: null,
      enabled: { stock: true, option: true, future: this.#whole(0, 3) > 0, forex: true },
      allowShortOptions: true,
      ignoreManualTrades: true,
      joinTradesInProgress: true,
    };
  }

  #whole(least: number, most: number): number {
    return least + Math.floor(this.#random.next() * (most - least + 1));
  }

  run(): void {
    const { settings } = this;
    const limit = (name: string, value: Fixed | null) => (value === null ? {} : { [name]: formatFixed(value) });
    this.#service.reset();
    const started = this.#service.call('startAutoTrade', {
      scalingPercentage: Number(settings.scalingPercentage),
      allow_short_options: 1,
      ignore_manual_trades_in_account: 1,
      join_trades_in_progress: 1,
      enable_stocks: 1,
      enable_options: 1,
      enable_futures: settings.enabled.future ? 1 : 0,
      enable_forex: 1,
      ...limit('max_dollars_stocks', settings.maxDollarsStocks),
      ...limit('max_units_futures', settings.maxUnits.future),
      broker_accountnum: 'U123456',
      broker_userid: 'trader',
      broker_password: 'pass-word',
    });
    expect(started).toMatchObject({ ok: '1' });
    const held = new Map<string, number>();
    for (let order = 0; order < 14; order += 1) {
      const [symbol, typeofsymbol] = symbols[this.#whole(0, symbols.length - 1)] ?? symbols[0];
      const units = held.get(symbol) ?? 0;
      // An open position is reduced, closed or enlarged. Without one, either side is opened.
      const isExit = units !== 0 && this.#whole(0, 1) === 0;
      const isLong = units === 0 ? this.#whole(0, 1) === 0 : units > 0;
      const quant = isExit ? this.#whole(1, Math.abs(units)) : this.#whole(1, 40);
      const action = isExit ? (isLong ? 'STC' : 'BTC') : isLong ? 'BTO' : 'STO';
      held.set(symbol, units + (isLong === isExit ? -quant : quant));
      const answer = this.#service.call('submitSignal', { signal: { ...BUY, action, quant, symbol, typeofsymbol } });
      expect(answer, `${action} ${quant} ${symbol}`).toMatchObject({ ok: '1' });
      this.#service.control.advanceClock({ advanceSeconds: 60 });
    }
  }
}

describe('the replay of a strategy', () => {
  it(
    `equals what its copy traded in ${historyCount} histories of the service (seed ${seed})`,
    { timeout: 120_000 },
    () => {
      const service = new InProcess();
      let orderCount = 0;
      for (let history = 0; history < historyCount; history += 1) {
        const played = new PlayedStrategy(service, seed + history);
        played.run();
        const { settings } = played;
        const answer = service.call('requestAllTrades_overview', { show_component_signals: 1 });
        const parsed = parseTrades(answer['response'], service.systemId)?.items ?? [];
        const trades = strategyTrades(
          {
            newestTrades: () => ({ trades: parsed.map(({ trade }) => trade), total: parsed.length, revision: 1 }),
            components: (_systemId, tradeId) =>
              parsed.find(({ trade }) => trade.tradeId === tradeId)?.components ?? null,
          },
          service.systemId,
        );
        const { openTrades, fills: strategyFills, startPrices, unreadCount } = replayFrom(trades, 0);
        const replay = replaySettings(openTrades, strategyFills, settings, startPrices);

        const { engine, market } = service.services;
        const [link] = engine.autoTrader.links.all();
        if (link === undefined) throw new Error('no link');
        const traded = engine.autoTrader.links.orders(link.guid, 1_000).toReversed();
        const historyName = `history ${seed + history}`;
        expect([unreadCount, replay.fillCount], historyName).toEqual([0, traded.length]);
        const lastPrices = new Map(strategyFills.map(({ trade, price }) => [trade.symbol, price]));
        const value = accountValue(link.account, (symbol) => ({
          price: lastPrices.get(symbol) ?? 0n,
          terms: market.terms(symbol),
        }));
        const result = replay.points.at(-1)?.copied ?? 0n;
        expect(formatFixed(result), historyName).toBe(formatFixed(value - STARTING_CASH));
        const largest = new Map<string, Fixed>();
        const units = new Map<string, Fixed>();
        for (const { symbol, quantity } of traded) {
          const after = (units.get(symbol) ?? 0n) + quantity;
          units.set(symbol, after);
          const size = after < 0n ? -after : after;
          if (size > (largest.get(symbol) ?? 0n)) largest.set(symbol, size);
        }
        expect(new Map([...replay.largest].sort()), historyName).toEqual(new Map([...largest].sort()));
        orderCount += traded.length;
      }
      expect(orderCount).toBeGreaterThan(historyCount * 4);
    },
  );
});
