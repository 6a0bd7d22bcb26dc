import { randomUUID } from 'node:crypto';
import type { BookChange } from '#rules/signals/book-view.ts';
import {
  applyDueToLink,
  changeLink,
  followTrade,
  manualTrade,
  restartLink,
  startLink,
  stopLink,
  type Link,
  type LinkIdentity,
  type LinkMarket,
  type LinkStart,
  type LinkStep,
} from '#rules/autotrade/link.ts';
import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import { divide, type Fixed } from '#rules/decimal.ts';
import type { Trade } from '#rules/trades/trade.ts';
import type { Account } from '#practice/account/account.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import type { Store } from '#practice/store/store.ts';
import type { WriteAlong } from '#practice/write-along.ts';
import { LinkBook } from './link-book.ts';

/** `market` and `account` are functions, because open markets, prices and accounts change. */
export type AutoTraderParts = {
  readonly store: Store;
  readonly market: () => LinkMarket;
  readonly account: (systemId: string) => Account | undefined;
};

/**
 * Runs the AutoTrade links. Copies of a fill are written in the transaction of the fill. Every
 * other change has its own transaction. rules/autotrade/link.ts decides what is copied; this class
 * stores the links and provides prices.
 */
export class AutoTrader {
  readonly links: LinkBook;
  readonly #parts: AutoTraderParts;

  constructor(parts: AutoTraderParts) {
    this.#parts = parts;
    this.links = new LinkBook(parts.store.links);
  }

  /** The copies of a change that is about to be committed; undefined when no link copies it. */
  writeOfCopies(account: Account, change: BookChange): WriteAlong | undefined {
    if (change.trades.length === 0) return undefined;
    const { id } = account.strategy;
    const followers = this.links.all().filter((link) => link.state === 'live' && link.systemId === id);
    if (followers.length === 0) return undefined;
    const market = this.#parts.market();
    return this.links.writeOf(followers.map((link) => followChange(link, account, change, market)));
  }

  /**
   * Called after a change of prices or time. Settles ended contracts, and carries out stop losses,
   * closings and settings that wait for a market to open.
   */
  settle(): void {
    const busyLinks = this.links.all().filter(mayHaveDueSteps);
    if (busyLinks.length === 0) return;
    const market = this.#parts.market();
    const steps = busyLinks.map((link) => ({
      before: link,
      step: applyDueToLink(link, this.#openTrades(link.systemId), market),
    }));
    const changes = steps.filter(({ before, step }) => step.link !== before).map(({ step }) => step);
    if (changes.length > 0) this.#commit(changes);
  }

  /**
   * Starts a link on a new account or on the account of an earlier link. A live link on that
   * account gets the new settings. A live link of the strategy on another account at the same
   * broker is stopped, and its positions remain.
   */
  start(identity: Omit<LinkIdentity, 'guid'>, settings: AutoTradeSettings): Link {
    const earlier = this.links.ofAccount(identity);
    const start = this.#linkStart(identity.systemId);
    const fullIdentity = { ...identity, guid: earlier?.guid ?? randomUUID() };
    const link =
      earlier?.state === 'live'
        ? restartLink(earlier, settings, start)
        : startLink(fullIdentity, settings, start, earlier);
    const others = this.links
      .liveOfStrategy(identity.personId, identity.systemId)
      .filter((one) => one.brokerCode === identity.brokerCode && one.guid !== link.guid);
    const replaced = others.map((one) => ({ link: stopLink(one, true, start.at), orders: [] }));
    this.#commit([...replaced, this.#applyDue(link)]);
    return this.#current(link.guid);
  }

  change(link: Link, settings: AutoTradeSettings, when: 'atOnce' | 'nextFill'): Link {
    const { terms: instrumentTerms } = this.#parts.market();
    this.#commit([this.#applyDue(changeLink(link, settings, when, instrumentTerms))]);
    return this.#current(link.guid);
  }

  stop(link: Link, leavesPositions: boolean): Link {
    const { now } = this.#parts.market();
    this.#commit([this.#applyDue(stopLink(link, leavesPositions, now))]);
    return this.#current(link.guid);
  }

  /** A manual trade at the broker, at the market's price; undefined while the market is closed. */
  trade(link: Link, instrument: Instrument, quantity: Fixed): Link | undefined {
    const market = this.#parts.market();
    const price = market.priceIfOpen(instrument.symbol);
    if (price === undefined) return undefined;
    const order = { symbol: instrument.symbol, instrument: instrument.type, quantity, price };
    this.#commit([manualTrade(link, order, market)]);
    return this.#current(link.guid);
  }

  #applyDue(link: Link): LinkStep {
    return applyDueToLink(link, this.#openTrades(link.systemId), this.#parts.market());
  }

  #linkStart(systemId: string): LinkStart {
    const { now, terms } = this.#parts.market();
    return { openTrades: this.#openTrades(systemId), terms, at: now };
  }

  #openTrades(systemId: string): readonly Trade[] {
    return this.#parts.account(systemId)?.book.openTrades() ?? [];
  }

  #current(guid: string): Link {
    const link = this.links.get(guid);
    if (!link) throw new Error('a link that was just written is not there');
    return link;
  }

  #commit(steps: readonly LinkStep[]): void {
    const writes = this.links.writeOf(steps);
    this.#parts.store.transaction(writes.write);
    writes.apply();
  }
}

/**
 * Whether `applyDueToLink` may change the link. In an `unsettled` link, new settings or trades to
 * join are not applied everywhere yet. A stopped link only settles ended contracts.
 */
function mayHaveDueSteps(link: Link): boolean {
  return link.state === 'closing' || link.unsettled || link.account.positions.length > 0;
}

function followChange(link: Link, account: Account, change: BookChange, market: LinkMarket): LinkStep {
  let step: LinkStep = { link, orders: [] };
  for (const trade of change.trades) {
    const next = followTrade(step.link, trade, fillPrice(trade, account, change), market);
    step = { link: next.link, orders: [...step.orders, ...next.orders] };
  }
  return step;
}

/**
 * The price of the trade's last fill. A settlement has no fill, so its price is computed from the
 * value and quantity that it closed.
 */
function fillPrice(trade: Trade, account: Account, change: BookChange): Fixed {
  const fillPart = change.fillParts.findLast((one) => one.tradeId === trade.id);
  if (fillPart) return fillPart.price;
  const open = account.book.openTrade(trade.symbol);
  const before = open?.id === trade.id ? open : { closed: 0n, closeValue: 0n };
  return divide(trade.closeValue - before.closeValue, trade.closed - before.closed);
}
