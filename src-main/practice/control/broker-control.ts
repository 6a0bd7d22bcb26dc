import type { BrokerOrder, Link } from '#rules/autotrade/link.ts';
import { accountValue, type BrokerPosition } from '#rules/autotrade/broker-account.ts';
import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import { formatFixed, isWhole, parseFixed, type Fixed } from '#rules/decimal.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import type { UntradableReason } from '#practice/catalog.ts';
import type { Services } from '#practice/commands/command.ts';
import { controlMembers, controlText, type ControlBody } from './control-body.ts';

/** The answer of control about brokers; `error` if the request was wrong. */
type BrokerAnswer = { readonly body: unknown } | { readonly error: string };

const MAX_ORDERS = 200;

const UNTRADABLE: Readonly<Record<UntradableReason, string>> = {
  ended: 'the contract of this symbol has ended',
  unlisted: 'the month of this symbol is not listed',
};

/**
 * The broker side of AutoTrade, which the API does not show: accounts with their positions, and
 * manual trades in them.
 */
export class BrokerControl {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  list(): unknown {
    return { accounts: this.#services.engine.autoTrader.links.all().map((link) => this.#account(link)) };
  }

  /**
   * Enters a manual market order of {"broker_account_guid", "symbol", "quantity"}. A negative
   * quantity sells.
   */
  trade(body: unknown): BrokerAnswer {
    const { engine, catalog } = this.#services;
    const members = controlMembers(body);
    const link = engine.autoTrader.links.get(controlText(members, 'broker_account_guid'));
    if (!link) return { error: 'broker_account_guid must be one of GET /practice/brokers' };
    const instrument = catalog.findForOrder(controlText(members, 'symbol'));
    if (!instrument) return { error: 'symbol must be an instrument of this market' };
    const reason = catalog.untradableReason(instrument);
    if (reason !== undefined) return { error: UNTRADABLE[reason] };
    const quantity = quantityOf(members);
    if (quantity === undefined) return { error: 'quantity must be a whole number other than 0' };
    const after = engine.autoTrader.trade(link, instrument, quantity);
    return after ? { body: this.#account(after) } : { error: 'the market of this symbol is closed' };
  }

  #account(link: Link): unknown {
    const { market, clock, engine } = this.#services;
    const now = clock.now();
    const { account, settings } = link;
    const quote = (symbol: string) => ({ price: market.price(symbol, now), terms: market.terms(symbol) });
    return {
      broker_account_guid: link.guid,
      personid: link.personId,
      systemid: link.systemId,
      brokercode: link.brokerCode,
      broker_accountnum: link.accountNumber,
      broker_userid: link.userId,
      state: link.state,
      started: newYorkText(link.startedAt),
      stopped: link.stoppedAt === null ? '' : newYorkText(link.stoppedAt),
      settings: settingsRecord(settings),
      tradesNotCopied: link.skipped,
      cash: formatFixed(account.cash, 2),
      value: formatFixed(accountValue(account, quote), 2),
      positions: account.positions.map(positionRecord),
      orders: engine.autoTrader.links.orders(link.guid, MAX_ORDERS).map(orderRecord),
    };
  }
}

function quantityOf(members: ControlBody): Fixed | undefined {
  const quantity = parseFixed(controlText(members, 'quantity'));
  return quantity === undefined || quantity === 0n || !isWhole(quantity) ? undefined : quantity;
}

function positionRecord({ symbol, instrument, tradeId, copied, manual }: BrokerPosition): unknown {
  return {
    symbol,
    typeofsymbol: instrument,
    quantity: formatFixed(copied.quantity + manual.quantity),
    copied: formatFixed(copied.quantity),
    manual: formatFixed(manual.quantity),
    trade_id: tradeId ?? '',
  };
}

function orderRecord({ symbol, quantity, price, cause, at }: BrokerOrder): unknown {
  return { symbol, quantity: formatFixed(quantity), price: formatFixed(price), cause, time: newYorkText(at) };
}

/** The settings by their names in the API. '' means no limit. */
function settingsRecord(settings: AutoTradeSettings): unknown {
  const { enabled, maxUnits } = settings;
  const limit = (value: Fixed | null): string => (value === null ? '' : formatFixed(value));
  const flag = (value: boolean): string => (value ? '1' : '0');
  return {
    scalingPercentage: String(settings.scalingPercentage),
    max_units_futures: limit(maxUnits.future),
    max_units_forex: limit(maxUnits.forex),
    max_units_options: limit(maxUnits.option),
    max_dollars_stocks: limit(settings.maxDollarsStocks),
    stopLossDollarsPerPosition: limit(settings.stopLossDollarsPerPosition),
    enable_stocks: flag(enabled.stock),
    enable_options: flag(enabled.option),
    enable_futures: flag(enabled.future),
    enable_forex: flag(enabled.forex),
    allow_short_options: flag(settings.allowShortOptions),
    ignore_manual_trades_in_account: flag(settings.ignoreManualTrades),
    join_trades_in_progress: flag(settings.joinTradesInProgress),
  };
}
