import { formatFixed } from '#rules/decimal.ts';
import type { DesiredPosition } from '#rules/desired/desired-positions.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';
import type { Account } from '#practice/account/account.ts';
import type { Services } from '#practice/commands/command.ts';
import { createStrategy } from '#practice/commands/strategy-admin.ts';
import { decodeDesired } from '#practice/decode/desired-decoder.ts';
import { isExactMembers, readExactJson, type ExactMembers } from '#practice/decode/exact-json.ts';
import { SignalDecoder } from '#practice/decode/signal-decoder.ts';
import { controlMembers, controlText, PRICE_RANGE, priceOf, type ControlBody } from './control-body.ts';

/** The answer of control about a rehearsal; `error` if the request was wrong. */
type RehearsalAnswer = { readonly body: unknown } | { readonly error: string };

const NAME = 'Rehearsal';
const NEW_STRATEGY = {
  name: NAME,
  longDescription: 'Holds what another strategy holds, to try an order before it is sent there.',
  startingCapital: 100_000,
  siteVisible: true,
  creditSeconds: 0,
};
const MAX_SIGNALS = 200;

/**
 * The strategy that rehearsals use. The world person owns it. It is set to the holdings and working
 * signals of another account, so that an order has the same effect as there.
 */
export class RehearsalControl {
  readonly #services: Services;
  readonly #personId: string;

  constructor(services: Services, personId: string) {
    this.#services = services;
    this.#personId = personId;
  }

  /**
   * The body is {"positions": as in setDesiredPositions, "signals": [as in submitSignal], "prices":
   * [{"symbol", "price"}]}. A price is set only if it is given and moves no symbol that another
   * strategy uses. The answer has the prices that apply and the number of refused signals.
   */
  set(body: unknown): RehearsalAnswer {
    const members = controlMembers(body);
    const positions = this.#positions(members);
    if (typeof positions === 'string') return { error: positions };
    const signals = signalsOf(members);
    if (typeof signals === 'string') return { error: signals };
    const prices = listOf(members, 'prices').map((one) => controlMembers(one));
    if (prices.some((price) => !this.#isPrice(price)))
      return { error: `prices must be objects with a symbol of this market and a price ${PRICE_RANGE}` };
    const account = this.#account();
    const applied = prices.map((price) => this.#setPrice(account, price));
    this.#services.engine.setHoldings(account, positions);
    const refused = signals.filter((signal) => !this.#place(account, signal)).length;
    return { body: { systemid: account.strategy.id, refusedSignals: refused, prices: applied } };
  }

  #positions(members: ControlBody): readonly DesiredPosition[] | string {
    const list = listOf(members, 'positions');
    if (list.length === 0) return [];
    const { catalog, switches } = this.#services;
    const read = decodeDesired(new Map([['positions', JSON.stringify(list)]]), catalog, switches);
    if (!read.ok) return read.error.message;
    return read.request.kind === 'list' ? read.request.positions : [];
  }

  #account(): Account {
    const { engine, store } = this.#services;
    const known = engine
      .accounts()
      .find(({ strategy }) => strategy.ownerPersonId === this.#personId && strategy.name === NAME);
    if (known) return known;
    const owner = store.people.get(this.#personId);
    const id = owner && createStrategy(this.#services, NEW_STRATEGY, owner);
    const created = id === undefined ? undefined : engine.account(id);
    if (!created) throw new Error('the world person is missing');
    return created;
  }

  #isPrice(price: ControlBody): boolean {
    const text = controlText(price, 'price');
    const isWrong = text !== '' && priceOf(text) === undefined;
    return !isWrong && this.#services.catalog.findForOrder(controlText(price, 'symbol')) !== undefined;
  }

  /**
   * Does not set a price that moves a symbol of another strategy, because orders of that strategy
   * could fill. The price of a stock also moves the options on it, and the price of one contract of
   * a future moves the other contracts.
   */
  #setPrice(account: Account, given: ControlBody): unknown {
    const { catalog, engine, market, clock } = this.#services;
    const instrument = catalog.get(controlText(given, 'symbol'));
    const { symbol, path } = instrument;
    const isMoved = (other: string): boolean =>
      other === symbol || (instrument.option === null && catalog.get(other).path === path);
    const price = priceOf(controlText(given, 'price'));
    const others = engine.accounts().filter((one) => one !== account);
    const isSet = price !== undefined && !others.some(({ book }) => symbolsOf(book).some(isMoved));
    if (isSet) engine.setPrice(instrument, price);
    return { symbol, price: formatFixed(market.price(symbol, clock.now()), instrument.decimals), set: isSet };
  }

  /** Returns false if the service refuses the signal. */
  #place(account: Account, members: ExactMembers): boolean {
    const { catalog, switches, engine } = this.#services;
    const decoded = new SignalDecoder(catalog, switches).decode(members);
    if (!decoded.ok) return false;
    const standaloneRequest: SignalRequest = {
      ...decoded.request,
      ownId: null,
      ocaId: null,
      conditionalUpon: null,
      replaces: null,
    };
    return engine.submit(account, standaloneRequest).ok;
  }
}

const symbolsOf = (book: Account['book']): readonly string[] => [
  ...book.workingSymbols(),
  ...book.openTrades().map(({ symbol }) => symbol),
];

const listOf = (members: ControlBody, name: string): readonly unknown[] => {
  const list = members.get(name);
  return Array.isArray(list) ? list : [];
};

function signalsOf(members: ControlBody): readonly ExactMembers[] | string {
  const list = listOf(members, 'signals');
  if (list.length > MAX_SIGNALS) return `signals must have at most ${MAX_SIGNALS} elements`;
  const read = list.map((one) => readExactJson(JSON.stringify(one))?.value);
  return read.every(isExactMembers) ? read : 'signals must be objects, as of submitSignal';
}
