import { fixed, type Fixed } from '#rules/decimal.ts';
import { openQuantity, type InstrumentTerms, type Trade } from '#rules/trades/trade.ts';
import {
  adopt,
  execute,
  foldLedgers,
  openLoss,
  positionOf,
  type BrokerAccount,
  type BrokerFill,
  type BrokerPosition,
} from './broker-account.ts';
import { copyTarget, type AutoTradeSettings } from './settings.ts';

/** `closing`: stopped with its positions to be closed, and waiting for their markets to open. */
export type LinkState = 'live' | 'closing' | 'stopped';

/**
 * One person's AutoTrade of one strategy at one broker, with the simulated account that it trades.
 */
export type Link = {
  readonly guid: string;
  readonly personId: string;
  readonly systemId: string;
  readonly brokerCode: string;
  readonly accountNumber: string;
  readonly userId: string;
  readonly settings: AutoTradeSettings;
  readonly state: LinkState;
  /**
   * True while new settings are not applied to every open trade yet, or an open trade that the copy
   * is to join is not joined yet.
   */
  readonly unsettled: boolean;
  /** Trades of the strategy that are not copied: not joined, or closed by their stop loss. */
  readonly skipped: readonly string[];
  readonly account: BrokerAccount;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly stoppedAt: number | null;
};

/**
 * Why a broker order was filled. `stop`: AutoTrade was stopped. `stopLoss`: the position reached
 * its loss limit. `expiry`: its contract ended.
 */
export type OrderCause = 'strategy' | 'settings' | 'stopLoss' | 'stop' | 'manual' | 'expiry';
export type BrokerOrder = BrokerFill & { readonly cause: OrderCause; readonly at: number };
/** The link after a step, and the broker orders that the step filled. */
export type LinkStep = { readonly link: Link; readonly orders: readonly BrokerOrder[] };

/** The market as a link sees it. A price is undefined while its market is closed. */
export type LinkMarket = {
  readonly now: number;
  readonly priceIfOpen: (symbol: string) => Fixed | undefined;
  readonly terms: (symbol: string) => InstrumentTerms;
  /** The settlement price of a contract whose last day has passed; undefined for all others. */
  readonly settlement: (symbol: string) => Fixed | undefined;
};

export const STARTING_CASH = fixed('100000');

/** The person, strategy, broker and account of a link. */
export type LinkIdentity = Pick<Link, 'guid' | 'personId' | 'systemId' | 'brokerCode' | 'accountNumber' | 'userId'>;

/** What a start needs to know besides its settings. */
export type LinkStart = {
  readonly openTrades: readonly Trade[];
  readonly terms: LinkMarket['terms'];
  readonly at: number;
};

/**
 * (no link), stopped or closing → live. The account of an earlier link is used again, and its
 * positions count as traded by hand. Trades that are open now are joined only if the settings say
 * so.
 */
export function startLink(identity: LinkIdentity, settings: AutoTradeSettings, start: LinkStart, earlier?: Link): Link {
  const account = earlier
    ? foldLedgers(earlier.account, 'manual', start.terms)
    : { cash: STARTING_CASH, positions: [] };
  const link: Link = {
    ...identity,
    settings,
    state: 'live',
    unsettled: settings.joinTradesInProgress,
    skipped: notJoined(settings, start.openTrades),
    account,
    startedAt: start.at,
    stoppedAt: null,
  };
  return withManualTrades(link, start.terms);
}

/**
 * live → live by a second start on the same account, with new settings. Copied positions remain
 * copied.
 */
export function restartLink(link: Link, settings: AutoTradeSettings, start: LinkStart): Link {
  const copied = new Set(link.account.positions.map((position) => position.tradeId));
  const others = start.openTrades.filter((trade) => !copied.has(trade.id));
  const skipped = notJoined(settings, others);
  return withManualTrades({ ...link, settings, unsettled: true, skipped }, start.terms);
}

function notJoined(settings: AutoTradeSettings, openTrades: readonly Trade[]): readonly string[] {
  return settings.joinTradesInProgress ? [] : openTrades.map((trade) => trade.id);
}

/** live → live. Positions follow the new settings at once, or from their next fill on. */
export function changeLink(
  link: Link,
  settings: AutoTradeSettings,
  when: 'atOnce' | 'nextFill',
  terms: LinkMarket['terms'],
): Link {
  return withManualTrades({ ...link, settings, unsettled: link.unsettled || when === 'atOnce' }, terms);
}

/** live → stopped if the positions remain, otherwise live → closing. */
export function stopLink(link: Link, leavesPositions: boolean, at: number): Link {
  return { ...link, state: leavesPositions ? 'stopped' : 'closing', unsettled: false, stoppedAt: at };
}

/** Copies a trade of the strategy after a fill or a settlement, at the same price. */
export function followTrade(link: Link, trade: Trade, price: Fixed, market: LinkMarket): LinkStep {
  if (link.state !== 'live') return { link, orders: [] };
  if (link.skipped.includes(trade.id)) {
    const skipped = link.skipped.filter((id) => id !== trade.id);
    return { link: trade.closedAt === null ? link : { ...link, skipped }, orders: [] };
  }
  return copy(link, trade, price, 'strategy', market);
}

/**
 * Applies everything that is due by time or price: settlements, stop losses, new settings, and
 * closing.
 */
export function applyDueToLink(link: Link, openTrades: readonly Trade[], market: LinkMarket): LinkStep {
  let step: LinkStep = settleExpired({ link, orders: [] }, market);
  step = applyStopLosses(step, market);
  if (step.link.state === 'closing') return closePositions(step, market);
  return step.link.unsettled && step.link.state === 'live' ? applySettings(step, openTrades, market) : step;
}

/**
 * A trade made by hand at the broker. It counts as copied while the link is live and does not
 * ignore manual trades.
 */
export function manualTrade(
  link: Link,
  order: Pick<BrokerFill, 'symbol' | 'instrument' | 'quantity' | 'price'>,
  market: LinkMarket,
): LinkStep {
  const book = link.settings.ignoreManualTrades || link.state !== 'live' ? 'manual' : 'copied';
  const tradeId = positionOf(link.account, order.symbol)?.tradeId ?? null;
  return executed(
    { link, orders: [] },
    { ...order, book, tradeId, terms: market.terms(order.symbol) },
    'manual',
    market.now,
  );
}

/**
 * The positions of the account that the service sees. Those traded by hand are among them only if
 * manual trades are not ignored.
 */
export function visiblePositions(link: Link): readonly BrokerPosition[] {
  return link.account.positions.filter((position) => position.copied.quantity !== 0n);
}

function copy(link: Link, trade: Trade, price: Fixed, cause: OrderCause, market: LinkMarket): LinkStep {
  const signedQuantity = trade.side === 'long' ? openQuantity(trade) : -openQuantity(trade);
  const target = trade.closedAt === null ? copyTarget(trade.instrument, signedQuantity, price, link.settings) : 0n;
  const position = positionOf(link.account, trade.symbol);
  const held = position?.copied.quantity ?? 0n;
  // A target of zero closes only the copy of this trade, never a position with another origin.
  const isForeign = target === 0n && position?.tradeId !== trade.id;
  if (isForeign || (held === target && position?.tradeId === trade.id)) return { link, orders: [] };
  if (position && held === target)
    return { link: { ...link, account: adopt(link.account, position, trade.id) }, orders: [] };
  const { symbol, instrument } = trade;
  const tradeId = target === 0n ? null : trade.id;
  const fill: BrokerFill = {
    symbol,
    instrument,
    quantity: target - held,
    price,
    terms: market.terms(symbol),
    book: 'copied',
    tradeId,
  };
  return executed({ link, orders: [] }, fill, cause, market.now);
}

function executed(step: LinkStep, fill: BrokerFill, cause: OrderCause, at: number): LinkStep {
  const link = { ...step.link, account: execute(step.link.account, fill) };
  return { link, orders: [...step.orders, { ...fill, cause, at }] };
}

/**
 * Closes what was copied and what was traded by hand when the contract ends, in every state of the
 * link.
 */
function settleExpired(step: LinkStep, market: LinkMarket): LinkStep {
  let after = step;
  for (const position of step.link.account.positions) {
    const price = market.settlement(position.symbol);
    if (price === undefined) continue;
    for (const book of ['copied', 'manual'] as const)
      if (position[book].quantity !== 0n) after = closeLedger(after, position, book, price, 'expiry', market);
  }
  return after;
}

function closeLedger(
  step: LinkStep,
  position: BrokerPosition,
  book: BrokerFill['book'],
  price: Fixed,
  cause: OrderCause,
  market: LinkMarket,
): LinkStep {
  const { symbol, instrument } = position;
  const quantity = -position[book].quantity;
  const fill = { symbol, instrument, quantity, price, terms: market.terms(symbol), book, tradeId: null };
  return executed(step, fill, cause, market.now);
}

/**
 * A position whose open loss has reached the limit is closed and stays closed until the strategy's
 * trade has ended.
 */
function applyStopLosses(step: LinkStep, market: LinkMarket): LinkStep {
  const maxLoss = step.link.settings.stopLossDollarsPerPosition;
  if (maxLoss === null || step.link.state !== 'live') return step;
  let after = step;
  for (const position of step.link.account.positions) {
    const price = position.tradeId === null ? undefined : market.priceIfOpen(position.symbol);
    if (price === undefined || openLoss(position.copied, price, market.terms(position.symbol)) < maxLoss) continue;
    after = closeLedger(after, position, 'copied', price, 'stopLoss', market);
    const skipped = position.tradeId === null ? [] : [position.tradeId];
    after = { ...after, link: { ...after.link, skipped: [...after.link.skipped, ...skipped] } };
  }
  return after;
}

function closePositions(step: LinkStep, market: LinkMarket): LinkStep {
  let after = step;
  for (const position of visiblePositions(step.link)) {
    const price = market.priceIfOpen(position.symbol);
    if (price !== undefined) after = closeLedger(after, position, 'copied', price, 'stop', market);
  }
  const done = visiblePositions(after.link).length === 0;
  return done ? { ...after, link: { ...after.link, state: 'stopped' } } : after;
}

/** Applies the settings to every copied trade whose market is open. The others wait. */
function applySettings(step: LinkStep, openTrades: readonly Trade[], market: LinkMarket): LinkStep {
  let after = step;
  let unsettled = false;
  for (const trade of openTrades) {
    if (step.link.skipped.includes(trade.id)) continue;
    const price = market.priceIfOpen(trade.symbol);
    if (price === undefined) unsettled = true;
    else {
      const next = copy(after.link, trade, price, 'settings', market);
      after = { link: next.link, orders: [...after.orders, ...next.orders] };
    }
  }
  return unsettled ? after : { ...after, link: { ...after.link, unsettled } };
}

/** If manual trades are not ignored, what was traded by hand counts as copied. */
function withManualTrades(link: Link, terms: LinkMarket['terms']): Link {
  if (link.settings.ignoreManualTrades) return link;
  return { ...link, account: foldLedgers(link.account, 'copied', terms) };
}
