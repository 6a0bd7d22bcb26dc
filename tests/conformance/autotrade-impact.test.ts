import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '#practice/market/random.ts';
import { impactOf, type StrategyPosition } from '#rules/autotrade/impact.ts';
import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import { fixed, formatFixed, ONE } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { InProcess } from './in-process.ts';
import { asList, asMembers, BUY, type Members } from './service.ts';

/** The number of acts. The results of each are compared for every position of the strategy. */
const actCount = 10_000;
const seed = 20_261_125;

const symbols = [
  ['KO', 'stock'],
  ['AAPL', 'stock'],
  ['TLT', 'stock'],
  ['@ESM6', 'future'],
  ['EURUSD', 'forex'],
  ['AAPL2620C265', 'option'],
] as const;
const types = ['stock', 'option', 'future', 'forex'] as const;
const enableNames = {
  stock: 'enable_stocks',
  option: 'enable_options',
  future: 'enable_futures',
  forex: 'enable_forex',
};
const unitNames = { option: 'max_units_options', future: 'max_units_futures', forex: 'max_units_forex' };

type WireSettings = Readonly<Record<string, number>>;
type HeldPosition = {
  readonly symbol: string;
  readonly type: InstrumentType;
  readonly quantity: number;
  readonly price: string;
};

/**
 * The units that an account holds of a position, by a second model: it follows the specification in
 * whole numbers and does not use the rules.
 */
function unitsOf({ type, quantity, price }: HeldPosition, wire: WireSettings, broker: Members): number {
  const traded = broker[`broker_trades_${type === 'forex' ? 'forex' : `${type}s`}`] === '1';
  if (!traded || wire[enableNames[type]] !== 1) return 0;
  if (type === 'option' && quantity < 0 && (wire['allow_short_options'] !== 1 || broker['sellsShort'] !== true))
    return 0;
  let units = Number((BigInt(Math.abs(quantity)) * BigInt(wire['scalingPercentage'] ?? 0)) / 100n);
  const cap = type === 'stock' ? wire['max_dollars_stocks'] : wire[unitNames[type]];
  if (cap !== undefined && type !== 'stock') units = Math.min(units, cap);
  if (cap !== undefined && type === 'stock') {
    const [whole = '0', part = ''] = price.split('.');
    const nanos = BigInt(whole + part.padEnd(9, '0'));
    units = Math.min(units, Number((BigInt(cap) * 1_000_000_000n) / nanos));
  }
  return units === 0 || quantity > 0 ? units : -units;
}

/** The settings in the form that the rules read. */
function settingsForRules(wire: WireSettings, broker: Members): AutoTradeSettings {
  const limit = (name: string) => (wire[name] === undefined ? null : BigInt(wire[name]) * ONE);
  const isOn = (type: InstrumentType): boolean =>
    wire[enableNames[type]] === 1 && broker[`broker_trades_${type === 'forex' ? 'forex' : `${type}s`}`] === '1';
  return {
    scalingPercentage: BigInt(wire['scalingPercentage'] ?? 0),
    maxUnits: {
      future: limit('max_units_futures'),
      forex: limit('max_units_forex'),
      option: limit('max_units_options'),
    },
    maxDollarsStocks: limit('max_dollars_stocks'),
    stopLossDollarsPerPosition: limit('stopLossDollarsPerPosition'),
    enabled: { stock: isOn('stock'), option: isOn('option'), future: isOn('future'), forex: isOn('forex') },
    allowShortOptions: wire['allow_short_options'] === 1 && broker['sellsShort'] === true,
    ignoreManualTrades: true,
    joinTradesInProgress: wire['join_trades_in_progress'] === 1,
  };
}

let service: InProcess;
beforeAll(() => {
  service = new InProcess();
});

class Trial {
  readonly #random: Random;

  constructor(trialSeed: number) {
    this.#random = new Random(`impact/${trialSeed}`);
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.#random.next() * (most - least + 1));
  }

  /** Resets the service, opens positions in some symbols, long or short, and returns them. */
  positions(): HeldPosition[] {
    service.reset();
    for (const [symbol, typeofsymbol] of symbols) {
      if (this.whole(0, 3) === 0) continue;
      const action = this.whole(0, 1) === 0 ? 'BTO' : 'STO';
      const signal = { ...BUY, action, quant: this.whole(1, 60), symbol, typeofsymbol };
      const answer = service.call('submitSignal', { signal });
      if (answer['ok'] !== '1') throw new Error(JSON.stringify(answer));
    }
    service.control.advanceClock({ advanceSeconds: 1 });
    const { engine, market, clock } = service.services;
    const account = engine.accounts().find(({ strategy }) => strategy.id === service.systemId);
    return (account?.book.openTrades() ?? []).map((trade) => ({
      symbol: trade.symbol,
      type: trade.instrument,
      quantity: Number(formatFixed(trade.opened - trade.closed)) * (trade.side === 'long' ? 1 : -1),
      price: formatFixed(market.price(trade.symbol, clock.now())),
    }));
  }

  settings(): Record<string, number> {
    const wire: Record<string, number> = {
      scalingPercentage: this.whole(1, 250),
      allow_short_options: this.whole(0, 1),
      ignore_manual_trades_in_account: 1,
    };
    for (const type of types) wire[enableNames[type]] = this.whole(0, 4) === 0 ? 0 : 1;
    if (this.whole(0, 2) === 0) wire['max_dollars_stocks'] = this.whole(100, 20_000);
    for (const name of Object.values(unitNames)) if (this.whole(0, 2) === 0) wire[name] = this.whole(1, 30);
    if (this.whole(0, 3) === 0) wire['stopLossDollarsPerPosition'] = this.whole(100, 5_000);
    return wire;
  }
}

const brokerChoices = (filter: object): Members[] =>
  asList(asMembers(service.call('getListAvailableBrokers', filter)['success'])['brokers_available'])
    .flatMap((one) => asList(one['brokerChoicesForThisParentClass']))
    .filter((one) => one['onlynonusacustomers'] !== '1');

/** Only the filter of the request shows which choices sell options short. */
function brokers(): Members[] {
  const short = new Set(brokerChoices({ allow_short_options: 1 }).map(({ brokercode }) => brokercode));
  return brokerChoices({}).map((one) => ({ ...one, sellsShort: short.has(one['brokercode']) }));
}

/** The number of orders of the account at this broker, and the units of the new ones by symbol. */
function tradedUnits(broker: Members, earlierCount: number): { count: number; units: Map<string, number> } {
  const { links } = service.services.engine.autoTrader;
  const link = links.all().find((one) => one.brokerCode === broker['brokercode']);
  const orders = link === undefined ? [] : links.orders(link.guid, 10_000);
  const units = new Map<string, number>();
  for (const { symbol, quantity } of orders.slice(0, orders.length - earlierCount))
    units.set(symbol, (units.get(symbol) ?? 0) + Number(formatFixed(quantity)));
  return { count: orders.length, units };
}

describe('the computed AutoTrade impact, the practice service, and a second model of the specification', () => {
  it(`agree row by row in ${actCount} starts, changes and stops (seed ${seed})`, { timeout: 300_000 }, () => {
    let compared = 0;
    let rowCount = 0;
    for (let portfolio = 0; compared < actCount; portfolio += 1) {
      const trial = new Trial(seed + portfolio);
      const held = trial.positions();
      const positions: StrategyPosition[] = held.map(({ symbol, type, quantity, price }) => ({
        tradeId: symbol,
        symbol,
        instrument: type,
        quantity: BigInt(quantity) * ONE,
        price: fixed(price),
      }));
      for (const broker of brokers()) {
        const joins = trial.whole(0, 3) > 0;
        // An account that does not join trades in progress never copies the positions held now.
        const skipped = new Set(joins ? [] : held.map(({ symbol }) => symbol));
        const first = { ...trial.settings(), join_trades_in_progress: joins ? 1 : 0 };
        const changed = { ...first, ...trial.settings() };
        const steps = [
          { command: 'startAutoTrade', before: null, after: first },
          { command: 'changeAutoTrade', before: first, after: changed },
          { command: 'stopAutoTrade', before: changed, after: null },
        ];
        let count = 0;
        for (const { command, before, after } of steps) {
          const answer = service.call(command, {
            brokercode: broker['brokercode'],
            broker_accountnum: 'U123456',
            broker_userid: 'trader',
            broker_password: 'pass-word',
            ...(after ?? { leavePositionsAndOrdersUntouched: 0 }),
          });
          const label = `portfolio ${seed + portfolio}, ${String(broker['brokercode'])}, ${command}`;
          expect(answer, label).toMatchObject({ ok: '1' });
          const seen = tradedUnits(broker, count);
          count = seen.count;
          const impact = impactOf(positions, {
            before: before && settingsForRules(before, broker),
            after: after && settingsForRules(after, broker),
            skipped: command === 'startAutoTrade' ? new Set() : skipped,
          });
          for (const [at, { delta }] of impact.entries()) {
            const one = held[at];
            if (one === undefined) throw new Error('no position');
            const isSkipped = skipped.has(one.symbol);
            const model = isSkipped
              ? 0
              : (after ? unitsOf(one, after, broker) : 0) - (before ? unitsOf(one, before, broker) : 0);
            const real = seen.units.get(one.symbol) ?? 0;
            const row = `${label}, ${one.symbol} ${one.quantity} at ${one.price}, ${JSON.stringify([before, after])}`;
            expect([Number(formatFixed(delta)), model], row).toEqual([real, real]);
            rowCount += 1;
          }
          compared += 1;
        }
      }
    }
    expect(rowCount).toBeGreaterThan(actCount * 2);
  });
});
