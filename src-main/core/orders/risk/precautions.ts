import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Precaution, Precautions } from '#contract/model/risk.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { isBuy } from '#contract/model/order-action.ts';
import { priceOf } from '../fingerprint.ts';
import { orderMoney } from '../order-money.ts';
import { entriesOf } from './new-risk.ts';

/**
 * A known price: the last own fill, or one implied by the profit of a position. Times are unix
 * seconds.
 */
export type SeenPrice = { readonly price: string; readonly at: number; readonly implied: boolean };

/** The usual size for an instrument type. Null with fewer than ten orders. */
export type OwnMedian = { readonly quantity: string; readonly value: string | null } | null;

export type PrecautionFacts = {
  readonly precautions: Precautions;
  /**
   * True on a live connection. There the trader has to type the size if the value of the account is
   * unknown.
   */
  readonly isLive: boolean;
  readonly margin: Margin | null;
  readonly pointValue: (symbol: string) => string | null;
  readonly lastPrice: (symbol: string) => SeenPrice | null;
  readonly median: (instrument: Instrument) => OwnMedian;
  /** Whether the exchange of this instrument type is open now. Null if that is not checked. */
  readonly isOpen: (instrument: Instrument) => boolean | null;
};

/** Above this multiple of the own median the trader types the size. */
const typedMedianTimes = 10;

/**
 * The precautions until the trader sets others. `accountPercent` is a hard limit on the value of
 * the order relative to the account. For futures and forex the usual margin counts instead of the
 * value.
 */
export const defaultPrecautions: Precautions = {
  stock: { pricePercent: '10', valuePercent: '50', accountPercent: '400', medianTimes: '5' },
  option: { pricePercent: '50', valuePercent: '25', accountPercent: '100', medianTimes: '5' },
  future: { pricePercent: '3', valuePercent: '50', accountPercent: '100', medianTimes: '5' },
  forex: { pricePercent: '3', valuePercent: '50', accountPercent: '100', medianTimes: '5' },
};

/**
 * The share of its value that an order ties up. Futures and forex count by their usual margin, not
 * by their notional value.
 */
export const usualMarginRate: Readonly<Record<Instrument, string>> = {
  stock: '1',
  option: '1',
  future: '0.08',
  forex: '0.05',
};

/**
 * Price warnings apply to every order, warnings of size and account to entries only. No check here
 * blocks an exit or asks the trader to type its size. A parent that is nested in the order is
 * checked too.
 */
export function precautionChecks(ticket: Ticket, facts: PrecautionFacts): Check[] {
  const { parent } = ticket;
  const orders = parent ? [ticket, { ...ticket, ...parent, profitTarget: null, stopLoss: null }] : [ticket];
  // The larger order comes first, and only the first check of a code is kept. So the trader types
  // only the larger size.
  const entries = entriesOf(ticket).sort((a, b) => new Big(b.quantity).cmp(a.quantity));
  const found = [
    ...orders.flatMap((order) => priceChecks(order, facts)),
    ...entries.flatMap((entry) => sizeChecks(entry, facts)),
  ];
  return found.filter(({ code }, index) => found.findIndex((one) => stem(one.code) === stem(code)) === index);
}

/** The code of a check without the size that has to be typed. */
const stem = (code: string): string | undefined => code.split(':')[0];

function priceChecks(order: Ticket, facts: PrecautionFacts): Check[] {
  const seen = facts.lastPrice(order.symbol);
  const rule = facts.precautions[order.instrument];
  return [...farPriceChecks(order, seen, rule), ...wrongSideChecks(order, seen), ...closedMarketChecks(order, facts)];
}

function sizeChecks(entry: Ticket, facts: PrecautionFacts): Check[] {
  const seen = facts.lastPrice(entry.symbol);
  const rule = facts.precautions[entry.instrument];
  return [...accountChecks(entry, seen, rule, facts), ...medianChecks(entry, seen, rule, facts)];
}

function farPriceChecks(ticket: Ticket, seen: SeenPrice | null, { pricePercent }: Precaution): Check[] {
  const price = priceOf(ticket);
  if (price === null || seen === null) return [];
  const distance = new Big(price).minus(seen.price).abs().div(seen.price).times(100);
  if (distance.lte(pricePercent)) return [];
  const text: Text = { ...seen, code: 'check.price-far', percent: distance.toFixed(0) };
  return [warn('price-far', text, 'price')];
}

/**
 * Warns of a stop that would fill at once. For a market entry, also warns of a bracket leg that is
 * at the known price or on the wrong side of it.
 */
function wrongSideChecks(ticket: Ticket, seen: SeenPrice | null): Check[] {
  if (seen === null) return [];
  const { price, profitTarget, stopLoss } = ticket;
  const isBuyOrder = isBuy(ticket.action);
  const isBeyond = (level: string, side: 'above' | 'below'): boolean =>
    side === 'above' ? new Big(level).gt(seen.price) : new Big(level).lt(seen.price);
  const profitSide = isBuyOrder ? 'above' : 'below';
  const lossSide = isBuyOrder ? 'below' : 'above';
  const found: Check[] = [];
  if (price.kind === 'stop' && !isBeyond(price.stop, profitSide)) {
    found.push(
      warn('stop-at-once', { code: 'check.stop-at-once', stop: price.stop, buys: isBuyOrder, ...seen }, 'price'),
    );
  }
  if (price.kind !== 'market') return found;
  if (profitTarget !== null && !isBeyond(profitTarget, profitSide)) {
    found.push(warn('target-side-seen', { code: 'check.wrong-side', member: 'target', ...seen }, 'profitTarget'));
  }
  if (stopLoss !== null && !isBeyond(stopLoss, lossSide)) {
    found.push(warn('stop-side-seen', { code: 'check.wrong-side', member: 'stop', ...seen }, 'stopLoss'));
  }
  return found;
}

function closedMarketChecks({ instrument, price, parkUntil }: Ticket, { isOpen }: PrecautionFacts): Check[] {
  if (price.kind !== 'market' || parkUntil || isOpen(instrument) !== false) return [];
  return [warn('market-closed', { code: 'check.market-closed' }, 'price')];
}

function accountChecks(ticket: Ticket, seen: SeenPrice | null, rule: Precaution, facts: PrecautionFacts): Check[] {
  const { modelAccountValue = null, cash = null, updatedText: figuresTime = '' } = facts.margin ?? {};
  // Cash alone may be below zero while the account is not, because positions are worth more.
  if (modelAccountValue !== null && new Big(modelAccountValue).lt(0)) {
    const text: Text = { code: 'check.account-below-zero', account: modelAccountValue, figuresTime };
    return [{ code: 'cap-account', level: 'block', text, field: 'quantity' }];
  }
  const account = positive(modelAccountValue ?? cash);
  if (facts.margin === null || account === null) {
    const text: Text = { code: 'check.account-unknown' };
    return [facts.isLive ? typedSizeWarning('account-unknown', text, ticket) : note('account-unknown', text)];
  }
  const value = valueAt(ticket, seen, facts);
  if (value === null) return [note('value-unknown', { code: 'check.value-unknown' })];
  const tiedUp = value.times(usualMarginRate[ticket.instrument]);
  const percent = tiedUp.div(account).times(100);
  const common = {
    value: tiedUp.toFixed(2),
    account: account.toFixed(2),
    percent: percent.toFixed(0),
    figuresTime,
  };
  if (percent.gt(rule.accountPercent)) {
    const text: Text = { code: 'check.beyond-account', ...common, limit: rule.accountPercent };
    return [{ code: 'cap-account', level: 'block', text, field: 'quantity' }];
  }
  const power = positive(facts.margin.buyPower);
  if (facts.margin.buyPower !== null && (power === null || tiedUp.gt(power))) {
    const text: Text = {
      code: 'check.beyond-buying-power',
      value: tiedUp.toFixed(2),
      power: power?.toFixed(2) ?? '0',
      figuresTime,
    };
    return [warn('beyond-buying-power', text, 'quantity')];
  }
  return percent.gt(rule.valuePercent)
    ? [warn('large-value', { code: 'check.large-value', ...common }, 'quantity')]
    : [];
}

function medianChecks(ticket: Ticket, seen: SeenPrice | null, rule: Precaution, facts: PrecautionFacts): Check[] {
  const median = facts.median(ticket.instrument);
  if (median === null) return [];
  const value = median.value === null ? null : valueAt(ticket, seen, facts);
  const quantityTimes = new Big(ticket.quantity).div(median.quantity);
  const valueTimes = value?.div(median.value ?? '1') ?? new Big(0);
  const isValue = valueTimes.gt(quantityTimes);
  const largest = isValue ? valueTimes : quantityTimes;
  const shown = (isValue ? median.value : null) ?? median.quantity;
  const text: Text = { code: 'check.over-median', times: largest.toFixed(0), median: shown, isValue };
  if (largest.gt(typedMedianTimes)) return [typedSizeWarning('over-median', text, ticket)];
  return largest.gt(rule.medianTimes) ? [warn('over-median', text, 'quantity')] : [];
}

/** The value at the price of the order, or at the known price. Null if neither is known. */
export function valueAt(
  ticket: Ticket,
  seen: SeenPrice | null,
  { pointValue }: Pick<PrecautionFacts, 'pointValue'>,
): Big | null {
  if (ticket.price.kind !== 'market') return orderMoney(ticket, pointValue).value;
  if (seen === null) return null;
  return orderMoney({ ...ticket, price: { kind: 'limit', limit: seen.price } }, pointValue).value;
}

function positive(text: string | null): Big | null {
  const value = text === null ? null : new Big(text);
  return value?.gt(0) === true ? value : null;
}

const warn = (code: string, text: Text, field: string): Check => ({ code, level: 'warn', text, field });

const note = (code: string, text: Text): Check => ({ code, level: 'note', text, field: 'quantity' });

/** A warning that is confirmed by typing the size. The code that confirms it contains the size. */
const typedSizeWarning = (code: string, text: Text, { quantity }: Ticket): Check => ({
  code: `${code}:${quantity}`,
  level: 'warn',
  text,
  field: 'quantity',
  textToType: quantity,
});
