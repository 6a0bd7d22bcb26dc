import { formatFixed } from '#rules/decimal.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import { BrokerControl } from './broker-control.ts';
import type { Services } from '#practice/commands/command.ts';
import { readFault, type Faults } from './faults.ts';
import { controlMembers, controlText, PRICE_RANGE, priceOf } from './control-body.ts';
import { RehearsalControl } from './rehearsal-control.ts';
import type { RequestLog } from './request-log.ts';

/** An answer of control: plain JSON, without the API's envelope. */
export type ControlAnswer = { readonly status: number; readonly body: unknown };

const LONGEST_ADVANCE = 3660 * 86_400;

const done = (body: unknown): ControlAnswer => ({ status: 200, body });
const wrong = (reason: string): ControlAnswer => ({ status: 400, body: { error: reason } });

/**
 * The control of the service: clock, prices, faults, switches and received requests. Not part of
 * the platform's API.
 */
export class Control {
  readonly #services: Services;
  readonly #brokers: BrokerControl;
  readonly #rehearsal: RehearsalControl;
  readonly #faults: Faults;
  readonly #log: RequestLog;

  constructor(services: Services, faults: Faults, log: RequestLog, worldPerson: string) {
    this.#services = services;
    this.#brokers = new BrokerControl(services);
    this.#rehearsal = new RehearsalControl(services, worldPerson);
    this.#faults = faults;
    this.#log = log;
  }

  advanceClock(body: unknown): ControlAnswer {
    const { clock, engine } = this.#services;
    const seconds = Number(controlText(controlMembers(body), 'advanceSeconds') || NaN);
    if (clock.kind === 'real')
      return { status: 409, body: { error: 'the clock is real: start with --clock=manual to move it' } };
    if (!(seconds >= 0 && seconds <= LONGEST_ADVANCE))
      return wrong('advanceSeconds must be a number of seconds from 0');
    engine.advance(seconds);
    return done(this.#clock());
  }

  setPrice(body: unknown): ControlAnswer {
    const { catalog, engine } = this.#services;
    const members = controlMembers(body);
    const instrument = catalog.findForOrder(controlText(members, 'symbol'));
    if (!instrument) return wrong('symbol must be an instrument of this market');
    const price = priceOf(controlText(members, 'price'));
    if (price === undefined) return wrong(`price must be a decimal ${PRICE_RANGE}`);
    engine.setPrice(instrument, price);
    return done({ symbol: instrument.symbol, price: formatFixed(price) });
  }

  /** Adds a fault or removes all; sets the seed if one is given. A wrong request does nothing. */
  changeFaults(body: unknown): ControlAnswer {
    const members = controlMembers(body);
    const rule = members.get('clear') === true ? null : readFault(Object.fromEntries(members));
    if (typeof rule === 'string') return wrong(rule);
    const seed = members.get('seed');
    if (typeof seed === 'number' || typeof seed === 'string') this.#faults.reseed(String(seed));
    if (rule === null) return this.clearFaults();
    this.#faults.add(rule);
    return done({ faults: this.#faults.list() });
  }

  listFaults(): ControlAnswer {
    return done({ faults: this.#faults.list() });
  }

  clearFaults(): ControlAnswer {
    this.#faults.clear();
    return done({ faults: [] });
  }

  switches(): ControlAnswer {
    return done({ switches: this.#services.switches.list() });
  }

  /** Sets {"name": "value", …}. If one name or value is wrong, no switch is set. */
  setSwitches(body: unknown): ControlAnswer {
    const members = controlMembers(body);
    if (members.size === 0) return wrong('the body must be a JSON object of switch names and values');
    const { switches, store } = this.#services;
    const reason = [...members]
      .map(([name, value]) => switches.check(name, String(value)))
      .find((one) => one !== undefined);
    if (reason !== undefined) return wrong(reason);
    store.transaction(() => {
      for (const [name, value] of members) switches.set(name, String(value));
    });
    return this.switches();
  }

  /** {"systemid", "mode": "off"} has the effect of a manual action on the web screen. */
  switchDesiredOff(body: unknown): ControlAnswer {
    const { engine } = this.#services;
    const members = controlMembers(body);
    const account = engine.account(controlText(members, 'systemid'));
    if (!account) return wrong('systemid must be a strategy of this service');
    if (controlText(members, 'mode') !== 'off') return wrong('mode must be off: a list sent by the API switches it on');
    engine.switchDesiredOff(account);
    return done({ systemid: account.strategy.id, mode: engine.desired.mode(account.strategy.id).state });
  }

  brokers(): ControlAnswer {
    return done(this.#brokers.list());
  }

  brokerTrade(body: unknown): ControlAnswer {
    const answer = this.#brokers.trade(body);
    return 'error' in answer ? wrong(answer.error) : done(answer.body);
  }

  setRehearsal(body: unknown): ControlAnswer {
    const answer = this.#rehearsal.set(body);
    return 'error' in answer ? wrong(answer.error) : done(answer.body);
  }

  requests(): ControlAnswer {
    return done({ now: performance.now(), requests: this.#log.list() });
  }

  clearRequests(): ControlAnswer {
    this.#log.clear();
    return done({ requests: [] });
  }

  state(): ControlAnswer {
    return done({ clock: this.#clock(), instruments: this.#instruments(), strategies: this.#strategies() });
  }

  #clock(): unknown {
    const { clock } = this.#services;
    return { kind: clock.kind, unixMilliseconds: clock.now(), newYork: newYorkText(clock.now()) };
  }

  #instruments(): unknown[] {
    const { catalog, market, clock } = this.#services;
    const listed = catalog.listed();
    const shown = new Set([...listed.map(({ symbol }) => symbol), ...this.#symbolsInUse()]);
    const instruments = [...shown].map((symbol) => catalog.get(symbol));
    return instruments.map((instrument) => ({
      symbol: instrument.symbol,
      description: instrument.name,
      type: instrument.type,
      price: formatFixed(market.price(instrument.symbol, clock.now()), instrument.decimals),
      dayOpen: formatFixed(market.dayOpen(instrument.symbol, clock.now()), instrument.decimals),
      tick: formatFixed(instrument.tick),
      pointValue: formatFixed(instrument.pointValue),
      exchange: instrument.exchange,
      currency: instrument.currency,
      invented: instrument.invented,
    }));
  }

  /** Symbols of open trades and working orders. */
  #symbolsInUse(): string[] {
    const accounts = this.#services.engine.accounts();
    return accounts.flatMap(({ book }) => [...book.openTrades().map(({ symbol }) => symbol), ...book.workingSymbols()]);
  }

  #strategies(): unknown[] {
    const { engine, store } = this.#services;
    return engine.accounts().map(({ strategy, book }) => {
      const trades = store.trades.counts(strategy.id);
      return {
        systemid: strategy.id,
        name: strategy.name,
        desiredPositions: engine.desired.mode(strategy.id).state,
        signals: store.signals.counts(strategy.id),
        trades: { ...trades, open: book.openTrades().length },
      };
    });
  }
}
