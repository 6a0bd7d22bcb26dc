import type { InProcess } from '#tests/conformance/in-process.ts';
import { asList, asMembers, type Members } from '#tests/conformance/service.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { Model, type ModelOrder, type ModelSignal } from './model.ts';

/** Pseudo-random choices from a seed. */
export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededNumbers(seed);
  }

  /** A whole number from `low` to `high`, both included. */
  wholeNumber(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.wholeNumber(0, list.length - 1)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }
}

const SYMBOLS = ['AAPL', 'KO', 'MSFT'] as const;
const MAX_DAYS = 3;

/** Counts over all sequences. */
export type PlayCounts = { steps: number; orders: number; refused: number; fills: number; comparisons: number };

/** Plays one random sequence on the practice service and the model. Compares them at each step. */
export function play(service: InProcess, seed: number, steps: number, played: PlayCounts): void {
  service.reset();
  const sequence = new Sequence(service, new Dice(seed), played);
  for (let step = 0; step < steps; step += 1) sequence.step();
  played.fills += sequence.fills();
}

class Sequence {
  readonly #service: InProcess;
  readonly #dice: Dice;
  readonly #played: PlayCounts;
  readonly #model = new Model();
  readonly #log: string[] = [];
  #nameCount = 0;
  #dayCount = 0;

  constructor(service: InProcess, dice: Dice, played: PlayCounts) {
    this.#service = service;
    this.#dice = dice;
    this.#played = played;
    for (const symbol of SYMBOLS) this.#setPrice(symbol, 100);
  }

  step(): void {
    this.#played.steps += 1;
    const roll = this.#dice.next();
    if (roll < 0.5) this.#submit(this.#order());
    else if (roll < 0.58) this.#cancel(this.#reference());
    else if (roll < 0.84) this.#setPrice(this.#dice.pick(SYMBOLS), this.#dice.wholeNumber(96, 104));
    else if (roll < 0.98 || this.#dayCount === MAX_DAYS) this.#advance(1);
    else {
      this.#dayCount += 1;
      this.#advance(86_400);
    }
    this.#compare();
  }

  fills(): number {
    return this.#model.signals.filter(({ state }) => state === 'traded').length;
  }

  #order(): ModelOrder {
    const dice = this.#dice;
    const side = dice.pick(['buy', 'sell'] as const);
    const entry = dice.chance(0.6);
    const kind = dice.pick(['market', 'market', 'limit', 'limit', 'stop']);
    const bracket = dice.chance(entry ? 0.4 : 0.05);
    const price = (): number => dice.wholeNumber(96, 104);
    return {
      symbol: dice.pick(SYMBOLS),
      side,
      entry,
      quantity: dice.wholeNumber(1, 5),
      ...(kind === 'market' ? {} : { [kind]: price() }),
      ...(bracket && dice.chance(0.8) ? { target: price() } : {}),
      ...(bracket && dice.chance(0.8) ? { stopLoss: price() } : {}),
      day: dice.chance(0.3),
      ...(dice.chance(0.3) ? { ownId: dice.chance(0.1) ? this.#reference() : this.#name('own') } : {}),
      ...(dice.chance(0.35) ? { group: this.#group() } : {}),
      ...(dice.chance(0.25) ? { parent: this.#reference() } : {}),
      ...(dice.chance(0.12) ? { replaces: this.#reference() } : {}),
      leaveGroupIntact: dice.chance(0.5),
    };
  }

  /**
   * Usually a known group, so that groups span several symbols. Groups of brackets are left out,
   * because only the service knows their ids.
   */
  #group(): string {
    const known = this.#model.signals.flatMap(({ group }) =>
      group === null || group.startsWith('bracket') ? [] : [group],
    );
    return known.length > 0 && this.#dice.chance(0.75) ? this.#dice.pick(known) : this.#name('group');
  }

  #reference(): string {
    const { signals } = this.#model;
    if (signals.length === 0 || this.#dice.chance(0.03)) return '1';
    const recent = signals.slice(-8);
    const { id, ownId } = this.#dice.pick(this.#dice.chance(0.8) ? recent : signals);
    return ownId !== null && this.#dice.chance(0.5) ? ownId : String(id);
  }

  #name(kind: string): string {
    this.#nameCount += 1;
    return `${kind}-${String(this.#nameCount)}`;
  }

  #submit(order: ModelOrder): void {
    this.#played.orders += 1;
    this.#log.push(`submit ${JSON.stringify(order)}`);
    const answer = this.#service.call('submitSignal', { signal: requestMembers(order) });
    const taken = String(answer['ok']) === '1';
    if (taken !== this.#model.mustAccept(order))
      this.#fail(`${taken ? 'taken' : 'refused'}: ${JSON.stringify(answer)}`);
    if (!taken) {
      this.#played.refused += 1;
      return;
    }
    const echo = asMembers(answer['signal']);
    const assignedId = (name: string): number | undefined =>
      echo[name] === undefined ? undefined : Number(echo[name]);
    const [target, stopLoss] = [assignedId('profittargetsignalid'), assignedId('stoplosssignalid')];
    this.#model.place(order, {
      order: Number(echo['signalid']),
      ...(target === undefined ? {} : { target }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    });
  }

  #cancel(reference: string): void {
    this.#log.push(`cancel ${reference}`);
    const taken = String(this.#service.call('cancelSignal', { signalid: reference })['ok']) === '1';
    if (taken !== this.#model.cancel(reference))
      this.#fail(`the cancel of ${reference} was ${taken ? 'taken' : 'refused'}`);
  }

  #setPrice(symbol: string, price: number): void {
    this.#log.push(`price ${symbol} ${String(price)}`);
    this.#service.control.setPrice({ symbol, price: String(price) });
    this.#model.prices.set(symbol, price);
    this.#model.tick([symbol]);
  }

  #advance(seconds: number): void {
    this.#log.push(`advance ${String(seconds)}`);
    this.#service.control.advanceClock({ advanceSeconds: seconds });
    this.#model.advance(seconds);
  }

  #compare(): void {
    const rows = asList(this.#service.call('retrieveSignalsAll')['response']);
    const shown = new Map(rows.map((row) => [Number(row['signal_id']), row]));
    if (shown.size !== this.#model.signals.length) this.#fail(`${String(shown.size)} signals are listed`);
    for (const signal of this.#model.signals) this.#compareSignal(signal, shown.get(signal.id));
    for (const symbol of SYMBOLS)
      this.#expectSame(`position in ${symbol}`, this.#held(symbol), this.#model.position(symbol));
  }

  #compareSignal(signal: ModelSignal, row: Members | undefined): void {
    const state = row?.['status'] === 'posted' ? 'waiting' : row?.['status'];
    this.#expectSame(`state of ${String(signal.id)}`, state, signal.state);
    const price = row?.['traded_price'] === '' ? null : Number(row?.['traded_price']);
    this.#expectSame(`price of ${String(signal.id)}`, price, signal.tradedPrice);
  }

  #held(symbol: string): number {
    const open = asList(this.#service.call('requestTradesOpen')['response']).filter(
      (trade) => trade['symbol'] === symbol,
    );
    const signed = open.map((trade) => {
      const quantity = Number(trade['quant_opened']) - Number(trade['quant_closed']);
      return trade['long_or_short'] === 'long' ? quantity : -quantity;
    });
    return signed.reduce((sum, quantity) => sum + quantity, 0);
  }

  #expectSame(what: string, service: unknown, model: unknown): void {
    this.#played.comparisons += 1;
    if (service !== model) this.#fail(`${what}: the service says ${String(service)}, the model ${String(model)}`);
  }

  #fail(what: string): never {
    throw new Error(`${what}\nafter\n${this.#log.join('\n')}`);
  }
}

/** The members of a `submitSignal` request for the order. */
function requestMembers(order: ModelOrder): object {
  const { symbol, side, entry, quantity, limit, stop, target, stopLoss, day, ownId, group, parent, replaces } = order;
  const action = side === 'buy' ? (entry ? 'BTO' : 'BTC') : entry ? 'STO' : 'STC';
  return {
    ...{ action, quant: quantity, symbol, typeofsymbol: 'stock', duration: day ? 'DAY' : 'GTC', limit, stop },
    ...{ profittarget: target, stoploss: stopLoss, signalid: ownId, ocaid: group, conditionalupon: parent },
    ...{ xreplace: replaces, leave_oca_intact: order.leaveGroupIntact ? 1 : 0 },
  };
}
